"""Kalah: sow to the right, move again when the last seed lands in your store, capture from the house opposite.

The state is a flat tuple: south's houses, south's store, north's houses, north's store, and the player to move.
"""

import advsearch


class Kalah:
    name = "kalah"

    def __init__(self, houses=3, seeds=2):
        self.houses = houses
        self.seeds = seeds

    def initial(self):
        side = (self.seeds,) * self.houses + (0,)
        return side + side + (0,)

    def player(self, state):
        return state[-1]

    def stores(self):
        return self.houses, 2 * self.houses + 1

    def my_houses(self, player):
        start = player * (self.houses + 1)
        return range(start, start + self.houses)

    def actions(self, state):
        if self.terminal(state):
            return []
        return [house for house in self.my_houses(state[-1]) if state[house] > 0]

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"expected a house with seeds of the player to move, got {action!r}")
        mover = state[-1]
        pits = list(state[:-1])
        mine, theirs = self.stores()[mover], self.stores()[1 - mover]

        hand, pits[action] = pits[action], 0
        position = action
        while hand > 0:
            position = (position + 1) % len(pits)
            if position == theirs:
                continue
            pits[position] += 1
            hand -= 1

        if position in self.my_houses(mover) and pits[position] == 1:
            opposite = 2 * self.houses - position
            if pits[opposite] > 0:
                pits[mine] += pits[opposite] + 1
                pits[opposite] = pits[position] = 0

        if any(sum(pits[house] for house in self.my_houses(side)) == 0 for side in (0, 1)):
            for side in (0, 1):  # who still has seeds keeps them
                for house in self.my_houses(side):
                    pits[self.stores()[side]] += pits[house]
                    pits[house] = 0
        return (*pits, mover if position == mine else 1 - mover)

    def terminal(self, state):
        return sum(state[house] for side in (0, 1) for house in self.my_houses(side)) == 0

    def utility(self, state, player):
        south, north = (state[store] for store in self.stores())
        return south - north if player == 0 else north - south
