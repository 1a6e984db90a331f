"""Hex: white (player 0) joins left and right, black joins top and bottom. frozensets of (row, col)."""

import advsearch

NEIGHBOURS = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]


class Hex:
    utilities = "outcome"

    def __init__(self, size=3):
        self.size = size

    def initial(self):
        return (frozenset(), frozenset(), 0)

    def player(self, state):
        return state[2]

    def connected(self, stones, axis):
        """Flood fill with a stack from one border, along the given axis (0: rows, 1: columns)."""
        stack = [cell for cell in stones if cell[axis] == 0]
        seen = set(stack)
        while stack:
            cell = stack.pop()
            if cell[axis] == self.size - 1:
                return True
            for dr, dc in NEIGHBOURS:
                near = (cell[0] + dr, cell[1] + dc)
                if near in stones and near not in seen:
                    seen.add(near)
                    stack.append(near)
        return False

    def terminal(self, state):
        white, black, _ = state
        return self.connected(white, 1) or self.connected(black, 0)

    def actions(self, state):
        if self.terminal(state):
            return []
        taken = state[0] | state[1]
        return [(r, c) for r in range(self.size) for c in range(self.size) if (r, c) not in taken]

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"{action!r} is not a free cell")
        white, black, mover = state
        if mover == 0:
            white = white | {action}
        else:
            black = black | {action}
        return (white, black, 1 - mover)

    def utility(self, state, player):
        winner = 0 if self.connected(state[0], 1) else 1
        return 1 if winner == player else -1
