"""The command `advsearch serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from advsearch.cli.console import plural
from advsearch.cli.options import GAME, GivenGame, registry, shared_options, with_examples
from advsearch.errors import InvalidSettings

PORT: Final = 8765
_HIGHEST: Final = 65_535
TREES: Final = "advsearch.testing.exercises:Trees"


@with_examples(
    "serve",
    "advsearch serve",
    "advsearch serve {game} --port 8000",
    "advsearch serve mine.py:MyGame {game} --open",
)
@click.argument("games", nargs=-1, type=GAME, metavar="[GAME]...")
@click.option(
    "--port", type=click.INT, default=PORT, show_default=True, help="Port to listen on; 0 takes a free one."
)
@click.option(
    "--store", type=click.Path(path_type=Path), help="Tournament to show: its table, and its games to replay."
)
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
@shared_options
def command(games: tuple[GivenGame, ...], port: int, store: Path | None, opens: bool) -> None:
    """Open a page in the browser to play, analyse and understand games.

    The page offers the games that are named, or every installed game. Only programs on this machine can reach the
    page. It keeps nothing: the address of the page has the whole game.
    """
    if not 0 <= port <= _HIGHEST:
        raise InvalidSettings(f"expected --port to be from 0 to {_HIGHEST}, got {port}")
    from advsearch.testing.exercises import known_trees
    from advsearch.web.live_table import LiveTable
    from advsearch.web.server import Offered, serve

    names = list(dict.fromkeys([given.text for given in games] or list(registry().games)))
    if not names:
        raise InvalidSettings("expected a GAME, as no game is installed; name one, such as mine.py:MyGame")

    def ready(address: str) -> None:
        click.echo(f"{plural(len(names), 'game')} at {address}   (Ctrl-C ends)")
        if opens:
            import webbrowser

            webbrowser.open(address)

    standings = None if store is None else LiveTable(store)
    if standings is not None:
        standings.game()  # a file that is no store is an error now
    serve(Offered(tuple(names), TREES, known_trees(), standings), port, ready)
