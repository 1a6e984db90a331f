"""The exact value of a state: alpha-beta with tables of proven bounds.

Values are utilities for the player to move. In a proof with distances, a utility u > 0 after n plies has the value
`u * unit - n`, and a utility u < 0 has `u * unit + n`, where `unit` is more than twice the largest number of plies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from advsearch.notation import state_text
from advsearch.protocol import AnyGame, name_of, utilities_of
from advsearch.search.kit.abilities import ability
from advsearch.search.kit.bounds import BoundsTable, Spread
from advsearch.search.kit.budget import Budget
from advsearch.search.kit.fields import NOTHING, Action, Key, Machine, State, Value
from advsearch.search.kit.grown import checked_dead_end, checked_proof
from advsearch.search.kit.numbers import key_of, number
from advsearch.search.probe import Stopped
from advsearch.search.returned import BrokenGame, checked_actions

FAR_EFFORT: Final = 64
"""A state is looked up in the far table only after its search has entered so many nodes."""
BEYOND_UTMOST: Final = 1
REAL: Final = 2
KEY: Final = 3
LONG: Final = 4
"""What ends a proof: a utility beyond `utmost`, a float where whole numbers were expected, a `key` of too many bits,
or a game of more than `longest` plies in a proof with distances."""
LAST: Final = -(1 << 30)
"""The rank of an action that loses at once, where it may not be left out."""


class SolverText(Machine):
    """Proves the value of a state."""

    lower: Value
    upper: Value
    """Bounds on the root's value."""
    action: Action
    """An action whose value is at least `lower`; NOTHING until one is known."""
    windows: int
    """How many windows may still be tried."""
    ply: int
    """The plies to the state that is searched, in a proof with distances."""
    tried: int
    """How many windows asked only for the distance."""
    fault: int
    """What ended the proof; 0 for nothing."""

    def __init__(
        self,
        game: AnyGame,
        budget: Budget,
        near: BoundsTable,
        far: BoundsTable | None = None,
        *,
        utmost: Value,
        longest: int,
        known: bool = True,
        distance: bool = False,
        quick: int = 64,
        key_bits: int = 0,
        ahead: bool = False,
        real: bool = False,
    ) -> None:
        self.game = game
        self.budget = budget
        self.near = near
        """The table that is read at every state. It is small if there is a far one."""
        self.far = far
        """A large table, or None."""
        self.outcome = utilities_of(game) == "outcome"
        self.utmost: Value = utmost
        """A number that no utility exceeds."""
        self.known = known
        """Whether it says anything about utilities. Otherwise it is the greatest number of this machine."""
        self.longest = longest
        """The largest number of plies of a game."""
        self.distance = distance
        self.unit = 2 * longest + 2 if distance else 1
        self.greatest: Value = utmost * self.unit
        self.quick = quick
        """How many windows ask for the quickest win, or a slower loss than the quickest, before one asks for all."""
        self.real = real
        """Whether utilities may be floats."""
        self.ahead = ahead
        """Whether a node looks at each of its children before it searches one. It pays where nodes have many."""
        self.rank: Callable[[State, Action], int | None] | None = ability(game, "rank", 2)
        self.decided: Callable[[State], tuple[int, int]] | None = ability(game, "decided", 1)
        self.images: Callable[[State], Sequence[State]] | None = ability(game, "images", 1)
        self.number: Callable[[State], int] | None = ability(game, "key", 1) if key_bits else None
        """The game's method `key`, if tables know states by numbers."""
        self.spread = Spread(key_bits)
        self.key_bits = key_bits
        self.lower = -self.greatest
        self.upper = self.greatest
        self.action = NOTHING
        self.windows = self.tried = self.ply = self.fault = 0

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
                alpha, beta = self.window()
                value = self.root(state, alpha, beta)
                if value < beta:
                    self.upper = value
        except Stopped:
            return False
        return True

    def root(self, state: State, alpha: Value, beta: Value) -> Value:
        """Return the root's value, or a bound on it if it is not inside the window. An action that is better than
        `alpha` becomes `action`, and its value `lower`."""
        self.budget.enter()
        mover = self.game.player(state)
        best = -self.greatest
        first = self.action  # it raised the bound before, so it is most likely to do so again
        actions = self.ranked(state, self.listed(state), False)
        if mover != 0 and mover != 1:
            checked_mover(self.game, state, mover)
        for action in actions if first is NOTHING else [first, *(each for each in actions if each != first)]:
            value = self.below(self.game.result(state, action), mover, alpha, beta)
            best = max(best, value)
            if value > alpha or value >= beta:
                alpha = value
                self.lower = value
                self.action = action
                if value >= beta:
                    return best
        return best

    def window(self) -> tuple[Value, Value]:
        """Return the next window, between `lower` and `upper`."""
        low, high = self.lower, self.upper
        if low == high:
            return (low if self.real else low - 1), low
        if self.real or (not self.known and (low == -self.greatest or high == self.greatest)):
            return low, high
        worst, most = self.utility(low), self.utility(high)
        if worst == most:  # only the distance is open: the quickest win, or any loss slower than the quickest
            if self.tried == self.quick:
                return low, high
            self.tried += 1
            beta = high if high > 0 else low + 1
            return beta - 1, beta
        # halve the range, but stay at least half way out from 0, because tests of extreme values are faster
        middle = (worst + most) >> 1
        middle = min(middle, -(-worst >> 1)) if middle <= 0 else max(middle, most >> 1)
        target = middle + 1
        beta = (target - 1) * self.unit + 1 if target > 0 else target * self.unit
        return beta - 1, beta

    def utility(self, value: Value) -> Value:
        """Return the utility of a value."""
        unit = self.unit
        if unit == 1:
            return value
        return (value + unit - 1) // unit if value >= 0 else -((unit - 1 - value) // unit)

    # --- below the root -------------------------------------------------------------------------------------------

    def below(self, state: State, mover: int, alpha: Value, beta: Value) -> Value:
        """Return the value of an action of the player `mover` that leads to a state, as `visit` does."""
        self.budget.enter()
        if self.game.terminal(state):
            value = self.settled(state, mover)
            return nearer(value) if self.distance else value
        if self.distance:
            alpha, beta = further(alpha), further(beta)
            self.ply += 1
            if self.ply > self.longest:
                self.fault = LONG
                raise Stopped
        turn = self.game.player(state)
        value = self.visit(state, turn, alpha, beta) if turn == mover else -self.visit(state, turn, -beta, -alpha)
        if self.distance:
            self.ply -= 1
            return nearer(value)
        return value

    def visit(self, state: State, mover: int, alpha: Value, beta: Value) -> Value:
        """Return the value of an unfinished state. It is an upper bound if it is at most `alpha`, and a lower bound
        if it is at least `beta`."""
        # 1. the game's own bounds, and the near table
        low, high = self.bounds(state)
        if low >= beta:
            return low
        if high <= alpha:
            return high
        key = self.key_of(state)
        at = self.near.place(key)
        low, high = self.near.narrowed(key, at, low, high)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        # 2. the actions, best first; after FAR_EFFORT nodes, the far table
        before = self.budget.entered
        actions = self.listed(state)
        if mover != 0 and mover != 1:
            checked_mover(self.game, state, mover)
        best = low
        if self.ahead:
            actions, best = self.looked_at(state, mover, actions, max(alpha, low), beta, low)
        floor, sought = max(alpha, low), self.far is None
        skipping = not self.distance and (self.known or low > -self.greatest)  # what is left out is worth `low`
        alpha = max(floor, best)
        if best < beta:
            for action in self.ranked(state, actions, skipping):
                if not sought and self.budget.entered - before >= FAR_EFFORT:
                    sought = True
                    low, high = self.sought(state, low, high)
                    if low >= beta or high <= alpha or low == high:
                        best = low if low >= beta else high
                        break
                value = self.below(self.game.result(state, action), mover, alpha, beta)
                if value > best:
                    best = value
                    if value >= beta:
                        break
                    alpha = max(alpha, value)
        # 3. store the result
        if best > floor:
            low = max(low, best)
        if best < beta:
            high = min(high, best)
        self.near.put(key, at, low, high)
        if self.far is not None and self.budget.entered - before >= FAR_EFFORT:
            far = self.least(state)
            self.far.put(far, self.far.place(far), low, high)
        return best

    def settled(self, state: State, player: int) -> Value:
        """Return the value of a finished game for a player."""
        utility = self.game.utility(state, player)
        if type(utility) is not int:
            if self.outcome or type(utility) is not float or utility != utility:
                utility = checked_proof(self.game, state, player)
            if not self.real and not self.outcome and type(utility) is not int:
                self.fault = REAL  # what is known so far took values for whole numbers
                raise Stopped
        elif self.outcome and not -1 <= utility <= 1:
            utility = checked_proof(self.game, state, player)
        if not -self.utmost <= utility <= self.utmost:
            self.fault = BEYOND_UTMOST
            raise Stopped
        return utility * self.unit

    def bounds(self, state: State) -> tuple[Value, Value]:
        """Return bounds on the value of an unfinished state, by the game's method `decided`."""
        if self.decided is None:
            return -self.greatest, self.greatest
        low, high = self.decided(state)
        low, high = max(low, -self.utmost), min(high, self.utmost)
        if not self.distance:
            return low, high
        # the state is not finished, so its end is 1 to `longest` plies away
        unit, longest = self.unit, self.longest
        low = low * unit - longest if low > 0 else low * unit + 1 if low < 0 else 0
        high = high * unit - 1 if high > 0 else high * unit + longest if high < 0 else 0
        return low, high

    def sought(self, state: State, low: Value, high: Value) -> tuple[Value, Value]:
        """Return the narrower bounds of a state, by the far table."""
        if self.far is None:
            return low, high
        key = self.least(state)
        return self.far.narrowed(key, self.far.place(key), low, high)

    def key_of(self, state: State) -> Key:
        """Return what tables know a state by."""
        if self.number is None:
            return key_of(state)
        number = self.number(state)
        if number >> self.key_bits != 0:
            self.fault = KEY
            raise Stopped
        return self.spread.mixed(number)

    def least(self, state: State) -> Key:
        """Return the key of the least of all states that are symmetric to a state."""
        best = self.key_of(state)
        if self.images is not None:
            for image in self.images(state):
                key = self.key_of(image)
                if number(key) < number(best):
                    best = key
        return best

    # --- the actions, and their order -----------------------------------------------------------------------------

    def listed(self, state: State) -> Sequence[Action]:
        actions: Any = self.game.actions(state)
        if type(actions) is not list and type(actions) is not tuple:
            actions = checked_actions(self.game, actions)
        if not len(actions):
            checked_dead_end(self.game, state)
        listed: Sequence[Action] = actions
        return listed

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
        self, state: State, mover: int, actions: Sequence[Action], alpha: Value, beta: Value, best: Value
    ) -> tuple[Sequence[Action], Value]:
        """Look at each child. Return the actions that must be searched, and the best value that needs no search."""
        left: list[Action] = []
        for action in actions:
            low, high = self.seen(self.game.result(state, action), mover)
            if low > best:
                best = low
                if best >= beta:
                    return left, best
            if high <= alpha:
                best = max(best, high)
                continue
            left.append(action)
        return left, best

    def seen(self, state: State, mover: int) -> tuple[Value, Value]:
        """Return bounds, which need no search, on the value of an action that leads to a state."""
        if self.game.terminal(state):
            low = high = self.settled(state, mover)
        else:
            low, high = self.bounds(state)
            if low < high:
                key = self.key_of(state)
                low, high = self.near.narrowed(key, self.near.place(key), low, high)
            if self.game.player(state) != mover:
                low, high = -high, -low
        return (nearer(low), nearer(high)) if self.distance else (low, high)


def further(value: Value) -> Value:
    """Return what a child's value must be, so that its action has a value in a proof with distances."""
    return value + 1 if value > 0 else value - 1 if value < 0 else value


def nearer(value: Value) -> Value:
    """Return the value of an action from its child's in a proof with distances."""
    return value - 1 if value > 0 else value + 1 if value < 0 else value


def checked_mover(game: AnyGame, state: Any, player: Any) -> NoReturn:
    """Raise the error for a state in which neither player is to move."""
    raise BrokenGame(
        f"expected {name_of(game)}.player to be 0 or 1, got {player!r} in {state_text(game, state)}; "
        "run 'advsearch check' on the game"
    )
