"""Describes a position as a `Scene`, for drawings in the terminal and as SVG."""

from __future__ import annotations

from advsearch.scene import Cell, Look, Scene
from advsearch_isolation.notation import COLUMNS
from advsearch_isolation.position import PLAYERS, UNPLACED, State


def scene(width: int, height: int, state: State, moves: int, last: int | None) -> Scene:
    """The board as a `Scene`. `moves` are the cells that the side to move can reach."""
    looks: dict[int, Look] = {state.mover: "first", state.waiting: "second"}
    if state.turn == 1:
        looks = {state.mover: "second", state.waiting: "first"}
    labels = {"first": PLAYERS[0], "second": PLAYERS[1]}

    def cell_at(number: int) -> Cell:
        row, column = divmod(number, width)
        look = "open" if state.open >> number & 1 else looks.get(number, "blocked")
        action = number if moves >> number & 1 else None
        label = labels.get(look, "")
        return Cell(column, row, look, label=label, last=number == last, action=action, piece=label)

    return Scene(
        columns=width,
        rows=height,
        cells=tuple(cell_at(number) for number in range(width * height)),
        column_labels=tuple(COLUMNS[:width]),
        row_labels=tuple(str(row + 1) for row in range(height)),
        caption=_caption(state, moves),
    )


def _caption(state: State, moves: int) -> str:
    mover, waiting = PLAYERS[state.turn], PLAYERS[1 - state.turn]
    if not moves:
        stuck = "no open cell" if state.mover == UNPLACED else "no move"
        return f"{mover} has {stuck}: {waiting} wins after {state.ply} plies"
    return f"{mover} to {'place' if state.mover == UNPLACED else 'move'}, ply {state.ply}"
