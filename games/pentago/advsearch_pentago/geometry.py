"""The board as numbers: cells, quadrants, lines, turns, and the tables that the rules use.

A set of cells, such as one player's stones, is an integer of 36 bits, nine for each quadrant. With nine adjacent bits
per quadrant, a turn or a test for five takes only a few table look-ups:

      a  b  c   d  e  f
    1  0  1  2 |  9 10 11      TL = bits 0-8      TR = bits 9-17
    2  3  4  5 | 12 13 14
    3  6  7  8 | 15 16 17
      ---------+---------
    4 18 19 20 | 27 28 29      BL = bits 18-26    BR = bits 27-35
    5 21 22 23 | 30 31 32
    6 24 25 26 | 33 34 35

The cells themselves are numbered row by row: a1 is 0, f1 is 5, a2 is 6, f6 is 35.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

SIZE: Final = 6
CELLS: Final = SIZE * SIZE
FULL: Final = (1 << CELLS) - 1
QUADRANTS: Final = ("TL", "TR", "BL", "BR")
COLUMNS: Final = "abcdef"


def cell_bit(row: int, column: int) -> int:
    """The set that contains only the cell in the given row and column. Rows and columns are counted from 0 at the top
    left."""
    quadrant = row // 3 * 2 + column // 3
    return 1 << (9 * quadrant + row % 3 * 3 + column % 3)


def cell_name(cell: int) -> str:
    """
    >>> cell_name(0), cell_name(35)
    ('a1', 'f6')
    """
    return f"{COLUMNS[cell % SIZE]}{cell // SIZE + 1}"


BITS: Final = tuple(cell_bit(cell // SIZE, cell % SIZE) for cell in range(CELLS))
"""For each cell number, the set that contains only the cell."""


def cells_of(stones: int) -> list[int]:
    """The numbers of the cells in a set, in ascending order."""
    return [cell for cell, bit in enumerate(BITS) if stones & bit]


def set_of(cells: Iterable[int]) -> int:
    """The set of the cells with the numbers `cells`."""
    return sum(BITS[cell] for cell in cells)


# --- turns ------------------------------------------------------------------------------------------------------
#
# A turn is 2 * quadrant + direction: direction 0 is left (counter-clockwise), 1 is right (clockwise).

TURNS: Final = 8
NO_TURN: Final = 8
"""The turn number of a placement that makes a five and ends the game without a turn."""

FAN: Final = TURNS + 1
"""An action is the number `FAN * cell + turn`."""


def turn_name(turn: int) -> str:
    """
    >>> turn_name(0), turn_name(7)
    ('TL-L', 'BR-R')
    """
    return f"{QUADRANTS[turn // 2]}-{'LR'[turn % 2]}"


def _turned(lane: int, right: bool) -> int:
    """The nine bits of a quadrant after a quarter turn."""
    image = 0
    for bit in range(9):
        if lane >> bit & 1:
            row, column = divmod(bit, 3)
            image |= 1 << (column * 3 + 2 - row if right else (2 - column) * 3 + row)
    return image


_TURNED: Final = tuple(tuple(_turned(lane, right) for lane in range(512)) for right in (False, True))

SHIFT: Final = tuple(9 * (turn // 2) for turn in range(TURNS))
KEEP: Final = tuple(FULL & ~(511 << shift) for shift in SHIFT)
"""For each turn, the set of the cells outside the turned quadrant."""
TURNED: Final = tuple(tuple(image << SHIFT[turn] for image in _TURNED[turn % 2]) for turn in range(TURNS))
"""`bits` are the stones in a quadrant before the turn, as nine bits. `TURNED[turn][bits]` is the set of the board's
cells on which the stones `bits` stand after the turn."""


def turned(stones: int, turn: int) -> int:
    return stones & KEEP[turn] | TURNED[turn][stones >> SHIFT[turn] & 511]


# --- fives ------------------------------------------------------------------------------------------------------


def _fives() -> list[list[int]]:
    """The 32 lines of five cells, as lists of cell numbers: the horizontal lines, then the vertical and the diagonal
    lines.
    """
    lines = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row in range(SIZE):
            for column in range(SIZE):
                if row + 4 * down < SIZE and 0 <= column + 4 * right < SIZE:
                    lines.append([(row + i * down) * SIZE + column + i * right for i in range(5)])
    return lines


FIVES: Final = tuple(set_of(line) for line in _fives())
THROUGH: Final = tuple(sum(1 << line for line, five in enumerate(FIVES) if five & bit) for bit in BITS)
"""The lines of five through each cell: bit i of `THROUGH[cell]` is 1 if `FIVES[i]` contains the cell."""


def _lacking(quadrant: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The entries of `COMPLETE` and `NEARLY` for a quadrant, as two tables. The index in each table is the quadrant's
    nine bits."""
    one, two = [0], [0]  # for every set of cells, the lines with at least one of them, and those with at least two
    for bit in range(9):
        here = sum(1 << line for line, five in enumerate(FIVES) if five >> 9 * quadrant + bit & 1)
        two += [twice | once & here for once, twice in zip(one, two, strict=True)]
        one += [once | here for once in one]
    every = (1 << len(FIVES)) - 1
    return tuple(every & ~once for once in reversed(one)), tuple(every & ~twice for twice in reversed(two))


