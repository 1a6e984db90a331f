"""Reads and writes actions and positions.

4453                                              the columns played from the empty board, counted from 1
......./......./......./...X.../...O.../..XO...   rows from the top: X is the first player, O the second
"""

from __future__ import annotations

from typing import Final

from advsearch.errors import InvalidNotation

from advsearch_connect4.board import Board
from advsearch_connect4.state import State

FIRST: Final = "X"
SECOND: Final = "O"
EMPTY: Final = "."


def parse_column(width: int, text: str) -> int:
    """
    >>> parse_column(7, "4")
    3
    """
    if len(text) != 1 or text not in "123456789"[:width]:
        raise InvalidNotation(f"expected a column from 1 to {width}, got {text!r}")
    return int(text) - 1


def wrong_play(digits: str, number: int, cause: Exception) -> InvalidNotation:
    before = f"after {digits[:number]!r}" if number else "at the start"
    return InvalidNotation(f"expected columns played, got {digits!r}: {before}, {cause}")


def format_rows(board: Board, state: State) -> str:
    def sign(column: int, level: int) -> str:
        bit = board.bit(column, level)
        return FIRST if state.first & bit else SECOND if state.second & bit else EMPTY

    levels = range(board.height - 1, -1, -1)
    return "/".join("".join(sign(column, level) for column in range(board.width)) for level in levels)


def parse_rows(board: Board, text: str) -> State:
    """Read a position. If no game leads to the position, the text is refused; for example, if an empty cell is below
    a stone.
    """
    rows = text.split("/")
    if len(rows) != board.height:
        if len(rows) == 1:
            expected = f"column digits such as '4455', or {board.height} rows joined by '/'"
            raise InvalidNotation(f"expected {expected}, got {text!r}")
        raise InvalidNotation(f"expected {board.height} rows joined by '/', got {len(rows)} in {text!r}")
    stones = {FIRST: 0, SECOND: 0, EMPTY: 0}
    for number, row in enumerate(rows):
        if len(row) != board.width:
            raise InvalidNotation(f"expected {board.width} cells in row {number + 1}, got {len(row)} in {row!r}")
        for column, sign in enumerate(row):
            where = f"column {column + 1} of row {number + 1}"
            if sign not in stones:
                raise InvalidNotation(f"expected 'X', 'O' or '.' in {where}, got {sign!r} in {text!r}")
            if number and sign == EMPTY and rows[number - 1][column] != EMPTY:
                raise InvalidNotation(f"expected no empty cell below a stone, got {sign!r} in {where} of {text!r}")
            stones[sign] |= board.bit(column, board.height - 1 - number)
    state = State(stones[FIRST], stones[SECOND])
    _check_reachable(board, state, text)
    return state


def _check_reachable(board: Board, state: State, text: str) -> None:
    firsts, seconds = state.first.bit_count(), state.second.bit_count()
    if firsts - seconds not in (0, 1):
        raise InvalidNotation(
            f"expected equal numbers of X and O, or one more X, got {firsts} X and {seconds} O in {text!r}"
        )
    latest, waiting = (state.first, state.second) if firsts > seconds else (state.second, state.first)
    if board.has_four(waiting):
        sign = SECOND if firsts > seconds else FIRST
        raise InvalidNotation(f"expected a four only of the player who moved last, got a four of {sign} in {text!r}")
    if board.has_four(latest) and not any(_was_open(board, state, latest, bit) for bit in _bits(latest)):
        raise InvalidNotation(
            f"expected one last stone to have made all fours, got fours of several stones in {text!r}"
        )


def _was_open(board: Board, state: State, latest: int, stone: int) -> bool:
    """Whether `stone` may be the last move: the cell above `stone` is empty, and `latest` without `stone` has no four
    in a row.
    """
    return not (state.first | state.second) & stone << 1 and not board.has_four(latest ^ stone)


def _bits(cells: int) -> list[int]:
    return [1 << number for number in range(cells.bit_length()) if cells >> number & 1]
