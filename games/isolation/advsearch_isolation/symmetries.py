"""The symmetries of the board, which are turns and reflections."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Final, TypeAlias

from advsearch.bits import cells
from advsearch.protocol import Symmetry
from advsearch_isolation.position import UNPLACED, State

Place: TypeAlias = Callable[[int, int, int, int], tuple[int, int]]
"""A function that maps a cell to its image. The arguments are the cell's column and row, and the board's last column
and last row. The result is the column and the row of the image."""

KEEPING_SHAPE: Final[dict[str, Place]] = {
    "identity": lambda x, y, _right, _bottom: (x, y),
    "half turn": lambda x, y, right, bottom: (right - x, bottom - y),
    "mirror left and right": lambda x, y, right, _bottom: (right - x, y),
    "mirror top and bottom": lambda x, y, _right, bottom: (x, bottom - y),
}
OF_SQUARES: Final[dict[str, Place]] = {
    "quarter turn clockwise": lambda x, y, right, _bottom: (right - y, x),
    "quarter turn counter-clockwise": lambda x, y, _right, bottom: (y, bottom - x),
    "mirror in the falling diagonal": lambda x, y, _right, _bottom: (y, x),
    "mirror in the rising diagonal": lambda x, y, right, bottom: (right - y, bottom - x),
}


@cache
def symmetries(width: int, height: int) -> tuple[Symmetry[State, int], ...]:
    """The symmetries of a board. A square board has 8 symmetries, another rectangle 4, and a board with one row or
    column at most 2."""
    places = KEEPING_SHAPE | OF_SQUARES if width == height else KEEPING_SHAPE
    found: dict[tuple[int, ...], str] = {}
    for name, place in places.items():
        found.setdefault(_permutation(width, height, place), name)
    return tuple(
        Symmetry(name, partial(_move_state, images), partial(_move_cell, images)) for images, name in found.items()
    )


def _permutation(width: int, height: int, place: Place) -> tuple[int, ...]:
    """For each cell, the cell's image. The last entry maps `UNPLACED` to itself."""
    images = []
    for cell in range(width * height):
        row, column = divmod(cell, width)
        x, y = place(column, row, width - 1, height - 1)
        images.append(y * width + x)
    return (*images, UNPLACED)


def _move_cell(images: tuple[int, ...], cell: int) -> int:
    return images[cell]


def _move_state(images: tuple[int, ...], state: State) -> State:
    open_cells = sum(1 << images[cell] for cell in cells(state.open))
    return State(open_cells, images[state.mover], images[state.waiting], state.turn, state.ply)
