"""The command `advsearch analyze`."""

from __future__ import annotations

import click

from advsearch.analysis.live.asking import MOST_LINES
from advsearch.cli.board import board
from advsearch.cli.building import get_ready
from advsearch.cli.console import INTERRUPTED, show, speaks_unicode, stop_on_interrupt
from advsearch.cli.depths import Depths, show_result
from advsearch.cli.options import (
    SEARCHER,
    GivenGame,
    chosen_limits,
    limit_options,
    position_command,
    seed_defaults,
    shared_options,
)
from advsearch.cli.terminal.opening import Opened, first_position, plain_option, run, runs_here
from advsearch.limits import Limits, Request
from advsearch.specs import Spec

DEEPENING = Spec("deepening")


@position_command(
    "analyze",
    "advsearch analyze {game}",
    "advsearch analyze {game} --lines 3",
    "advsearch analyze {game} --plain --lines 3 --time 5s",
)
@click.option(
    "--searcher",
    type=SEARCHER,
    metavar="SEARCHER",
    help="The search algorithm. [default: deepening, with the game's own evaluator]",
)
@click.option(
    "--lines",
    type=click.IntRange(1, MOST_LINES),
    default=1,
    show_default=True,
    help="Number of best actions to show, each with its line of play.",
)
@limit_options
@plain_option
@shared_options
def command(
    game: GivenGame, position: str | None, searcher: Spec | None, lines: int, limits: Limits, plain: bool
) -> int:
    """Analyse positions in the terminal, with lines and values that grow as the search goes deeper.

    In a terminal, this opens a board on which you try actions, if Textual is installed: 'pip install textual'. Each
    position is searched for a minute, or within --time, --depth and --nodes. The values of all actions stand on the
    board.

    In a pipe or with --plain, the position is searched once, as by 'advsearch search', and each finished depth is
    printed with its best lines.
    """
    state = game.position(position)
    spec, engine = game.searcher(searcher or DEEPENING)
    if runs_here(plain, limits):
        return run(
            Opened(
                view="analyze",
                spec=game.text,
                position=first_position(game.game, position),
                start=position or "",
                searcher="" if searcher is None else str(spec),
                limits=limits,
                lines=lines,
                seed=seed_defaults().get("seed", 0),
            )
        )
    bound = get_ready(engine, game.game)
    depths = Depths(game.game, state, silent=False)
    show(board(game.game, state, unicode=speaks_unicode()))
    click.echo(f"\n{spec}")
    with stop_on_interrupt() as stop, depths:
        result = bound(state, Request(chosen_limits(spec, limits), stop, depths.report, lines=lines))
    show_result(game.game, state, result, depths.lines)
    return INTERRUPTED if stop.is_set() else 0
