"""Monte Carlo tree search: UCT, and PUCT with priors from an evaluator, with proofs.

Each simulation goes down the tree to a position that has no children yet, gives it children, estimates one of them by
random play or by an evaluator, and adds the result to every position on its way. UCT is by Kocsis and Szepesvari
(2006), PUCT by Rosin (2011), and the bounds that prove values by Cazenave and Saffidine (2010).
"""

from __future__ import annotations

import math
from typing import Any, ClassVar, Final, cast

import attrs

from advsearch import limits
from advsearch.errors import InvalidSettings
from advsearch.protocol import AnyGame, Binding, Evaluator, EvaluatorSetting, Search, TierChoice, utilities_of
from advsearch.search.kit.budget import Budget
from advsearch.search.kit.fields import I8, I32, NOTHING, Action, Arena, Machine, Random, Record, State, Value
from advsearch.search.kit.scale import Scale
from advsearch.search.kit.tree import checked_evaluation
from advsearch.search.probe import Stopped
from advsearch.search.returned import checked_actions, no_action, proof_utility
from advsearch.search.searcher import Algorithm
from advsearch.search.settings import any_integer, known_tier, true_or_false, usable_evaluator, whole_number_or_none
from advsearch.search.simulating import Simulating

UNIFORM: Final = 0
EVALUATOR: Final = 1
NONE: Final = 2
"""How a simulation goes on below the tree."""
DRAWN: Final = 3
"""A playout by an evaluator plays the best of so many random actions."""
PLAYOUTS: Final = ("uniform", "evaluator", None)
LONGEST: Final = 10_000
"""The number of plies after which a playout ends, because games may have no end."""
LARGEST: Final = 1e30
"""Greater evaluations are taken for this one, so that sums stay finite."""
STEEP: Final = 3.0
"""The prior of the best child is e to this power times that of the worst."""


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
    visits: int
    total: float
    """The sum of the results of all visits."""
    prior: float
    low: Value
    high: Value
    """Proven bounds on the value."""
    plies: I32
    """If a win or loss is proven, the game ends within so many plies."""
    moved: I32
    """Where the node goes when the tree is cut; -1 if it is left out."""


