"""The command `advsearch evaluate`."""

from __future__ import annotations

from typing import Any

import attrs
import click

from advsearch.cli.board import board
from advsearch.cli.console import finite, show, show_json, speaks_unicode, table
from advsearch.cli.options import (
    EVALUATOR,
    GivenGame,
    position_command,
    registry,
    reporting_options,
)
from advsearch.notation import state_text
from advsearch.protocol import Terms
from advsearch.specs import Spec, parse_spec
from advsearch.values import Value, checked_number, value_text


@attrs.frozen
class _Valued:
    name: str
    value: Value
    terms: Terms | None


@position_command(
    "evaluate",
    "advsearch evaluate {game}",
    "advsearch evaluate {game} null mine.py:my_heuristic --json",
)
@click.argument("evaluators", type=EVALUATOR, nargs=-1, metavar="[EVALUATOR]...")
@click.option(
    "--player", type=click.IntRange(0, 1), help="Evaluate the position for player 0 or 1. [default: the side to move]"
)
@reporting_options
def command(
    game: GivenGame, evaluators: tuple[Spec, ...], position: str | None, player: int | None, as_json: bool
) -> None:
    """Evaluate a position, and show the evaluator's terms.

    Without EVALUATOR, all evaluators that 'advsearch evaluators GAME' lists are used. Values are static: nothing is
    searched.
    """
    state = game.position(position)
    player = game.game.player(state) if player is None else player
    specs = evaluators or tuple(
        parse_spec(each.name) for each in registry().listed_evaluators(game.game) if not each.name.endswith(":")
    )
    valued = [_value(game, state, player, spec) for spec in specs]
    if as_json:
        show_json(
            {
                "position": state_text(game.game, state),
                "player": player,
                "evaluations": [
                    {
                        "evaluator": each.name,
                        "value": finite(each.value),
                        "terms": None if each.terms is None else {k: finite(v) for k, v in each.terms.items()},
                    }
                    for each in valued
                ],
            }
        )
        return
    show(board(game.game, state, unicode=speaks_unicode()))
    click.echo(f"\nfor the {('first', 'second')[player]} player:")
    rows = [[each.name, _text(each.value), _terms_text(each.terms)] for each in valued]
    show(table(["evaluator", "value", "terms"], rows, right=[1]))


def _value(given: GivenGame, state: Any, player: int, spec: Spec) -> _Valued:
    evaluate = registry().evaluator(spec, given.game)
    terms = getattr(evaluate, "terms", None)
    return _Valued(
        str(spec),
        checked_number(f"evaluator {spec}", evaluate(given.game, state, player)),
        terms(given.game, state, player) if callable(terms) else None,
    )


def _text(value: Value) -> str:
    return value_text(value, "score")


def _terms_text(terms: Terms | None) -> str:
    return "" if terms is None else ", ".join(f"{name} {_text(value)}" for name, value in terms.items())
