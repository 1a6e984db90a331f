"""Minimax: a search of every line of play to the depth limit. Tests compare every searcher with minimax."""

from __future__ import annotations

from typing import ClassVar

import attrs

from advsearch.search.kit.fields import State, Value
from advsearch.search.kit.tree import Tree
from advsearch.search.searcher import FixedDepth


class MinimaxTree(Tree):
    """The text of minimax. It enters every position, and finds the true value in every window."""

    @property
    def uses_window(self) -> bool:
        """Return False: every value is exact."""
        return False

    def visit(self, state: State, mover: int, depth: int, ply: int, alpha: Value, beta: Value) -> tuple[Value, bool]:
        if depth < self.deepest:
            self.deepest = depth
        best, sure, found = self.scale.bottom, True, False
        self.line.end(ply)
        for action in self.game.actions(state):
            self.budget.enter()
            child = self.game.result(state, action)
            value, final = self.below(child, mover, depth - 1, ply + 1, alpha, beta)
            sure = sure and final
            if not found or value > best:
                best, found = value, True
                self.line.extend(ply, action)
        return best, sure or self.scale.proven(best)


@attrs.frozen
class Minimax(FixedDepth):
    """Plain minimax: the value of a state is the best value that the player to move can force.

    The search goes `depth` plies deep, or `limits.depth` if that is smaller. A `depth` of None means the end of the
    game. The value of a terminal state is its utility. In an outcome game, the value of a terminal state is a draw,
    or a win or loss in n plies. The value of a state at the depth limit is its evaluation for the player to move at
    the root.

    The returned action is the first of the best actions in the order of `actions`. With `ties="random"`, `seed` and
    the ply select one of the best actions at random. The principal variation ends at the end of the game or at the
    depth limit. The value of the root is the value of the last state of the principal variation.
    """

    text: ClassVar[type[Tree]] = MinimaxTree
