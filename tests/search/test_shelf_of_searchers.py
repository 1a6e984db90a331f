"""Searches made of null windows, and weak opponents: what they promise, on grown trees and graphs."""

from __future__ import annotations

import os
import random
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch import InvalidSettings, bind
from advsearch.limits import Limits, Request
from advsearch.search import Deepening
from advsearch.search.mtdf import MTDF
from advsearch.search.sss import SSS
from advsearch.search.weak import Weak
from advsearch.testing import estimate
from advsearch.testing.growing import grow, some_shape
from advsearch.testing.oracle import Oracle
from advsearch.testing.trees import Tree

TREES = int(os.environ.get("ADVSEARCH_SHELF_TREES", "150"))
"""The number of trees and graphs for each searcher. Each run draws others."""
FIRST = random.SystemRandom().randrange(1 << 30)


def grown(seed: int) -> Tree:
    """A tree, lattice or graph with cycles, of either kind of utilities, whole or not."""
    rng = random.Random(seed)
    shape = some_shape(rng.randint, utilities=rng.choice(["outcome", "score"]), floats=True, cyclic=seed % 5 == 0)
    return grow(rng.randint, shape)


@pytest.mark.parametrize("kind", [MTDF, SSS])
def test_null_windows_find_what_minimax_finds(kind: Any) -> None:
    """At every depth, with tables of any size or none, the value is minimax's and the line of play leads to it."""
    for seed in range(FIRST, FIRST + TREES):
        tree, rng = grown(seed), random.Random(seed)
        searcher = kind(evaluator=estimate, table=rng.choice([None, 0, 2, 50]), ties=rng.choice(["first", "random"]))
        oracle = Oracle(tree, distances=True)
        deepest = rng.randint(1, 4 if tree.cyclic else 6)
        lines: list[Any] = []
        request = Request(Limits(depth=deepest), report=lines.append)
        result = bind(searcher, tree, tier="reference")(tree.initial(), request)
        for line in lines:
            verdict = oracle.verdict(line.depth)
            assert line.value == verdict.value, (seed, line.depth)
            if verdict.best:
                assert line.pv[0].name in verdict.best, (seed, line.depth)
        if result.exact and not tree.cyclic:
            assert result.value == oracle.verdict(max(tree.height, 1)).value, seed


@given(seed=st.integers(0, 10**6), strength=st.sampled_from([0, 0.2, 0.5, 0.8, 1]))
def test_a_weak_player_plays_legal_actions(seed: int, strength: float) -> None:
    """At any strength, the action is legal and its value is the one that is reported."""
    tree = grown(seed)
    result = bind(Weak(strength, evaluator=estimate, seed=seed), tree, tier="reference")(tree.initial(), depth=2)
    actions = tree.actions(tree.initial())
    assert result.action in actions or not actions
    if actions and not tree.cyclic:
        values = dict(Oracle(tree, distances=True).verdict(result.depth or 1).actions)
        assert result.value == values[result.action.name]


def test_the_strength_orders_weak_players(toys: SimpleNamespace) -> None:
    """The stronger a player, the more often it plays a best action: all of them at 1, one in seven at 0."""
    game = toys.TicTacToe()
    state = "X.O......"  # X wins by three of its seven actions
    best = Counter[float]()
    for strength in (0.0, 0.5, 0.9, 1.0):
        for seed in range(60):
            result = bind(Weak(strength, Deepening(), seed=seed), game, tier="reference")(state)
            best[strength] += result.value > 0
    assert best[0.0] < best[0.5] <= best[0.9] <= best[1.0] == 60
    assert 10 <= best[0.0] <= 45


@pytest.mark.parametrize("strength", [-0.1, 1.5, "strong", True])
def test_a_strength_is_a_number_from_0_to_1(strength: Any) -> None:
    """Any other strength is refused by name."""
    with pytest.raises(InvalidSettings, match=r"`strength` to be a number from 0 to 1"):
        Weak(strength)
