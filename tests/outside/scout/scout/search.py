"""NegaScout: alpha-beta that first tests with a null window whether a later action is better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from advsearch.search import FixedDepth, Session, just_above
from advsearch.values import is_proven


class _Scouting(Session):
    __slots__ = ()

    def visit(
        self, state: Any, mover: int, depth: int, alpha: float, beta: float, moves: Sequence[Any] | None = None
    ) -> float:
        self.deepest = min(self.deepest, depth)
        best, line, sure = self.bottom, None, True
        for action in moves or self.actions(state):
            roof = beta if best == self.bottom else min(beta, just_above(alpha))
            entered = self.nodes
            value = self.below(state, action, mover, depth - 1, alpha, roof)
            if roof < beta and alpha < value < beta and self.nodes > entered + 1:  # a leaf's value is exact
                value = self.below(state, action, mover, depth - 1, alpha, beta)
            sure = sure and self.sure
            if value > best:
                best = value
                if value > alpha:
                    alpha, line = value, (action, self.line)
                    if value >= beta:
                        sure = self.sure
                        break
        self.line = line
        self.sure = sure or (self.outcome and is_proven(best))
        return best


@attrs.frozen
class NegaScout(FixedDepth):
    """Alpha-beta that first tests with a null window whether a later action is better."""

    session: ClassVar[type[Session]] = _Scouting
