"""Othello on any even board: flips, passes, and the difference in discs as the score."""

import advsearch

DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]
PASS = "pass"


class Othello:
    """state = (cells, mover); a cell is 0 when empty, 1 for black (player 0), 2 for white"""

    name = "othello"

    def __init__(self, rows=6, columns=6):
        self.rows = rows
        self.columns = columns

    def initial(self):
        cells = [0] * (self.rows * self.columns)
        r, c = self.rows // 2, self.columns // 2
        cells[(r - 1) * self.columns + c - 1] = cells[r * self.columns + c] = 2
        cells[(r - 1) * self.columns + c] = cells[r * self.columns + c - 1] = 1
        return tuple(cells), 0

    def player(self, state):
        return state[1]

    def flips(self, cells, mover, square):
        """the squares that turn over"""
        if cells[square] != 0:
            return []
        mine, theirs = mover + 1, 2 - mover
        row, column = divmod(square, self.columns)
        turned = []
        for dr, dc in DIRECTIONS:
            line = []
            r, c = row + dr, column + dc
            while 0 <= r < self.rows and 0 <= c < self.columns and cells[r * self.columns + c] == theirs:
                line.append(r * self.columns + c)
                r += dr
                c += dc
            if line and 0 <= r < self.rows and 0 <= c < self.columns and cells[r * self.columns + c] == mine:
                turned += line
        return turned

    def can_move(self, cells, mover):
        return any(self.flips(cells, mover, square) for square in range(len(cells)))

    def actions(self, state):
        cells, mover = state
        placements = [square for square in range(len(cells)) if self.flips(cells, mover, square)]
        if placements:
            return placements
        return [PASS] if self.can_move(cells, 1 - mover) else []

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"expected a square that flips a disc, got {action!r}")
        cells, mover = state
        if action == PASS:
            return cells, 1 - mover
        board = list(cells)
        for square in [action, *self.flips(cells, mover, action)]:
            board[square] = mover + 1
        return tuple(board), 1 - mover

    def terminal(self, state):
        return not self.can_move(state[0], 0) and not self.can_move(state[0], 1)

    def utility(self, state, player):
        cells = state[0]
        difference = cells.count(1) - cells.count(2)
        return difference if player == 0 else -difference
