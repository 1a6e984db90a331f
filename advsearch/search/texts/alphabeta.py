"""Alpha-beta: minimax without the branches that cannot change the value."""

from __future__ import annotations

from advsearch.search.kit.fields import State, Value
from advsearch.search.kit.tree import Tree


class AlphaBeta(Tree):
    """Plain alpha-beta, which tries actions in the game's order."""

    def visit(self, state: State, mover: int, depth: int, ply: int, alpha: Value, beta: Value) -> tuple[Value, bool]:
        if depth < self.deepest:
            self.deepest = depth
        best, sure = self.scale.bottom, True
        self.line.end(ply)
        for action in self.game.actions(state):
            self.budget.enter()
            child = self.game.result(state, action)
            value, final = self.below(child, mover, depth - 1, ply + 1, alpha, beta)
            sure = sure and final
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self.line.extend(ply, action)
                    if value >= beta:
                        sure = final
                        break
        return best, sure or self.scale.proven(best)
