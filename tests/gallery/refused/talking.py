"""A countdown whose author left the prints in."""

import sys

import advsearch


class Talking:
    utilities = "outcome"

    def __init__(self, start=10):
        self.start = start

    def initial(self):
        return (self.start, "A")

    def player(self, state):
        return "AB".index(state[1])

    def actions(self, state):
        return [n for n in (1, 2, 3) if n <= state[0]]

    def result(self, state, action):
        print("result", state, action, file=sys.stderr)
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"{action!r}")
        return (state[0] - action, "B" if state[1] == "A" else "A")

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1 if self.player(state) == player else 1
