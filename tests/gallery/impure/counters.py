"""Three games that count."""

import advsearch


class Race:
    """Count down from a number by one or two; whoever reaches zero wins."""

    utilities = "outcome"

    def __init__(self, start=9):
        self.start = start

    def initial(self):
        return (self.start, 0)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [n for n in (1, 2) if n <= state[0]]

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"{action!r}")
        return (state[0] - action, 1 - state[1])

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1 if state[1] == player else 1


class TurnCounter(Race):
    """The player to move follows from the number of calls of `result`, as if only one game were ever played."""

    def __init__(self, start=9):
        super().__init__(start)
        self.played = 0

    def initial(self):
        self.played = 0
        return self.start

    def player(self, state):
        return self.played % 2

    def actions(self, state):
        return [n for n in (1, 2) if n <= state]

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"{action!r}")
        self.played += 1
        return state - action

    def terminal(self, state):
        return state == 0

    def utility(self, state, player):
        return -1 if self.player(state) == player else 1


class Tiring(Race):
    """After a thousand calls of `actions` nobody may take two any more."""

    calls = 0

    def actions(self, state):
        Tiring.calls += 1
        found = super().actions(state)
        return found[:1] if Tiring.calls > 1000 else found


class Numbered(Race):
    """Every state has a serial number, so no two states are equal."""

    made = 0

    def initial(self):
        return (self.start, 0, 0)

    def result(self, state, action):
        left, mover = super().result(state[:2], action)
        self.made += 1
        return (left, mover, self.made)
