"""Cram: dominoes in both directions on a bitboard; the player who cannot place one loses.

The state is (occupied, ply). Boards of any size: Python's ints do not end at 64 bits.
"""

import functools

import attrs

from advsearch import IllegalAction


@attrs.frozen
class Cram:
    width: int = 3
    height: int = 4

    utilities = "outcome"

    def initial(self):
        return (0, 0)

    def player(self, state):
        return state[1] % 2

    def dominoes(self):
        return all_dominoes(self.width, self.height)

    def actions(self, state):
        taken, _ = state
        return [domino for domino in self.dominoes() if domino & taken == 0]

    def result(self, state, action):
        taken, ply = state
        if action not in self.dominoes() or action & taken:
            raise IllegalAction(f"no room for {action!r}")
        return (taken | action, ply + 1)

    def terminal(self, state):
        return not any(domino & state[0] == 0 for domino in self.dominoes())

    def utility(self, state, player):
        return -1 if self.player(state) == player else 1


@functools.cache
def all_dominoes(width, height):
    found = []
    for y in range(height):
        for x in range(width):
            square = 1 << (y * width + x)
            if x + 1 < width:
                found.append(square | square << 1)
            if y + 1 < height:
                found.append(square | square << width)
    return tuple(found)
