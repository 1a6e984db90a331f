"""The loop over the actions at the root, for all compiled searches."""

from __future__ import annotations

from typing import Any, Final

from advsearch.compiled.layout import (
    BEST,
    FINISHED,
    HEADER,
    INSIDE,
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
"""The search mode in which the search finds the best actions, as many as the cell BEST says, with their values."""
TIES: Final = 1
"""The search mode in which the search also finds all actions that are as good as the last of the best actions."""
EVERY: Final = 2
"""The search mode in which the search finds the exact value of every action."""


def make_root(moves: Moves, scale: Scale, search: Kernel) -> Kernel:
    """Make the function that searches the root. For the positions below the root, the function calls `search`. The
    arguments and results of `search` must be the same as in `alphabeta.make_search`."""
    begin, after = moves.begin, moves.after
    aborted, lowest, terminal = scale.aborted, scale.lowest, scale.terminal
    stopped, horizon, above, below, proven = scale.stopped, scale.horizon, scale.above, scale.below, scale.proven
    note_sure, last_sure = scale.note_sure, scale.last_sure
    load, store = scale.numbers.load, scale.numbers.store

    def bar_of(block: Block, finished: int) -> Any:
        """Return the value that the next root action has to beat: that of the last of the best actions."""
        wanted = get(block, BEST)
        stride = get(block, STRIDE)
        for one in range(finished):
            value = load(block, HEADER + stride * one + 1)
            better = 0
            for other in range(finished):
                against = load(block, HEADER + stride * other + 1)
                if against > value or (against == value and other < one):
                    better += 1
            if better == wanted - 1:
                return value
        return lowest

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
        bar = lowest
        sure = 1
        stride = get(block, STRIDE)
        for index in range(get(block, ROOTS)):
            row = HEADER + stride * index
            floor = alpha
            if mode != EVERY and bar > lowest:
                floor = max(alpha, below(bar) if mode == TIES else bar)
            if not enter(block):
                return aborted
            roof = beta
            if bar > lowest and mode != EVERY and get(block, BEST) > 1:
                roof = min(beta, above(floor))  # most actions are worse than the best ones so far
            value = child(block, s, get(block, row), depth, floor, roof)
            if not stopped(value) and floor < value and roof < beta:
                value = child(block, s, get(block, row), depth, floor, beta)
            if stopped(value):
                return aborted
            store(block, row + 1, value)
            put(block, row + 3, NO_ACTION)
            certain = last_sure(block) | proven(value)
            if value > floor:
                copy_line(block, get(block, LINES) + stride, row + 3)
                put(block, row + 2, certain | INSIDE)
            else:
                put(block, row + 2, certain)
            sure &= certain
            put(block, FINISHED, index + 1)
            if mode != EVERY and value > bar:
                bar = value if get(block, BEST) == 1 else bar_of(block, index + 1)
            if index == 0 or value > best:
                best = value
                if value >= beta and mode != EVERY:
                    put(block, ROOT_SURE, certain)
                    return best
        put(block, ROOT_SURE, sure)
        return best

    return root
