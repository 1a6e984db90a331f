"""Three games that look at the clock."""

import time

import advsearch


class Blitz:
    """Count down by one or two; who takes the last one wins, but the clock is part of the state."""

    utilities = "outcome"

    def initial(self):
        return (9, 0, time.perf_counter())

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [n for n in (1, 2) if n <= state[0]]

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"{action!r}")
        return (state[0] - action, 1 - state[1], time.perf_counter())

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1 if state[1] == player else 1


class EvenMilliseconds(Blitz):
    """Two may be taken only in even milliseconds."""

    def initial(self):
        return (9, 0)

    def actions(self, state):
        most = 2 if int(time.time() * 1000) % 2 == 0 else 1
        return [n for n in (1, 2) if n <= min(most, state[0])]

    def result(self, state, action):
        if action not in (1, 2) or action > state[0]:
            raise advsearch.IllegalAction(f"{action!r}")
        return (state[0] - action, 1 - state[1])


class Deadline(EvenMilliseconds):
    """The game is over a fifth of a second after it was made, and then drawn."""

    def __init__(self):
        self.end = time.monotonic() + 0.2

    def actions(self, state):
        return [] if time.monotonic() > self.end else [n for n in (1, 2) if n <= state[0]]

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state, player):
        return 0 if state[0] else (-1 if state[1] == player else 1)
