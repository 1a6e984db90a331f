"""The text of perft counts what perft counts."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from advsearch import limits
from advsearch.analysis.perft import perft
from advsearch.search.kit.budget import Budget
from advsearch.search.perft import PerftText


@given(data=st.data())
def test_the_text_counts_leaves_ends_and_positions(toys: SimpleNamespace, data: st.DataObject) -> None:
    """The three numbers are those of the plies one by one, in the text and in perft."""
    game, depth = data.draw(toys.games()), data.draw(st.integers(1, 5))
    text = PerftText(game, Budget(limits.Budget()))
    counted = by_plies(game, depth)
    assert (text.count(game.initial(), depth), text.finished, text.entered + 1) == counted
    found = perft(game, depth, tier="reference")
    assert (found.leaves, found.finished, found.nodes) == counted


def by_plies(game: Any, depth: int) -> tuple[int, int, int]:
    """Leaves, finished leaves and positions, with a list of all the positions of each ply."""
    layer, finished, nodes = [game.initial()], 0, 1
    for _ in range(depth):
        layer = [game.result(state, action) for state in layer for action in game.actions(state)]
        over = [state for state in layer if game.terminal(state)]
        nodes += len(layer)
        finished += len(over)
        layer = [state for state in layer if not game.terminal(state)]
    return len(layer) + finished, finished, nodes


class Sooner:
    """A stop signal that is set after some looks."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def test_a_stop_leaves_what_was_counted(toys: SimpleNamespace) -> None:
    """A stopped count ends without an error, with fewer leaves than the whole."""
    game: Any = toys.TicTacToe()
    whole = PerftText(game, Budget(limits.Budget())).count(game.initial(), 4)
    for looks in random.Random(1).sample(range(60), 10):
        text = PerftText(game, Budget(limits.Budget(stop=Sooner(looks))))
        assert text.count(game.initial(), 4) < whole
