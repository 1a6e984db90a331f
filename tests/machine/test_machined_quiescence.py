"""Quiescence as machine code: its evaluator plays out noisy actions there, too."""

from __future__ import annotations

import random
from typing import Any

import pytest

from advsearch import bind
from advsearch.search.alphabeta import AlphaBeta
from advsearch.search.deepening import Deepening
from advsearch.search.quiescence import Quiescence
from tests.gallery.plain.hexapawn import Hexapawn

pytestmark = pytest.mark.needs_numba


class Loud(Hexapawn):
    """Hexapawn in which captures are noisy."""

    def noisy(self, state: Any) -> list[str]:
        return [action for action in self.actions(state) if action[0] != action[3]]


def mobility(game: Any, state: Any, player: int) -> int:
    """The number of actions of the player to move."""
    count = len(game.actions(state))
    return count if game.player(state) == player else -count


def halved(game: Any, state: Any, player: int) -> float:
    """A float for each state."""
    return mobility(game, state, player) / 2 + 0.25


@pytest.mark.parametrize(("evaluate", "plies"), [(mobility, 8), (halved, 1)])
def test_values_and_nodes_are_those_of_plain_python(evaluate: Any, plies: int) -> None:
    """A search that plays out captures at its horizon has the same result on both tiers."""
    game: Any = Loud()
    chance = random.Random(3)
    for inner in (AlphaBeta(depth=2), Deepening(max_depth=2)):
        searcher = Quiescence(inner, evaluator=evaluate, plies=plies)
        plain, compiled = bind(searcher, game, tier="reference"), bind(searcher, game, tier="compiled")
        noisy = 0
        for _ in range(5):
            state = game.initial()
            for _ in range(chance.randrange(2, 6)):
                after = game.result(state, chance.choice(game.actions(state)))
                state = state if game.terminal(after) else after
            noisy += bool(game.noisy(state))
            one, other = plain(state), compiled(state)
            assert (other.tier, other.note) == ("compiled", None)
            assert (one.action, one.value, one.nodes, one.pv) == (other.action, other.value, other.nodes, other.pv)
        assert noisy
