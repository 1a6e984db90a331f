"""Templates that enter every position: plain minimax, and perft."""

from __future__ import annotations

from typing import Any, Final

from advsearch.compiled.layout import DEEPEST, ENTERED, OVER, STOP, end_line, enter, extend_line
from advsearch.compiled.memory import Block, get, put, watch
from advsearch.compiled.shape import Kernel, Moves, Scale, Template
from advsearch.kernels import ONGOING
from advsearch.lowering.row_rules import ERROR


def make_minimax(moves: Moves, scale: Scale) -> Kernel:
    """The contract of `alphabeta.make_search`, exact in every window; returns what `root` calls."""
    actions, apply, outcome = moves.actions, moves.apply, moves.outcome
    some, first, drop, fan = moves.some, moves.first, moves.drop, moves.fan
    choices, stays = moves.choices, moves.stays
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
            cell = first(cells)
            cells = drop(cells)
            start, stop = choices(s, cell)
            for choice in range(start, stop):
                if not enter(block):
                    return aborted
                action = cell * fan + choice
                t = apply(s, action)
                replies = actions(t)
                same = stays(s, action)
                utility = outcome(t, replies)
                if utility != ONGOING:
                    end_line(block, ply + 1)
                    value = terminal(utility if same else -utility, ply + 1)
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


def make_perft(moves: Moves) -> Kernel:
    """`count(block, s, depth)`: the leaves below s, not finished, depth >= 1; ENTERED and OVER count up.

    The stop flag is read where three plies or more are left, which is every few milliseconds at most.
    """
    begin, actions, apply, outcome = moves.begin, moves.actions, moves.apply, moves.outcome
    some, first, drop, fan, choices = moves.some, moves.first, moves.drop, moves.fan, moves.choices

    def perft(block: Block, s: Any, cells: Any, depth: int) -> int:
        leaves = 0
        entered = 0
        over = 0
        while some(cells) and (depth < 3 or (watch(block, STOP) == 0 and get(block, ERROR) == 0)):
            cell = first(cells)
            cells = drop(cells)
            start, stop = choices(s, cell)
            for choice in range(start, stop):
                t = apply(s, cell * fan + choice)
                replies = actions(t)
                entered += 1
                if outcome(t, replies) != ONGOING:
                    over += 1
                    leaves += 1
                elif depth == 1:
                    leaves += 1
                else:
                    leaves += perft(block, t, replies, depth - 1)
        put(block, ENTERED, get(block, ENTERED) + entered)
        put(block, OVER, get(block, OVER) + over)
        return leaves

    def count(block: Block, s: Any, depth: int) -> int:
        begin(s)
        return perft(block, s, actions(s), depth)

    return count


FULL: Final = Template("minimax", make_minimax)
