"""Teeko on a small board: drop three stones each, then slide them; three in a line or a corner of a square win.

After a fixed number of plies the game is a draw.
"""

import attrs

import advsearch


@attrs.frozen
class Board:
    stones: tuple[tuple[int, ...], tuple[int, ...]]
    ply: int


@attrs.frozen
class Teeko:
    size: int = 3
    each: int = 3
    plies: int = 14

    name = "teeko"
    utilities = "outcome"

    def initial(self):
        return Board(((), ()), 0)

    def player(self, board):
        return board.ply % 2

    def _cell(self, square):
        return divmod(square, self.size)

    def _touching(self, square):
        row, column = self._cell(square)
        return [
            other
            for other in range(self.size**2)
            if other != square and abs(self._cell(other)[0] - row) <= 1 and abs(self._cell(other)[1] - column) <= 1
        ]

    def _done(self, stones):
        if len(stones) < self.each:
            return False
        rows, columns = zip(*map(self._cell, stones), strict=True)
        steps = {(rows[i + 1] - rows[i], columns[i + 1] - columns[i]) for i in range(self.each - 1)}
        in_line = len(steps) == 1 and steps <= {(0, 1), (1, 0), (1, 1), (1, -1)}
        in_square = max(rows) - min(rows) == max(columns) - min(columns) == 1
        return in_line or in_square

    def actions(self, board):
        if self.terminal(board):
            return []
        mine = board.stones[self.player(board)]
        taken = board.stones[0] + board.stones[1]
        if len(mine) < self.each:
            return [(None, square) for square in range(self.size**2) if square not in taken]
        return [(source, target) for source in mine for target in self._touching(source) if target not in taken]

    def result(self, board, action):
        if action not in self.actions(board):
            raise advsearch.IllegalAction(f"expected a drop (None, square) or a slide (from, to), got {action!r}")
        source, target = action
        mover = self.player(board)
        mine = tuple(sorted({*board.stones[mover], target} - {source}))
        return Board((mine, board.stones[1]) if mover == 0 else (board.stones[0], mine), board.ply + 1)

    def terminal(self, board):
        return board.ply >= self.plies or any(map(self._done, board.stones))

    def utility(self, board, player):
        if self._done(board.stones[player]):
            return 1
        return -1 if self._done(board.stones[1 - player]) else 0
