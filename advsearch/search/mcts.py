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
from advsearch.protocol import AnyGame, Binding, Evaluator, EvaluatorSetting, Search, TierChoice
from advsearch.search.kit.fields import RandomNumbers, State, Value
from advsearch.search.kit.grown import LARGEST, GrownTree, checked_dead_end
from advsearch.search.searcher import Algorithm
from advsearch.search.settings import any_integer, known_tier, true_or_false, usable_evaluator, whole_number_or_none
from advsearch.search.simulating import Simulating

UNIFORM: Final = 0
DECISIVE: Final = 1
EVALUATOR: Final = 2
NONE: Final = 3
"""How a simulation goes on below the tree."""
DRAWN: Final = 3
"""A playout by an evaluator plays the best of so many random actions."""
PLAYOUTS: Final = ("uniform", "decisive", "evaluator", None)
DEFAULT: Final = 10_000
"""The number of simulations of a search without any limit."""
LONGEST: Final = 10_000
"""The number of plies after which a playout ends, because games may have no end."""
STEEP: Final = 3.0
"""The prior of the best child is e to this power times that of the worst."""


class MCTSTree(GrownTree):
    """A tree that grows by simulations."""

    least: float
    most: float
    """The smallest and the greatest result so far."""
    sizes: float
    estimates: int
    """The sum and the number of the sizes of evaluations so far."""
    full: bool
    """Whether a node got no children, because there was no room."""
    rest: int
    """The number of simulations to make before nodes are left out again."""

    def __init__(
        self,
        game: AnyGame,
        evaluate: Evaluator,
        allowed: limits.Budget,
        *,
        exploration: float,
        playouts: int,
        priors: bool,
        proofs: bool,
        seed: int,
        room: int,
    ) -> None:
        super().__init__(game, evaluate, allowed, room=room, proofs=proofs, judged=priors)
        self.random = RandomNumbers(seed)
        self.exploration = exploration
        self.playouts = playouts
        self.estimates = self.rest = 0
        self.full = False
        self.least, self.most, self.sizes = (-1.0, 1.0, 0.0) if self.outcome else (math.inf, -math.inf, 0.0)

    # --- one simulation -------------------------------------------------------------------------------------------

    def step(self, state: State) -> bool:
        """Make one simulation. If there is no room for more nodes, make room, or go on below those that there are."""
        game, at, ply = self.game, 0, 0
        if self.rest > 0:
            self.rest -= 1
        elif self.full:
            self.rest = self.used // 8
            self.thin()
            self.full = False
        # 1. down the tree, by the best of the bounds of confidence
        while True:
            node = self.nodes[at]
            if node.over:
                break
            if node.children == 0:
                if node.visits == 0 or ply >= self.deepest:
                    break
                self.expand(at, state)
                self.full = node.children == 0
                if self.full or node.low == node.high:
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
        elif self.playouts == DECISIVE:
            result = self.fought_out(state)
        else:
            result = self.played_out(state)
        if result < self.least or result > self.most:
            self.least, self.most = min(self.least, result), max(self.most, result)
            for index in range(self.used):
                self.weigh(index)
        # 3. up again
        while True:
            node = self.nodes[at]
            result = max(float(node.low), min(float(node.high), result))
            node.visits += 1
            node.total += result
            node.won += int(result > 0) - int(result < 0)
            self.weigh(at)
            if at == 0:
                return True
            at = node.parent

    def weigh(self, at: int) -> None:
        """Write the share that a node's results are worth, for which `chosen` looks again and again.

        If results are scores, wins count as much as all differences between scores. Otherwise a narrow win would
        hardly differ from a narrow loss.
        """
        node = self.nodes[at]
        if node.visits == 0:
            return
        if self.most > self.least:
            node.worth = (self.mean(at) - self.least) / (self.most - self.least)
        if not self.outcome and self.least < 0.0 < self.most:
            won = node.won / node.visits
            if node.low > 0:
                won = 1.0
            elif node.high < 0:
                won = -1.0
            node.worth = (node.worth + (1.0 + won) / 2.0) / 2.0
        if not self.judged:
            node.prior = 1.0 / math.sqrt(node.visits)

    def expanded(self, at: int) -> None:
        """Turn evaluations into priors that sum to 1. Only their share of the range of all children counts."""
        node = self.nodes[at]
        if not self.judged:
            return
        sign = 1.0 if node.mover == 0 else -1.0
        least = most = self.nodes[node.first].prior
        for index in range(node.first, node.first + node.children):
            least, most = min(least, self.nodes[index].prior), max(most, self.nodes[index].prior)
        total = 0.0
        for index in range(node.first, node.first + node.children):
            child = self.nodes[index]
            share = (child.prior - least) / (most - least) if most > least else 0.5
            child.prior = math.exp(STEEP * sign * share)
            total += child.prior
        for index in range(node.first, node.first + node.children):
            self.nodes[index].prior /= total

    def chosen(self, at: int) -> int:
        """Return the child to visit next. A child that cannot be better than what is proven is not visited."""
        node, found, best = self.nodes[at], 0, -math.inf
        first, sign = node.mover == 0, 1.0 if node.mover == 0 else -1.0
        own = sign * node.worth
        if self.judged:
            eager = self.exploration * math.sqrt(node.visits + 1)
        else:
            eager = self.exploration * math.sqrt(math.log(node.visits + 1))
        for index in range(node.first, node.first + node.children):
            child = self.nodes[index]
            if child.low == child.high or (child.high <= node.low if first else child.low >= node.high):
                continue
            if child.visits > 0:
                bound = sign * child.worth
            elif self.judged:
                bound = own
            else:
                return index
            bound += eager * child.prior / (1 + child.visits) if self.judged else eager * child.prior
            if bound > best or found == 0:
                best, found = bound, index
        return found

    def mean(self, index: int) -> float:
        """Return the mean result of a node for player 0, within what is proven."""
        node = self.nodes[index]
        mean = node.total / node.visits if node.visits > 0 else 0.0
        return max(float(node.low), min(float(node.high), mean))

    # --- below the tree -------------------------------------------------------------------------------------------

    def played_out(self, state: State) -> float:
        """Return the result of a game that goes on at random, for player 0."""
        game = self.game
        for _ in range(LONGEST):
            if game.terminal(state):
                return float(self.utility(state))
            self.budget.enter()
            actions: Any = game.actions(state)
            if not len(actions):
                checked_dead_end(game, state)
            state = (
                self.drawn(state, actions)
                if self.playouts == EVALUATOR
                else game.result(state, actions[self.random.below(len(actions))])
            )
        return self.estimated(state)

    def fought_out(self, state: State) -> float:
        """Return the result of a game that goes on at random, but whoever can win with an action does, and nobody
        lets the opponent do so who can help it (Teytaud and Teytaud, 2010)."""
        game, quiet = self.game, False
        for _ in range(LONGEST):
            if game.terminal(state):
                return float(self.utility(state))
            mover = game.player(state)
            if not quiet:
                won = self.won_at_once(state, mover)
                if won > 0.0:
                    return won if mover == 0 else -won
            actions: Any = game.actions(state)
            if not len(actions):
                checked_dead_end(game, state)
            first, quiet, child = self.random.below(len(actions)), False, state
            for number in range(len(actions)):
                self.budget.enter()
                child = game.result(state, actions[(first + number) % len(actions)])
                if game.terminal(child):
                    if self.utility_of(child, mover) >= 0.0:
                        break
                elif game.player(child) == mover:
                    break
                elif self.won_at_once(child, 1 - mover) <= 0.0:
                    quiet = True
                    break
            state = child
        return self.estimated(state)

    def won_at_once(self, state: State, mover: int) -> float:
        """Return what the player to move gets by an action that wins at once, or 0 without one."""
        game = self.game
        actions: Any = game.actions(state)
        for action in actions:
            self.budget.enter()
            child = game.result(state, action)
            if game.terminal(child):
                won = self.utility_of(child, mover)
                if won > 0.0:
                    return won
        return 0.0

    def utility_of(self, state: State, player: int) -> float:
        utility = float(self.utility(state))
        return utility if player == 0 else -utility

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
        return self.evaluated(state)

    def estimated(self, state: State) -> float:
        """Return the evaluation of a state as a result for player 0. In a game of wins and losses it lies between -1
        and 1, and is 0.5 for an evaluation of the mean size."""
        value = float(self.evaluated(state))
        if self.outcome and value != 0.0:
            self.sizes += abs(value)
            self.estimates += 1
            value /= abs(value) + self.sizes / self.estimates
        return value if self.root_player == 0 else -value


