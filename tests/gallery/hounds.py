"""Hare and hounds on eleven points: three hounds step forward or sideways, the hare steps anywhere.

The hounds (player 0) win by trapping the hare. The hare wins by reaching the left end, or when the moves run out.
"""

import attrs

from advsearch import IllegalAction

#      1 - 4 - 7
#    / | \ | / | \
#  0 - 2 - 5 - 8 - 10
#    \ | / | \ | /
#      3 - 6 - 9
ROADS = {
    0: (1, 2, 3),
    1: (0, 2, 4, 5),
    2: (0, 1, 3, 5),
    3: (0, 2, 5, 6),
    4: (1, 5, 7),
    5: (1, 2, 3, 4, 6, 7, 8, 9),
    6: (3, 5, 9),
    7: (4, 5, 8, 10),
    8: (5, 7, 9, 10),
    9: (5, 6, 8, 10),
    10: (7, 8, 9),
}
COLUMN = {0: 0, 1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}


@attrs.frozen
class Hunt:
    hounds: frozenset[int]
    hare: int
    ply: int = 0


@attrs.frozen
class Hounds:
    plies: int = 12

    name = "hare-and-hounds"
    utilities = "outcome"

    def initial(self):
        return Hunt(frozenset({0, 1, 3}), 10)

    def player(self, hunt):
        return hunt.ply % 2

    def free(self, hunt, point):
        return point not in hunt.hounds and point != hunt.hare

    def steps(self, hunt):
        if hunt.ply % 2 == 0:
            for hound in sorted(hunt.hounds):
                yield from ((hound, to) for to in ROADS[hound] if COLUMN[to] >= COLUMN[hound] and self.free(hunt, to))
        else:
            yield from ((hunt.hare, to) for to in ROADS[hunt.hare] if self.free(hunt, to))

    def escaped(self, hunt):
        return hunt.hare == 0 or hunt.ply >= self.plies or COLUMN[hunt.hare] <= min(map(COLUMN.get, hunt.hounds))

    def actions(self, hunt):
        return [] if self.escaped(hunt) else list(self.steps(hunt))

    def result(self, hunt, action):
        if action not in self.actions(hunt):
            raise IllegalAction(f"expected (from, to) along a road, got {action!r}")
        source, target = action
        if source == hunt.hare:
            return attrs.evolve(hunt, hare=target, ply=hunt.ply + 1)
        return attrs.evolve(hunt, hounds=hunt.hounds - {source} | {target}, ply=hunt.ply + 1)

    def terminal(self, hunt):
        return not self.actions(hunt)

    def utility(self, hunt, player):
        hounds_win = not self.escaped(hunt) and hunt.ply % 2 == 1
        return 1 if hounds_win == (player == 0) else -1
