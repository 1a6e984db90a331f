"""Grundy's game: split one heap into two unequal heaps. A player who cannot split loses."""

import advsearch


def splits(n):
    """yield every way to split n into a bigger and a smaller heap"""
    small = 1
    while small < n - small:
        yield (n - small, small)
        small += 1


class Grundy:
    name = "grundy"
    utilities = "outcome"

    def __init__(self, heap: int = 9):
        self.heap = heap

    def initial(self):
        return ((self.heap,), 0)

    def player(self, state):
        return state[1]

    def actions(self, state):
        heaps, _ = state
        return [(n, *parts) for n in sorted(set(heaps)) for parts in splits(n)]

    def result(self, state, action):
        heaps, mover = state
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"bad split {action!r}")
        old, a, b = action
        rest = list(heaps)
        rest.remove(old)
        return (tuple(sorted([*rest, a, b], reverse=True)), 1 - mover)

    def terminal(self, state):
        return all(n <= 2 for n in state[0])

    def utility(self, state, player):
        return -1 if state[1] == player else 1
