"""The rules over words, for the compiled tier.

A state is two words, the stones of the side to move and of the other, as sets of cells in the order of `geometry`
(nine bits a quadrant). The cells of actions are numbered row by row, as in the game, so that both tiers list actions
in one order. An action number is `16 * cell + turn`, turn 8 being none.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from advsearch.bits import count
from advsearch.kernels import ONGOING, Cells, KernelSet, Words
from advsearch_pentago import threats
from advsearch_pentago.evaluators import FIVE, FOUR, MARKS, POINTS, Chances, Straights
from advsearch_pentago.geometry import BITS, CELLS, DIAGONALS, FIVES, FULL, NO_TURN, TURNED, TURNS
from advsearch_pentago.position import State

if TYPE_CHECKING:
    from advsearch_pentago.rules import Pentago

Kernel = Callable[..., Any]

FAN: Final = 16
GAME_FAN: Final = 9


@functools.cache
def make(game: Pentago) -> KernelSet:
    """The kernels of the game with one variant of the rules."""
    official = game.rules == "official"
    return KernelSet(
        encode=encode,
        action=action,
        words=2,
        longest=CELLS,
        fan=FAN,
        actions=actions,
        apply=_apply_official if official else _apply_after_turn,
        outcome=outcome,
        choices=_choices_official if official else _choices_after_turn,
        evaluators={Straights: _straights, Chances: _chances},
        pack=pack,
        pack_bits=60,
        rank=threats.rank,
        decided=threats.decided_official if official else threats.decided_after_turn,
    )


def encode(state: State) -> Words:
    return (state.o, state.x) if (state.x | state.o).bit_count() & 1 else (state.x, state.o)


def action(number: int) -> int:
    return number // FAN * GAME_FAN + number % FAN


# --- tables, indexed by nine bits of a quadrant ---------------------------------------------------------------------


def _of_sets(weights: Sequence[int]) -> tuple[int, ...]:
    """For every set of bits, the sum of the weights of its bits."""
    table = [0]
    for weight in weights:
        table += [weight + rest for rest in table]
    return tuple(table)


def _numbered(quadrant: int) -> tuple[int, ...]:
    """The same set of cells, with the cells numbered row by row."""
    cell_of = {bit: cell for cell, bit in enumerate(BITS)}
    return _of_sets([1 << cell_of[1 << 9 * quadrant + bit] for bit in range(9)])


def _fives(quadrant: int) -> tuple[int, ...]:
    """The lines of five, a bit each, that lack nothing in this quadrant: a line all four agree on is a five."""
    parts = [five >> 9 * quadrant & 511 for five in FIVES]
    return tuple(sum(1 << line for line, part in enumerate(parts) if part & ~lane == 0) for lane in range(512))


def _diagonals(quadrant: int) -> tuple[int, ...]:
    """A quadrant's part of the six diagonals, six bits for each."""
    weights = []
    for bit in range(9):
        cell = BITS.index(1 << 9 * quadrant + bit)
        on = ((line, cells.index(cell)) for line, cells in enumerate(DIAGONALS) if cell in cells)
        weights.append(sum(1 << 6 * line + place for line, place in on))
    return _of_sets(weights)


