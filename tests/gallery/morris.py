"""The first phase of a small morris on a ring of eight points: placing, and taking a man for each mill closed.

Taking is an action of its own by the same player. The score is the number of men on the board.
"""

from typing import NamedTuple

from advsearch import IllegalAction

MILLS = ((0, 1, 2), (2, 3, 4), (4, 5, 6), (6, 7, 0))


class Ring(NamedTuple):
    points: tuple[bool | None, ...] = (None,) * 8
    hands: tuple[int, int] = (3, 3)
    second: bool = False
    taking: bool = False


class Morris:
    name = "morris"

    def initial(self):
        return Ring()

    def player(self, ring):
        return 1 if ring.second else 0

    def actions(self, ring):
        if ring.taking:
            return [point for point, man in enumerate(ring.points) if man is (not ring.second)]
        if sum(ring.hands) == 0:
            return []
        return [point for point, man in enumerate(ring.points) if man is None]

    def result(self, ring, point):
        if point not in self.actions(ring):
            raise IllegalAction(f"point {point!r} cannot be {'emptied' if ring.taking else 'taken'}")
        before, after = ring.points[:point], ring.points[point + 1 :]
        if ring.taking:
            return ring._replace(points=(*before, None, *after), taking=False, second=not ring.second)
        points = (*before, ring.second, *after)
        hands = tuple(men - (side == ring.second) for side, men in enumerate(ring.hands))
        mill = any(point in line and all(points[p] is ring.second for p in line) for line in MILLS)
        if mill and (not ring.second) in points:
            return Ring(points, hands, ring.second, True)
        return Ring(points, hands, not ring.second, False)

    def terminal(self, ring):
        return not ring.taking and ring.hands == (0, 0)

    def utility(self, ring, player):
        white, black = ring.points.count(False), ring.points.count(True)
        return white - black if player == 0 else black - white
