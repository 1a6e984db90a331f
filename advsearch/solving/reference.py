"""The solver's text, run as plain Python."""

from __future__ import annotations

import math
from typing import Any, Final

import attrs

from advsearch import limits
from advsearch.notation import state_text
from advsearch.protocol import AnyGame, name_of, utilities_of
from advsearch.search.kit.bounds import BoundsMemo
from advsearch.search.kit.budget import Budget
from advsearch.search.probe import Stopped
from advsearch.search.recursion import DEEPEST, deep_recursion, state_met_twice
from advsearch.search.returned import BrokenGame, utility_of
from advsearch.solving.text import LONG, REAL, SolverText
from advsearch.values import Value

_ENTRY_BYTES: Final = 600
"""The number of bytes that a table entry is assumed to take. An entry for a state of two integers takes 400 to 700
bytes (measured)."""
_FRAMES: Final = 2
"""How many functions of the text are called at each ply."""
_QUICK: Final = 2
"""So many windows ask for the quickest win before one asks for the distance: tables in Python hold less."""
_ANY: Final = 1 << 62
"""More windows than any proof takes."""


@attrs.frozen
class Found:
    """What a proof has found."""

    value: Value
    """The utility for the player to move."""
    plies: int | None
    """The plies to the end, if they were asked for and the value is not 0."""
    action: Any


class ReferenceProver:
    """Proves values of one game in plain Python, with or without distances. The prover runs one proof at a time, and
    keeps its table between proofs.
    """

    def __init__(self, game: AnyGame, distance: bool, megabytes: int) -> None:
        self.game = game
        self.distance = distance
        self.memo = BoundsMemo(max(1, megabytes * 1_000_000 // _ENTRY_BYTES))
        self._real = False
        """Whether utilities are floats."""
        self._budget = Budget(limits.Budget())
        self._bounds: tuple[Value | None, Value | None] = None, None
        self._text: SolverText | None = None

    @property
    def nodes(self) -> int:
        return self._budget.entered

    def bounds(self) -> tuple[Value | None, Value | None]:
        """Return what is proven of the utility so far; None where nothing is."""
        text = self._text
        if text is None:
            return None, None
        low, high = (None if math.isinf(each) else text.utility(each) + 0 for each in (text.lower, text.upper))
        return low, high

    def prove(self, state: Any, budget: limits.Budget) -> Found:
        """Prove the value of a state that is not terminal. May raise `Stopped`."""
        self._text = None
        self._budget = Budget(budget)
        with deep_recursion(DEEPEST, _FRAMES, too_deep=self._no_end):
            text = self._utility_proven(state)
            value, plies = text.utility(text.lower) + 0, None
            if self.distance and value != 0:
                if not text.distance:
                    text = self._distance_proven(state, value)
                plies = text.unit - abs(text.lower) if self._real else abs(value) * text.unit - abs(text.lower)
        return Found(value, int(plies) if plies is not None else None, text.action)

    def _utility_proven(self, state: Any) -> SolverText:
        """Prove the value, and the distance, too, if utilities are whole numbers."""
        outcome = utilities_of(self.game) == "outcome"
        while True:
            text = self._text = SolverText(
                self.game, self._budget, self.memo, utmost=1 if outcome else math.inf, longest=_longest(),
                known=outcome, distance=self.distance and not self._real, quick=_QUICK, real=self._real,
            )  # fmt: skip
            if self._completed(text, state):
                return text
            self._real = True
            self.memo.bounds.clear()

    def _distance_proven(self, state: Any, value: Value) -> SolverText:
        """Prove how long a game takes whose value is known."""
        player = self.game.player(state)
        game = Reaching(self.game, player if value > 0 else 1 - player, abs(value))
        memo = BoundsMemo(self.memo.room)
        text = SolverText(game, self._budget, memo, utmost=2, longest=_longest(), distance=True)
        near, far = text.unit - text.longest, text.unit - 1
        text.lower, text.upper = (near, far) if value > 0 else (-far, -near)
        self._completed(text, state)
        return text

    def _completed(self, text: SolverText, state: Any) -> bool:
        """Whether a proof was completed; not so if it met a float among whole numbers."""
        text.windows = _ANY
        if not text.prove(state):
            if text.fault == REAL:
                return False
            if text.fault == LONG:
                raise self._no_end(None)
            raise Stopped
        if text.lower != text.upper:
            raise BrokenGame(
                f"the bounds of {name_of(self.game)} contradict each other, so its method decided or rank is wrong; "
                "run 'advsearch check' on the game"
            )
        return True

    def _no_end(self, error: RecursionError | None) -> BrokenGame:
        """The error to raise if a line of play is longer than the prover can follow."""
        name, again = name_of(self.game), None if error is None else state_met_twice(error)
        remedy = "a proof needs rules that end every game, such as a limit on its plies"
        if again is None:
            return BrokenGame(f"a game of {name} does not end within {DEEPEST:,} plies; {remedy}")
        position = state_text(self.game, again)
        return BrokenGame(f"a game of {name} does not end: it comes back to the position {position}; {remedy}")


def _longest() -> int:
    """Return a number of plies that Python's recursion limit is to end first: only its error names a position."""
    return 2 * DEEPEST


class Reaching:
    """A game in which a player wins by reaching a utility: 2 for more, 1 for just this, 0 for less."""

    def __init__(self, game: AnyGame, winner: int, target: Value) -> None:
        self.game = game
        self.winner = winner
        self.target = target
        self.initial = game.initial
        self.player = game.player
        self.actions = game.actions
        self.result = game.result
        self.terminal = game.terminal

    def utility(self, state: Any, player: int) -> int:
        reached = utility_of(self.game, state, self.winner)
        worth = 2 if reached > self.target else 1 if reached == self.target else 0
        return worth if player == self.winner else -worth
