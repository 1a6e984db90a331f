"""Every game of the gallery obeys the laws of games, with its evaluators, and each game with impure rules
breaks one.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from advsearch import AlphaBeta, bind
from advsearch.testing import LawBroken, check_game

HERE = Path(__file__).parent
LISTED = runpy.run_path(str(HERE / "games.py"))
EVALUATORS = runpy.run_path(str(HERE / "evaluators.py"))["EVALUATORS"]
load = LISTED["load"]


@pytest.mark.parametrize(
    "spec",
    # tests/lowering compares derived rules for all settings
    [pytest.param(spec, marks=[pytest.mark.slow] if "(" in spec else []) for spec in LISTED["GALLERY"]]
    + [*LISTED["REFUSED"]],
)
def test_a_game_of_the_gallery_keeps_the_laws_of_games(spec: str) -> None:
    """Each game of the gallery passes `check_game` with all its evaluators, with the settings that are listed."""
    mine = {f"{place}": one for place, one in enumerate(EVALUATORS.get(spec, ()))}
    check_game(load(spec), evaluators=mine, profile="fast")


@pytest.mark.parametrize("spec", LISTED["IMPURE"])
def test_an_impure_game_breaks_a_law(spec: str) -> None:
    """Rules that count calls, look at the clock or at a set's order break a law of games."""
    with pytest.raises(LawBroken):
        check_game(load(spec))


@pytest.mark.parametrize(
    ("spec", "evaluator"), [(spec, one) for spec, all_of in EVALUATORS.items() for one in all_of]
)
def test_a_search_can_use_an_evaluator_of_the_gallery(spec: str, evaluator: Any) -> None:
    """A search with each evaluator returns a legal action."""
    game = load(spec)
    search = bind(AlphaBeta(depth=2, evaluator=evaluator), game)
    assert search(game.initial()).action in game.actions(game.initial())
