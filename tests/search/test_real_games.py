"""The laws of searchers on positions of the built-in games."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from advsearch.binding import Tiered
from advsearch.limits import Limits
from advsearch.protocol import TierChoice
from advsearch.search import AlphaBeta, Deepening, Greedy, Minimax
from advsearch.search.ordering import ORDERS
from advsearch_isolation import Isolation, WeightedMobility, center, improved
from advsearch_pentago import Pentago, Straights

BOTH: tuple[TierChoice, ...] = ("reference", "auto")
# tests/compiled compares the tiers on knights and on official Pentago; three more builds for each would take seconds
GAMES = [
    (Isolation(width=4, height=3), improved, 4, 2, BOTH[:1]),
    (Isolation(width=5, height=5), WeightedMobility(0.4, 0.6), 4, 6, BOTH[:1]),
    (Isolation(width=5, height=4, moves="queen"), center, 4, 8, BOTH),
    (Pentago(), Straights(), 2, 30, BOTH[:1]),
    (Pentago(rules="after-turn"), Straights(), 2, 30, BOTH),
]


def walk(game: Any, plies: int, seed: int) -> Any:
    """A position after this many random plies, or fewer if the game ends before."""
    rng = random.Random(seed)
    state = game.initial()
    for _ in range(plies):
        after = game.result(state, rng.choice(list(game.actions(state))))
        if game.terminal(after):
            break
        state = after
    return state


@pytest.mark.parametrize(
    ("game", "evaluator", "depth", "plies", "tiers"),
    GAMES,
    ids=lambda each: getattr(each, "__name__", repr(each))[:40],
)
def test_real_positions_have_minimax_value(
    toys: SimpleNamespace, game: Any, evaluator: Any, depth: int, plies: int, tiers: tuple[TierChoice, ...]
) -> None:
    """Every searcher returns the oracle's value and one of its best actions; a plain search returns the first."""
    searchers = [
        Minimax(depth, evaluator),
        AlphaBeta(depth, evaluator),
        AlphaBeta(depth, evaluator, 500, ORDERS),
        AlphaBeta(depth, evaluator, ties="random", seed=2),
        Deepening(max_depth=depth, evaluator=evaluator),
        Deepening(search=AlphaBeta(evaluator=evaluator, table=50), max_depth=depth, aspiration=1),
    ]
    for seed in range(4):
        state = walk(game, plies, seed)
        values = toys.action_values(game, state, depth, evaluator)
        best = [action for action in values if values[action] == max(values.values())]
        before = hash(state)
        for place, searcher in enumerate(searchers):
            for tier in tiers:
                result = Tiered(searcher, tier).search(game, state)
                assert result.value == max(values.values())
                assert result.action in best
                assert place > 1 or result.action == best[0]
                assert hash(state) == before
        one_ply = toys.action_values(game, state, 1, evaluator)
        assert Greedy(evaluator).search(game, state, every_action=True).scores == tuple(one_ply.items())


def test_searches_leave_the_state_as_it_was() -> None:
    """A search that is stopped at any point leaves the caller's state unchanged."""
    game = Isolation(width=5, height=5)
    state, copy = walk(game, 4, 1), walk(game, 4, 1)
    for nodes in range(0, 400, 7):
        result = Deepening(evaluator=improved).search(game, state, limits=Limits(nodes=nodes))
        assert state == copy
        assert result.action in game.actions(copy)
