"""Mu torere: eight points around a middle, four stones each; step to the one empty point. No move loses."""

from dataclasses import dataclass, replace

from advsearch import IllegalAction

MIDDLE = "middle"
POINTS = ["n", "ne", "e", "se", "s", "sw", "w", "nw", MIDDLE]


def neighbours():
    near = {}
    for i, point in enumerate(POINTS[:-1]):
        near[point] = [POINTS[(i - 1) % 8], POINTS[(i + 1) % 8], MIDDLE]
    near[MIDDLE] = POINTS[:-1]
    return near


NEAR = neighbours()


@dataclass(frozen=True)
class Star:
    stones: tuple[str, ...] = ("black",) * 4 + ("white",) * 4 + ("none",)
    mover: str = "black"
    left: int = 0

    def at(self, point):
        return self.stones[POINTS.index(point)]

    def other(self):
        return "white" if self.mover == "black" else "black"

    def mine(self):
        return [point for point in POINTS if self.at(point) == self.mover]

    def step(self, start, end):
        stones = list(self.stones)
        stones[POINTS.index(end)] = self.mover
        stones[POINTS.index(start)] = "none"
        return replace(self, stones=tuple(stones), mover=self.other(), left=self.left - 1)

    def may_step(self, start, end):
        if self.at(end) != "none":
            return False
        return end != MIDDLE or any(self.at(near) == self.other() for near in NEAR[start] if near != MIDDLE)


class MuTorere:
    name = "mu-torere"
    utilities = "outcome"

    def __init__(self, plies: int = 14) -> None:
        self.plies = plies

    def initial(self):
        return Star(left=self.plies)

    def player(self, star):
        return ["black", "white"].index(star.mover)

    def actions(self, star):
        if star.left == 0:
            return []
        return [(start, end) for start in star.mine() for end in NEAR[start] if star.may_step(start, end)]

    def result(self, star, action):
        if action not in self.actions(star):
            raise IllegalAction(f"no stone may step so: {action!r}")
        return star.step(*action)

    def terminal(self, star):
        return not self.actions(star)

    def utility(self, star, player):
        if star.left == 0:
            return 0
        return -1 if self.player(star) == player else 1
