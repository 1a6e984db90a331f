"""Document 004's player over words, for the compiled tier: 2,000 games of a pairing are minutes instead of an hour.

Any `Straights` and the second stored version; settings are arguments, so that one build serves them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from advsearch.bits import lowest, rest
from advsearch.kernels import ONGOING, Cells, KernelSet, Words
from advsearch.protocol import Evaluator
from advsearch.values import win_in
from advsearch_pentago.evaluators import FIVE, FOUR, MARKS, POINTS, Straights
from advsearch_pentago.geometry import SIZE, TURNS
from advsearch_pentago.kernels import (
    _DIAGONALS_0,
    _DIAGONALS_1,
    _DIAGONALS_2,
    _DIAGONALS_3,
    _FLIPPED,
    FAN,
    _apply_after_turn,
    actions,
    outcome,
)
from advsearch_pentago.studies.stored import BONUS, DECIDED, straights_stored_10

Kernel = Callable[..., Any]
Settings = tuple[int, int, int, int]
"""Which table, what a four adds, what a five decides with, whether later lines change what a five decided."""

MOST: Final = 100_000
"""Settings to this are far from where values are clipped."""
WON: Final = win_in(1)
NO_REPLY: Final = 10_001
"""What the program takes an action to be worth that leaves no reply, above all it can evaluate to."""
NO_ACTION: Final = -1
UNLIMITED: Final = 1 << 40
"""More nodes than two plies have."""
_LINE: Final = 1 << SIZE
_FOURS: Final = 1 << 20
_FIVES: Final = 1 << 40
"""The mark that a line adds to the sum of points. It can be separated again: 18 lines have at most 108 points."""


def settings_of(evaluator: Evaluator) -> Settings | None:
    """The arguments with which `look` evaluates like this evaluator; None if it cannot."""
    if evaluator is straights_stored_10:
        return 2, BONUS, DECIDED, 1
    if isinstance(evaluator, Straights) and max(evaluator.four, evaluator.five) <= MOST:
        return ("straights", "lines").index(evaluator.counting), evaluator.four, evaluator.five, 0
    return None


def _worths() -> tuple[int, ...]:
    """The points and marks of each pattern in three tables: straights, lines, and lines where a six is no five."""
    found = []
    for counting, six_is_five in (("straights", True), ("lines", True), ("lines", False)):
        for points, mark in zip(POINTS[counting][:_LINE], MARKS[counting][:_LINE], strict=True):
            five = mark == FIVE and (six_is_five or points == FIVE)
            found.append(points + _FOURS * (mark == FOUR) + _FIVES * five)
    return tuple(found)


_WORTH: Final = _worths()


def _pattern(stones: int, direction: int, line: int) -> int:
    """The six bits of a row (direction 0), a diagonal (1) or a column (2)."""
    top_left, top_right = stones & 511, stones >> 9 & 511
    low_left, low_right = stones >> 18 & 511, stones >> 27 & 511
    if direction == 1:
        upper = _DIAGONALS_0[top_left] | _DIAGONALS_1[top_right]
        return (upper | _DIAGONALS_2[low_left] | _DIAGONALS_3[low_right]) >> 6 * line & 63
    if direction == 0:
        one, two = (top_left, top_right) if line < 3 else (low_left, low_right)
    elif line < 3:
        one, two = _FLIPPED[top_left], _FLIPPED[low_left]
    else:
        one, two = _FLIPPED[top_right], _FLIPPED[low_right]
    shift = 3 * (line % 3)
    return one >> shift & 7 | (two >> shift & 7) << 3


def _total(stones: int, table: int) -> int:
    found = 0
    for direction in range(3):
        for line in range(SIZE):
            found += _WORTH[table * _LINE + _pattern(stones, direction, line)]
    return found


def evaluation(own: int, other: int, table: int, four: int, five: int, overwrites: int) -> int:
    """The value of the stones of both sides by the evaluator with these settings."""
    mine, theirs = _total(own, table), _total(other, table)
    fives = mine >= _FIVES or theirs >= _FIVES
    if fives and five and not overwrites:
        return five * (int(mine >= _FIVES) - int(theirs >= _FIVES))
    value = (mine & _FOURS - 1) - (theirs & _FOURS - 1)
    if not (fives and overwrites):
        return value + four * ((mine >> 20 & _FOURS - 1) - (theirs >> 20 & _FOURS - 1))
    for direction in range(3):
        for side in range(2):
            for line in range(SIZE):
                worth = _WORTH[table * _LINE + _pattern(other if side else own, direction, line)]
                if worth >= _FIVES:
                    value = -five if side else five
                elif worth >= _FOURS:
                    value += -four if side else four
    return value


def make_look(kernels: KernelSet) -> Kernel:
    """`look(s, most, only, *settings)`: the action, the reply to it, its value, the nodes entered and whether it is
    finished, as `two_ply` finds them. `most` nodes are entered at most, the root among them; `only` is the one root
    action to look at, or `NO_ACTION` for all."""
    apply, choices = kernels.apply, kernels.choices
    assert choices is not None

    def worst(
        s: Words, empty: Cells, over: int, enough: int, most: int, table: int, four: int, five: int, overwrites: int
    ) -> tuple[int, int, int, int]:
        """The lowest evaluation after a reply, the first such reply, the nodes, and whether the nodes sufficed."""
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
                number = cell * FAN + turn
                end = _apply_after_turn(s, number) if over else apply(s, number)
                nodes += 1
                value = evaluation(end[0], end[1], table, four, five, overwrites)
                if value < lowest_value:
                    lowest_value, reply = value, NO_ACTION if over else number
                    if value <= enough:
                        return lowest_value, reply, nodes, 1
        return lowest_value, reply, nodes, 1

    def look(
        s: Words, most: int, only: int, table: int, four: int, five: int, overwrites: int
    ) -> tuple[int, int, int, int, int]:
        best, best_reply, best_value, nodes = NO_ACTION, NO_ACTION, -_FIVES, 1
        left = actions(s)
        while left:
            cell = lowest(left)
            left = rest(left)
            start, stop = choices(s, cell)
            for turn in range(start, stop):
                number = cell * FAN + turn
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
                left_over = most - nodes
                value, reply, entered, whole = worst(
                    after, empty, over, best_value, left_over, table, four, five, overwrites
                )
                nodes += entered
                if whole == 0:
                    return best, best_reply, best_value, nodes, 0
                if value > best_value:
                    best, best_reply, best_value = number, reply, value
        return best, best_reply, best_value, nodes, 1

    return look
