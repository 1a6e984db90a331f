"""Where a token may go, as kernels: tables for knights, rays for queens, over one or two words of open cells.

`reach(open, cell)`, or `reach(low, high, cell)`, is the set of open cells a token on `cell` may go to; the number of
cells on the board, as a cell, stands for a token that is not placed yet and may go to any open cell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from advsearch.bits import FULL_WORD, WORD_BITS, highest
from advsearch.kernels import Cells
from advsearch_isolation.movement import leaps, rays

Reach = Callable[..., Any]


def one_word_reach(width: int, height: int, moves: str) -> Reach:
    return _knight(width, height) if moves == "knight" else _queen(width, height)


def two_word_reach(width: int, height: int, moves: str) -> Reach:
    return _wide_knight(width, height) if moves == "knight" else _wide_queen(width, height)


def _padded(table: tuple[int, ...] | list[int], size: int) -> tuple[int, ...]:
    """A table filled up with zeros, so that a masked index needs no check."""
    return (*table, *([0] * (size - len(table))))


def _low(table: tuple[int, ...] | list[int]) -> list[int]:
    return [mask & FULL_WORD for mask in table]


def _high(table: tuple[int, ...] | list[int]) -> list[int]:
    return [mask >> WORD_BITS for mask in table]


def _knight(width: int, height: int) -> Reach:
    table = _padded(leaps(width, height), WORD_BITS + 1)

    def reach(free: int, cell: int) -> Cells:
        return table[cell & 63] & free

    return reach


def _wide_knight(width: int, height: int) -> Reach:
    masks = leaps(width, height)
    low, high = _padded(_low(masks), 128), _padded(_high(masks), 128)

    def reach(free_low: int, free_high: int, cell: int) -> Cells:
        return low[cell & 127] & free_low, high[cell & 127] & free_high

    return reach


def _flat_rays(width: int, height: int) -> tuple[list[int], list[int]]:
    """The rays towards higher cells and those towards lower cells: four for every cell, from index 4 * cell on."""
    rising: list[int] = []
    falling: list[int] = []
    for up, down in rays(width, height):
        rising += up
        falling += down
    return rising, falling


def _queen(width: int, height: int) -> Reach:
    cells = width * height
    up, down = _flat_rays(width, height)
    rising, falling = _padded(up, 256), _padded(down, 256)

    def reach(free: int, cell: int) -> Cells:
        if cell == cells:
            return free
        found = 0
        for ray in range(4 * cell, 4 * cell + 4):
            along = rising[ray & 255]
            closed = along & ~free
            found |= along & ((closed & -closed) - 1)  # nothing closed: 0 - 1 keeps the whole ray
            along = falling[ray & 255]
            closed = along & ~free
            if closed:
                beyond = highest(closed) + 1
                along = along >> beyond << beyond
            found |= along
        return found

    return reach


def _wide_queen(width: int, height: int) -> Reach:
    cells = width * height
    up, down = _flat_rays(width, height)
    up_low, up_high = _padded(_low(up), 512), _padded(_high(up), 512)
    down_low, down_high = _padded(_low(down), 512), _padded(_high(down), 512)

    def rising(low: int, high: int, free_low: int, free_high: int) -> Cells:
        closed = low & ~free_low
        if closed:
            return low & ((closed & -closed) - 1), 0
        closed = high & ~free_high
        return low, high & ((closed & -closed) - 1)

    def falling(low: int, high: int, free_low: int, free_high: int) -> Cells:
        closed = high & ~free_high
        if closed:
            return 0, above(high, highest(closed))
        closed = low & ~free_low
        if closed:
            return above(low, highest(closed)), high
        return low, high

    def above(word: int, cell: int) -> int:
        return (word >> cell >> 1) << cell << 1  # in two steps: cell may be 62, and shifts stay below 63

    def reach(free_low: int, free_high: int, cell: int) -> Cells:
        if cell == cells:
            return free_low, free_high
        found_low = 0
        found_high = 0
        for ray in range(4 * cell, 4 * cell + 4):
            low, high = rising(up_low[ray & 511], up_high[ray & 511], free_low, free_high)
            found_low |= low
            found_high |= high
            low, high = falling(down_low[ray & 511], down_high[ray & 511], free_low, free_high)
            found_low |= low
            found_high |= high
        return found_low, found_high

    return reach
