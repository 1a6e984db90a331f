"""What a game says for the solver and for tables becomes kernels too."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from advsearch.kernels import ONGOING, SKIP
from advsearch.lowering.sample import sample
from advsearch.lowering.words import derive
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation


@attrs.frozen
class Keyed(Isolation):
    """Isolation with a key of its own."""

    def key(self, state: State) -> int:
        cells = self.width * self.height
        mover, waiting = state.mover % (cells + 1), state.waiting % (cells + 1)
        return state.open * (cells + 1) ** 2 + mover * (cells + 1) + waiting


@pytest.mark.parametrize("moves", ["knight", "queen"])
def test_rank_decided_and_key_are_lowered(moves: Any) -> None:
    """They say what the plain methods say, with `SKIP` for None; keys tell states apart."""
    game: Any = Keyed(5, 5, moves)
    met = sample(game)
    derived = derive(game, met)
    assert derived.rank is not None
    assert derived.decided is not None
    assert derived.pack is not None
    for state in met.states:
        assert derived.pack(derived.encode(state)) == game.key(state)
    for state, _ in met.unfinished[:100]:
        words = derived.encode(state)
        own = derived.actions(words)
        assert derived.outcome(words, own) == ONGOING
        assert derived.decided(words, own) == game.decided(state)
        for number in derived.each_action(words):
            after = derived.apply(words, number)
            expected = game.rank(state, derived.action(number))
            found = derived.rank(words, number, after, derived.actions(after))
            assert found == (SKIP if expected is None else expected)
