"""What a game says for the solver and for tables becomes kernels too."""

from __future__ import annotations

from typing import Any

import attrs

from advsearch.kernels import ONGOING
from advsearch.lowering.sample import sample
from advsearch.lowering.words import derive
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation


@attrs.frozen
class Told(Isolation):
    """Isolation with the rank and the bounds of its hand-written kernels as plain methods."""

    def rank(self, state: State, action: int) -> int | None:
        after = self.result(state, action)
        onward, replies = self.mobility(after, 1 - after.turn), self.mobility(after, after.turn)
        if onward == 0 and replies:
            return None
        return onward - 2 * replies

    def decided(self, state: State) -> tuple[int, int]:
        own, theirs = self.reach(state, state.turn), self.reach(state, 1 - state.turn)
        if theirs == 0 or (theirs & (theirs - 1) == 0 and own & theirs):
            return 1, 1
        return -1, 1

    def key(self, state: State) -> int:
        cells = self.width * self.height
        mover, waiting = state.mover % (cells + 1), state.waiting % (cells + 1)
        return state.open * (cells + 1) ** 2 + mover * (cells + 1) + waiting


def test_rank_decided_and_key_are_lowered() -> None:
    """They say what the hand-written kernels say; keys tell states apart."""
    for moves in ("knight", "queen"):
        game: Any = Told(5, 5, moves)
        met = sample(game)
        derived, written = derive(game, met), Isolation(5, 5, moves).kernels()
        assert derived.rank is not None
        assert derived.decided is not None
        assert derived.pack is not None
        assert written.rank is not None
        assert written.decided is not None
        keys = {}
        for state in met.states:
            words = derived.encode(state)
            assert keys.setdefault(derived.pack(words), words) == words
        for state, _ in met.unfinished[:100]:
            words = derived.encode(state)
            own = derived.actions(words)
            assert derived.outcome(words, own) == ONGOING
            assert derived.decided(words, own) == written.decided(words, own)
            for number in derived.each_action(words):
                after = derived.apply(words, number)
                replies = derived.actions(after)
                assert derived.rank(words, number, after, replies) == written.rank(words, number, after, replies)
