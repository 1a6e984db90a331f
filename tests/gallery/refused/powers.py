"""Powers: take a power of two stones, or of three. Whoever takes the last one scores the cube of the plies played."""

import advsearch


class Powers:
    def __init__(self, stones=14):
        self.stones = stones

    def initial(self):
        return (self.stones, 0)

    def player(self, state):
        return state[1] % 2

    def actions(self, state):
        powers = {2**k for k in range(8)} | {3**k for k in range(5)}
        return sorted(p for p in powers if p <= state[0])

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"{action!r}")
        return (state[0] - action, state[1] + 1)

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return (-1) ** (self.player(state) == player) * state[1] ** 3
