"""Kayles: knock down one pin or two neighbouring pins of a row. Whoever knocks down the last pin wins."""


class Kayles:
    utilities = "outcome"

    def __init__(self, rows=(5, 4)):
        self.rows = tuple(sorted(rows))

    def initial(self):
        return self.rows, 0

    def player(self, state):
        return state[1]

    def actions(self, state):
        rows, _ = state
        found = []
        for length in sorted(set(rows)):
            for pins in (1, 2):
                for left in range((length - pins) // 2 + 1):
                    if left + pins <= length:
                        found.append((length, left, pins))
        return found

    def result(self, state, action):
        rows, mover = state
        length, left, pins = action
        rest = list(rows)
        rest.remove(length)
        rest += [part for part in (left, length - left - pins) if part]
        return tuple(sorted(rest)), 1 - mover

    def terminal(self, state):
        return state[0] == ()

    def utility(self, state, player):
        return -1 if state[1] == player else 1
