"""Reads and writes cells and positions.

    ......./......./......./...A.../......./.....B./....... A

The text of a position has two or three fields, separated by spaces. The first field has the rows of the board from
the top: `.` is an open cell, `#` is a blocked cell, and `A` and `B` are the tokens on the board. The second field of
the text is the player to move. The third field of the text is the number of plies played. Without a third field, the
number of plies is the number of cells that are not open.
"""

from __future__ import annotations

import re
from typing import Final

from advsearch.errors import InvalidNotation
from advsearch_isolation.position import PLAYERS, UNPLACED, State

COLUMNS: Final = "abcdefghijk"
LAST_PLY: Final = 9_999
"""In the text of a position, the ply plus the number of open cells is at most `LAST_PLY`. An action raises the ply by
1 and closes one cell, so no action raises `ply + open cells`."""

_CELL: Final = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)
_PLY: Final = re.compile(r"[0-9]{1,4}", re.ASCII)


def format_cell(width: int, cell: int) -> str:
    """
    >>> format_cell(7, 24)
    'd4'
    """
    row, column = divmod(cell, width)
    return f"{COLUMNS[column]}{row + 1}"


def parse_cell(width: int, height: int, text: str) -> int:
    """
    >>> parse_cell(7, 7, "d4")
    24
    """
    match = _CELL.fullmatch(text)
    if match is None:
        raise InvalidNotation(f"expected a cell as column letter and row number, such as 'a1', got {text!r}")
    column, row = COLUMNS.find(match[1]), int(match[2]) - 1
    if not 0 <= column < width or row >= height:
        corner = format_cell(width, width * height - 1)
        raise InvalidNotation(f"expected a cell from a1 to {corner}, got {text!r}")
    return row * width + column


def format_state(width: int, height: int, state: State) -> str:
    tokens = {state.mover: PLAYERS[state.turn], state.waiting: PLAYERS[1 - state.turn]}
    cells = range(width * height)
    signs = ["." if state.open >> cell & 1 else tokens.get(cell, "#") for cell in cells]
    rows = "/".join("".join(signs[start : start + width]) for start in range(0, width * height, width))
    fields = [rows, PLAYERS[state.turn]]
    if state.ply != width * height - state.open.bit_count():
        fields.append(str(state.ply))
    return " ".join(fields)


def parse_state(width: int, height: int, text: str) -> State:
    fields = text.split()
    if len(fields) not in (2, 3):
        raise InvalidNotation(
            f"expected 'ROWS PLAYER' or 'ROWS PLAYER PLY', separated by spaces, got {len(fields)} fields in {text!r}"
        )
    open_cells, tokens = _parse_rows(width, height, fields[0])
    if fields[1] not in ("A", "B"):
        raise InvalidNotation(f"expected 'A' or 'B' as the player to move, got {fields[1]!r} in {text!r}")
    turn = PLAYERS.index(fields[1])
    ply = width * height - open_cells.bit_count()
    if len(fields) == 3:
        ply = _parse_ply(fields[2], LAST_PLY - open_cells.bit_count(), text)
    return State(open_cells, tokens[turn], tokens[1 - turn], turn, ply)


def _parse_rows(width: int, height: int, text: str) -> tuple[int, list[int]]:
    """Read the rows of a position's text. Return the set of open cells, and a list of two cells: A's and B's."""
    rows = text.split("/")
    if len(rows) != height:
        raise InvalidNotation(f"expected {height} rows joined by '/', got {len(rows)} in {text!r}")
    open_cells, tokens = 0, [UNPLACED, UNPLACED]
    for number, row in enumerate(rows):
        if len(row) != width:
            raise InvalidNotation(f"expected {width} cells in row {number + 1}, got {len(row)} in {row!r}")
        for cell, sign in enumerate(row, start=number * width):
            if sign == ".":
                open_cells |= 1 << cell
            elif sign in PLAYERS:
                player = PLAYERS.index(sign)
                if tokens[player] != UNPLACED:
                    places = f"{format_cell(width, tokens[player])} and {format_cell(width, cell)}"
                    raise InvalidNotation(f"expected at most one {sign!r}, got two at {places} in {text!r}")
                tokens[player] = cell
            elif sign != "#":
                where = format_cell(width, cell)
                raise InvalidNotation(f"expected '.', '#', 'A' or 'B' at {where}, got {sign!r} in {text!r}")
    return open_cells, tokens


def _parse_ply(text: str, most: int, whole: str) -> int:
    if not _PLY.fullmatch(text) or int(text) > most:
        raise InvalidNotation(f"expected the ply as a whole number from 0 to {most}, got {text!r} in {whole!r}")
    return int(text)
