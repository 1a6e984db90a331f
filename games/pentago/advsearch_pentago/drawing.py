"""Describes a position as a `Scene`, for drawings in the terminal and as SVG."""

from __future__ import annotations

from advsearch.scene import Cell, Scene, Turned
from advsearch_pentago.geometry import BITS, CELLS, COLUMNS, FAN, NO_TURN, SIZE, has_five, turned
from advsearch_pentago.notation import format_action
from advsearch_pentago.position import PLAYERS, State


def scene(state: State, actions: tuple[int, ...], last: int | None) -> Scene:
    """The board as a `Scene`. `actions` are the legal actions. `last` is the action that led to the position, and its
    stone is marked.
    """
    placed = 0
    if last is not None:
        cell, turn = divmod(last, FAN)
        placed = BITS[cell] if turn == NO_TURN else turned(BITS[cell], turn)
    alone = {action // FAN: action for action in actions if action % FAN == NO_TURN}

    def cell_at(number: int) -> Cell:
        row, column = divmod(number, SIZE)
        bit = BITS[number]
        is_last = bool(placed & bit)
        if state.x & bit:
            return Cell(column, row, "first", label="X", last=is_last)
        if state.o & bit:
            return Cell(column, row, "second", label="O", last=is_last)
        return Cell(column, row, last=is_last, action=alone.get(number))

    return Scene(
        columns=SIZE,
        rows=SIZE,
        cells=tuple(cell_at(number) for number in range(CELLS)),
        column_labels=tuple(COLUMNS),
        row_labels=tuple(str(row + 1) for row in range(SIZE)),
        gaps_after_columns=(2,),
        gaps_after_rows=(2,),
        caption=_caption(state, last),
        turned=None if last is None else _turned_block(last % FAN),
    )


def _turned_block(turn: int) -> Turned | None:
    if turn == NO_TURN:
        return None
    row, column = divmod(turn // 2, 2)
    return Turned(3 * column, 3 * row, columns=3, rows=3, quarters=1 if turn % 2 else -1)


def _caption(state: State, last: int | None) -> str:
    ply = (state.x | state.o).bit_count()
    x_has_five, o_has_five = has_five(state.x), has_five(state.o)
    if x_has_five and o_has_five:
        text = f"both have five: a draw after {ply} plies"
    elif x_has_five or o_has_five:
        text = f"{PLAYERS[o_has_five]} has five and wins after {ply} plies"
    elif ply == CELLS:
        text = "the board is full: a draw"
    else:
        text = f"{PLAYERS[ply & 1]} to move, ply {ply}"
    return text if last is None else f"{text}, last {format_action(last)}"
