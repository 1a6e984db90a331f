"""The geometry of a board: columns, rows, and the lines of four on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

import attrs

Cells: TypeAlias = int
"""A set of cells as bits. The module `state` has a drawing of the bits."""


@attrs.frozen
class Board:
    width: int
    height: int

    @property
    def steps(self) -> tuple[int, int, int, int]:
        """Differences of bit numbers between a cell and four neighbours: above, lower right, right, and upper
        right."""
        return 1, self.height, self.height + 1, self.height + 2

    def bit(self, column: int, level: int) -> Cells:
        """The bit of the cell that is `level` rows above the bottom of a column."""
        return 1 << column * (self.height + 1) + level

    @property
    def cells(self) -> Cells:
        """All cells of the board."""
        return sum(self.column(column) for column in range(self.width))

    def column(self, column: int) -> Cells:
        return (1 << self.height) - 1 << column * (self.height + 1)

    def landing(self, stones: Cells) -> Cells:
        """The cell to which a stone falls, for each column that is not full."""
        bottom = sum(self.bit(column, 0) for column in range(self.width))
        return stones + bottom & self.cells

    def has_four(self, stones: Cells) -> bool:
        for step in self.steps:
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    def completing(self, stones: Cells, empty: Cells) -> Cells:
        """The cells in `empty` that would make four in a row together with three of the `stones`."""
        found = stones << 1 & stones << 2 & stones << 3
        for step in self.steps[1:]:
            above, below = stones << step & stones << 2 * step, stones >> step & stones >> 2 * step
            found |= above & (stones << 3 * step | stones >> step) | below & (stones >> 3 * step | stones << step)
        return found & empty


def lines(width: int, height: int) -> Iterator[Cells]:
    """All lines of four cells. A 7x6 board has 69 lines."""
    board = Board(width, height)
    for column in range(width):
        for level in range(height):
            for across, up in ((0, 1), (1, -1), (1, 0), (1, 1)):
                if column + 3 * across < width and 0 <= level + 3 * up < height:
                    yield sum(board.bit(column + across * n, level + up * n) for n in range(4))


@cache
def all_lines(width: int, height: int) -> tuple[Cells, ...]:
    return tuple(lines(width, height))
