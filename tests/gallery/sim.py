"""Sim: colour the lines between points; a player who closes a triangle of one colour loses. Two bitboards."""

from itertools import combinations

import advsearch


class Sim:
    utilities = "outcome"

    def __init__(self, points=5):
        self.points = points
        self.lines = list(combinations(range(points), 2))
        self.triangles = [
            sum(1 << self.lines.index(line) for line in combinations(corners, 2))
            for corners in combinations(range(points), 3)
        ]

    def initial(self):
        return (0, 0)

    def player(self, state):
        red, blue = state
        return 0 if red.bit_count() == blue.bit_count() else 1

    def loses(self, colour):
        return any(colour & triangle == triangle for triangle in self.triangles)

    def actions(self, state):
        if self.terminal(state):
            return []
        return [i for i in range(len(self.lines)) if not (state[0] | state[1]) >> i & 1]

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"line {action!r} cannot be drawn")
        red, blue = state
        return (red | 1 << action, blue) if self.player(state) == 0 else (red, blue | 1 << action)

    def terminal(self, state):
        everything = (1 << len(self.lines)) - 1
        return state[0] | state[1] == everything or self.loses(state[0]) or self.loses(state[1])

    def utility(self, state, player):
        return self.loses(state[1 - player]) - self.loses(state[player])
