"""Plain minimax, which enters every position."""

from __future__ import annotations

from typing import Any, Final

from advsearch.compiled.forms import fixed_depth
from advsearch.compiled.layout import DEEPEST, end_line, enter, extend_line
from advsearch.compiled.memory import Block, get, put
from advsearch.compiled.shape import Kernel, Moves, Scale
from advsearch.protocol import Form


def make_minimax(moves: Moves, scale: Scale) -> Kernel:
    """Make the recursive function of minimax. The function has the parameters of the search in `alphabeta`, and
    returns the exact value in every window."""
    some, take, choices, fan, after = moves.some, moves.take, moves.choices, moves.fan, moves.after
    aborted, lowest, terminal = scale.aborted, scale.lowest, scale.terminal
    stopped, horizon, proven = scale.stopped, scale.horizon, scale.proven
    note_sure, last_sure = scale.note_sure, scale.last_sure

    def search(block: Block, s: Any, cells: Any, depth: int, side: int, ply: int, alpha: Any, beta: Any) -> Any:
        if depth < get(block, DEEPEST):
            put(block, DEEPEST, depth)
        best = lowest
        sure = 1
        found = False
        end_line(block, ply)
        while some(cells):
            cell, cells = take(cells)
            start, stop = choices(s, cell)
            for choice in range(start, stop):
                if not enter(block):
                    return aborted
                action = cell * fan + choice
                t, replies, same, over, utility = after(s, action)
                if over:
                    end_line(block, ply + 1)
                    value = terminal(utility, ply + 1)
                elif depth == 1:
                    end_line(block, ply + 1)
                    value = horizon(t, replies, side, same)
                    sure = 0
                    if stopped(value):
                        return aborted
                else:
                    value = search(block, t, replies, depth - 1, side if same else 1 - side, ply + 1, alpha, beta)
                    if stopped(value):
                        return aborted
                    if not same:
                        value = -value
                    sure &= last_sure(block)
                if not found or value > best:
                    found = True
                    best = value
                    extend_line(block, ply, action)
        note_sure(block, sure | proven(best))
        return best

    return search


minimax: Final[Form] = fixed_depth(make_minimax, "minimax")
