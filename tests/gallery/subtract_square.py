"""Subtract a square: take a square number of stones; the player who cannot move loses."""

import advsearch


class SubtractASquare:
    name = "subtract-a-square"
    utilities = "outcome"

    def __init__(self, stones=20):
        self.stones = stones

    def initial(self):
        return (self.stones, True)

    def player(self, state):
        _stones, first_to_move = state
        return 0 if first_to_move else 1

    def actions(self, state):
        moves = []
        root = 1
        while root * root <= state[0]:
            moves.append(root * root)
            root += 1
        return moves

    def result(self, state, action):
        stones, first_to_move = state
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"not a square that can be taken: {action!r}")
        return (stones - action, not first_to_move)

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        loser = self.player(state)
        return -1 if player == loser else +1
