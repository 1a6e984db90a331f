"""Faults that mutation testing has shown to be unnoticed (docs/testing/mutation.md): each claim here finds a
mutant.
"""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.search import AlphaBeta, Deepening, Minimax, Random
from advsearch.search.alphabeta import search_window
from advsearch.testing import estimate, read_tree
from advsearch.testing.games import Chain
from advsearch.testing.growing import Shape, grow
from advsearch.testing.watching import Watched

EQUAL = "max\n  a min\n    c 0\n    d 0\n  b min\n    e 0\n    f 0"


def test_a_window_without_width_is_refused() -> None:
    """Aspiration needs a finite width above 0."""
    with pytest.raises(InvalidSettings, match="the width of a window, above 0, got 0"):
        Deepening(aspiration=0)
    with pytest.raises(InvalidSettings, match="the width of a window, above 0, got inf"):
        Deepening(aspiration=math.inf)


def test_a_draw_that_is_exact_ends_deepening() -> None:
    """`stop_at_proven=False` continues only after wins and losses; a draw that was searched to its end is final."""
    tree = read_tree("tree utilities=outcome\n" + EQUAL)
    found = Deepening(stop_at_proven=False).search(tree, tree.initial(), limits=Limits(depth=9))
    assert (found.depth, found.value, found.exact) == (2, 0, True)


def test_of_equal_lines_minimax_plays_the_first() -> None:
    """At every ply the first of the best stands."""
    tree = read_tree(EQUAL)
    assert [action.name for action in Minimax().search(tree, tree.initial()).pv] == ["a", "c"]


def test_the_seed_is_0_unless_told() -> None:
    """Every searcher's, that of the random one too."""
    assert Random() == Random(seed=0)


def test_a_search_may_be_called_from_deep_inside() -> None:
    """The caller's stack frames are counted when room is made for the search's own."""

    def from_below(frames: int) -> Any:
        return from_below(frames - 1) if frames else AlphaBeta(900).search(Chain(900), 0)

    assert from_below(700).value == 0


def test_a_value_is_never_minus_zero() -> None:
    """No value is -0.0, which would be printed and compared as text as another value."""
    tree = read_tree("max\n  a min ~-0.0\n    b 1")
    assert math.copysign(1, AlphaBeta(1, estimate).search(tree, tree.initial()).value) == 1


def test_nothing_is_searched_after_the_root_fails_high() -> None:
    """A root action that reaches beta is the last one that is searched."""
    tree = read_tree("max\n  a 9\n  b 1\n  c 2\n  d 3")
    game = Watched(tree)
    assert search_window(game, tree.initial(), 1, 0, 5).value == 9  # type: ignore[arg-type]
    assert game.results == 1


def test_a_window_that_fails_low_is_opened_below() -> None:
    """Aspiration opens the side that failed, at the bound itself, and searches no more often than needed."""
    low = read_tree("max ~0\n  a min ~0\n    b max ~-1\n      c -1 min")
    game = Watched(low)
    deepening = Deepening(aspiration=1, table=0, order=(), evaluator=estimate)
    assert deepening.search(game, low.initial(), limits=Limits(depth=2)).value == -1  # type: ignore[arg-type]
    assert game.results == 5  # depth 1: one; depth 2: two in the window, two with its lower side open


def test_effort_over_many_trees_is_pinned() -> None:
    """Deepening with aspiration enters a fixed number of positions on forty seeded trees, so a change of effort is
    noticed.
    """
    total = 0
    for seed in range(40):
        tree = grow(random.Random(seed).randint, Shape(height=5, numbers="wide", estimates="numbers"))
        game = Watched(tree)
        searcher = Deepening(aspiration=100, table=0, order=(), evaluator=estimate)
        searcher.search(game, tree.initial(), limits=Limits(depth=5))  # type: ignore[arg-type]
        total += game.results
    assert total == 1_790
