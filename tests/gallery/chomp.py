"""Chomp on nested tuples: rows of True (chocolate) and False (eaten)."""

import advsearch


class Chomp:
    utilities = "outcome"

    def __init__(self, rows=3, cols=4):
        self.rows = rows
        self.cols = cols

    def initial(self):
        board = tuple(tuple(True for _ in range(self.cols)) for _ in range(self.rows))
        return (board, 0)

    def player(self, state):
        _, turn = state
        return turn

    def actions(self, state):
        board, _ = state
        return [(r, c) for r in range(self.rows) for c in range(self.cols) if board[r][c]]

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"not there: {action!r}")
        (r0, c0), (board, turn) = action, state
        new_board = tuple(
            tuple(piece and not (r >= r0 and c >= c0) for c, piece in enumerate(row)) for r, row in enumerate(board)
        )
        return (new_board, 1 - turn)

    def terminal(self, state):
        return not state[0][0][0]

    def utility(self, state, player):
        # the poison was eaten by the one who moved last
        return 1 if player == state[1] else -1
