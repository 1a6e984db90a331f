"""N in a row on a board of any size. The state is two frozensets of cell numbers: first's and second's stones."""

import attrs

from advsearch import IllegalAction


@attrs.frozen
class Gomoku:
    width: int = 5
    height: int = 5
    length: int = 5

    name = "gomoku"
    utilities = "outcome"

    def initial(self):
        return (frozenset(), frozenset())

    def player(self, state):
        return int(len(state[0]) > len(state[1]))

    def lines(self, cell):
        """Every line of the right length through a cell, as a set."""
        x, y = cell % self.width, cell // self.width
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            for back in range(self.length):
                points = [(x + (k - back) * dx, y + (k - back) * dy) for k in range(self.length)]
                if all(0 <= px < self.width and 0 <= py < self.height for px, py in points):
                    yield {py * self.width + px for px, py in points}

    def has_row(self, stones):
        return any(line <= stones for cell in stones for line in self.lines(cell))

    def actions(self, state):
        if self.terminal(state):
            return []
        first, second = state
        return sorted(set(range(self.width * self.height)) - first - second)

    def result(self, state, action):
        if action not in self.actions(state):
            raise IllegalAction(f"{action!r} is taken, or the game is over")
        first, second = state
        if self.player(state) == 0:
            return (first | {action}, second)
        return (first, second | {action})

    def terminal(self, state):
        first, second = state
        return len(first | second) == self.width * self.height or self.has_row(
            second if self.player(state) == 0 else first
        )

    def utility(self, state, player):
        if self.has_row(state[player]):
            return 1
        if self.has_row(state[1 - player]):
            return -1
        return 0
