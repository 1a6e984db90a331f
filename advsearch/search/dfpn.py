"""Depth-first proof-number search, which proves values of positions that need few replies to be looked at.

A question is whether the player to move at the root can reach a target. The proof number of a position is the least
number of positions that must still be answered with yes to prove it, the disproof number the same for no. The search
goes where the smaller of the two is smallest, and comes back when another place is better. Df-pn is by Nagai (2002),
proof numbers by Allis, van der Meulen and van den Herik (1994).

Bounds come only from positions whose game is over, so they are true whatever else happens. A position that is met
again on the line of play counts as not proven there; such numbers are never turned into bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, cast

import attrs

from advsearch import limits
from advsearch.limits import Request
from advsearch.protocol import AnyGame, Binding, Evaluator, EvaluatorSetting, Search, TierChoice, utilities_of
from advsearch.results import Result
from advsearch.search.kit.budget import Budget
from advsearch.search.kit.fields import I32, NOTHING, Action, Arena, Key, Machine, Record, State, Value, mixed
from advsearch.search.kit.grown import checked_dead_end, checked_proof
from advsearch.search.kit.numbers import key_of, number
from advsearch.search.kit.scale import Scale
from advsearch.search.probe import Stopped
from advsearch.search.recursion import DEEPEST, deep_recursion
from advsearch.search.returned import check_hashable, checked_actions, player_of, root_actions
from advsearch.search.searcher import Algorithm, finished_game, root_entered
from advsearch.search.settings import known_tier, usable_evaluator, whole_number
from advsearch.search.some_actions import best_of_some
from advsearch.values import is_proven, outcome_value

INFINITE: Final = 1 << 60
NEAR: Final = 4
"""A state stands in one of so many entries beside one another."""
PLIES: Final = DEEPEST // 2
"""No line of play is followed further."""


class Proof(Record):
    """What is known of a state. Values are for the player to move at the root."""

    key: Key
    question: I32
    """The number of the question for which the two numbers hold; 0 if the entry is empty."""
    proof: int
    disproof: int
    low: Value
    high: Value
    """Proven bounds, which hold for every question."""
    plies: I32
    """If a win or loss is proven, the game ends within so many plies."""
    open: bool
    """Whether the state is on the line of play that is searched."""


class DfPnTree(Machine):
    """Answers one question after another about a root, and keeps what it proves."""

    root_player: int
    question: int
    target: Value
    """The value that the player at the root wants to reach."""
    low: Value
    high: Value
    """Proven bounds on the value of the root."""
    plies: int
    action: Action
    """An action with the value `low`, or the one that looks best so far."""
    mask: int

    def __init__(self, game: AnyGame, allowed: limits.Budget, *, bits: int) -> None:
        self.game = game
        self.budget = Budget(allowed)
        self.rows: Arena[Proof] = Arena(Proof, (1 << bits) + NEAR)
        self.mask = (1 << bits) - 1
        self.outcome = utilities_of(game) == "outcome"
        self.scale = Scale(self.outcome)
        self.bottom: Value = -1 if self.outcome else self.scale.bottom
        self.top: Value = 1 if self.outcome else self.scale.top
        self.low, self.high, self.target = self.bottom, self.top, self.top
        self.root_player = self.question = self.plies = 0
        self.action = NOTHING

    def search(self, state: State) -> bool:
        """Narrow the bounds of the root until they meet. Return False if a budget, the table or a repetition of
        positions ended the search before."""
        try:
            while self.low < self.high:
                self.target = self.high
                self.question += 1
                self.ask(state)
                if self.low < self.target <= self.high:
                    return False
        except Stopped:
            return False
        return True

    def ask(self, state: State) -> None:
        """Try to prove that the value of the root reaches the target, or that it does not."""
        self.budget.enter()
        key = key_of(state)
        at = self.opened(key, mixed(number(state)) & self.mask)
        self.visit(state, at, INFINITE, INFINITE, 0)
        row = self.rows[at]
        self.low, self.high, self.plies = max(self.low, row.low), min(self.high, row.high), row.plies

    def visit(self, state: State, at: int, most_proof: int, most_disproof: int, ply: int) -> None:
        """Search a state, whose entry is open, until one of its numbers reaches its limit. The entry is then closed
        and has what was found."""
        game = self.game
        own = game.player(state) == self.root_player
        # 1. the children; those in which the game is over have no place in the table
        children: list[State] = []
        places: list[int] = []
        ends: list[Value] = []
        actions = self.listed(state)
        for action in actions:
            self.budget.enter()
            child = game.result(state, action)
            children.append(child)
            if game.terminal(child):
                places.append(-1)
                ends.append(self.utility(child))
            else:
                places.append(mixed(number(child)) & self.mask)
                ends.append(0)
        while True:
            # 2. the numbers and bounds of the state, from those of its children
            proof, disproof = (INFINITE, 0) if own else (0, INFINITE)
            least, second, best, best_proof, best_disproof = INFINITE, INFINITE, 0, 0, 0
            low, high = self.bottom, self.top
            for index in range(len(children)):
                one, other = self.numbers(children[index], places[index], ends[index], ply)
                near, far = self.bounds(children[index], places[index], ends[index])
                if own:
                    proof, disproof = min(proof, one), min(INFINITE, disproof + other)
                    low, high = (max(low, near), max(high, far)) if index > 0 else (near, far)
                else:
                    proof, disproof = min(INFINITE, proof + one), min(disproof, other)
                    low, high = (min(low, near), min(high, far)) if index > 0 else (near, far)
                ease = one if own else other
                if ease < least or index == 0:
                    second, least, best, best_proof, best_disproof = least, ease, index, one, other
                elif ease < second:
                    second = ease
            if ply == 0:
                self.note(actions, children, places, ends, low, best)
            # 3. store and go back, if a limit is reached
            if proof >= most_proof or disproof >= most_disproof:
                row = self.rows[at]
                row.proof, row.disproof, row.question = proof, disproof, self.question
                low, high = max(low, row.low), min(high, row.high)
                if low == high:  # before the row has its bounds, because the state may be its own child
                    row.plies = self.end(children, places, ends, own, low)
                row.low, row.high, row.open = low, high, False
                return
            # 4. search the best child, until it is not the best any more
            if own:
                limit, other = min(most_proof, second + 1 + second // 4), most_disproof - disproof + best_disproof
            else:
                limit, other = most_proof - proof + best_proof, min(most_disproof, second + 1 + second // 4)
            below = self.opened(key_of(children[best]), places[best])
            self.visit(children[best], below, limit, other, ply + 1)

    # --- what is known of a child ---------------------------------------------------------------------------------

    def numbers(self, state: State, place: int, end: Value, ply: int) -> tuple[int, int]:
        """Return the proof and disproof numbers of a child."""
        low, high = self.bounds(state, place, end)
        if low >= self.target:
            return 0, INFINITE
        if high < self.target or ply >= PLIES:
            return INFINITE, 0
        at = self.find(key_of(state), place)
        if at < 0:
            return 1, 1
        row = self.rows[at]
        if row.open:
            return INFINITE, 0
        if row.question != self.question:
            return 1, 1
        return row.proof, row.disproof

    def bounds(self, state: State, place: int, end: Value) -> tuple[Value, Value]:
        """Return proven bounds on the value of a child."""
        if place < 0:
            return end, end
        at = self.find(key_of(state), place)
        if at < 0:
            return self.bottom, self.top
        return self.rows[at].low, self.rows[at].high

    def end(self, children: list[State], places: list[int], ends: list[Value], own: bool, value: Value) -> int:
        """Return within how many plies a proven game ends: the winner takes the child that ends soonest."""
        plies, won = -1, value > 0 if own else value < 0
        for index in range(len(children)):
            low, high = self.bounds(children[index], places[index], ends[index])
            if low != value or high != value:
                continue
            at = self.find(key_of(children[index]), places[index]) if places[index] >= 0 else -1
            later = self.rows[at].plies if at >= 0 else 0
            if plies < 0 or (later < plies if won else later > plies):
                plies = later
        return plies + 1

    def note(
        self,
        actions: Sequence[Action],
        children: list[State],
        places: list[int],
        ends: list[Value],
        low: Value,
        best: int,
    ) -> None:
        """Remember the action to play: one whose value is proven to be `low`, else the one that looks best."""
        self.action = actions[best]
        if low > self.bottom or self.high == self.bottom:
            for index in range(len(children)):
                if self.bounds(children[index], places[index], ends[index])[0] == low:
                    self.action = actions[index]
                    return

    # --- the table ------------------------------------------------------------------------------------------------

    def find(self, key: Key, at: int) -> int:
        """Return the number of the state's entry, or -1."""
        for index in range(at, at + NEAR):
            row = self.rows[index]
            if row.question != 0 and row.key == key:
                return index
        return -1

    def opened(self, key: Key, at: int) -> int:
        """Open the state's entry and return its number. A new entry replaces the one with the least numbers, but none
        that is open."""
        found = self.find(key, at)
        if found < 0:
            for index in range(at, at + NEAR):
                row = self.rows[index]
                if not row.open and (found < 0 or self.rank(row) < self.rank(self.rows[found])):
                    found = index
            if found < 0:
                raise Stopped
            row = self.rows[found]
            row.key, row.question, row.proof, row.disproof, row.plies = key, self.question, 1, 1, 0
            row.low, row.high = self.bottom, self.top
        self.rows[found].open = True
        return found

    def rank(self, row: Proof) -> int:
        """Return a number that is smaller for the entry to replace."""
        if row.question == 0:
            return -1
        return min(row.proof, row.disproof) if row.low < row.high else INFINITE

    # --- the rules ------------------------------------------------------------------------------------------------

    def utility(self, state: State) -> Value:
        """Return the utility of a finished game for the player at the root."""
        utility = self.game.utility(state, self.root_player)
        if type(utility) is not int:
            if self.outcome or type(utility) is not float or utility != utility:
                return checked_proof(self.game, state, self.root_player)
        elif self.outcome and not -1 <= utility <= 1:
            return checked_proof(self.game, state, self.root_player)
        return utility

    def listed(self, state: State) -> Sequence[Action]:
        actions: Any = self.game.actions(state)
        if type(actions) is not list and type(actions) is not tuple:
            actions = checked_actions(self.game, actions)
        if not len(actions):
            checked_dead_end(self.game, state)
        return cast(Sequence[Action], actions)


