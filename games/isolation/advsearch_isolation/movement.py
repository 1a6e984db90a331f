"""The cells to which a token may go: precomputed leaps for knights, and rays for queens."""

from __future__ import annotations

import functools
from itertools import product
from typing import Final, TypeAlias

Rays: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The rays from one cell: first the rays with rising cell numbers, then the rays with falling cell numbers."""

KNIGHT_LEAPS: Final = tuple((x, y) for x, y in product((-2, -1, 1, 2), repeat=2) if abs(x) != abs(y))
RISING: Final = ((1, 0), (-1, 1), (0, 1), (1, 1))
FALLING: Final = ((-1, 0), (1, -1), (0, -1), (-1, -1))


@functools.cache
def leaps(width: int, height: int) -> tuple[int, ...]:
    """For each cell, the cells at a knight's move from it. The last entry, at the index `UNPLACED`, contains all
    cells of the board."""
    masks = []
    for row, column in product(range(height), range(width)):
        landings = ((column + x, row + y) for x, y in KNIGHT_LEAPS)
        masks.append(sum(1 << y * width + x for x, y in landings if 0 <= x < width and 0 <= y < height))
    return (*masks, (1 << width * height) - 1)


@functools.cache
def rays(width: int, height: int) -> tuple[Rays, ...]:
    """For each cell, the rays from the cell to the edge of the board."""

    def ray(column: int, row: int, x: int, y: int) -> int:
        mask = 0
        while 0 <= (column := column + x) < width and 0 <= (row := row + y) < height:
            mask |= 1 << row * width + column
        return mask

    return tuple(
        (
            tuple(ray(column, row, x, y) for x, y in RISING),
            tuple(ray(column, row, x, y) for x, y in FALLING),
        )
        for row, column in product(range(height), range(width))
    )


def slide(rays_of_cell: Rays, open_cells: int) -> int:
    """The open cells that a queen reaches: on each ray, the cells before the first closed cell."""
    rising, falling = rays_of_cell
    reach = 0
    for ray in rising:
        closed = ray & ~open_cells
        reach |= ray & ((closed & -closed) - 1)  # if nothing is closed, 0 - 1 keeps the whole ray
    for ray in falling:
        stop = (ray & ~open_cells).bit_length()
        reach |= ray >> stop << stop
    return reach