# --- the searcher ---------------------------------------------------------------------------------------------------


def _some_exploration(_: object, __: object, value: Any) -> None:
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9):
        raise InvalidSettings(f"expected `exploration` to be a number, at least 0, got {value!r}")


def _some_playouts(_: object, __: object, value: Any) -> None:
    if value not in PLAYOUTS:
        raise InvalidSettings(f"expected `playouts` to be {' or '.join(map(repr, PLAYOUTS))}, got {value!r}")


def some_room(_: object, __: object, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 2 <= value <= 1 << 30:
        raise InvalidSettings(f"expected `room` to be a number of tree nodes from 2 to 2**30, got {value!r}")


@attrs.frozen
class MCTS(Algorithm):
    """Monte Carlo tree search, which can be stopped at any time and needs no evaluator.

    A search ends at the limits, after so many `simulations`, or when the value is proven; without any limit, after
    10,000 simulations. Below the tree, `playouts="uniform"` plays random actions. `"decisive"` also wins at once
    where it can, and keeps the opponent from doing so; `"evaluator"` plays the best of three random actions; and with
    None the evaluator's value is the result. With `priors`, actions whose next state the evaluator likes are visited
    more often at first (PUCT), otherwise each is visited once before any is visited twice (UCT). A greater
    `exploration` visits more actions that look bad; None is 0.7 for UCT and 1 for PUCT.

    With `proofs`, the tree knows bounds of the value of each node. A proven win ends the search, and a proven loss is
    chosen only if all actions lose. A proven win or loss may take fewer plies than the value says.

    In a game with scores, a win counts as much as the differences between scores, and once a win is proven, no action
    is played that may not win.

    The tree has at most `room` nodes. When it is full, it forgets what was visited least. If a clock is the only
    limit, the part of the tree below the new position is kept from move to move, until a new game begins.
    `limits.depth` limits its depth.
    """

    simulations: int | None = attrs.field(default=None, validator=whole_number_or_none)
    evaluator: EvaluatorSetting = attrs.field(default=None, validator=usable_evaluator)
    playouts: str | None = attrs.field(default="uniform", validator=_some_playouts)
    priors: bool = attrs.field(default=False, validator=true_or_false)
    exploration: float | None = attrs.field(default=None, validator=_some_exploration)
    proofs: bool = attrs.field(default=True, validator=true_or_false)
    room: int = attrs.field(default=1 << 20, validator=some_room)
    seed: int = attrs.field(default=0, validator=any_integer)
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)
    promises: ClassVar[str] = "sampling"

    def bind(self, at: Binding, /) -> Search:
        ready = at.settled(self)
        search = ready.bound(at.game)
        at.keeps(search.forget)
        return search

    def bound(self, game: AnyGame) -> Simulating:
        """Return the search of a game in plain Python. The setting `evaluator` is a function."""
        return Simulating(game, self.tree, self.simulations, DEFAULT)

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
            priors=self.priors,
            proofs=self.proofs,
            seed=self.seed,
            room=self.room,
        )