@attrs.frozen
class DfPn(Algorithm):
    """Depth-first proof-number search: it proves the value of a position, or says that it did not.

    In a game of wins, losses and draws, it first asks for a win. If there is none, it asks for the best result that
    the refutation leaves open, so draws and scores are proven by two questions or more. Games with few replies at
    critical moments, such as mates and fours, suit it best. The number of plies to a proven win is an upper bound.

    In a game whose positions repeat, what is proven is true, but a search may end without a proof: endless play is no
    win, and it never counts as a draw. `table` is the number of states to remember. Without a proof, the result has
    the depth 0, the evaluation of the position, and the action that looks easiest to prove.
    """

    table: int = attrs.field(default=1 << 20, validator=whole_number)
    evaluator: EvaluatorSetting = attrs.field(default=None, validator=usable_evaluator)
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)
    promises: ClassVar[str] = "prover"

    def bind(self, at: Binding, /) -> Search:
        return self.bound(at.game, cast(Evaluator, at.settled(self).evaluator))

    @property
    def bits(self) -> int:
        """The logarithm of the number of states to remember."""
        return max(4, self.table.bit_length() - 1)

    def bound(self, game: AnyGame, evaluate: Evaluator) -> Proving:
        """Return the search of a game in plain Python."""
        return Proving(game, evaluate, lambda budget: DfPnTree(game, budget, bits=self.bits))


