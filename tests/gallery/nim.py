"""Nim with any heaps; the player who takes the last object wins."""

import attrs

import advsearch


@attrs.frozen
class Nim:
    heaps: tuple[int, ...] = (3, 4, 5)

    name = "nim"
    utilities = "outcome"

    def initial(self):
        return (*self.heaps, 0)

    def player(self, state):
        return state[-1]

    def actions(self, state):
        return [(i, n) for i, heap in enumerate(state[:-1]) for n in range(1, heap + 1)]

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"no such move: {action!r}")
        i, n = action
        return (*state[:i], state[i] - n, *state[i + 1 : -1], 1 - state[-1])

    def terminal(self, state):
        return sum(state[:-1]) == 0

    def utility(self, state, player):
        return -1 if player == state[-1] else 1
