"""The exact value of a state: alpha-beta with null windows, and tables of proven bounds.

Values are utilities for the player to move. In a proof with distances, a utility u > 0 after n plies has the value
`u * unit - n`, and a utility u < 0 has `u * unit + n`, where `unit` is more than twice the largest number of plies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from advsearch.protocol import AnyGame
from advsearch.search.kit.bounds import BoundsTable
from advsearch.search.kit.budget import Budget
from advsearch.search.kit.fields import NOTHING, Action, Key, Machine, State
from advsearch.search.kit.numbers import key_of, number
from advsearch.search.probe import Stopped

FAR_EFFORT: Final = 64
"""A state is looked up in the far table only after its search has entered so many nodes."""
BEYOND_UTMOST: Final = 1
DEAD_END: Final = 3
"""What is wrong with a game: a utility beyond `utmost`, or an unfinished state without actions."""
LAST: Final = -(1 << 30)
"""The rank of an action that loses at once, where it may not be left out."""


class SolverText(Machine):
    """Proves the value of a state of a game whose utilities are whole numbers."""

    lower: int
    upper: int
    """Bounds on the root's value."""
    action: Action
    """An action whose value is `lower`; NOTHING until one is known."""
    windows: int
    """How many null windows may still be tried."""
    fault: int
    """What is wrong with the game, which ends the proof; 0 for nothing."""

    def __init__(
        self,
        game: AnyGame,
        budget: Budget,
        near: BoundsTable,
        far: BoundsTable,
        *,
        utmost: int,
        longest: int,
        distance: bool = False,
        ahead: bool = False,
    ) -> None:
        self.game = game
        self.budget = budget
        self.near = near
        """A small table, which is read at every state."""
        self.far = far
        self.utmost = utmost
        """The largest utility."""
        self.longest = longest
        """The largest number of plies of a game."""
        self.distance = distance
        self.unit = 2 * longest + 2 if distance else 1
        self.ahead = ahead
        """Whether a node looks at each of its children before it searches one. It pays where nodes have many."""
        self.rank: Callable[[State, Action], int | None] | None = getattr(game, "rank", None)
        self.decided: Callable[[State], tuple[int, int]] | None = getattr(game, "decided", None)
        self.images: Callable[[State], Sequence[State]] | None = getattr(game, "images", None)
        self.key: Callable[[State], Key] = getattr(game, "key", key_of)
        self.content: Callable[[Key], int] = number
        self.lower = -utmost * self.unit
        self.upper = utmost * self.unit
        self.action = NOTHING
        self.windows = self.fault = 0

    # --- the root -------------------------------------------------------------------------------------------------

    def prove(self, state: State) -> bool:
        """Narrow `lower` and `upper` until they are equal and `action` is known, or `windows` are used up. Return
        False if the proof was stopped."""
        low, high = self.bounds(state)
        if low > self.lower:
            self.lower = low
            self.action = NOTHING
        self.upper = min(high, self.upper)
        try:
            while self.windows > 0 and (
                self.lower < self.upper or (self.lower == self.upper and self.action is NOTHING)
            ):
                self.windows -= 1
                beta = self.window() if self.lower < self.upper else self.lower
                value = self.root(state, beta)
                if value >= beta:
                    self.lower = value
                else:
                    self.upper = value
        except Stopped:
            return False
        return True

    def root(self, state: State, beta: int) -> int:
        """Test whether the root's value is at least `beta`. An action that shows it becomes `action`."""
        self.budget.enter()
        mover = self.game.player(state)
        best = -self.utmost * self.unit
        first = self.action  # it raised the bound before, so it is most likely to do so again
        actions = self.ranked(state, self.game.actions(state), False)
        for action in actions if first is NOTHING else [first, *(each for each in actions if each != first)]:
            child = self.game.result(state, action)
            same = self.game.player(child) == mover
            best = max(best, self.up(self.visit(child, self.down(beta, same)), same))
            if best >= beta:
                self.action = action
                return best
        return best

    def window(self) -> int:
        """Return the `beta` of the next null window between `lower` and `upper`."""
        worst, most = self.utility(self.lower), self.utility(self.upper)
        if worst == most:  # only the distance is open: test the quickest win, or any loss slower than the quickest
            return self.upper if self.upper > 0 else self.lower + 1
        # halve the range, but stay at least half way out from 0, because tests of extreme values are faster
        middle = (worst + most) >> 1
        middle = min(middle, -(-worst >> 1)) if middle <= 0 else max(middle, most >> 1)
        target = middle + 1
        return (target - 1) * self.unit + 1 if target > 0 else target * self.unit

    def utility(self, value: int) -> int:
        """Return the utility of a value."""
        unit = self.unit
        return (value + unit - 1) // unit if value >= 0 else -((unit - 1 - value) // unit)

    # --- below the root -------------------------------------------------------------------------------------------

    def visit(self, state: State, beta: int) -> int:
        """Return a bound on the value of a state: a lower bound if it is at least `beta`, else an upper bound."""
        self.budget.enter()
        # 1. the rules, and the game's own bounds
        if self.game.terminal(state):
            return self.settled(state)
        low, high = self.bounds(state)
        if low >= beta:
            return low
        if high < beta:
            return high
        # 2. the near table
        key = self.key(state)
        at = self.near.place(self.content(key))
        if self.near.has(key, at):
            known = self.near.rows[at]
            low, high = max(low, known.low), min(high, known.high)
            if low >= beta:
                return low
            if high < beta:
                return high
        # 3. the actions, best first; after FAR_EFFORT nodes, the far table
        before = self.budget.entered
        actions = self.game.actions(state)
        if not actions:
            self.fault = DEAD_END
            raise Stopped
        looked, best = self.looked_at(state, actions, beta, low) if self.ahead else (actions, low)
        mover, sought = self.game.player(state), False
        if best < beta:
            for action in self.ranked(state, looked, not self.distance):
                if not sought and self.budget.entered - before >= FAR_EFFORT:
                    sought = True
                    far = self.least(state)
                    place = self.far.place(self.content(far))
                    if self.far.has(far, place):
                        found = self.far.rows[place]
                        low, high = max(low, found.low), min(high, found.high)
                        if low >= beta or high < beta:
                            best = low if low >= beta else high
                            break
                child = self.game.result(state, action)
                same = self.game.player(child) == mover
                best = max(best, self.up(self.visit(child, self.down(beta, same)), same))
                if best >= beta:
                    break
        # 4. store the result
        if best >= beta:
            low = max(low, best)
        else:
            high = min(high, best)
        self.near.put(key, at, low, high)
        if self.budget.entered - before >= FAR_EFFORT:
            far = self.least(state)
            self.far.put(far, self.far.place(self.content(far)), low, high)
        return best

    def settled(self, state: State) -> int:
        """Return the value of a finished game."""
        utility: Any = self.game.utility(state, self.game.player(state))
        if not -self.utmost <= utility <= self.utmost:
            self.fault = BEYOND_UTMOST
            raise Stopped
        return int(utility * self.unit)

    def bounds(self, state: State) -> tuple[int, int]:
        """Return bounds on the value of an unfinished state, by the game's method `decided`."""
        greatest, unit, longest = self.utmost * self.unit, self.unit, self.longest
        if self.decided is None:
            return -greatest, greatest
        low, high = self.decided(state)
        low, high = max(low, -self.utmost), min(high, self.utmost)
        if not self.distance:
            return low, high
        # the state is not finished, so its end is 1 to `longest` plies away
        low = low * unit - longest if low > 0 else low * unit + 1 if low < 0 else 0
        high = high * unit - 1 if high > 0 else high * unit + longest if high < 0 else 0
        return low, high

    def down(self, beta: int, same: bool) -> int:
        """Return what a child's value must reach, so that its action reaches `beta`."""
        if self.distance:
            beta = beta + 1 if beta > 0 else beta - 1 if beta < 0 else 0
        return beta if same else 1 - beta

    def up(self, value: int, same: bool) -> int:
        """Return the value of an action from its child's."""
        value = value if same else -value
        if self.distance:
            return value - 1 if value > 0 else value + 1 if value < 0 else 0
        return value

    def least(self, state: State) -> Key:
        """Return the key of the least of all states that are symmetric to a state."""
        best = self.key(state)
        if self.images is not None:
            for image in self.images(state):
                key = self.key(image)
                if self.content(key) < self.content(best):
                    best = key
        return best

    # --- the order of actions -------------------------------------------------------------------------------------

    def ranked(self, state: State, actions: Sequence[Action], skipping: bool) -> Sequence[Action]:
        """Return the actions by falling rank; equal ranks keep their order. `skipping` leaves out those that lose at
        once."""
        if self.rank is None:
            return actions
        ranks: list[int] = []
        ordered: list[Action] = []
        for action in actions:
            rank = self.rank(state, action)
            if rank is None:
                if skipping:
                    continue
                rank = LAST
            at = len(ranks)
            while at > 0 and ranks[at - 1] < rank:
                at -= 1
            ranks.insert(at, rank)
            ordered.insert(at, action)
        return ordered

    def looked_at(
        self, state: State, actions: Sequence[Action], beta: int, best: int
    ) -> tuple[Sequence[Action], int]:
        """Look at each child. Return the actions that must be searched, and the best value that needs no search."""
        left: list[Action] = []
        mover = self.game.player(state)
        for action in actions:
            child = self.game.result(state, action)
            same = self.game.player(child) == mover
            low, high = self.seen(child)
            one, other = self.up(low, same), self.up(high, same)
            low, high = (one, other) if one < other else (other, one)
            if low > best:
                best = low
                if best >= beta:
                    return left, best
            if high < beta:
                best = max(best, high)
                continue
            left.append(action)
        return left, best

    def seen(self, state: State) -> tuple[int, int]:
        """Return bounds on the value of a state that need no search."""
        if self.game.terminal(state):
            value = self.settled(state)
            return value, value
        low, high = self.bounds(state)
        if low < high:
            key = self.key(state)
            at = self.near.place(self.content(key))
            if self.near.has(key, at):
                known = self.near.rows[at]
                low, high = max(low, known.low), min(high, known.high)
        return low, high
