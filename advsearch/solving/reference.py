"""Proofs on the protocol alone: for games without kernels, and as the definition of what the compiled tier must find.

Alpha-beta that remembers bounds on every state it has left. Values are pairs (utility, haste) from player 0's point
of view: haste is minus the plies to the end where player 0 wins, plus the plies where it loses, and 0 in a draw or
where distances were not asked for, so that pairs compare as players prefer them.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import attrs

from advsearch.limits import Budget
from advsearch.notation import state_text
from advsearch.protocol import AnyGame, name_of, utilities_of
from advsearch.search.dead_ends import BrokenGame, no_action
from advsearch.search.recursion import DEEPEST, deep_recursion, state_met_twice
from advsearch.search.returned import checked_actions, proof_utility
from advsearch.values import Value

Pair: TypeAlias = tuple[Value, int]

ANYTHING: Final[tuple[Pair, Pair]] = ((float("-inf"), 0), (float("inf"), 0))
OUTCOMES: Final[tuple[Pair, Pair]] = ((-1, 0), (1, 0))
"""The least and the greatest value there can be."""

_ENTRY_BYTES: Final = 600
"""Measured: a state of two integers, its bounds and the dictionary's share take 400 to 700 bytes."""


class Stopped(Exception):
    """The budget is spent."""


@attrs.define(eq=False)
class Memo:
    """Bounds on states, the oldest forgotten first."""

    megabytes: int
    bounds: dict[Any, tuple[Pair, Pair]] = attrs.field(factory=dict)

    @property
    def room(self) -> int:
        return max(1, self.megabytes * 1_000_000 // _ENTRY_BYTES)

    def record(self, state: Any, low: Pair, high: Pair) -> None:
        bounds = self.bounds
        if len(bounds) >= self.room and state not in bounds:
            del bounds[next(iter(bounds))]
        bounds[state] = (low, high)


@attrs.define(eq=False)
class ReferenceProver:
    """One proof at a time; the memo outlives it."""

    game: AnyGame
    distance: bool
    memo: Memo
    nodes: int = 0

    @property
    def ends(self) -> tuple[Pair, Pair]:
        return OUTCOMES if utilities_of(self.game) == "outcome" else ANYTHING

    def prove(self, state: Any, budget: Budget) -> tuple[Pair, Any]:
        """The value of a state that is not finished, and the first action that reaches it; may raise `Stopped`."""
        self.nodes = 0
        with deep_recursion(DEEPEST, too_deep=self._no_end):
            value = self._value(state, *self.ends, budget)
            for action in self.game.actions(state):
                found = self._later(self._value(self.game.result(state, action), *self._around(value), budget))
                if found == value:
                    return value, action
        raise AssertionError(f"no action of {state!r} is worth {value}")

    def _around(self, value: Pair) -> tuple[Pair, Pair]:
        """A window for children that tells apart the parent's `value` and all others."""
        if not self.distance:
            return (value[0], -1), (value[0], 1)
        sooner = self._sooner(value)
        return (sooner[0], sooner[1] - 1), (sooner[0], sooner[1] + 1)

    def _value(self, state: Any, alpha: Pair, beta: Pair, budget: Budget) -> Pair:
        """V of the state where alpha < V < beta; else a bound on V on the same side of the window as V.

        It calls itself with plain arguments: `f(*window)` goes through C, whose stack long games would use up.
        """
        self.nodes += 1
        if self.nodes > budget.ceiling and budget.spent(self.nodes):
            raise Stopped
        game = self.game
        if game.terminal(state):
            return proof_utility(game, state, 0), 0
        low, high = self.memo.bounds.get(state, self.ends)
        if low == high or low >= beta:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        player, actions = game.player(state), checked_actions(game, game.actions(state))
        if player not in (0, 1) or not actions:  # a proof of either would be no proof
            raise _no_player(game, state, player) if actions else no_action(game, state)
        maximizing = player == 0
        best = self.ends[0 if maximizing else 1]
        inner_alpha, inner_beta = alpha, beta
        for action in actions:
            child_alpha, child_beta = self._sooner(inner_alpha), self._sooner(inner_beta)
            value = self._later(self._value(game.result(state, action), child_alpha, child_beta, budget))
            if maximizing:
                best = max(best, value)
                inner_alpha = max(inner_alpha, best)
            else:
                best = min(best, value)
                inner_beta = min(inner_beta, best)
            if inner_alpha >= inner_beta:
                break
        if best > alpha:  # the window was open below: best is no more than V
            low = max(low, best)
        if best < beta:
            high = min(high, best)
        self.memo.record(state, low, high)
        return best

    def _no_end(self, error: RecursionError) -> BrokenGame:
        """The error for a line of play that no proof can follow to its end."""
        name, again = name_of(self.game), state_met_twice(error)
        remedy = "a proof needs rules that end every game, such as a limit on its plies"
        if again is None:
            return BrokenGame(
                f"expected every game of {name} to end within {DEEPEST:,} plies, got a longer one; {remedy}"
            )
        position = state_text(self.game, again)
        return BrokenGame(
            f"expected every game of {name} to end, but it comes back to the position {position}; {remedy}"
        )

    def _later(self, value: Pair) -> Pair:
        """A child's value as its parent sees it: the end is a ply further away."""
        utility, haste = value
        if not self.distance or utility == 0:
            return value
        return utility, haste - 1 if utility > 0 else haste + 1

    def _sooner(self, value: Pair) -> Pair:
        """The inverse of `_later`."""
        utility, haste = value
        if not self.distance or utility == 0:
            return value
        return utility, haste + 1 if utility > 0 else haste - 1


def _no_player(game: AnyGame, state: Any, player: Any) -> BrokenGame:
    return BrokenGame(
        f"expected {name_of(game)}.player to be 0 or 1, got {player!r} in {state_text(game, state)}; "
        "run 'advsearch check' on the game"
    )
