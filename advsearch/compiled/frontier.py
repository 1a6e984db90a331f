"""The search of positions one ply above the horizon, in which a compiled search spends most of its nodes."""

from __future__ import annotations

from typing import Any

from advsearch.compiled.layout import LEFT, LINES, NO_ACTION, STRIDE, granted
from advsearch.compiled.memory import Block, get, put
from advsearch.compiled.shape import Kernel, Moves, Scale, inlined


def make_frontier(moves: Moves, scale: Scale, likely: Kernel, learn: Kernel) -> Kernel:
    """Make the function that searches a position to depth 1. The function keeps the node count in a register.

    `likely(block, s, cells, ply)` returns the action to try first, or NO_ACTION. After the action from `likely`, the
    search tries the remaining actions in the game's order. If an action other than the first causes a cut-off, the
    search calls `learn(block, s, ply, action)`.
    """
    some, take, choices, fan, after = moves.some, moves.take, moves.choices, moves.fan, moves.after
    aborted, lowest, terminal = scale.aborted, scale.lowest, scale.terminal
    horizon, proven, invalid, note_sure = scale.horizon, scale.proven, scale.invalid, scale.note_sure

    @inlined
    def entered(block: Block, left: int, s: Any, action: int, side: int, ply: int) -> tuple[int, Any, int]:
        """Enter the position after an action. Return three numbers: the number of nodes left until the next check,
        the value of the position, and 1 if the game ended there, else 0. If the search must stop, the first result is
        -1.
        """
        if left == 0:
            left = granted(block)
            if left == 0:
                put(block, LEFT, 0)
                return -1, lowest, 0
        t, replies, same, over, utility = after(s, action)
        if over:
            return left - 1, terminal(utility, ply + 1), 1
        return left - 1, horizon(t, replies, side, same), 0

    @inlined
    def frontier(block: Block, s: Any, cells: Any, side: int, ply: int, alpha: Any, beta: Any) -> Any:
        best = lowest
        sure = 1
        left = get(block, LEFT)
        row = get(block, LINES) + ply * get(block, STRIDE)
        put(block, row, NO_ACTION)
        first = likely(block, s, cells, ply)
        if first >= 0:
            left, best, sure = entered(block, left, s, first, side, ply)
            if left < 0 or invalid(best):
                return aborted
            if best > alpha:
                alpha = best
                put(block, row, first)
                put(block, row + 1, NO_ACTION)
                if best >= beta:
                    put(block, LEFT, left)
                    note_sure(block, sure | proven(best))
                    return best
        while some(cells):
            cell, cells = take(cells)
            start, stop = choices(s, cell)
            for choice in range(start, stop):
                action = cell * fan + choice
                if first < 0 or action != first:  # without orderings the compiler knows that first is -1
                    left, value, certain = entered(block, left, s, action, side, ply)
                    if left < 0 or invalid(value):
                        return aborted
                    sure &= certain
                    if value > best:
                        best = value
                        if value > alpha:
                            alpha = value
                            put(block, row, action)
                            put(block, row + 1, NO_ACTION)
                            if value >= beta:
                                learn(block, s, ply, action)
                                put(block, LEFT, left)
                                note_sure(block, certain | proven(best))
                                return best
        put(block, LEFT, left)
        note_sure(block, sure | proven(best))
        return best

    return frontier
