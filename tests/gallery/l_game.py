"""The L game on 4x4: put your L elsewhere, then you may move a neutral piece. Bitboards of 16 cells.

A player who cannot put the L elsewhere loses; after a fixed number of plies it is a draw.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

import advsearch


class Position(NamedTuple):
    mine: int
    theirs: int
    neutrals: int
    ply: int


def bit(row, column):
    return 1 << (4 * row + column)


@cache
def all_ls():
    shapes = set()
    base = [(0, 0), (1, 0), (2, 0), (2, 1)]
    for turns, flip, down, right in product(range(4), (False, True), range(-4, 5), range(-4, 5)):
        cells = [(r, -c) if flip else (r, c) for r, c in base]
        for _ in range(turns):
            cells = [(c, -r) for r, c in cells]
        cells = [(r + down, c + right) for r, c in cells]
        if all(0 <= r < 4 and 0 <= c < 4 for r, c in cells):
            shapes.add(sum(bit(r, c) for r, c in cells))
    return tuple(sorted(shapes))


class LGame:
    name = "l-game"
    utilities = "outcome"

    def __init__(self, plies: int = 6) -> None:
        self.plies = plies

    def initial(self):
        first = bit(0, 1) | bit(1, 1) | bit(2, 1) | bit(0, 2)
        second = bit(3, 2) | bit(2, 2) | bit(1, 2) | bit(3, 1)
        return Position(first, second, bit(0, 0) | bit(3, 3), 0)

    def player(self, position):
        return position.ply % 2

    def places(self, position):
        blocked = position.theirs | position.neutrals
        return [shape for shape in all_ls() if shape != position.mine and not shape & blocked]

    def actions(self, position):
        if position.ply >= self.plies:
            return []
        found = []
        for shape in self.places(position):
            found.append((shape, position.neutrals))
            free = 0xFFFF & ~(shape | position.theirs | position.neutrals)
            for old in range(16):
                if position.neutrals >> old & 1:
                    found += [
                        (shape, position.neutrals ^ 1 << old ^ 1 << new) for new in range(16) if free >> new & 1
                    ]
        return found

    def result(self, position, action):
        if action not in self.actions(position):
            raise advsearch.IllegalAction(f"expected an L and two neutral cells, got {action!r}")
        shape, neutrals = action
        return Position(position.theirs, shape, neutrals, position.ply + 1)

    def terminal(self, position):
        return position.ply >= self.plies or not self.places(position)

    def utility(self, position, player):
        if self.places(position):
            return 0
        return -1 if player == self.player(position) else 1
