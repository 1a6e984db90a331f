"""A game whose author writes only kernels. The methods that every game has are derived from the kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from advsearch.errors import IllegalAction
from advsearch.kernels import ONGOING, KernelSet, Words
from advsearch.values import Utilities


@attrs.frozen
class KernelState:
    """A state of a `KernelGame`: its words and the player to move. The words are from the point of view of the player
    to move."""

    words: Words
    player: int


@attrs.frozen(eq=False)
class KernelGame:
    """The game that a kernel set describes. A `KernelGame` is equal only to itself.

    The actions of the game are the action numbers in ascending order. The function `decode` takes a state's words and
    player, and returns text.
    """

    _kernels: KernelSet = attrs.field(repr=False)
    start: Words
    """The words of the initial state, in which player 0 moves."""
    name: str = "game"
    utilities: Utilities = "outcome"
    default_evaluator: str = "null"
    decode: Callable[[Words, int], str] | None = attrs.field(default=None, repr=False)

    def kernels(self) -> KernelSet:
        return attrs.evolve(self._kernels, encode=_words_of)

    def initial(self) -> KernelState:
        return KernelState(self.start, 0)

    def player(self, state: KernelState) -> int:
        return state.player

    def actions(self, state: KernelState) -> tuple[int, ...]:
        return () if self.terminal(state) else tuple(self._kernels.each_action(state.words))

    def result(self, state: KernelState, action: int) -> KernelState:
        if action not in self.actions(state):
            raise IllegalAction(f"expected one of {self.actions(state)}, got {action!r} in {self.show(state)}")
        stays = self._kernels.stays is not None and bool(self._kernels.stays(state.words, action))
        return KernelState(self._kernels.apply(state.words, action), state.player if stays else 1 - state.player)

    def terminal(self, state: KernelState) -> bool:
        return bool(self._outcome(state) != ONGOING)

    def utility(self, state: KernelState, player: int) -> Any:
        utility = self._outcome(state)
        return utility if player == state.player else -utility

    def show(self, state: KernelState) -> str:
        """A state as text: the result of `decode` if that is given, else the words."""
        return self.decode(state.words, state.player) if self.decode else repr(state)

    def _outcome(self, state: KernelState) -> Any:
        return self._kernels.outcome(state.words, self._kernels.actions(state.words))


def _words_of(state: KernelState) -> Words:
    return state.words
