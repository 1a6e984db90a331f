"""NegaScout: alpha-beta that first tests with a null window whether a later action is better."""

from __future__ import annotations

from typing import ClassVar

import attrs

from advsearch.search import FixedDepth, Tree
from advsearch.search.kit.fields import State, Value


class NegaScoutTree(Tree):
    """The text of NegaScout."""

    def visit(self, state: State, mover: int, depth: int, ply: int, alpha: Value, beta: Value) -> tuple[Value, bool]:
        if depth < self.deepest:
            self.deepest = depth
        best, sure = self.scale.bottom, True
        self.line.end(ply)
        for action in self.game.actions(state):
            self.budget.enter()
            child = self.game.result(state, action)
            roof = beta if best == self.scale.bottom else min(beta, self.scale.above(alpha))
            value, final = self.below(child, mover, depth - 1, ply + 1, alpha, roof)
            if roof < beta and alpha < value < beta:
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


@attrs.frozen
class NegaScout(FixedDepth):
    """Alpha-beta that first tests with a null window whether a later action is better."""

    text: ClassVar[type[Tree]] = NegaScoutTree
