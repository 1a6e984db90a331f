"""MTD(f) below each action of the root, over kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from advsearch.compiled.template import end_line, enter, extend_line, fixed_depth, reached

if TYPE_CHECKING:
    from collections.abc import Callable

    from advsearch.compiled.template import Kernel, Moves, Scale
    from advsearch.protocol import Binding, Search
    from advsearch_pebbles.search import Stepping


def making(least: int) -> Callable[[Moves, Scale], Kernel]:
    """The template for a setting of `least`."""

    def make(moves: Moves, scale: Scale) -> Kernel:
        some, take, choices, fan, after = moves.some, moves.take, moves.choices, moves.fan, moves.after
        aborted, lowest, terminal, horizon = scale.aborted, scale.lowest, scale.terminal, scale.horizon
        stopped, invalid, proven = scale.stopped, scale.invalid, scale.proven
        above, below = scale.above, scale.below
        note_sure, last_sure = scale.note_sure, scale.last_sure

        def search(block: Any, s: Any, cells: Any, depth: Any, side: Any, ply: Any, alpha: Any, beta: Any) -> Any:
            if depth >= least and above(above(alpha)) < beta:
                low, high = alpha, beta
                guess = horizon(s, cells, side, True)
                if invalid(guess):
                    return aborted
                guess = max(alpha, min(below(beta), guess))
                while low < high:
                    if guess == low:
                        under, over = guess, above(guess)
                    else:
                        under, over = below(guess), guess
                    guess = search(block, s, cells, depth, side, ply, under, over)
                    if stopped(guess):
                        return aborted
                    if under < guess < over:
                        return guess
                    if guess <= under:
                        high = guess
                        if high <= alpha:
                            return high
                    else:
                        low = guess
                        if low >= beta:
                            return low
                return search(block, s, cells, depth, side, ply, below(guess), above(guess))
            reached(block, depth)
            end_line(block, ply)
            best = lowest
            sure = 1
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
                        note_sure(block, 1)
                        value = terminal(utility, ply + 1)
                    elif depth == 1:
                        end_line(block, ply + 1)
                        note_sure(block, 0)
                        value = horizon(t, replies, side, same)
                        if invalid(value):
                            return aborted
                    else:
                        turn = side if same else 1 - side
                        lower, upper = (alpha, beta) if same else (-beta, -alpha)
                        value = search(block, t, replies, depth - 1, turn, ply + 1, lower, upper)
                        if stopped(value):
                            return aborted
                        if not same:
                            value = -value
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

    return make


def form(searcher: Stepping, at: Binding) -> Search:
    """The compiled form, which depends on a setting."""
    return fixed_depth(making(searcher.least), "stepping")(searcher, at)
