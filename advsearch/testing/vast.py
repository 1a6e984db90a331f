"""Games too large to search to the end. The number of actions at each ply is given, and the rules may be slow."""

from __future__ import annotations

import time

import attrs

from advsearch.errors import IllegalAction
from advsearch.values import Utilities, Value


@attrs.frozen
class Place:
    """A state: the number of plies played, and a pseudo-random number that identifies the position."""

    ply: int
    drawn: int


@attrs.frozen
class Vast:
    """A large game in which the players take turns. The game ends after `plies` plies. `widths` has the number of
    actions at each ply. The last number in `widths` holds for all later plies.
    """

    widths: tuple[int, ...]
    wait_s: float = 0.0
    """The number of seconds that a call of `result` sleeps."""
    quick: int = 0
    """The number of plies at the start at which `result` does not sleep."""
    plies: int = 50
    utilities: Utilities = "score"
    name: str = "vast"

    def initial(self) -> Place:
        return Place(0, 1)

    def player(self, state: Place) -> int:
        return state.ply % 2

    def actions(self, state: Place) -> range:
        return range(0 if self.terminal(state) else self.widths[min(state.ply, len(self.widths) - 1)])

    def result(self, state: Place, action: int) -> Place:
        if action not in self.actions(state):
            raise IllegalAction(f"expected an action of {state!r}, got {action!r}")
        if self.wait_s and state.ply >= self.quick:
            time.sleep(self.wait_s)
        return Place(state.ply + 1, (state.drawn * 48271 + action + 1) % 2147483647)

    def terminal(self, state: Place) -> bool:
        return state.ply >= self.plies

    def utility(self, state: Place, player: int) -> Value:
        return self.evaluate(state, player)

    def evaluate(self, state: Place, player: int) -> Value:
        said = state.drawn % 17 - 8
        return said if player == 0 else -said
