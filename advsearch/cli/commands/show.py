"""The command `advsearch show`."""

from __future__ import annotations

from pathlib import Path

import click

from advsearch.cli.board import drawn
from advsearch.cli.console import show, speaks_unicode
from advsearch.cli.options import GivenGame, position_command, shared_options
from advsearch.drawing.boards import board_svg
from advsearch.drawing.scenes import scene_of
from advsearch.errors import InvalidSettings
from advsearch.notation import read_action, state_text
from advsearch.protocol import name_of
from advsearch.system.files import write


@position_command(
    "show",
    "advsearch show {game}",
    "advsearch show {game} --output board.svg",
)
@click.argument("moves", nargs=-1, metavar="[ACTION]...")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="Write a picture to this SVG file, or to standard output for '-'. It has a light and a dark theme.",
)
@shared_options
def command(game: GivenGame, position: str | None, moves: tuple[str, ...], output: Path | None) -> None:
    """Show a position: its board and its notation, or a picture of it.

    The actions are played before the position is shown.
    """
    rules, state, last = game.game, game.position(position), None
    for text in moves:
        last = read_action(rules, state, text)
        state = rules.result(state, last)
    scene = scene_of(rules, state, last)
    if output is not None:
        if scene is None:
            raise InvalidSettings(
                f"expected a game that draws its board, got {name_of(rules)}; give its class the method `board`"
            )
        write(output, [board_svg(scene), "\n"])
        return
    if scene is not None:
        show(drawn(scene, unicode=speaks_unicode()))
    click.echo(state_text(rules, state))
