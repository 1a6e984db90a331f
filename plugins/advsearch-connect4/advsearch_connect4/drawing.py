"""Describes a position as a `Scene`, for drawings in the terminal and as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advsearch.scene import Cell, Look, Scene

from advsearch_connect4.notation import FIRST, SECOND
from advsearch_connect4.state import State

if TYPE_CHECKING:
    from advsearch_connect4.game import ConnectFour


def scene(game: ConnectFour, state: State, last: int | None) -> Scene:
    """The board as a `Scene`. A click on an empty cell drops a stone into the cell's column. The top stone of the
    column `last` is marked.
    """
    board = game.board
    stones = state.first | state.second
    open_columns = set(game.actions(state))

    def cell(column: int, level: int) -> Cell:
        bit = board.bit(column, level)
        look: Look = "first" if state.first & bit else "second" if state.second & bit else "hole"
        topmost = bool(stones & bit) and not stones & bit << 1
        is_last = topmost and column == last
        return Cell(
            column=column,
            row=board.height - 1 - level,
            look=look,
            label={"first": FIRST, "second": SECOND}.get(look, ""),
            last=is_last,
            action=column if look == "hole" and column in open_columns else None,
            entered=(column, -1) if is_last else None,
        )

    levels = range(board.height - 1, -1, -1)
    return Scene(
        columns=board.width,
        rows=board.height,
        cells=tuple(cell(column, level) for level in levels for column in range(board.width)),
        column_labels=tuple(str(column + 1) for column in range(board.width)),
        caption=_caption(game, state),
    )


def _caption(game: ConnectFour, state: State) -> str:
    player = game.player(state)
    if not game.terminal(state):
        return f"{(FIRST, SECOND)[player]} to move, ply {game.ply(state)}"
    if not game.board.has_four(state[1 - player]):
        return f"a draw after {game.ply(state)} plies"
    score = game.utility(state, 1 - player)
    return f"{(FIRST, SECOND)[1 - player]} wins by {score} after {game.ply(state)} plies"
