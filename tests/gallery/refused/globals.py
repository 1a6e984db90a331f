"""Poison apples. The table of lost numbers is a global that is filled at the first call, so the rules stay pure."""

import advsearch

TABLE = None


def steps(n):
    global TABLE
    if TABLE is None:
        TABLE = {k: [d for d in (1, 3, 4) if d <= k] for k in range(100)}
    return TABLE[n]


class Globals:
    utilities = "outcome"

    def initial(self):
        return (11, 0)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return tuple(steps(state[0]))

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"{action!r}")
        return (state[0] - action, 1 - state[1])

    def terminal(self, state):
        return not steps(state[0])

    def utility(self, state, player):
        return 1 if state[1] != player else -1
