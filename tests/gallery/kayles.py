"""Kayles: knock down one pin or two adjacent ones. The row is a text of 'I' and '.', then the mover's name."""

import advsearch


class Kayles:
    utilities = "outcome"

    def __init__(self, row="IIIIIII"):
        self.row = row

    def initial(self):
        return self.row + " A"

    def player(self, state):
        return 0 if state.endswith("A") else 1

    def actions(self, state):
        pins = state.split()[0]
        ones = [(i, 1) for i, c in enumerate(pins) if c == "I"]
        twos = [(i, 2) for i in range(len(pins) - 1) if pins[i : i + 2] == "II"]
        return ones + twos

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"expected (pin, 1 or 2), got {action!r}")
        i, n = action
        pins, who = state.split(" ")
        return pins[:i] + "." * n + pins[i + n :] + (" B" if who == "A" else " A")

    def terminal(self, state):
        return state.count("I") == 0

    def utility(self, state, player):
        last_mover = 1 - self.player(state)
        return 1 if player == last_mover else -1
