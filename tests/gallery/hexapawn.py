"""Hexapawn: pawns as in chess; reach the far side, or leave the other without a move.."""

import attrs

from advsearch import IllegalAction

FORWARD = {0: -1, 1: 1}
PAWN = {0: "P", 1: "p"}


@attrs.frozen
class Position:
    rows: tuple[str, ...]
    mover: int


@attrs.frozen
class Hexapawn:
    width: int = 3
    height: int = 3

    utilities = "outcome"

    def initial(self):
        empty = "." * self.width
        return Position(("p" * self.width, *[empty] * (self.height - 2), "P" * self.width), 0)

    def player(self, position):
        return position.mover

    def _arrived(self, position):
        return "P" in position.rows[0] or "p" in position.rows[-1]

    def actions(self, position):
        if self._arrived(position):
            return []

        mine, theirs = PAWN[position.mover], PAWN[1 - position.mover]

        def at(row, col):
            if row < 0 or row >= self.height or col < 0 or col >= self.width:
                return None
            return position.rows[row][col]

        found = []
        for row in range(self.height):
            for col in range(self.width):
                if at(row, col) == mine:
                    ahead = row + FORWARD[position.mover]
                    if at(ahead, col) == ".":
                        found.append((row, col, ahead, col))
                    found.extend((row, col, ahead, c) for c in (col - 1, col + 1) if at(ahead, c) == theirs)
        return found

    def result(self, position, action):
        if action not in self.actions(position):
            raise IllegalAction(f"{action!r} is not a pawn's move here")
        r, c, r2, c2 = action
        rows = list(position.rows)
        pawn = rows[r][c]
        rows[r] = rows[r][:c] + "." + rows[r][c + 1 :]
        rows[r2] = rows[r2][:c2] + pawn + rows[r2][c2 + 1 :]
        return attrs.evolve(position, rows=tuple(rows), mover=1 - position.mover)

    def terminal(self, position):
        return not self.actions(position)

    def utility(self, position, player):
        return -1 if player == position.mover else 1
