"""The reference prover proves values in plain Python. Tests compare the values of the compiled tier with the values
of the reference prover.

The reference prover is alpha-beta with a table of bounds on the values of all searched states. A value is a pair
(utility, haste), and the greater pair is better for player 0. If player 0 wins, `haste` is minus the number of plies
to the end. If player 0 loses, `haste` is the number of plies to the end. In a draw, `haste` is 0. If distances were
not requested, `haste` is always 0.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import attrs

from advsearch.limits import Budget
from advsearch.notation import state_text
from advsearch.protocol import AnyGame, name_of, utilities_of
from advsearch.search.recursion import DEEPEST, deep_recursion, state_met_twice
from advsearch.search.returned import BrokenGame, checked_actions, no_action, proof_utility
from advsearch.values import Value

Pair: TypeAlias = tuple[Value, int]

ANYTHING: Final[tuple[Pair, Pair]] = ((float("-inf"), 0), (float("inf"), 0))
OUTCOMES: Final[tuple[Pair, Pair]] = ((-1, 0), (1, 0))
"""The least and the greatest possible value of an outcome game."""

_ENTRY_BYTES: Final = 600
"""The number of bytes that a table entry is assumed to take. An entry for a state of two integers takes 400 to 700
bytes (measured)."""


class Stopped(Exception):
    """Raised when the budget of a proof is spent."""


@attrs.define(eq=False)
class Memo:
    """A table of bounds on the values of states. If the table is full, a new state replaces the oldest state."""

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
    """Proves values of one game in plain Python, with or without distances. The prover runs one proof at a time, and
    keeps its table between proofs.
    """

    game: AnyGame
    distance: bool
    memo: Memo
    nodes: int = 0

    @property
    def ends(self) -> tuple[Pair, Pair]:
        return OUTCOMES if utilities_of(self.game) == "outcome" else ANYTHING

    def prove(self, state: Any, budget: Budget) -> tuple[Pair, Any]:
        """Return the value of a state that is not terminal, and the first action that reaches this value. May raise
        `Stopped`."""
        self.nodes = 0
        with deep_recursion(DEEPEST, too_deep=self._no_end):
            value = self._value(state, *self.ends, budget)
            for action in self.game.actions(state):
                found = self._later(self._value(self.game.result(state, action), *self._around(value), budget))
                if found == value:
                    return value, action
        raise AssertionError(f"expected an action of {state!r} with the value {value}, got none")

    def _around(self, value: Pair) -> tuple[Pair, Pair]:
        """The smallest window (alpha, beta) around `_sooner(value)`, the value of a child."""
        if not self.distance:
            return (value[0], -1), (value[0], 1)
        sooner = self._sooner(value)
        return (sooner[0], sooner[1] - 1), (sooner[0], sooner[1] + 1)

    def _value(self, state: Any, alpha: Pair, beta: Pair, budget: Budget) -> Pair:
        """Return the state's value V if alpha < V < beta. If V <= alpha, return an upper bound on V that is at most
        alpha. If V >= beta, return a lower bound on V that is at least beta.

        The recursion passes plain arguments instead of `*window`. Python 3.11 makes calls such as `f(*window)`
        through C code, and the C stack is too small for long games.
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
        if player not in (0, 1) or not actions:  # in either case the value would be wrong
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
        if best > alpha:  # best is a lower bound on V
            low = max(low, best)
        if best < beta:
            high = min(high, best)
        self.memo.record(state, low, high)
        return best

    def _no_end(self, error: RecursionError) -> BrokenGame:
        """The error to raise if a line of play is longer than the prover can follow."""
        name, again = name_of(self.game), state_met_twice(error)
        remedy = "a proof needs rules that end every game, such as a limit on its plies"
        if again is None:
            return BrokenGame(f"a game of {name} does not end within {DEEPEST:,} plies; {remedy}")
        position = state_text(self.game, again)
        return BrokenGame(f"a game of {name} does not end: it comes back to the position {position}; {remedy}")

    def _later(self, value: Pair) -> Pair:
        """Convert a value of the child into a value of the parent. A parent is one ply further from the end of the
        game than its child.
        """
        utility, haste = value
        if not self.distance or utility == 0:
            return value
        return utility, haste - 1 if utility > 0 else haste + 1

    def _sooner(self, value: Pair) -> Pair:
        """Convert a value of the parent into a value of the child. A child is one ply nearer to the end of the game
        than its parent.
        """
        utility, haste = value
        if not self.distance or utility == 0:
            return value
        return utility, haste + 1 if utility > 0 else haste - 1


def _no_player(game: AnyGame, state: Any, player: Any) -> BrokenGame:
    return BrokenGame(
        f"expected {name_of(game)}.player to be 0 or 1, got {player!r} in {state_text(game, state)}; "
        "run 'advsearch check' on the game"
    )
