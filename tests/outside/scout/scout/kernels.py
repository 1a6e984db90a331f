"""The search and the ordering for the compiled tier."""

from __future__ import annotations

from typing import Any

from advsearch.compiled.template import (
    Block,
    Kernel,
    Moves,
    OrderKernels,
    Scale,
    Space,
    end_line,
    enter,
    extend_line,
    fixed_depth,
    reached,
)


def make_scout(moves: Moves, scale: Scale) -> Kernel:
    some, take, choices, fan, after = moves.some, moves.take, moves.choices, moves.fan, moves.after
    aborted, lowest, terminal, horizon = scale.aborted, scale.lowest, scale.terminal, scale.horizon
    stopped, invalid, proven, above = scale.stopped, scale.invalid, scale.proven, scale.above
    note_sure, last_sure = scale.note_sure, scale.last_sure

    def search(block: Block, s: Any, cells: Any, depth: int, side: int, ply: int, alpha: Any, beta: Any) -> Any:
        reached(block, depth)
        end_line(block, ply)
        best = lowest
        sure = 1
        while some(cells):
            cell, cells = take(cells)
            start, stop = choices(s, cell)
            for choice in range(start, stop):
                # 1. Enter the position after the action.
                if not enter(block):
                    return aborted
                action = cell * fan + choice
                t, replies, same, over, utility = after(s, action)
                # 2. Its value for our mover.
                if over:
                    end_line(block, ply + 1)
                    note_sure(block, 1)
                    value = terminal(utility, ply + 1)
                elif depth == 1:
                    end_line(block, ply + 1)
                    note_sure(block, 0)
                    value = horizon(t, replies, side, same)
                    if invalid(value):
                        return aborted
                else:
                    roof = beta if best == lowest else min(beta, above(alpha))
                    turn = side if same else 1 - side
                    low, high = (alpha, roof) if same else (-roof, -alpha)
                    value = search(block, t, replies, depth - 1, turn, ply + 1, low, high)
                    if not stopped(value) and roof < beta and alpha < (value if same else -value) < beta:
                        low, high = (alpha, beta) if same else (-beta, -alpha)
                        value = search(block, t, replies, depth - 1, turn, ply + 1, low, high)
                    if stopped(value):
                        return aborted
                    if not same:
                        value = -value
                # 3. Raise the bar, or cut.
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


form = fixed_depth(make_scout, "negascout")


def central(space: Space) -> OrderKernels:
    cells: int = space.kernels.longest

    def weight(store: Block, s: Any, side: int, ply: int, action: int) -> int:
        return -abs(2 * action - cells)

    return OrderKernels(weight=weight)