_QUADRANTS: Final = [_lacking(quadrant) for quadrant in range(4)]
COMPLETE: Final = tuple(complete for complete, _ in _QUADRANTS)
NEARLY: Final = tuple(nearly for _, nearly in _QUADRANTS)
"""Tables of lines of five; `bits` are one player's stones in a quadrant. `COMPLETE[quadrant][bits]` is the set of the
lines whose cells in the quadrant all have stones. `NEARLY[quadrant][bits]` is the set of the lines with at most one
empty cell in the quadrant."""
_COMPLETE_TL, _COMPLETE_TR, _COMPLETE_BL, _COMPLETE_BR = COMPLETE
_NEARLY_TL, _NEARLY_TR, _NEARLY_BL, _NEARLY_BR = NEARLY


def has_five(stones: int) -> bool:
    """Whether the stones contain five or six in a row."""
    upper = _COMPLETE_TL[stones & 511] & _COMPLETE_TR[stones >> 9 & 511]
    return upper & _COMPLETE_BL[stones >> 18 & 511] & _COMPLETE_BR[stones >> 27] != 0


def lines_lacking_one(stones: int) -> int:
    """The set of the lines of five with at least four stones."""
    top_left, top_right = stones & 511, stones >> 9 & 511
    low_left, low_right = stones >> 18 & 511, stones >> 27
    upper, lower = _COMPLETE_TL[top_left] & _COMPLETE_TR[top_right], _COMPLETE_BL[low_left] & _COMPLETE_BR[low_right]
    above = _COMPLETE_TL[top_left] & _NEARLY_TR[top_right] | _NEARLY_TL[top_left] & _COMPLETE_TR[top_right]
    below = _COMPLETE_BL[low_left] & _NEARLY_BR[low_right] | _NEARLY_BL[low_left] & _COMPLETE_BR[low_right]
    return above & lower | upper & below


# --- the 18 lines with straights --------------------------------------------------------------------------------

ROWS: Final = tuple(tuple(SIZE * row + i for i in range(SIZE)) for row in range(SIZE))
FILES: Final = tuple(tuple(SIZE * i + column for i in range(SIZE)) for column in range(SIZE))
DIAGONALS: Final = (
    (1, 8, 15, 22, 29),
    (0, 7, 14, 21, 28, 35),
    (6, 13, 20, 27, 34),
    (4, 9, 14, 19, 24),
    (5, 10, 15, 20, 25, 30),
    (11, 16, 21, 26, 31),
)
"""The six diagonals of length five or six, as cell numbers."""
LINES: Final = ROWS + FILES + DIAGONALS


def _sums(weights: Sequence[int]) -> tuple[int, ...]:
    """A table with an entry for each number of nine bits: the sum of the weights of the bits that are 1."""
    table = [0]
    for weight in weights:
        table += [weight + rest for rest in table]
    return tuple(table)


TERNARY: Final = _sums([3**bit for bit in range(9)])
"""A table from nine bits to the number that has these bits as its digits in base 3. For example, `TERNARY[0b101]` is
10."""


def _line_bits(quadrant: int) -> tuple[int, ...]:
    """A table: for the nine bits of a quadrant's stones, the entry is the `line_patterns` of the stones as one
    integer."""
    weights = [0] * 9
    for line, cells in enumerate(LINES):
        for place, cell in enumerate(cells):
            lane_bit = BITS[cell].bit_length() - 1 - 9 * quadrant
            if 0 <= lane_bit < 9:
                weights[lane_bit] += 1 << (8 * line + place)
    return _sums(weights)


_LINES_TL, _LINES_TR, _LINES_BL, _LINES_BR = (_line_bits(quadrant) for quadrant in range(4))


def line_patterns(stones: int) -> bytes:
    """One byte for each line in `LINES`. Bit i of a line's byte is 1 if the i-th cell of the line has a stone."""
    return (
        _LINES_TL[stones & 511]
        | _LINES_TR[stones >> 9 & 511]
        | _LINES_BL[stones >> 18 & 511]
        | _LINES_BR[stones >> 27]
    ).to_bytes(len(LINES), "little")
