"""Proof-number search: always look further where the fewest positions are missing from a proof.

The tree is in memory. The proof number of a position is the least number of positions below it that must be decided
to prove that the player at the root reaches a result, and the disproof number that to refute it. Each step follows
them from the root to a position that counts for both, and gives it children. Allis, van der Meulen and van den Herik:
Proof-number search, Artificial Intelligence 66 (1994).
"""

from __future__ import annotations

import math
from typing import ClassVar

import attrs

from advsearch import limits
from advsearch.protocol import AnyGame, Binding, Search, TierChoice, null
from advsearch.search.kit.fields import State, Value
from advsearch.search.kit.grown import GrownTree
from advsearch.search.mcts import some_room
from advsearch.search.searcher import Algorithm
from advsearch.search.settings import known_tier, whole_number_or_none
from advsearch.search.simulating import Simulating


class ProofTree(GrownTree):
    """A tree that grows where a proof is missing least. The `prior` of a node is its proof number, the `total` its
    disproof number."""

    asked: Value
    """The question: does the player at the root reach this result? It is always the best one that is not refuted."""
    begun: bool

    def __init__(self, game: AnyGame, allowed: limits.Budget, *, room: int) -> None:
        super().__init__(game, null, allowed, room=room, proofs=True, judged=False)
        self.asked: Value = self.top
        self.begun = False

    def step(self, state: State) -> bool:
        best = self.nodes[0].high if self.root_player == 0 else self.nodes[0].low
        if not self.begun or best != self.asked:
            self.ask(best)
        # 1. down the tree, to the position that is missing from both a proof and a refutation
        at, ply = 0, 0
        while self.nodes[at].children > 0:
            at = self.chosen(at)
            self.budget.enter()
            state = self.game.result(state, self.nodes[at].action)
            ply += 1
        # 2. its children
        if ply >= self.deepest:
            return False
        self.expand(at, state)
        if self.nodes[at].children == 0:
            return False
        # 3. up again
        while True:
            self.nodes[at].visits += 1
            self.count(at)
            if at == 0:
                return True
            at = self.nodes[at].parent

    def ask(self, best: Value) -> None:
        """Begin with a question: all numbers are other ones. Children have higher numbers than their parents."""
        self.asked, self.begun = best, True
        for at in range(self.used - 1, -1, -1):
            self.count(at)

    def expanded(self, at: int) -> None:
        node = self.nodes[at]
        for index in range(node.first, node.first + node.children):
            self.count(index)

    def count(self, at: int) -> None:
        """Write the two numbers of a node, from its bounds or from those of its children."""
        node = self.nodes[at]
        own = self.root_player == 0
        if node.low >= self.asked if own else node.high <= self.asked:
            node.prior, node.total = 0.0, math.inf
        elif node.high < self.asked if own else node.low > self.asked:
            node.prior, node.total = math.inf, 0.0
        elif node.children == 0:
            node.prior = node.total = 1.0
        else:
            least_proof, least_disproof, proofs, disproofs = math.inf, math.inf, 0.0, 0.0
            for index in range(node.first, node.first + node.children):
                child = self.nodes[index]
                least_proof, proofs = min(least_proof, child.prior), proofs + child.prior
                least_disproof, disproofs = min(least_disproof, child.total), disproofs + child.total
            if node.mover == self.root_player:
                node.prior, node.total = least_proof, disproofs
            else:
                node.prior, node.total = proofs, least_disproof

    def chosen(self, at: int) -> int:
        """Return the child that is easiest to prove for the player at the root, or to refute for the other one."""
        node, found, least = self.nodes[at], 0, math.inf
        for index in range(node.first, node.first + node.children):
            child = self.nodes[index]
            number = child.prior if node.mover == self.root_player else child.total
            if found == 0 or number < least:
                found, least = index, number
        return found

    def mean(self, index: int) -> float:
        """Return 0, or what is proven that is nearest to it."""
        node = self.nodes[index]
        return max(float(node.low), min(float(node.high), 0.0))


@attrs.frozen
class ProofNumber(Algorithm):
    """Proof-number search with a tree in memory: it proves the value of a position, or says that it did not.

    The first question is whether the player to move reaches the best result of the game. If that is refuted, the next
    one is about the best result that is left. So draws and scores take several questions, and what was proven for one
    question holds for the next. The number of plies to a proven win is an upper bound.

    Positions that are reached in several ways are searched several times; `df-pn` remembers them in a table, and
    needs less memory. If positions repeat, endless play is neither a win nor a draw, and the search may end without a
    proof. Without a proof, the value is 0, or what is proven that is nearest to it, and the action is the one that
    was looked at most.

    The tree has at most `room` nodes; then the search ends, as after so many `steps`. If a clock is the only limit,
    the part of the tree below the new position is kept from move to move.
    """

    steps: int | None = attrs.field(default=None, validator=whole_number_or_none)
    room: int = attrs.field(default=1 << 20, validator=some_room)
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)
    promises: ClassVar[str] = "prover"

    def bind(self, at: Binding, /) -> Search:
        ready = at.settled(self)
        search = ready.bound(at.game)
        at.keeps(search.forget)
        return search

    def bound(self, game: AnyGame) -> Simulating:
        """Return the search of a game in plain Python."""
        return Simulating(game, self.tree, self.steps, limits.NEVER)

    def tree(self, game: AnyGame, allowed: limits.Budget) -> ProofTree:
        """Return an empty tree."""
        return ProofTree(game, allowed, room=self.room)
