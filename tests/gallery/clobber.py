"""Clobber: move a stone onto a neighbouring enemy stone. The state is a text with newlines and the mover's letter."""

from advsearch import IllegalAction


class Clobber:
    utilities = "outcome"

    def __init__(self, rows=3, columns=3):
        self.rows = rows
        self.columns = columns

    def initial(self):
        lines = ["".join("xo"[(r + c) % 2] for c in range(self.columns)) for r in range(self.rows)]
        return "\n".join([*lines, "x"])

    def player(self, state):
        return "xo".index(state[-1])

    def actions(self, state):
        *lines, me = state.split("\n")
        you = "o" if me == "x" else "x"
        moves = []
        for r, line in enumerate(lines):
            for c, stone in enumerate(line):
                if stone == me:
                    if r > 0 and lines[r - 1][c] == you:
                        moves.append((r, c, "north"))
                    if c < self.columns - 1 and line[c + 1] == you:
                        moves.append((r, c, "east"))
                    if r < self.rows - 1 and lines[r + 1][c] == you:
                        moves.append((r, c, "south"))
                    if c > 0 and line[c - 1] == you:
                        moves.append((r, c, "west"))
        return moves

    def result(self, state, action):
        if action not in self.actions(state):
            raise IllegalAction(f"{action!r} clobbers nothing")
        row, column, direction = action
        width = self.columns + 1
        here = row * width + column
        there = here + {"north": -width, "east": 1, "south": width, "west": -1}[direction]
        letters = list(state)
        letters[there] = letters[here]
        letters[here] = "."
        letters[-1] = {"x": "o", "o": "x"}[letters[-1]]
        return "".join(letters)

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state, player):
        return 1 - 2 * int(player == self.player(state))
