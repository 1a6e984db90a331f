"""Nim whose state holds a dict, with a hash of its own."""

import advsearch


class Piles:
    def __init__(self, piles, mover):
        self.piles = dict(piles)
        self.mover = mover

    def __eq__(self, other):
        return isinstance(other, Piles) and (self.piles, self.mover) == (other.piles, other.mover)

    def __hash__(self):
        return hash((frozenset(self.piles.items()), self.mover))

    def __repr__(self):
        return f"Piles({self.piles}, {self.mover})"


class DictNim:
    utilities = "outcome"

    def initial(self):
        return Piles({"red": 2, "green": 3, "blue": 1}, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        return [(name, n) for name in sorted(state.piles) for n in range(1, state.piles[name] + 1)]

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"{action!r}")
        name, n = action
        piles = dict(state.piles)
        piles[name] -= n
        if piles[name] == 0:
            del piles[name]
        return Piles(piles, 1 - state.mover)

    def terminal(self, state):
        return not state.piles

    def utility(self, state, player):
        return -1 if state.mover == player else 1
