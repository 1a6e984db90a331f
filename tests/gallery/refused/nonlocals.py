"""A strip of stones of two colours: a nested function with nonlocal finds the longest run, which is the score."""

import advsearch


class Nonlocals:
    def __init__(self, cells=6):
        self.cells = cells

    def initial(self):
        return "." * self.cells

    def player(self, state):
        return (self.cells - state.count(".")) % 2

    def actions(self, state):
        return [i for i, c in enumerate(state) if c == "."]

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"{action!r}")
        return state[:action] + "ab"[self.player(state)] + state[action + 1 :]

    def terminal(self, state):
        return "." not in state

    def longest(self, state, letter):
        run = best = 0

        def see(c):
            nonlocal run, best
            run = run + 1 if c == letter else 0
            best = max(best, run)

        for c in state:
            see(c)
        return best

    def utility(self, state, player):
        return self.longest(state, "ab"[player]) - self.longest(state, "ba"[player])