class MCTSTree(Machine):
    """A tree that grows by simulations. Node 0 is the root."""

    used: int
    """The number of nodes in use."""
    root_player: int
    deepest: int
    """The number of plies below the root at which no more nodes get children."""
    least: float
    most: float
    """The smallest and the greatest result so far."""
    sizes: float
    estimates: int
    """The sum and the number of the sizes of evaluations so far."""

    def __init__(
        self,
        game: AnyGame,
        evaluate: Evaluator,
        allowed: limits.Budget,
        *,
        exploration: float,
        playouts: int,
        priors: Evaluator | None,
        proofs: bool,
        seed: int,
        room: int,
    ) -> None:
        self.game = game
        self.evaluate = evaluate
        self.budget = Budget(allowed)
        self.random = Random(seed)
        self.outcome = utilities_of(game) == "outcome"
        self.scale = Scale(self.outcome)
        self.bottom: Value = -1 if self.outcome else self.scale.bottom
        self.top: Value = 1 if self.outcome else self.scale.top
        self.exploration = exploration
        self.playouts = playouts
        self.priors = priors
        self.proofs = proofs
        self.nodes: Arena[Node] = Arena(Node, room)
        self.used = self.root_player = self.deepest = self.estimates = 0
        self.least, self.most, self.sizes = (-1.0, 1.0, 0.0) if self.outcome else (math.inf, -math.inf, 0.0)

    def search(self, state: State, simulations: int) -> bool:
        """Make simulations until there were so many, or the value of the root is proven. Return False if the budget
        ended them."""
        root = self.nodes[0]
        if self.used == 0:
            self.make(0, 0, NOTHING)
        try:
            if root.children == 0:
                self.budget.enter()
                self.expand(0, state)
            while simulations > 0 and root.low < root.high:
                self.simulate(state)
                simulations -= 1
        except Stopped:
            return False
        return True

    def make(self, index: int, parent: int, action: Action) -> None:
        """Make a new node."""
        node = self.nodes[index]
        node.action = action
        node.parent = parent
        node.first = node.children = node.mover = node.visits = node.plies = node.moved = 0
        node.total = node.prior = 0.0
        node.over = False
        node.low, node.high = self.bottom, self.top
        if index == 0:
            self.used = 1

    # --- one simulation -------------------------------------------------------------------------------------------

    def simulate(self, state: State) -> None:
        game, at, ply = self.game, 0, 0
        # 1. down the tree, by the best of the bounds of confidence
        while True:
            node = self.nodes[at]
            if node.over:
                break
            if node.children == 0:
                if node.visits == 0 or ply >= self.deepest:
                    break
                self.expand(at, state)
                if node.children == 0 or node.low == node.high:
                    break
            at = self.chosen(at)
            self.budget.enter()
            state = game.result(state, self.nodes[at].action)
            ply += 1
            if not self.proofs and self.nodes[at].visits == 0:
                self.nodes[at].over = game.terminal(state)
        # 2. the result of the position
        node = self.nodes[at]
        if node.low == node.high:
            result = float(node.low)
        elif node.over:
            result = float(self.utility(state))
        elif self.playouts == NONE:
            result = self.estimated(state)
        else:
            result = self.played_out(state)
        self.least, self.most = min(self.least, result), max(self.most, result)
        # 3. up again
        while True:
            node = self.nodes[at]
            result = max(float(node.low), min(float(node.high), result))
            node.visits += 1
            node.total += result
            if at == 0:
                break
            at = node.parent

    def expand(self, at: int, state: State) -> None:
        """Give a node its children, if there is room. With proofs, learn which of them end the game."""
        game, node, first = self.game, self.nodes[at], self.used
        actions: Any = game.actions(state)
        if type(actions) is not list and type(actions) is not tuple:
            actions = checked_actions(game, actions)
        if not len(actions):
            raise no_action(game, state)
        if first + len(actions) > len(self.nodes):
            return
        node.mover = game.player(state)
        for index in range(len(actions)):
            self.make(first + index, at, actions[index])
            if self.proofs or self.priors is not None:
                self.budget.enter()
                child = game.result(state, actions[index])
                self.look(first + index, child, node.mover)
        self.used = first + len(actions)
        node.first, node.children = first, len(actions)
        if self.priors is not None:
            self.spread(node)
        if self.proofs:
            self.prove(at)

    def look(self, index: int, state: State, mover: int) -> None:
        """Look at a new child: is the game over, and what is its prior?"""
        child = self.nodes[index]
        if self.game.terminal(state):
            child.over = True
            utility = self.utility(state)
            child.prior = float(utility if mover == 0 else -utility)
            if self.proofs:
                child.low = child.high = utility
        elif self.priors is not None:
            value = self.evaluated(self.priors, state)
            child.prior = float(value if mover == self.root_player else -value)

    def spread(self, node: Node) -> None:
        """Turn evaluations into priors that sum to 1. Only their share of the range of all children counts."""
        least = most = self.nodes[node.first].prior
        for index in range(node.first, node.first + node.children):
            least, most = min(least, self.nodes[index].prior), max(most, self.nodes[index].prior)
        total = 0.0
        for index in range(node.first, node.first + node.children):
            child = self.nodes[index]
            child.prior = math.exp(STEEP * (child.prior - least) / (most - least)) if most > least else 1.0
            total += child.prior
        for index in range(node.first, node.first + node.children):
            self.nodes[index].prior /= total

    def chosen(self, at: int) -> int:
        """Return the child to visit next. A child that cannot be better than what is proven is not visited."""
        node, found, best = self.nodes[at], 0, -math.inf
        own = self.share(at, node.mover)
        logs, root = math.log(node.visits + 1), math.sqrt(node.visits + 1)
        for index in range(node.first, node.first + node.children):
            child = self.nodes[index]
            if child.low == child.high and self.proofs:
                continue
            if child.high <= node.low if node.mover == 0 else child.low >= node.high:
                continue
            if self.priors is not None:
                share = own if child.visits == 0 else self.share(index, node.mover)
                bound = share + self.exploration * child.prior * root / (1 + child.visits)
            elif child.visits == 0:
                return index
            else:
                bound = self.share(index, node.mover) + self.exploration * math.sqrt(logs / child.visits)
            if bound > best or found == 0:
                best, found = bound, index
        return found

    def share(self, index: int, mover: int) -> float:
        """Return the mean result of a node for a player, from 0 for the smallest result so far to 1."""
        if self.nodes[index].visits == 0 or self.most <= self.least:
            return 0.5
        share = (self.mean(index) - self.least) / (self.most - self.least)
        return share if mover == 0 else 1.0 - share

    def mean(self, index: int) -> float:
        """Return the mean result of a node for player 0, within what is proven."""
        node = self.nodes[index]
        mean = node.total / node.visits if node.visits > 0 else 0.0
        return max(float(node.low), min(float(node.high), mean))

    # --- below the tree -------------------------------------------------------------------------------------------

    def utility(self, state: State) -> Value:
        """Return the utility of a finished game for player 0."""
        utility = self.game.utility(state, 0)
        if type(utility) is not int or self.outcome:
            return proof_utility(self.game, state, 0)
        return utility

    def played_out(self, state: State) -> float:
        """Return the result of a game that goes on at random, for player 0."""
        game = self.game
        for _ in range(LONGEST):
            if game.terminal(state):
                return float(self.utility(state))
            self.budget.enter()
            actions: Any = game.actions(state)
            if not len(actions):
                raise no_action(game, state)
            state = (
                self.drawn(state, actions)
                if self.playouts == EVALUATOR
                else game.result(state, actions[self.random.below(len(actions))])
            )
        return self.estimated(state)

    def drawn(self, state: State, actions: Any) -> State:
        """Return the child with the best evaluation of some that are drawn at random."""
        game = self.game
        own = game.player(state) == self.root_player
        best, most = game.result(state, actions[self.random.below(len(actions))]), -math.inf
        for _ in range(DRAWN):
            self.budget.enter()
            child = game.result(state, actions[self.random.below(len(actions))])
            value = float(self.evaluation(child))
            if not own:
                value = -value
            if value > most:
                best, most = child, value
        return best

    def evaluation(self, state: State) -> Value:
        """Return the evaluation of a state, finished or not, for the player at the root."""
        if self.game.terminal(state):
            utility = self.utility(state)
            utility = utility * int(LARGEST) if self.outcome else utility
            return utility if self.root_player == 0 else -utility
        return self.evaluated(self.evaluate, state)

    def evaluated(self, evaluate: Evaluator, state: State) -> Value:
        """Return what an evaluator says of an unfinished state, for the player at the root."""
        value: Any = evaluate(self.game, state, self.root_player)
        if type(value) is not int and (type(value) is not float or value != value):
            value = checked_evaluation(evaluate, value)
        return max(-LARGEST, min(LARGEST, value))

    def estimated(self, state: State) -> float:
        """Return the evaluation of a state as a result for player 0. In a game of wins and losses it lies between -1
        and 1, and is 0.5 for an evaluation of the mean size."""
        value = float(self.evaluated(self.evaluate, state))
        if self.outcome and value != 0.0:
            self.sizes += abs(value)
            self.estimates += 1
            value /= abs(value) + self.sizes / self.estimates
        return value if self.root_player == 0 else -value

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
        return plies + 1

    # --- between moves --------------------------------------------------------------------------------------------

    def cut(self, root: int) -> None:
        """Make a node the root, and leave out everything that is not below it."""
        count = 0
        for index in range(self.used):
            node = self.nodes[index]
            above = self.nodes[node.parent].moved if index > 0 else -1
            if index != root and (index < root or above < 0):
                node.moved = -1
                continue
            node.moved = count
            self.move(index, count, 0 if index == root else above)
            count += 1
        self.used = count

    def move(self, source: int, target: int, parent: int) -> None:
        """Copy a node to an earlier place. `moved` stays: it says where the node went that was there before."""
        old, new = self.nodes[source], self.nodes[target]
        new.action = old.action
        new.first, new.children, new.mover, new.over = old.first, old.children, old.mover, old.over
        new.visits, new.total, new.prior = old.visits, old.total, old.prior
        new.low, new.high, new.plies = old.low, old.high, old.plies
        new.parent = parent
        if target > 0 and self.nodes[parent].first == source:
            self.nodes[parent].first = target


