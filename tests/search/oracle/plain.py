"""Minimax and plain alpha-beta, each as a session, and searchers that open them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from advsearch.search import AlphaBeta, Minimax
from advsearch.values import EVALUATION_LIMIT, LEAST_EVALUATION, WIN, Value, clip_evaluation, is_proven
from oracle.session import Session


class FullWidth(Session):
    frames_per_ply: ClassVar[int] = 1

    __slots__ = ()

    def visit(
        self, state: Any, mover: int, depth: int, alpha: Value, beta: Value, moves: Sequence[Any] | None = None
    ) -> Value:
        """The value of a state, with the contract of `Session.visit`. The window is ignored, so the returned value is
        always the true value.
        """
        if depth < self.deepest:
            self.deepest = depth
        best = self.bottom
        line = None
        sure = True
        depth -= 1
        for action in moves or self.actions(state):
            # 1. Enter the child.
            child = self.result(state, action)
            self.left -= 1
            if self.left < 0:
                self.poll()
            # 2. The child's value for the mover: its utility, the value of a search below it, or its evaluation.
            if self.terminal(child):
                value = self.ended_value(child, mover, depth)
                self.line = None
            elif depth:
                turn = self.player(child)
                value = self.visit(child, turn, depth, alpha, beta)
                if turn != mover:
                    value = -value
                sure = sure and self.sure
            else:
                value = self.horizon_value(child, mover)
                self.line = None
                sure = False
            # 3. Keep the first of the best actions.
            if line is None or value > best:
                best = value
                line = (action, self.line)
        self.line = line
        self.sure = sure or (self.outcome and is_proven(best))
        return best


class Plain(Session):
    """A session of plain alpha-beta. Most nodes are leaves. The loop over a node's actions evaluates the leaves
    itself, because a call for each leaf would take time.
    """

    frames_per_ply: ClassVar[int] = 1

    __slots__ = ()

    def visit(
        self, state: Any, mover: int, depth: int, alpha: Value, beta: Value, moves: Sequence[Any] | None = None
    ) -> Value:
        """The value of a state, with the contract of `Session.visit`."""
        if depth < self.deepest:
            self.deepest = depth
        result = self.result
        terminal = self.terminal
        outcome = self.outcome
        root = self.root
        best = self.bottom
        line = None
        sure = True
        depth -= 1
        for action in moves or self.actions(state):
            # 1. Enter the child.
            child = result(state, action)
            self.left = left = self.left - 1
            if left < 0:
                self.poll()
            # 2. The child's value for the mover: its utility, the value of a search below it (with the window negated
            # if the turn passes), or its evaluation. (Session.ended_value and horizon_value, inlined to save the
            # calls.)
            if terminal(child):
                value = self.utility(child, mover)
                if outcome:
                    if value == 1:
                        value = WIN - self.horizon + depth
                    elif value == -1:
                        value = self.horizon - depth - WIN
                    else:
                        value = 0 if value == 0 else self.ended_value(child, mover, depth)
                elif type(value) is not int and (type(value) is not float or value != value):
                    value = self.checked_utility(child, value)
                self.line = None
                self.sure = True
            elif depth:
                turn = self.player(child)
                if turn == mover:
                    value = self.visit(child, turn, depth, alpha, beta)
                else:
                    value = -self.visit(child, turn, depth, -beta, -alpha)
                if not self.sure:
                    sure = False
            else:
                value = self.evaluate(self.game, child, root)
                if type(value) is not int and (type(value) is not float or value != value):
                    value = self.checked_evaluation(value)
                if outcome and not LEAST_EVALUATION <= value <= EVALUATION_LIMIT:
                    value = clip_evaluation(value)
                if mover != root:
                    value = -value
                self.line = None
                self.sure = sure = False
            # 3. Raise alpha; cut at beta. After a cut-off, `sure` depends only on the action that cut.
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    line = (action, self.line)
                    if value >= beta:
                        sure = self.sure
                        break
        self.line = line
        self.sure = sure or (outcome and not LEAST_EVALUATION <= best <= EVALUATION_LIMIT)
        return best


@attrs.frozen
class OldMinimax(Minimax):
    """Minimax with its old session."""

    def open(self, game: Any, state: Any, budget: Any) -> Any:
        return FullWidth(game, state, budget, self.evaluator, self.ties, self.seed)


@attrs.frozen
class OldAlphaBeta(AlphaBeta):
    """Alpha-beta with its old session, without a table and an order."""

    def open(self, game: Any, state: Any, budget: Any) -> Any:
        assert self.table == 0
        assert not self.order
        return Plain(game, state, budget, self.evaluator, self.ties, self.seed)
