"""Document 004's player as machine code, so that 2,000 games of a pairing take minutes instead of an hour."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from advsearch.bits import lowest, rest
from advsearch.kernels import ONGOING, Cells, KernelSet, Words
from advsearch.values import win_in
from advsearch_pentago.geometry import TURNS

Kernel = Callable[..., Any]

WON: Final = win_in(1)
NO_REPLY: Final = 10_001
"""The value of an action without a reply, above all values of the program's evaluator."""
NO_ACTION: Final = -1
UNLIMITED: Final = 1 << 40
"""A node limit that no two-ply search reaches."""
_LEAST: Final = -UNLIMITED


def make_look(kernels: KernelSet, continued: KernelSet, evaluate: Kernel) -> Kernel:
    """Return a function `look(s, most, only)` that searches two plies from the words `s`. The function enters at most
    `most` nodes, including the root. If `only` is not `NO_ACTION`, the function examines only this root action. The
    results are the action, the reply to the action, the action's value, the number of nodes entered, and whether the
    search has finished. If a root action ends the game and does not win, the replies are the actions of `continued`.
    In the rules `continued`, a five does not end the game."""
    actions, apply, outcome, fan = kernels.actions, kernels.apply, kernels.outcome, kernels.fan
    apply_continued, continued_fan = continued.apply, continued.fan

    def every_turn(s: Words, cell: int) -> tuple[int, int]:  # noqa: ARG001 - a kernel's signature
        return 0, TURNS

    choices = kernels.choices or every_turn

    def worst(s: Words, empty: Cells, over: int, enough: int, most: int) -> tuple[int, int, int, int]:
        """Find the reply with the lowest evaluation. The results are the evaluation, the reply, the number of nodes
        entered, and 0 if the node limit ended the search (otherwise 1).
        """
        lowest_value, reply, nodes = NO_REPLY, NO_ACTION, 0
        left = empty
        while left:
            cell = lowest(left)
            left = rest(left)
            start, stop = choices(s, cell)
            if over:
                start, stop = 0, TURNS
            for turn in range(start, stop):
                if nodes >= most:
                    return lowest_value, reply, nodes, 0
                number = cell * fan + turn
                end = apply_continued(s, cell * continued_fan + turn) if over else apply(s, number)
                nodes += 1
                value = evaluate(end, 0, 0)
                if value < lowest_value:
                    lowest_value, reply = value, NO_ACTION if over else number
                    if value <= enough:
                        return lowest_value, reply, nodes, 1
        return lowest_value, reply, nodes, 1

    def look(s: Words, most: int, only: int) -> tuple[int, int, int, int, int]:
        best, best_reply, best_value, nodes = NO_ACTION, NO_ACTION, _LEAST, 1
        left = actions(s)
        while left:
            cell = lowest(left)
            left = rest(left)
            start, stop = choices(s, cell)
            for turn in range(start, stop):
                number = cell * fan + turn
                if only >= 0 and only != number:
                    continue
                if nodes >= most:
                    return best, best_reply, best_value, nodes, 0
                after = apply(s, number)
                empty = actions(after)
                found = outcome(after, empty)
                nodes += 1
                if found == -1:
                    return number, NO_ACTION, WON, nodes, 1
                over = 0 if found == ONGOING else 1
                value, reply, entered, whole = worst(after, empty, over, best_value, most - nodes)
                nodes += entered
                if whole == 0:
                    return best, best_reply, best_value, nodes, 0
                if value > best_value:
                    best, best_reply, best_value = number, reply, value
        return best, best_reply, best_value, nodes, 1

    return look
