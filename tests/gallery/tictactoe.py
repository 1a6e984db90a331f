"""Tic-tac-toe with Enum marks in a tuple. Whose turn it is follows from the marks."""

from enum import Enum

from advsearch import IllegalAction


class Mark(Enum):
    EMPTY = "."
    X = "x"
    O = "o"  # noqa: E741

    def __repr__(self):
        return self.value


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    utilities = "outcome"

    def initial(self):
        return (Mark.EMPTY,) * 9

    def player(self, board):
        return (9 - board.count(Mark.EMPTY)) % 2

    def actions(self, board):
        if self.winner(board) is not None:
            return []
        return [i for i in range(9) if board[i] is Mark.EMPTY]

    def result(self, board, square):
        if square not in self.actions(board):
            raise IllegalAction(f"square {square!r}")
        mark = Mark.X if self.player(board) == 0 else Mark.O
        after = list(board)
        after[square] = mark
        return tuple(after)

    def winner(self, board):
        for a, b, c in LINES:
            if board[a] is not Mark.EMPTY and board[a] is board[b] is board[c]:
                return board[a]
        return None

    def terminal(self, board):
        return self.winner(board) is not None or Mark.EMPTY not in board

    def utility(self, board, player):
        won = self.winner(board)
        if won is None:
            return 0
        mine = (Mark.X, Mark.O)[player]
        return 1 if won is mine else -1
