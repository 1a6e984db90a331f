"""Plain minimax: it searches every line of play to the depth, without cut-offs. All other searchers are tested
against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from advsearch.search.searcher import FixedDepth
from advsearch.search.session import Session
from advsearch.values import Value, is_proven


class _FullWidth(Session):
    frames_per_ply: ClassVar[int] = 1

    __slots__ = ()

    def visit(
        self, state: Any, mover: int, depth: int, alpha: Value, beta: Value, moves: Sequence[Any] | None = None
    ) -> Value:
        """See `Session.visit`. The value returned is the true value, whatever the window."""
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
            # 2. Its value for our mover: at the end of the game, below it, or at the horizon.
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
            # 3. The first of the best is kept.
            if line is None or value > best:
                best = value
                line = (action, self.line)
        self.line = line
        self.sure = sure or (self.outcome and is_proven(best))
        return best


@attrs.frozen
class Minimax(FixedDepth):
    """Minimax: the value of a state is the best that the player to move can force.

    The search goes `depth` plies deep, or `limits.depth` if that is smaller. None searches to the end of the game. A
    terminal state counts with its utility. In an outcome game this is a win or loss in a number of plies. A state at
    the depth limit counts with its evaluation for the player to move at the root.

    The action is the first of the best ones in the order of `actions`. With `ties="random"` it is drawn from all the
    best by `seed` and ply. The principal variation ends where the game ends or at the depth limit, and its last state
    has the value.
    """

    session: ClassVar[type[Session]] = _FullWidth