_BIT: Final = (*BITS, *([0] * (64 - CELLS)))
_NUMBERED_0, _NUMBERED_1, _NUMBERED_2, _NUMBERED_3 = (_numbered(quadrant) for quadrant in range(4))
_FIVES_0, _FIVES_1, _FIVES_2, _FIVES_3 = (_fives(quadrant) for quadrant in range(4))
_DIAGONALS_0, _DIAGONALS_1, _DIAGONALS_2, _DIAGONALS_3 = (_diagonals(quadrant) for quadrant in range(4))
_TURNED: Final = tuple(image for turn in range(TURNS) for image in TURNED[turn])
"""512 * turn + the nine bits of its quadrant: the same stones after the turn, in place."""
_TERNARY: Final = _of_sets([3**bit for bit in range(9)])
_FLIPPED: Final = _of_sets([1 << 3 * (bit % 3) + bit // 3 for bit in range(9)])
"""Columns for rows."""


# --- the rules ------------------------------------------------------------------------------------------------------


def five(stones: int) -> bool:
    """Whether these stones hold five or six in a row."""
    left = _FIVES_0[stones & 511] & _FIVES_2[stones >> 18 & 511]
    right = _FIVES_1[stones >> 9 & 511] & _FIVES_3[stones >> 27 & 511]
    return left & right != 0


def actions(s: Words) -> Cells:
    empty = FULL & ~(s[0] | s[1])
    upper = _NUMBERED_0[empty & 511] | _NUMBERED_1[empty >> 9 & 511]
    return upper | _NUMBERED_2[empty >> 18 & 511] | _NUMBERED_3[empty >> 27 & 511]


def turned(stones: int, turn: int) -> int:
    shift = 9 * (turn >> 1)
    return stones & ~(511 << shift) | _TURNED[turn << 9 | (stones >> shift & 511)]


def _apply_after_turn(s: Words, number: int) -> Words:
    mine = s[0] | _BIT[number >> 4 & 63]
    turn = number & 7
    return turned(s[1], turn), turned(mine, turn)


def _apply_official(s: Words, number: int) -> Words:
    if number & NO_TURN:
        return s[1], s[0] | _BIT[number >> 4 & 63]
    return _apply_after_turn(s, number)


def _choices_after_turn(s: Words, cell: int) -> tuple[int, int]:  # noqa: ARG001 - a kernel's signature
    return 0, TURNS


def _choices_official(s: Words, cell: int) -> tuple[int, int]:
    if five(s[0] | _BIT[cell & 63]):
        return NO_TURN, NO_TURN + 1
    return 0, TURNS


def outcome(s: Words, empty: Cells) -> int:  # noqa: ARG001 - a kernel's signature
    mine, theirs = five(s[0]), five(s[1])
    if mine or theirs:
        return int(mine) - int(theirs)
    return 0 if s[0] | s[1] == FULL else ONGOING


def pack(s: Words) -> int:
    """The state in one word: each quadrant as a number in base 3, in 15 bits."""
    packed = 0
    for shift in range(0, 36, 9):
        packed = packed << 15 | (_TERNARY[s[0] >> shift & 511] + 2 * _TERNARY[s[1] >> shift & 511])
    return packed


# --- straights ------------------------------------------------------------------------------------------------------

_DECIDED: Final = 1 << 40
"""What a line with a five adds, far above what all lines can add up to (18 lines of at most 6 + 100 points)."""


def _straights(evaluator: Straights) -> Kernel:
    points, marks = POINTS[evaluator.counting], MARKS[evaluator.counting]
    decisive = _DECIDED if evaluator.five else 0
    worth = tuple(
        points[line] + evaluator.four * (marks[line] == FOUR) + decisive * (marks[line] == FIVE) for line in range(64)
    )
    decision = evaluator.five

    def across(left: int, right: int) -> int:
        """The patterns of three lines through two quadrants, three bits from each quadrant for each line."""
        return (
            worth[left & 7 | (right & 7) << 3]
            + worth[left >> 3 & 7 | (right >> 3 & 7) << 3]
            + worth[left >> 6 & 7 | (right >> 6 & 7) << 3]
        )

    def total(stones: int) -> int:
        top_left, top_right = stones & 511, stones >> 9 & 511
        low_left, low_right = stones >> 18 & 511, stones >> 27 & 511
        found = across(top_left, top_right) + across(low_left, low_right)
        found += across(_FLIPPED[top_left], _FLIPPED[low_left]) + across(_FLIPPED[top_right], _FLIPPED[low_right])
        diagonals = (
            _DIAGONALS_0[top_left] | _DIAGONALS_1[top_right] | _DIAGONALS_2[low_left] | _DIAGONALS_3[low_right]
        )
        for line in range(0, 36, 6):
            found += worth[diagonals >> line & 63]
        return found

    def straights(s: Words, empty: Cells, side: int) -> int:  # noqa: ARG001 - a kernel's signature
        mine, theirs = total(s[0]), total(s[1])
        if mine >= _DECIDED or theirs >= _DECIDED:
            value = decision * (int(mine >= _DECIDED) - int(theirs >= _DECIDED))
        else:
            value = mine - theirs
        return -value if side else value

    return straights


# --- chances --------------------------------------------------------------------------------------------------------


def _chances(evaluator: Chances) -> Kernel:
    worth = (*evaluator.worth, 0, 0)

    def chances(s: Words, empty: Cells, side: int) -> int:  # noqa: ARG001 - a kernel's signature
        mine, theirs = s[0], s[1]
        total = 0
        for line in range(len(FIVES)):
            five = FIVES[line & 31]
            own, other = mine & five, theirs & five
            if other == 0:
                total += worth[count(own) & 7]
            elif own == 0:
                total -= worth[count(other) & 7]
        return -total if side else total

    return chances
