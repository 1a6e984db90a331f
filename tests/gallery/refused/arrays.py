"""Tic-tac-toe on a numpy array; a state is the bytes of the board."""

import numpy as np

import advsearch


class Arrays:
    utilities = "outcome"

    def initial(self):
        return bytes(9)

    def array(self, state):
        return np.frombuffer(state, dtype=np.int8).reshape(3, 3)

    def player(self, state):
        return int(np.count_nonzero(self.array(state)) % 2)

    def winner(self, state):
        board = self.array(state)
        lines = np.concatenate([board, board.T, [board.diagonal(), np.fliplr(board).diagonal()]])
        for mark in (1, 2):
            if np.any(np.all(lines == mark, axis=1)):
                return mark - 1
        return None

    def actions(self, state):
        return [] if self.winner(state) is not None else np.flatnonzero(self.array(state) == 0).tolist()

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"{action!r}")
        board = self.array(state).copy()
        board[divmod(action, 3)] = self.player(state) + 1
        return board.tobytes()

    def terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state, player):
        winner = self.winner(state)
        return 0 if winner is None else 1 - 2 * (winner != player)
