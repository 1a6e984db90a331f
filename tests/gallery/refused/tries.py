"""Tic-tac-toe in one line (three squares in a row of five), whose rules use try and except."""

import advsearch


class Tries:
    utilities = "outcome"

    def initial(self):
        return ("",) * 5

    def player(self, state):
        return sum(1 for mark in state if mark) % 2

    def actions(self, state):
        return [] if self.winner(state) is not None else [i for i in range(5) if not state[i]]

    def winner(self, state):
        for i in range(5):
            try:
                if state[i] and state[i] == state[i + 1] == state[i + 2]:
                    return "xo".index(state[i])
            except IndexError:
                return None
        return None

    def result(self, state, action):
        try:
            self.actions(state).index(action)
        except ValueError:
            raise advsearch.IllegalAction(f"{action!r}") from None
        marks = list(state)
        marks[action] = "xo"[self.player(state)]
        return tuple(marks)

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state, player):
        winner = self.winner(state)
        return 0 if winner is None else (1 if winner == player else -1)
