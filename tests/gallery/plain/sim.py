"""Sim on five dots: draw an edge in your colour; whoever closes a triangle of their own colour loses."""

from itertools import combinations


class Sim:
    utilities = "outcome"

    def __init__(self, dots=5):
        self.dots = dots
        self.edges = list(combinations(range(dots), 2))
        bit = {edge: 1 << i for i, edge in enumerate(self.edges)}
        self.triangles = [bit[a, b] | bit[b, c] | bit[a, c] for a, b, c in combinations(range(dots), 3)]
        self.full = (1 << len(self.edges)) - 1

    def initial(self):
        return (0, 0)

    def player(self, state):
        drawn = state[0] | state[1]
        return bin(drawn).count("1") & 1

    def actions(self, state):
        if self.terminal(state):
            return []
        drawn = state[0] | state[1]
        return [i for i in range(len(self.edges)) if not drawn >> i & 1]

    def result(self, state, i):
        red, blue = state
        assert not (red | blue) >> i & 1, "that edge is drawn"
        return (red | 1 << i, blue) if self.player(state) == 0 else (red, blue | 1 << i)

    def terminal(self, state):
        red, blue = state
        return red | blue == self.full or any(t & red == t or t & blue == t for t in self.triangles)

    def utility(self, state, player):
        mine, yours = state[player], state[not player]
        if any(t & mine == t for t in self.triangles):
            return -1
        return int(any(t & yours == t for t in self.triangles))
