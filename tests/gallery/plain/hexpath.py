"""Hex on a small rhombus. Player 0 joins top and bottom, player 1 joins left and right."""

from dataclasses import dataclass
from typing import FrozenSet, Tuple  # noqa: UP035

Cell = Tuple[int, int]  # noqa: UP006
NEIGHBOURS = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]


@dataclass(frozen=True)
class Board:
    red: FrozenSet[Cell] = frozenset()  # noqa: UP006
    blue: FrozenSet[Cell] = frozenset()  # noqa: UP006

    @property
    def turn(self) -> int:
        return 0 if len(self.red) == len(self.blue) else 1


@dataclass(frozen=True)
class HexPath:
    size: int = 4

    utilities = "outcome"

    def initial(self) -> Board:
        return Board()

    def player(self, board: Board) -> int:
        return board.turn

    def actions(self, board: Board):
        if self.terminal(board):
            return []
        taken = board.red | board.blue
        return [(r, c) for r in range(self.size) for c in range(self.size) if (r, c) not in taken]

    def result(self, board: Board, cell: Cell) -> Board:
        if cell in board.red or cell in board.blue:
            raise ValueError(f"{cell} is taken")
        if board.turn == 0:
            return Board(board.red | {cell}, board.blue)
        return Board(board.red, board.blue | {cell})

    def _joined(self, stones: FrozenSet[Cell], axis: int) -> bool:  # noqa: UP006
        stack = [cell for cell in stones if cell[axis] == 0]
        seen = set(stack)
        while stack:
            r, c = stack.pop()
            if (r, c)[axis] == self.size - 1:
                return True
            for dr, dc in NEIGHBOURS:
                near = (r + dr, c + dc)
                if near in stones and near not in seen:
                    seen.add(near)
                    stack.append(near)
        return False

    def terminal(self, board: Board) -> bool:
        return self._joined(board.red, 0) or self._joined(board.blue, 1)

    def utility(self, board: Board, player: int) -> int:
        winner = 0 if self._joined(board.red, 0) else 1
        return 1 if player == winner else -1
