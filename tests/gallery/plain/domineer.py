"""Domineering: one player lays upright dominoes, the other flat ones; who cannot lay one loses."""

from itertools import product


class Domineering:
    utilities = "outcome"

    def __init__(self, width: int = 4, height: int = 3):
        self.width, self.height = width, height

    def __repr__(self):
        return f"Domineering({self.width}, {self.height})"

    def initial(self):
        return frozenset(product(range(self.width), range(self.height))), 0

    def player(self, state):
        _, mover = state
        return mover

    def actions(self, state):
        free, mover = state
        dx, dy = ((0, 1), (1, 0))[mover]
        dominoes = (frozenset({(x, y), (x + dx, y + dy)}) for x, y in free)
        return sorted((d for d in dominoes if d <= free), key=sorted)

    def result(self, state, domino):
        free, mover = state
        if not domino <= free:
            raise ValueError("there is no room")
        return free - domino, 1 - mover

    def terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state, player):
        return 1 - 2 * (player == state[1])
