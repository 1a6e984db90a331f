"""A game of territories: fill a cell of a strip; the largest group, found with a deque, is the score."""

from collections import deque

import advsearch


class Queues:
    def __init__(self, width=3, height=2):
        self.width, self.height = width, height

    def initial(self):
        return (None,) * (self.width * self.height)

    def player(self, state):
        return (len(state) - state.count(None)) % 2

    def actions(self, state):
        return [i for i, owner in enumerate(state) if owner is None]

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"{action!r}")
        return (*state[:action], self.player(state), *state[action + 1 :])

    def terminal(self, state):
        return None not in state

    def largest(self, state, player):
        best, seen = 0, set()
        for start, owner in enumerate(state):
            if owner != player or start in seen:
                continue
            queue, size = deque([start]), 0
            seen.add(start)
            while queue:
                cell = queue.popleft()
                size += 1
                x, y = cell % self.width, cell // self.width
                for nx, ny in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    near = ny * self.width + nx
                    inside = 0 <= nx < self.width and 0 <= ny < self.height
                    if inside and near not in seen and state[near] == player:
                        seen.add(near)
                        queue.append(near)
            best = max(best, size)
        return best

    def utility(self, state, player):
        return self.largest(state, player) - self.largest(state, 1 - player)
