"""The loop over the actions at the root, for all compiled searches."""

from __future__ import annotations

from typing import Any, Final

from advsearch.compiled.layout import (
    FINISHED,
    HEADER,
    LINES,
    NO_ACTION,
    ROOT_SURE,
    ROOTS,
    STRIDE,
    copy_line,
    end_line,
    enter,
)
from advsearch.compiled.memory import Block, get, put
from advsearch.compiled.shape import Kernel, Moves, Scale, variable

FIRST: Final = 0
"""The search mode in which the search finds the first of the best actions, with its value."""
TIES: Final = 1
"""The search mode in which the search finds all best actions, with their exact values."""
EVERY: Final = 2
"""The search mode in which the search finds the exact value of every action."""


def make_root(moves: Moves, scale: Scale, search: Kernel) -> Kernel:
    """Make the function that searches the root. For the positions below the root, the function calls `search`. The
    arguments and results of `search` must be the same as in `alphabeta.make_search`."""
    begin, after = moves.begin, moves.after
    aborted, lowest, terminal = scale.aborted, scale.lowest, scale.terminal
    stopped, horizon, below, proven = scale.stopped, scale.horizon, scale.below, scale.proven
    note_sure, last_sure = scale.note_sure, scale.last_sure
    store = scale.numbers.store

    def child(block: Block, s: Any, action: int, depth: int, alpha: Any, beta: Any) -> Any:
        """Return the value of an action for the player who moves in s. `child` also writes the principal variation
        from ply 1 on, and the cell SURE."""
        t, replies, same, over, utility = after(s, action)
        end_line(block, 1)
        note_sure(block, 1)
        if over:
            return terminal(utility, 1)
        if depth == 1:
            note_sure(block, 0)
            return horizon(t, replies, 0, same)
        if same:
            return search(block, t, replies, depth - 1, variable(0), variable(1), alpha, beta)
        value = search(block, t, replies, depth - 1, variable(1), variable(1), -beta, -alpha)
        return value if stopped(value) else -value

    def root(block: Block, s: Any, depth: int, alpha: Any, beta: Any, mode: int) -> Any:
        """Search the root s, and return its value. Write the value of each action into the action's row of the block.

        The root s must not be finished, depth must be at least 1, and the cell FINISHED must be 0. After the call,
        the cell FINISHED contains the number of actions that have values, even if the result is `aborted`. The
        actions with values are in the first rows. Every action is searched with a window of its own. If an action's
        value is above the window's lower bound, the value is exact, and the row also contains the principal
        variation.
        """
        begin(s)
        best = lowest
        sure = 1
        stride = get(block, STRIDE)
        for index in range(get(block, ROOTS)):
            row = HEADER + stride * index
            floor = alpha
            if mode != EVERY and index > 0:
                floor = max(alpha, below(best) if mode == TIES else best)
            if not enter(block):
                return aborted
            value = child(block, s, get(block, row), depth, floor, beta)
            if stopped(value):
                return aborted
            store(block, row + 1, value)
            put(block, row + 2, NO_ACTION)
            if value > floor:
                copy_line(block, get(block, LINES) + stride, row + 2)
            certain = last_sure(block) | proven(value)
            sure &= certain
            put(block, FINISHED, index + 1)
            if index == 0 or value > best:
                best = value
                if value >= beta and mode != EVERY:
                    put(block, ROOT_SURE, certain)
                    return best
        put(block, ROOT_SURE, sure)
        return best

    return root
