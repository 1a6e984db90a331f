"""The rules derived from the games of the gallery, run uncompiled, return what the games return."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from advsearch.compiled.moves import moves_of
from advsearch.errors import CompiledTierUnavailable
from advsearch.lowering import _lowered
from advsearch.lowering.law import hold
from advsearch.lowering.sample import sample

LISTED = runpy.run_path(str(Path(__file__).parents[1] / "gallery" / "games.py"))
WORDS = ("cram.py:Cram", "reversi_bits.py:ReversiBits", "sim.py:Sim", "sim.py:Sim(points=6)")
SLOW = ("gomoku.py:Gomoku", "l_game.py:LGame")
"""Games whose sample or lowering takes longer than the tests of the others."""
NOT_YET = ("green_trees.py:GreenTrees",)


def derived(game: Any) -> tuple[Any, Any]:
    met = sample(game, walks=12, results=150)
    return _lowered(game, met, 1, as_rows=False), met


@pytest.mark.parametrize("spec", [spec for spec in LISTED["GALLERY"] if spec not in (*NOT_YET, *SLOW)])
def test_a_game_of_the_gallery_is_derived_and_keeps_the_law(spec: str) -> None:
    """Terminal, player, actions in order, results and utilities of derived rules are the game's, in the form that
    fits its states.
    """
    game = LISTED["load"](spec)
    rules, met = derived(game)
    assert (moves_of(rules).complaint is None) == (spec in WORDS)
    assert hold(game, rules, met, results=100) > 5


@pytest.mark.parametrize("spec", [spec for spec in LISTED["REFUSED"] if "powers" not in spec])
def test_a_refused_game_of_the_gallery_is_refused(spec: str) -> None:
    """A game that uses unsupported constructs is refused."""
    game = LISTED["load"](spec)
    with pytest.raises(CompiledTierUnavailable):
        derived(game)
