"""Breakthrough: a tuple of single characters. 'w' walks up (to lower indices), 'b' walks down."""

from advsearch import IllegalAction


class Breakthrough:
    name = "breakthrough"
    utilities = "outcome"

    def __init__(self, width=8, height=8):
        if height < 5:
            raise ValueError("the board needs five rows at least")
        self.width = width
        self.height = height

    def initial(self):
        w, h = self.width, self.height
        return ("b",) * (2 * w) + (".",) * ((h - 4) * w) + ("w",) * (2 * w) + ("w",)

    def player(self, state):
        return 0 if state[-1] == "w" else 1

    def actions(self, state):
        if self.terminal(state):
            return []
        w, h = self.width, self.height
        me = state[-1]
        step = -1 if me == "w" else 1
        moves = []
        for square in range(w * h):
            if state[square] != me:
                continue
            row, col = divmod(square, w)
            if not 0 <= row + step < h:
                continue
            for side in (-1, 0, 1):
                if not 0 <= col + side < w:
                    continue
                target = (row + step) * w + col + side
                there = state[target]
                if there == "." or (side != 0 and there != me):
                    moves.append((square, target))
        return moves

    def result(self, state, action):
        if action not in self.actions(state):
            raise IllegalAction(f"no pawn may move so: {action!r}")
        source, target = action
        board = list(state)
        board[target] = board[source]
        board[source] = "."
        board[-1] = "b" if state[-1] == "w" else "w"
        return tuple(board)

    def terminal(self, state):
        return self._loser(state) is not None

    def _loser(self, state):
        w = self.width
        if "w" in state[:w] or "b" not in state[:-1]:
            return 1
        if "b" in state[-1 - w : -1] or "w" not in state[:-1]:
            return 0
        return None

    def utility(self, state, player):
        return -1 if player == self._loser(state) else 1
