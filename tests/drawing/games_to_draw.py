"""Games as a user might write them: with words to draw, and with neither words nor drawing."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Threes:
    """Three in a row win."""

    name = "threes"
    utilities = "outcome"

    def initial(self):
        return "." * 9

    def player(self, state):
        return (9 - state.count(".")) % 2

    def actions(self, state):
        return [] if self.terminal(state) else [n for n in range(9) if state[n] == "."]

    def result(self, state, action):
        return state[:action] + "XO"[self.player(state)] + state[action + 1 :]

    def _wins(self, state, mark):
        return any(all(state[n] == mark for n in line) for line in LINES)

    def terminal(self, state):
        return "." not in state or self._wins(state, "X") or self._wins(state, "O")

    def utility(self, state, player):
        value = self._wins(state, "X") - self._wins(state, "O")
        return value if player == 0 else -value


class Drawn(Threes):
    """Three in a row win, and the board is drawn."""

    name = "drawn"

    def board(self, state):
        looks = {"X": "first", "O": "second", ".": "."}
        return [[looks[mark] for mark in state[row : row + 3]] for row in (0, 3, 6)]
