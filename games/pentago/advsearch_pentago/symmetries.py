"""The symmetries of the board, which are turns and reflections."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Final, TypeAlias

from advsearch.protocol import Symmetry
from advsearch_pentago.geometry import BITS, CELLS, FAN, NO_TURN, SIZE, cells_of
from advsearch_pentago.position import State

Place: TypeAlias = Callable[[int, int], tuple[int, int]]
"""A function from the row and the column of a cell to the row and the column of its image."""

_LAST: Final = SIZE - 1

PLACES: Final[dict[str, Place]] = {
    "identity": lambda row, column: (row, column),
    "quarter turn clockwise": lambda row, column: (column, _LAST - row),
    "half turn": lambda row, column: (_LAST - row, _LAST - column),
    "quarter turn counter-clockwise": lambda row, column: (_LAST - column, row),
    "mirror left and right": lambda row, column: (row, _LAST - column),
    "mirror top and bottom": lambda row, column: (_LAST - row, column),
    "mirror in the falling diagonal": lambda row, column: (column, row),
    "mirror in the rising diagonal": lambda row, column: (_LAST - column, _LAST - row),
}


@cache
def symmetries() -> tuple[Symmetry[State, int], ...]:
    """All eight symmetries of the square, beginning with the identity."""
    return tuple(
        Symmetry(
            name,
            partial(_move_state, _cell_images(place)),
            _action_images(place, mirrored=name.startswith("mirror")).__getitem__,
        )
        for name, place in PLACES.items()
    )


def _cell_images(place: Place) -> tuple[int, ...]:
    """For each cell, the cell's image, as a set with one bit."""
    targets = (place(*divmod(cell, SIZE)) for cell in range(CELLS))
    return tuple(BITS[SIZE * row + column] for row, column in targets)


def _move_state(images: tuple[int, ...], state: State) -> State:
    return State(
        sum(images[cell] for cell in cells_of(state.x)),
        sum(images[cell] for cell in cells_of(state.o)),
    )


def _action_images(place: Place, mirrored: bool) -> tuple[int, ...]:
    """For each action, the action's image. A reflection also reverses the direction of the turn."""
    turns = []
    for turn in range(NO_TURN):
        quadrant, direction = divmod(turn, 2)
        row, column = place(quadrant // 2 * _LAST, quadrant % 2 * _LAST)  # the quadrant's corner of the board
        turns.append(2 * (row // 3 * 2 + column // 3) + (direction ^ mirrored))
    turns.append(NO_TURN)
    images = []
    for cell in range(CELLS):
        row, column = place(*divmod(cell, SIZE))
        images += [FAN * (SIZE * row + column) + turn for turn in turns]
    return tuple(images)
