"""Plain minimax: a search of every line of play to the depth limit. Tests compare every searcher with minimax."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from advsearch.limits import Budget
from advsearch.protocol import AnyGame
from advsearch.search import texts
from advsearch.search.searcher import FixedDepth
from advsearch.search.session import Session
from advsearch.values import Value, is_proven


class _FullWidth(Session):
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

    session: ClassVar[type[Session]] = _FullWidth

    def open(self, game: AnyGame, state: Any, budget: Budget) -> Any:
        if texts.in_use():
            from advsearch.search.texts.opening import minimax_session

            return minimax_session(self, game, state, budget)
        return super().open(game, state, budget)
