"""Solitaire jumps for two: a peg may jump several times, and a recursion returns the list of all ways to do so."""

from itertools import pairwise

import advsearch


class PegJumps:
    utilities = "outcome"

    def __init__(self, pegs="oo.oo.o"):
        self.pegs = pegs

    def initial(self):
        return (self.pegs, 0)

    def player(self, state):
        return state[1]

    def ways(self, pegs, at):
        """every path of jumps from a peg"""
        found = []
        for step in (-1, 1):
            over, to = at + step, at + 2 * step
            if 0 <= to < len(pegs) and pegs[over] == "o" and pegs[to] == ".":
                after = list(pegs)
                after[at] = after[over] = "."
                after[to] = "o"
                found.append((to,))
                found.extend((to, *rest) for rest in self.ways("".join(after), to))
        return found

    def actions(self, state):
        pegs, _ = state
        return [(at, *way) for at in range(len(pegs)) if pegs[at] == "o" for way in self.ways(pegs, at)]

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"{action!r}")
        pegs = list(state[0])
        for at, to in pairwise(action):
            pegs[at] = pegs[(at + to) // 2] = "."
            pegs[to] = "o"
        return ("".join(pegs), 1 - state[1])

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state, player):
        return -1 if state[1] == player else 1
