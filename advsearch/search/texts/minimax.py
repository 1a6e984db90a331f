"""Minimax: a search of every line of play to the depth limit."""

from __future__ import annotations

from advsearch.search.kit.fields import State, Value
from advsearch.search.kit.tree import Tree


class Minimax(Tree):
    """Plain minimax, which enters every position and finds the exact value in every window."""

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
