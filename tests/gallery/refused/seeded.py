"""A walk to the right where random numbers with a fixed seed say how far each step may go: pure, although random."""

import random

import advsearch


class Seeded:
    utilities = "outcome"

    def __init__(self, length=12, seed=7):
        self.length = length
        self.seed = seed

    def initial(self):
        return (0, 0)

    def player(self, state):
        return state[1]

    def reach(self, square):
        return random.Random(self.seed * 1000 + square).randint(1, 3)

    def actions(self, state):
        square, _ = state
        return list(range(1, min(self.reach(square), self.length - square) + 1))

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"{action!r}")
        return (state[0] + action, 1 - state[1])

    def terminal(self, state):
        return state[0] == self.length

    def utility(self, state, player):
        return 1 if state[1] != player else -1
