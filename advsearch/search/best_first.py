"""Unbounded best-first minimax with completion: always look further where both players would go now.

Each step follows the best action of each player from the root to a position without children, gives it children, and
lets the evaluator judge them; then every position on the way takes the value of its best child. Korf and Chickering
(1996) describe the search. Completion, by Cohen-Solal (2021), leaves out what is solved, so that the search goes on
until the value of the root is proven.
"""

from __future__ import annotations

import math
from typing import ClassVar, cast

import attrs

from advsearch import limits
from advsearch.protocol import AnyGame, Binding, Evaluator, EvaluatorSetting, Search, TierChoice
from advsearch.search.kit.fields import State, Value
from advsearch.search.kit.grown import LARGEST, GrownTree
from advsearch.search.mcts import some_room
from advsearch.search.searcher import Algorithm
from advsearch.search.settings import known_tier, usable_evaluator, whole_number_or_none
from advsearch.search.simulating import Simulating


class BestFirstTree(GrownTree):
    """A tree that grows below the best line of play. The `total` of a node is its value for player 0."""

    def __init__(self, game: AnyGame, evaluate: Evaluator, allowed: limits.Budget, *, room: int) -> None:
        super().__init__(game, evaluate, allowed, room=room, proofs=True, judged=True)

    def step(self, state: State) -> bool:
        at, ply = 0, 0
        # 1. down the tree, by the best actions that are not solved
        while self.nodes[at].children > 0:
            at = self.chosen(at)
            self.budget.enter()
            state = self.game.result(state, self.nodes[at].action)
            ply += 1
        # 2. the children
        if ply >= self.deepest:
            return False
        self.expand(at, state)
        if self.nodes[at].children == 0:
            return False
        # 3. up again
        while True:
            self.nodes[at].visits += 1
            self.nodes[at].total = self.value(at)
            if at == 0:
                return True
            at = self.nodes[at].parent

    def expanded(self, at: int) -> None:
        """The value of a new child is its evaluation."""
        node = self.nodes[at]
        for index in range(node.first, node.first + node.children):
            self.nodes[index].total = self.nodes[index].prior
        node.total = self.value(at)

    def chosen(self, at: int) -> int:
        """Return the child with the best value for the mover. A child that is solved, or cannot be better than what
        is proven, is not looked at again."""
        node, found, best = self.nodes[at], 0, -math.inf
        for index in range(node.first, node.first + node.children):
            child = self.nodes[index]
            if child.low == child.high or (child.high <= node.low if node.mover == 0 else child.low >= node.high):
                continue
            worth = self.mean(index) if node.mover == 0 else -self.mean(index)
            if found == 0 or worth > best:
                best, found = worth, index
        return found

    def value(self, at: int) -> float:
        """Return the value of the best child for player 0."""
        node = self.nodes[at]
        best = self.mean(node.first)
        for index in range(node.first + 1, node.first + node.children):
            best = max(best, self.mean(index)) if node.mover == 0 else min(best, self.mean(index))
        return best

    def mean(self, index: int) -> float:
        """Return the value of a node for player 0, within what is proven."""
        node = self.nodes[index]
        return max(self.scaled(node.low), min(self.scaled(node.high), node.total))

    def scaled(self, bound: Value) -> float:
        """Return a bound on the scale of evaluations, where a win is better than any of them."""
        return float(bound) * LARGEST if self.outcome else float(bound)


@attrs.frozen
class BestFirst(Algorithm):
    """Best-first minimax with completion, which can be stopped at any time and proves what it can.

    A search ends at the limits, after so many `steps`, or when the value is proven. It looks far ahead on few lines
    of play, so it needs a good evaluator, and it finds combinations that a search of whole depths does not reach. The
    action is the one that was followed most often, unless another one is proven to be better. In a game whose
    positions repeat, a search without limits may go on until there is no room.

    The tree has at most `room` nodes; then the search ends. If a clock is the only limit, the part of the tree below
    the new position is kept from move to move, until a new game begins. `limits.depth` limits the depth of the tree.
    A proven win or loss may take fewer plies than the value says.
    """

    steps: int | None = attrs.field(default=None, validator=whole_number_or_none)
    evaluator: EvaluatorSetting = attrs.field(default=None, validator=usable_evaluator)
    room: int = attrs.field(default=1 << 20, validator=some_room)
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)
    promises: ClassVar[str] = "prover"

    def bind(self, at: Binding, /) -> Search:
        ready = at.settled(self)
        search = ready.bound(at.game)
        at.keeps(search.forget)
        return search

    def bound(self, game: AnyGame) -> Simulating:
        """Return the search of a game in plain Python. The setting `evaluator` is a function."""
        return Simulating(game, self.tree, self.steps, limits.NEVER)

    def tree(self, game: AnyGame, allowed: limits.Budget) -> BestFirstTree:
        """Return an empty tree. The setting `evaluator` is a function."""
        return BestFirstTree(game, cast(Evaluator, self.evaluator), allowed, room=self.room)
