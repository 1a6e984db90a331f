"""The command `advsearch search`."""

from __future__ import annotations

from typing import Any

import click

from advsearch.cli.board import board
from advsearch.cli.building import get_ready, note_tier
from advsearch.cli.console import (
    INTERRUPTED,
    finite,
    note,
    show,
    show_json,
    speaks_unicode,
    stop_on_interrupt,
)
from advsearch.cli.depths import NO_VALUE, Depths, show_result
from advsearch.cli.options import (
    SEARCHER,
    GivenGame,
    chosen_limits,
    evaluator_option,
    limit_options,
    position_command,
    reporting_options,
)
from advsearch.limits import Limits, Request
from advsearch.notation import action_text, line_text
from advsearch.protocol import AnyGame, utilities_of
from advsearch.results import Answered, Result
from advsearch.specs import Spec
from advsearch.values import value_text


@position_command(
    "search",
    "advsearch search {game} --time 2s",
    "advsearch search {game} --searcher 'alphabeta(depth=4)' --all",
    "advsearch search {game} --evaluator mine.py:my_heuristic --depth 6 --json",
    "advsearch search mine.py:MyGame --searcher 'hybrid(stages=[greedy, alphabeta], switches=[actions(8)])'",
)
@click.option(
    "--searcher", type=SEARCHER, metavar="SEARCHER", help="The search algorithm. [default: the game's own searcher]"
)
@evaluator_option
@limit_options
@click.option(
    "--all", "every_action", is_flag=True, help="Print the exact value of every action, not only of the best action."
)
@reporting_options
def command(
    game: GivenGame,
    position: str | None,
    searcher: Spec | None,
    evaluator: Spec | None,
    limits: Limits,
    every_action: bool,
    as_json: bool,
) -> int:
    """Search a position and show the best action.

    A search runs as machine code if the game's rules compile and the searcher has a compiled form.
    'alphabeta(tier=reference)' uses plain Python. If machine code has to be built first, a search with only a time
    limit begins in plain Python. When the build is ready, the compiled search takes over.

    Without --time, --depth or --nodes, a search takes one second. If the searcher's settings set its depth, as in
    'alphabeta(depth=6)', the search has no time limit. Ctrl-C ends a search early and shows the best result so far.

    Values are for the side to move: "win in 5" plies, or an estimate such as +1.25.
    """
    state = game.position(position)
    spec, engine = game.searcher(searcher, evaluator)
    limits = chosen_limits(spec, limits)
    bound = get_ready(engine, game.game)
    table_of_lines = Depths(game.game, state, silent=as_json)
    if not as_json:
        show(board(game.game, state, unicode=speaks_unicode()))
        click.echo(f"\n{spec}")
    begins = bound.building is not None
    with stop_on_interrupt() as stop, table_of_lines:
        result = bound(state, Request(limits, stop, table_of_lines.report, every_action))
    if begins:
        note_tier(bound, stopped=stop.is_set())
    if as_json:
        show_json(result_object(game.game, state, result))
    else:
        show_result(game.game, state, result, table_of_lines.lines)
    if result.note is not None:
        note(result.note)
    return INTERRUPTED if stop.is_set() else 0


def result_object(game: AnyGame, state: Any, result: Result) -> dict[str, Any]:
    """A result as a JSON object."""
    utilities = utilities_of(game)
    found: dict[str, Any] = {
        "action": None if result.action is None else action_text(game, state, result.action),
        "value": None if isinstance(result, Answered) else finite(result.value),
        "value_text": NO_VALUE
        if isinstance(result, Answered)
        else value_text(result.value, utilities, bound=result.bound),
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "pv": list(line_text(game, state, result.pv)),
        "exact": result.exact,
        **({"proven": True} if result.bound else {}),
        "tier": result.tier,
        **({} if result.compiled_from is None else {"compiled_from": result.compiled_from}),
    }
    if result.scores is not None:
        found["actions"] = [
            {
                "action": action_text(game, state, action),
                "value": finite(value),
                "value_text": value_text(value, utilities),
                "best": action in result.best,
            }
            for action, value in result.scores
        ]
    if result.visits is not None:
        found["visits"] = [
            {"action": action_text(game, state, action), "visits": visits, "value": finite(value)}
            for action, visits, value in result.visits
        ]
    return found