class Proving:
    """A bound search that makes a tree for each call."""

    def __init__(self, game: AnyGame, evaluate: Evaluator, make: Callable[[limits.Budget], DfPnTree]) -> None:
        self.game = game
        self.evaluate = evaluate
        self.make = make

    def __call__(self, state: Any, request: Request, /) -> Result:
        game, budget = self.game, request.budget()
        if game.terminal(state):
            return finished_game(game, state, budget)
        if request.actions is not None:
            some = best_of_some(self, game, state, request)
            return self._unproven(state, request, budget, 0) if some is None else some
        check_hashable(game, state)
        tree = self.make(budget)
        tree.root_player = player_of(game, state)
        with deep_recursion(DEEPEST):
            proven = tree.search(state)
        nodes = tree.budget.entered or root_entered(budget)
        if proven:
            return proven_result(tree, tree.low, tree.plies, nodes, budget.seconds())
        found = self._unproven(state, request, budget, nodes)
        return found if tree.action is NOTHING else attrs.evolve(found, action=tree.action)

    def _unproven(self, state: Any, request: Request, budget: limits.Budget, nodes: int) -> Result:
        action = root_actions(self.game, state, request.actions)[0]
        value = self.evaluate(self.game, state, player_of(self.game, state))
        return Result(action, value, depth=0, nodes=nodes, seconds=budget.seconds())


def proven_result(tree: DfPnTree, value: Value, plies: int, nodes: int, seconds: float) -> Result:
    """Return the result of a proof. The length of a win or loss is an upper bound."""
    worth = outcome_value(value, plies) if tree.outcome else value
    exact = not (tree.outcome and is_proven(worth))
    return Result(tree.action, worth, max(1, plies), nodes, (tree.action,), exact=exact, proven=True, seconds=seconds)
