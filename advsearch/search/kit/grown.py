"""A tree of positions in memory, whose nodes know bounds of their values that are proven."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from advsearch import limits
from advsearch.protocol import AnyGame, Evaluator, utilities_of
from advsearch.search.kit.abilities import ability
from advsearch.search.kit.budget import Budget
from advsearch.search.kit.fields import I8, I32, NOTHING, Action, Arena, Machine, Record, State, Value
from advsearch.search.kit.scale import Scale
from advsearch.search.kit.tree import checked_evaluation
from advsearch.search.probe import Stopped
from advsearch.search.returned import checked_actions, no_action, proof_utility
from advsearch.values import MAX_PLIES

LARGEST: Final = 1e30
"""Greater evaluations are taken for this one, so that sums stay finite."""


class Node(Record):
    """A position of the tree. Results and bounds are for player 0."""

    action: Action
    """The action that leads here."""
    parent: I32
    first: I32
    """The number of the first child; 0 without children."""
    children: I32
    mover: I8
    over: bool
    visits: I32
    total: float
    """What the search learns of the node: the sum of the results of all visits, or a value."""
    won: I32
    """How many more of the results were wins than losses."""
    worth: float
    """The mean result as a share, from 0 for the worst for player 0 to 1."""
    prior: float
    """What the evaluator says when the node is made. Without an evaluator, 1 by the root of the visits."""
    low: Value
    high: Value
    """Proven bounds on the value."""
    plies: I32
    """If a win or loss is proven, the game ends within so many plies."""
    moved: I32
    """Where the node goes when the tree is cut; -1 if it is left out."""


class Wanted(Record):
    """A root action to search."""

    action: Action


MOST_WANTED: Final = 1 << 12
"""No more root actions are chosen from."""


class GrownTree(Machine):
    """A tree that grows by steps, each from the root down to a position without children. Node 0 is the root.

    A subclass defines `step` and `mean`. The bounds of a node follow from those of its children, and those of a
    finished game are its utility (Cazenave and Saffidine, 2010).
    """

    used: int
    """The number of nodes in use."""
    root_player: int
    deepest: int
    """The number of plies below the root at which no more nodes get children."""
    of: int
    """The number of root actions to search, which stand in `wanted`; 0 for all."""

    def __init__(
        self, game: AnyGame, evaluate: Evaluator, allowed: limits.Budget, *, room: int, proofs: bool, judged: bool
    ) -> None:
        self.game = game
        self.evaluate = evaluate
        self.budget = Budget(allowed)
        self.outcome = utilities_of(game) == "outcome"
        self.scale = Scale(self.outcome)
        self.bottom: Value = -1 if self.outcome else self.scale.bottom
        self.top: Value = 1 if self.outcome else self.scale.top
        self.proofs = proofs
        self.decided: Callable[[State], tuple[int, int]] | None = ability(game, "decided", 1) if proofs else None
        """The game's own bounds on the utility of the player to move."""
        self.judged = judged
        """Whether the evaluator judges each child as soon as it is made."""
        self.nodes: Arena[Node] = Arena(Node, room)
        self.wanted: Arena[Wanted] = Arena(Wanted, MOST_WANTED)
        self.used = self.root_player = self.deepest = self.of = 0

    def step(self, state: State) -> bool:
        """Let the tree grow by one step. Return False if there is no room."""
        raise NotImplementedError

    def mean(self, index: int) -> float:
        """Return what a node seems to be worth to player 0."""
        raise NotImplementedError

    def expanded(self, at: int) -> None:
        """Called when a node has got its children."""

    def search(self, state: State, steps: int) -> bool:
        """Take so many steps, or fewer if they prove the value of the root. Return False if the budget or the room
        ended the search."""
        root = self.nodes[0]
        if self.used == 0:
            self.make(0, 0, NOTHING)
            self.used = 1
        try:
            if root.children == 0:
                self.budget.enter()
                self.expand(0, state)
            while steps > 0 and root.low < root.high:
                if not self.step(state):
                    return False
                steps -= 1
        except Stopped:
            return False
        return True

    def make(self, index: int, parent: int, action: Action) -> None:
        """Make a new node."""
        node = self.nodes[index]
        node.action = action
        node.parent = parent
        node.first = node.children = node.mover = node.visits = node.won = node.plies = node.moved = 0
        node.total = node.prior = 0.0
        node.worth = 0.5
        node.over = False
        node.low, node.high = self.bottom, self.top

    def expand(self, at: int, state: State) -> None:
        """Give a node its children, if there is room. With proofs, learn which of them end the game."""
        actions: Any = self.game.actions(state)
        if type(actions) is not list and type(actions) is not tuple:
            actions = checked_actions(self.game, actions)
        if not len(actions):
            checked_dead_end(self.game, state)
        if at == 0 and self.of > 0:
            self.give(at, state, [self.wanted[index].action for index in range(self.of)])
        else:
            self.give(at, state, actions)

    def give(self, at: int, state: State, actions: Sequence[Action]) -> None:
        """Give a node one child for each action, if there is room."""
        game, node, first = self.game, self.nodes[at], self.used
        if first + len(actions) > len(self.nodes):
            return
        node.mover = game.player(state)
        for index in range(len(actions)):
            self.make(first + index, at, actions[index])
            if self.proofs or self.judged:
                self.budget.enter()
                child = game.result(state, actions[index])
                self.look(first + index, child)
        self.used = first + len(actions)
        node.first, node.children = first, len(actions)
        self.expanded(at)
        if self.proofs:
            self.prove(at)

    def look(self, index: int, state: State) -> None:
        """Look at a new child: is the game over, and what does the evaluator say?"""
        child = self.nodes[index]
        if self.game.terminal(state):
            child.over = True
            utility = self.utility(state)
            child.prior = float(utility)
            if self.proofs:
                child.low = child.high = utility
            return
        if self.decided is not None:
            low, high = self.decided(state)
            if self.game.player(state) == 0:
                child.low, child.high = max(self.bottom, low), min(self.top, high)
            else:
                child.low, child.high = max(self.bottom, -high), min(self.top, -low)
            if child.low == child.high:
                child.plies = MAX_PLIES  # not known
        if self.judged:
            value = float(self.evaluated(state))
            child.prior = value if self.root_player == 0 else -value

    def utility(self, state: State) -> Value:
        """Return the utility of a finished game for player 0."""
        utility = self.game.utility(state, 0)
        if type(utility) is not int:
            if self.outcome or type(utility) is not float or utility != utility:
                return checked_proof(self.game, state, 0)
        elif self.outcome and not -1 <= utility <= 1:
            return checked_proof(self.game, state, 0)
        return utility

    def evaluated(self, state: State) -> Value:
        """Return what an evaluator says of an unfinished state, for the player at the root."""
        value: Any = self.evaluate(self.game, state, self.root_player)
        if type(value) is not int and (type(value) is not float or value != value):
            value = checked_evaluation(self.evaluate, value)
        return max(-LARGEST, min(LARGEST, value))

    # --- proofs ---------------------------------------------------------------------------------------------------

    def prove(self, at: int) -> None:
        """Narrow the bounds of a node and of those above it by the bounds of their children."""
        while True:
            node = self.nodes[at]
            low, high = self.nodes[node.first].low, self.nodes[node.first].high
            for index in range(node.first, node.first + node.children):
                child = self.nodes[index]
                if node.mover == 0:
                    low, high = max(low, child.low), max(high, child.high)
                else:
                    low, high = min(low, child.low), min(high, child.high)
            low, high = max(low, node.low), min(high, node.high)  # children may be new, where others were left out
            if low == node.low and high == node.high:
                break
            node.low, node.high = low, high
            if low == high:
                node.plies = self.longest_end(node)
            if at == 0:
                break
            at = node.parent

    def longest_end(self, node: Node) -> int:
        """Return within how many plies a proven game ends: the winner takes the child that ends soonest."""
        plies = -1
        good = node.low > 0 if node.mover == 0 else node.low < 0
        for index in range(node.first, node.first + node.children):
            child = self.nodes[index]
            if child.low != node.low or child.high != node.low:
                continue
            sooner = child.plies < plies if good else child.plies > plies
            if plies < 0 or sooner:
                plies = child.plies
        return min(plies + 1, MAX_PLIES)

    # --- what is left out -----------------------------------------------------------------------------------------

    def cut(self, root: int) -> None:
        """Make a node the root, and leave out everything that is not below it."""
        self.leave(root, 0)

    def thin(self) -> None:
        """Leave out at least half of the nodes, if they are not all children of the root: those below the nodes that
        were visited least. What is proven of these stays."""
        least, kept, half = 1, self.used, self.used // 2
        while kept > half and least <= self.nodes[0].visits:
            least, kept = 2 * least, 1
            for index in range(1, self.used):
                parent = self.nodes[index].parent
                if parent == 0 or self.nodes[parent].visits >= least:
                    kept += 1
        self.leave(0, least)

    def leave(self, root: int, least: int) -> None:
        """Make a node the root, and leave out all that is not below it, or below a node with fewer visits."""
        count = 0
        for index in range(self.used):
            node = self.nodes[index]
            above = self.nodes[node.parent].moved if index > 0 else -1
            if index != root and (index < root or above < 0):
                node.moved = -1
                continue
            closed = index != root and node.visits < least
            self.move(index, count, 0 if index == root else above)
            node.moved = count
            if closed:
                node.moved = -1
                self.nodes[count].first = self.nodes[count].children = 0
            count += 1
        self.used = count

    def move(self, source: int, target: int, parent: int) -> None:
        """Copy a node to an earlier place. `moved` stays: it says where the node went that was there before."""
        old, new = self.nodes[source], self.nodes[target]
        new.action = old.action
        new.first, new.children, new.mover, new.over = old.first, old.children, old.mover, old.over
        new.visits, new.total, new.won = old.visits, old.total, old.won
        new.worth, new.prior = old.worth, old.prior
        new.low, new.high, new.plies = old.low, old.high, old.plies
        new.parent = parent
        if target > 0 and self.nodes[parent].first == source:
            self.nodes[parent].first = target


def checked_dead_end(game: AnyGame, state: Any) -> NoReturn:
    """Raise the error for an unfinished state without actions."""
    raise no_action(game, state)


def checked_proof(game: AnyGame, state: Any, player: int) -> Value:
    """Return an unusual utility as a plain number, or raise an error."""
    return proof_utility(game, state, player)