# --- the searcher ---------------------------------------------------------------------------------------------------


def _some_exploration(_: object, __: object, value: Any) -> None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9):
        raise InvalidSettings(f"expected `exploration` to be a number, at least 0, got {value!r}")


def _some_playouts(_: object, __: object, value: Any) -> None:
    if value not in PLAYOUTS:
        raise InvalidSettings(f"expected `playouts` to be {' or '.join(map(repr, PLAYOUTS))}, got {value!r}")


def _some_room(_: object, __: object, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 2 <= value <= 1 << 30:
        raise InvalidSettings(f"expected `room` to be a number of tree nodes from 2 to 2**30, got {value!r}")


@attrs.frozen
class MCTS(Algorithm):
    """Monte Carlo tree search, which can be stopped at any time and needs no evaluator.

    A search ends at the limits, after so many `simulations`, or when the value is proven; without any limit, after
    10,000 simulations. Below the tree, `playouts="uniform"` plays random actions, `"evaluator"` the best of three
    random ones, and with None the evaluator's value is the result. With `priors`, actions whose next state the
    evaluator likes are visited more often at first (PUCT), otherwise each is visited once before any is visited twice
    (UCT). A greater `exploration` visits more actions that look bad; None is 0.7 for UCT and 1 for PUCT.

    With `proofs`, the tree knows bounds of the value of each node. A proven win ends the search, and a proven loss is
    chosen only if all actions lose. A proven win or loss may take fewer plies than the value says.

    The tree has at most `room` nodes, and then grows no more. If a clock is the only limit, the part of the tree
    below the new position is kept from move to move, until a new game begins. `limits.depth` limits its depth.
    """

    simulations: int | None = attrs.field(default=None, validator=whole_number_or_none)
    evaluator: EvaluatorSetting = attrs.field(default=None, validator=usable_evaluator)
    playouts: str | None = attrs.field(default="uniform", validator=_some_playouts)
    priors: bool = attrs.field(default=False, validator=true_or_false)
    exploration: float | None = attrs.field(default=None, validator=_some_exploration)
    proofs: bool = attrs.field(default=True, validator=true_or_false)
    room: int = attrs.field(default=1 << 20, validator=_some_room)
    seed: int = attrs.field(default=0, validator=any_integer)
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)
    promises: ClassVar[str] = "sampling"

    def bind(self, at: Binding, /) -> Search:
        search = Simulating(at.settled(self), at.game)
        at.keeps(search.forget)
        return search

    def tree(self, game: AnyGame, allowed: limits.Budget) -> MCTSTree:
        """Return an empty tree. The setting `evaluator` is a function."""
        evaluate = cast(Evaluator, self.evaluator)
        given = self.exploration
        return MCTSTree(
            game,
            evaluate,
            allowed,
            exploration=given if given is not None else 1.0 if self.priors else 0.7,
            playouts=PLAYOUTS.index(self.playouts),
            priors=evaluate if self.priors else None,
            proofs=self.proofs,
            seed=self.seed,
            room=self.room,
        )
