"""Atari Go on a small board: the first to capture wins. Groups are found by recursion."""

from collections import namedtuple

import advsearch

Goban = namedtuple("Goban", "rows turn passes")


class AtariGo:
    utilities = "outcome"

    def __init__(self, size=3):
        self.size = size

    def initial(self):
        return Goban(rows=("." * self.size,) * self.size, turn="b", passes=0)

    def player(self, goban):
        return 0 if goban.turn == "b" else 1

    def around(self, r, c):
        spots = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        return [(y, x) for y, x in spots if 0 <= y < self.size and 0 <= x < self.size]

    def breathes(self, rows, r, c, seen):
        """Does the group at (r, c) have a free point beside it?"""
        for y, x in self.around(r, c):
            if rows[y][x] == ".":
                return True
            if rows[y][x] == rows[r][c] and (y, x) not in seen and self.breathes(rows, y, x, seen | {(y, x)}):
                return True
        return False

    def dead(self, rows, colour):
        for r in range(self.size):
            for c in range(self.size):
                if rows[r][c] == colour and not self.breathes(rows, r, c, {(r, c)}):
                    return True
        return False

    def put(self, goban, r, c):
        row = goban.rows[r][:c] + goban.turn + goban.rows[r][c + 1 :]
        return (*goban.rows[:r], row, *goban.rows[r + 1 :])

    def actions(self, goban):
        if self.terminal(goban):
            return []
        found = []
        enemy = "w" if goban.turn == "b" else "b"
        for r in range(self.size):
            for c in range(self.size):
                if goban.rows[r][c] == ".":
                    rows = self.put(goban, r, c)
                    if self.dead(rows, enemy) or not self.dead(rows, goban.turn):
                        found.append((r, c))
        return [*found, None]

    def result(self, goban, action):
        if action not in self.actions(goban):
            raise advsearch.IllegalAction(f"no stone may be put there: {action!r}")
        turn = "w" if goban.turn == "b" else "b"
        if action is None:
            return Goban(goban.rows, turn, goban.passes + 1)
        return Goban(self.put(goban, *action), turn, 0)

    def terminal(self, goban):
        return goban.passes == 2 or self.dead(goban.rows, goban.turn)

    def utility(self, goban, player):
        if not self.dead(goban.rows, goban.turn):
            return 0
        return -1 if self.player(goban) == player else 1
