"""Plain alpha-beta to a fixed depth. The compiled search enters the same nodes as the search in plain Python.

Values are for the side to move, and are negated when the turn passes to the other player. `side` is 0 if the player
to move is also the player who moves at the root, else 1. An evaluator returns a value for the player who moves at the
root. An evaluator's argument `side` says whether that player is to move. The legal actions of a child are computed
before the child is searched, because the actions show whether the game is over. The search of the child gets the
legal actions as an argument. Leaves and finished positions need no recursive call.
"""

from __future__ import annotations

from typing import Any, Final

from advsearch.compiled.frontier import make_frontier
from advsearch.compiled.layout import DEEPEST, NO_ACTION, end_line, enter, extend_line
from advsearch.compiled.memory import Block, get, put
from advsearch.compiled.shape import Kernel, Moves, Scale, Template


def no_likely(block: Block, s: Any, cells: Any, ply: int) -> int:  # noqa: ARG001 - for `make_frontier`
    return NO_ACTION


def nothing_learnt(block: Block, s: Any, ply: int, action: int) -> None:  # noqa: ARG001
    return


def make_search(moves: Moves, scale: Scale) -> Kernel:
    """Make the function that searches a position to any depth of at least 1."""
    some, take, choices, fan, after = moves.some, moves.take, moves.choices, moves.fan, moves.after
    aborted, lowest, terminal = scale.aborted, scale.lowest, scale.terminal
    stopped, proven, note_sure, last_sure = scale.stopped, scale.proven, scale.note_sure, scale.last_sure
    frontier = make_frontier(moves, scale, no_likely, nothing_learnt)

    def search(block: Block, s: Any, cells: Any, depth: int, side: int, ply: int, alpha: Any, beta: Any) -> Any:
        """Search the position s to `depth` plies, and return its value v for the player to move.

        The position s must not be finished, `cells` must be `actions(s)`, depth >= 1, and alpha < beta. `side` is 0
        if the player to move is also the player who moves at the root, else 1. If v <= alpha, the true value is at
        most v. If v >= beta, the true value is at least v. If alpha < v < beta, v is the true value, and `search`
        writes the principal variation from `ply` on. `scale.last_sure(block)` says whether a deeper search would
        return the same value. The result `aborted` means that the search was stopped.
        """
        if depth < get(block, DEEPEST):
            put(block, DEEPEST, depth)
        if depth == 1:
            return frontier(block, s, cells, side, ply, alpha, beta)
        best = lowest
        sure = 1
        end_line(block, ply)
        while some(cells):
            cell, cells = take(cells)
            start, stop = choices(s, cell)
            for choice in range(start, stop):
                # 1. Enter the child, and see whether the game ends there.
                if not enter(block):
                    return aborted
                action = cell * fan + choice
                t, replies, same, over, utility = after(s, action)
                # 2. The child's value for this node's mover.
                if over:
                    end_line(block, ply + 1)
                    note_sure(block, 1)
                    value = terminal(utility, ply + 1)
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
                sure &= last_sure(block)
                if value > best:
                    best = value
                    if value > alpha:
                        alpha = value
                        extend_line(block, ply, action)
                        if value >= beta:
                            note_sure(block, last_sure(block) | proven(best))
                            return best
        note_sure(block, sure | proven(best))
        return best

    return search


PLAIN: Final = Template("alphabeta", make_search)
