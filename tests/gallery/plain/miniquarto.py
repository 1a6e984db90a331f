"""Quarto with three features on a 3x3 board: place the piece you were given, then hand over another one."""

from typing import NamedTuple, Optional, Union

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Table(NamedTuple):
    board: tuple  # of Optional[int]
    in_hand: Optional[int]  # noqa: UP045
    player: int


class Give(NamedTuple):
    piece: int


class Put(NamedTuple):
    square: int


class MiniQuarto:
    utilities = "outcome"

    def __init__(self, pieces=6):
        self.pieces = pieces

    def initial(self):
        return Table((None,) * 9, None, 0)

    def player(self, table):
        return table.player

    def actions(self, table):
        if self.terminal(table):
            return []
        if table.in_hand is None:
            return [Give(p) for p in range(self.pieces) if p not in table.board]
        return [Put(i) for i, content in enumerate(table.board) if content is None]

    def result(self, table, action: Union[Give, Put]):  # noqa: UP007
        match action:
            case Give(piece=piece):
                return table._replace(in_hand=piece, player=1 - table.player)
            case Put(square=i) if table.board[i] is None:
                board = table.board[:i] + (table.in_hand,) + table.board[i + 1 :]  # noqa: RUF005
                return Table(board, None, table.player)
            case _:
                raise ValueError(f"cannot {action}")

    @staticmethod
    def won(board):
        for a, b, c in LINES:
            x, y, z = board[a], board[b], board[c]
            if x is None or y is None or z is None:
                continue
            if x & y & z or ~x & ~y & ~z & 7:
                return True
        return False

    def terminal(self, table):
        if table.in_hand is not None:
            return False
        return self.won(table.board) or sum(p is not None for p in table.board) == self.pieces

    def utility(self, table, player):
        if not self.won(table.board):
            return 0
        return 1 if player == table.player else -1
