"""Plain alpha-beta of a fixed depth: the reference tier's tree, node for node.

Values are for the side to move, and are negated when the turn passes to the other player. `side` says whether the
player to move is the one who moves at the root, because an evaluator is always called for that player. A node enters
its children itself: it needs a child's actions to see whether the game is over, and passes them down to the child's
search. No function is called for leaves and finished positions.
"""

from __future__ import annotations

from typing import Any, Final

from advsearch.compiled.layout import (
    DEEPEST,
    LEFT,
    LINES,
    NO_ACTION,
    STRIDE,
    end_line,
    enter,
    extend_line,
    granted,
)
from advsearch.compiled.memory import Block, get, put
from advsearch.compiled.shape import Kernel, Moves, Scale, Template, inlined
from advsearch.kernels import ONGOING


def make_frontier(moves: Moves, scale: Scale) -> Kernel:
    """Make the search of a position one ply above the horizon."""
    actions, apply, outcome = moves.actions, moves.apply, moves.outcome
    some, first, drop, fan = moves.some, moves.first, moves.drop, moves.fan
    choices, stays = moves.choices, moves.stays
    aborted, lowest, terminal = scale.aborted, scale.lowest, scale.terminal
    horizon, proven, invalid, note_sure = scale.horizon, scale.proven, scale.invalid, scale.note_sure

    @inlined
    def frontier(block: Block, s: Any, cells: Any, side: int, ply: int, alpha: Any, beta: Any) -> Any:
        """The same as `search` at depth 1, but the node count stays in a register."""
        best = lowest
        sure = 1
        left = get(block, LEFT)
        row = get(block, LINES) + ply * get(block, STRIDE)
        put(block, row, NO_ACTION)
        while some(cells):
            cell = first(cells)
            cells = drop(cells)
            start, stop = choices(s, cell)
            for choice in range(start, stop):
                if left == 0:
                    left = granted(block)
                    if left == 0:
                        put(block, LEFT, 0)
                        return aborted
                left -= 1
                action = cell * fan + choice
                t = apply(s, action)
                replies = actions(t)
                same = stays(s, action)
                utility = outcome(t, replies)
                if utility != ONGOING:
                    value = terminal(utility if same else -utility, ply + 1)
                    certain = 1
                else:
                    value = horizon(t, replies, side, same)
                    certain = sure = 0
                    if invalid(value):
                        return aborted
                if value > best:
                    best = value
                    if value > alpha:
                        alpha = value
                        put(block, row, action)
                        put(block, row + 1, NO_ACTION)
                        if value >= beta:
                            put(block, LEFT, left)
                            note_sure(block, certain | proven(best))
                            return best
        put(block, LEFT, left)
        note_sure(block, sure | proven(best))
        return best

    return frontier


def make_search(moves: Moves, scale: Scale) -> Kernel:
    """The search of a position at any depth of at least 1."""
    actions, apply, outcome = moves.actions, moves.apply, moves.outcome
    some, first, drop, fan = moves.some, moves.first, moves.drop, moves.fan
    choices, stays = moves.choices, moves.stays
    aborted, lowest, terminal = scale.aborted, scale.lowest, scale.terminal
    stopped, proven, note_sure, last_sure = scale.stopped, scale.proven, scale.note_sure, scale.last_sure
    frontier = make_frontier(moves, scale)

    def search(block: Block, s: Any, cells: Any, depth: int, side: int, ply: int, alpha: Any, beta: Any) -> Any:
        """The value v of s for its mover, `depth` plies deep, fail-soft.

        Before the call: s is not finished, cells = actions(s), depth >= 1, alpha < beta, and side is 0 if the mover
        is the root's mover. After the call, v <= alpha is an upper bound of the true value, and v >= beta is a lower
        bound. Any other v is the true value, and the principal variation from `ply` leads to it. `last_sure` says
        whether the same holds at every greater depth. The result `aborted` has no meaning.
        """
        if depth < get(block, DEEPEST):
            put(block, DEEPEST, depth)
        if depth == 1:
            return frontier(block, s, cells, side, ply, alpha, beta)
        best = lowest
        sure = 1
        end_line(block, ply)
        while some(cells):
            cell = first(cells)
            cells = drop(cells)
            start, stop = choices(s, cell)
            for choice in range(start, stop):
                # 1. Enter the child, and see whether the game ends there.
                if not enter(block):
                    return aborted
                action = cell * fan + choice
                t = apply(s, action)
                replies = actions(t)
                same = stays(s, action)
                utility = outcome(t, replies)
                # 2. Its value for our mover.
                if utility != ONGOING:
                    end_line(block, ply + 1)
                    note_sure(block, 1)
                    value = terminal(utility if same else -utility, ply + 1)
                elif same:
                    value = search(block, t, replies, depth - 1, side, ply + 1, alpha, beta)
                    if stopped(value):
                        return aborted
                else:
                    if depth == 2:
                        put(block, DEEPEST, 1)
                        value = frontier(block, t, replies, 1 - side, ply + 1, -beta, -alpha)
                    else:
                        value = search(block, t, replies, depth - 1, 1 - side, ply + 1, -beta, -alpha)
                    if stopped(value):
                        return aborted
                    value = -value
                # 3. Raise alpha; cut at beta.
                certain = last_sure(block)
                sure &= certain
                if value > best:
                    best = value
                    if value > alpha:
                        alpha = value
                        extend_line(block, ply, action)
                        if value >= beta:
                            note_sure(block, certain | proven(best))
                            return best
        note_sure(block, sure | proven(best))
        return best

    return search


PLAIN: Final = Template("alphabeta", make_search)
