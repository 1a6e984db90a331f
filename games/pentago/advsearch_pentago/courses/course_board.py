"""The board of document 004's course program: six lists of six strings "b", "w" or "."."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from advsearch.errors import InvalidNotation
from advsearch_pentago.geometry import BITS, CELLS, FAN, FIVES, SIZE, set_of, turned
from advsearch_pentago.notation import format_course_action, parse_action
from advsearch_pentago.position import State

INFINITY: Final = 10_000
TOKENS: Final = ("b", "w")
"""The tokens of the first player and of the second."""
EMPTY: Final = "."


class CourseBoard:
    """A board with the methods that the heuristics and searches of the course's program call.

    The methods leave the board unchanged and return new boards. `board[row][column]` is short for
    `board.board[row][column]`: in an earlier version of the program, a board was a plain list of lists.
    """

    BOARD_SIZE: Final = SIZE
    GRID_SIZE: Final = 3
    GRID_ELEMENTS: Final = 9

    def __init__(self, board: str = "") -> None:
        signs = board or EMPTY * CELLS
        if len(signs) != CELLS or set(signs) - {*TOKENS, EMPTY}:
            raise InvalidNotation(f"expected {CELLS} characters of b, w and '.', got {board!r}")
        self.board = [list(signs[start : start + SIZE]) for start in range(0, CELLS, SIZE)]

    @classmethod
    def of(cls, state: State) -> CourseBoard:
        """The board of the course's program for a state."""
        made = cls.__new__(cls)
        x, o = state.x, state.o
        signs = [TOKENS[0] if x & bit else TOKENS[1] if o & bit else EMPTY for bit in BITS]
        made.board = [signs[start : start + SIZE] for start in range(0, CELLS, SIZE)]
        return made

    @property
    def emptyCells(self) -> int:  # noqa: N802 - the program's name
        """The number of cells without a stone. After the first move, the course's program gave a wrong number of
        empty cells."""
        return sum(row.count(EMPTY) for row in self.board)

    def getMoves(self) -> list[str]:  # noqa: N802
        """The moves in the program's notation and order: `1/1 1L`, `1/1 1R`, `1/1 2L` and so on."""
        empty = [cell for cell, sign in enumerate(self.toString()) if sign == EMPTY]
        return [format_course_action(FAN * cell + turn) for cell in empty for turn in range(FAN - 1)]

    def applyMove(self, move: str, token: str) -> CourseBoard:  # noqa: N802
        """The board after a move in the program's notation, such as `1/9 1L`. The move places a stone of the colour
        `token` and turns a quadrant."""
        cell, turn = divmod(parse_action(move), FAN)
        placed = CourseBoard(self.toString())
        placed.board[cell // SIZE][cell % SIZE] = token
        return placed._turned(turn)

    def rotateLeft(self, gameBlock: int) -> CourseBoard:  # noqa: N802, N803
        return self._turned(2 * (gameBlock - 1))

    def rotateRight(self, gameBlock: int) -> CourseBoard:  # noqa: N802, N803
        return self._turned(2 * (gameBlock - 1) + 1)

    def _stones(self, token: str) -> int:
        return set_of(cell for cell, sign in enumerate(self.toString()) if sign == token)

    def _turned(self, turn: int) -> CourseBoard:
        black, white = (turned(self._stones(token), turn) for token in TOKENS)
        return CourseBoard.of(State(black, white))

    def has_five(self, token: str) -> bool:
        """Whether a colour has five in a row. This method replaces the function `win` if a student's class has no
        such function."""
        stones = self._stones(token)
        return any(stones & five == five for five in FIVES)

    def toString(self) -> str:  # noqa: N802
        """The board as 36 characters, row by row."""
        return "".join(sign for row in self.board for sign in row)

    def __str__(self) -> str:
        rule = "+-------+-------+\n"
        rows = [f"| {' '.join(row[:3])} | {' '.join(row[3:])} |\n" for row in self.board]
        return rule + "".join(rows[:3]) + rule + "".join(rows[3:]) + rule

    def __getitem__(self, row: int) -> list[str]:
        return self.board[row]

    def __len__(self) -> int:
        return SIZE

    def __iter__(self) -> Iterator[list[str]]:
        return iter(self.board)
