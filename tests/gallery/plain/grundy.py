"""Grundy's game: split a heap into two heaps of different sizes. Whoever cannot split loses."""

from collections import Counter


def freeze(counter):
    return tuple(sorted((size, count) for size, count in counter.items() if count))


class Grundy:
    utilities = "outcome"

    def __init__(self, *heaps):
        self.heaps = heaps or (7, 6)

    def initial(self):
        return freeze(Counter(self.heaps)), "Alice"

    def player(self, state):
        return ["Alice", "Bob"].index(state[1])

    def actions(self, state):
        sizes = dict(state[0])
        return [f"{size}={part}+{size - part}" for size in sizes for part in range(1, (size + 1) // 2)]

    def result(self, state, action):
        heaps, name = state
        whole, parts = action.split("=")
        counter = Counter(dict(heaps))
        counter[int(whole)] -= 1
        counter.update(int(part) for part in parts.split("+"))
        return freeze(counter), {"Alice": "Bob", "Bob": "Alice"}[name]

    def terminal(self, state):
        return all(size <= 2 for size, _ in state[0])

    def utility(self, state, player):
        return -1 if self.player(state) == player else 1
