"""A state of the 11x9 course's program. The board is one number, and cells are counted from the bottom right corner.

Each row takes thirteen cell numbers. In each row, eleven numbers are cells of the board. The two numbers on the left
are never open:

     ... 116 115 | 114 113 ... 104           (8 * 13 = 104: the top right corner)
     ...
          25  24 |  23  22  21 ...  13
          12  11 |  10   9   8 ...   0       0: the bottom right corner, 10: the bottom left
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

from advsearch.errors import InvalidSettings
from advsearch_isolation.position import UNPLACED, State
from advsearch_isolation.rules import Isolation

WIDTH: Final = 11
HEIGHT: Final = 9
STRIDE: Final = WIDTH + 2
SIZE: Final = STRIDE * HEIGHT - 2
"""The largest cell number plus one. The top left corner has the largest cell number."""
CENTRE: Final = STRIDE * (HEIGHT // 2) + WIDTH // 2


class Action(IntEnum):
    """The moves of a knight, as differences of cell numbers, in the order of the course's program."""

    NNE = 2 * STRIDE - 1
    ENE = STRIDE - 2
    ESE = -STRIDE - 2
    SSE = -2 * STRIDE - 1
    SSW = -2 * STRIDE + 1
    WSW = -STRIDE + 2
    WNW = STRIDE + 2
    NNW = 2 * STRIDE + 1


Locations: TypeAlias = tuple[int | None, int | None]


class CourseState(NamedTuple):
    """The state of the 11x9 course's program, with the fields and methods that the program's evaluators use.

    In the course's program, a player whose only liberty is the bottom right corner (cell 0) cannot move, because
    `any([0])` is false. This class counts the bottom right corner as a liberty.
    """

    board: int
    """A bit for each open cell."""
    ply_count: int
    locs: Locations
    """The cells of the two players. The cell of an unplaced player is None."""

    @classmethod
    def of(cls, game: Isolation, state: State, *, centred: bool = False) -> CourseState:
        """Convert a state to a state of the 11x9 program. With `centred`, a player that is not placed yet is on the
        centre.
        """
        if (game.width, game.height, game.moves) != (WIDTH, HEIGHT, "knight"):
            raise InvalidSettings(f"expected isolation(width=11, height=9) for the course's state, got {game!r}")
        if state.ply % 2 != state.turn:
            raise InvalidSettings(
                f"expected A to move at an even ply and B at an odd ply, got {game.format_state(state)!r}"
            )
        board = 0
        for row in range(HEIGHT):
            cells = state.open >> row * WIDTH & (1 << WIDTH) - 1
            board |= _MIRRORED[cells] << (HEIGHT - 1 - row) * STRIDE
        unplaced = CENTRE if centred else None
        mine, theirs = (unplaced if cell == UNPLACED else _number(cell) for cell in (state.mover, state.waiting))
        return cls(board, state.ply, (theirs, mine) if state.turn else (mine, theirs))

    def player(self) -> int:
        """The player to move, 0 or 1."""
        return self.ply_count % 2

    def liberties(self, loc: int | None) -> list[int]:
        """The open cells at a knight's move from the cell `loc`, or all open cells if `loc` is None."""
        cells = range(SIZE) if loc is None else [loc + step for step in _STEPS]
        return [cell for cell in cells if cell >= 0 and self.board >> cell & 1]

    def actions(self) -> list[int]:
        """The legal actions. Before the placement the actions are cells, and afterwards `Action`s."""
        loc = self.locs[self.player()]
        if loc is None:
            return self.liberties(None)
        return [action for action in Action if loc + action >= 0 and self.board >> loc + action & 1]

    def result(self, action: int) -> CourseState:
        """The state after an action. An action to a blocked cell is refused."""
        mover = self.player()
        cell = (self.locs[mover] or 0) + int(action)
        if cell < 0 or not self.board >> cell & 1:
            raise InvalidSettings(f"expected an action to an open cell, got {action!r} in {self!r}")
        locs = (self.locs[0], cell) if mover else (cell, self.locs[1])
        return CourseState(self.board ^ 1 << cell, self.ply_count + 1, locs)

    def terminal_test(self) -> bool:
        """Whether at least one of the two players has no liberty."""
        return not (self.liberties(self.locs[0]) and self.liberties(self.locs[1]))

    def utility(self, player_id: int) -> float:
        """Infinity for the winner of a finished game, minus infinity for the loser, and 0 if the game is not over. In
        a finished game, the player to move has won if the opponent has no liberty and the player to move has one.
        """
        if not self.terminal_test():
            return 0
        moves = bool(self.liberties(self.locs[self.player()]))
        return float("inf") if moves == (player_id == self.player()) else float("-inf")

    @staticmethod
    def ind2xy(index: int) -> tuple[int, int]:
        """The column of a cell, counted from the right, and its row, counted from the bottom."""
        return index % STRIDE, index // STRIDE


_STEPS: Final = tuple(int(action) for action in Action)
_MIRRORED: Final = tuple(int(f"{cells:0{WIDTH}b}"[::-1], 2) for cells in range(1 << WIDTH))
"""For example, `_MIRRORED[0b11]` is `0b11000000000`: advsearch counts the cells of a row from the left, and the
course's program counts from the right."""


def _number(cell: int) -> int:
    """The number that the course's program gives to a cell."""
    row, column = divmod(cell, WIDTH)
    return (HEIGHT - 1 - row) * STRIDE + (WIDTH - 1 - column)


def cell_of(number: int) -> int:
    """The cell of advsearch with this number in the course's program."""
    row, column = divmod(number, STRIDE)
    return (HEIGHT - 1 - row) * WIDTH + (WIDTH - 1 - column)
