"""Konane: jump over enemy stones in one direction, as often as you like. Nested tuples of 0, 1 and None."""

import advsearch


class Konane:
    utilities = "outcome"

    def __init__(self, rows=4, columns=4):
        self.rows, self.columns = rows, columns

    def initial(self):
        return tuple(tuple((r + c) % 2 for c in range(self.columns)) for r in range(self.rows)), 0

    def player(self, state):
        return state[1]

    def stone(self, board, r, c):
        return board[r][c] if 0 <= r < self.rows and 0 <= c < self.columns else "outside"

    def openings(self, board):
        gaps = [(r, c) for r, row in enumerate(board) for c, stone in enumerate(row) if stone is None]
        if not gaps:
            middle = {(self.rows // 2, self.columns // 2), (self.rows // 2 - 1, self.columns // 2 - 1)}
            corners = {(0, 0), (self.rows - 1, self.columns - 1)}
            return [("take", r, c) for r, c in sorted(middle | corners) if board[r][c] == 0]
        if len(gaps) == 1:
            ((r, c),) = gaps
            around = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
            return [("take", y, x) for y, x in around if self.stone(board, y, x) == 1]
        return None

    def jumps(self, board, mover):
        for r in range(self.rows):
            for c in range(self.columns):
                if board[r][c] != mover:
                    continue
                for dr, dc in ((-1, 0), (0, -1), (0, 1), (1, 0)):
                    y, x = r, c
                    while (
                        self.stone(board, y + dr, x + dc) == 1 - mover
                        and self.stone(board, y + 2 * dr, x + 2 * dc) is None
                    ):
                        y, x = y + 2 * dr, x + 2 * dc
                        yield ("jump", r, c, y, x)

    def actions(self, state):
        board, mover = state
        opening = self.openings(board)
        return list(self.jumps(board, mover)) if opening is None else opening

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"cannot {action!r}")
        board, mover = state
        grid = [list(row) for row in board]
        if action[0] == "take":
            _, r, c = action
            grid[r][c] = None
        else:
            _, r, c, y, x = action
            grid[r][c], grid[y][x] = None, mover
            for k in range(1, max(abs(y - r), abs(x - c))):
                dr, dc = (y > r) - (y < r), (x > c) - (x < c)
                if k % 2 == 1:
                    grid[r + k * dr][c + k * dc] = None
        return tuple(map(tuple, grid)), 1 - mover

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state, player):
        return -1 if state[1] == player else 1
