"""Euclid's game (Cole and Davie): subtract a multiple of the smaller number from the larger one.

The player who makes one of the two numbers zero wins.
"""

from dataclasses import dataclass

from advsearch import IllegalAction


@dataclass(frozen=True, order=True)
class Pair:
    big: int
    small: int
    mover: int


@dataclass(frozen=True)
class Euclid:
    a: int = 34
    b: int = 21

    name = "euclid"
    utilities = "outcome"

    def __post_init__(self):
        if self.a <= 0 or self.b <= 0:
            raise ValueError("both numbers must be positive")

    def initial(self):
        return Pair(max(self.a, self.b), min(self.a, self.b), 0)

    def player(self, pair):
        return pair.mover

    def actions(self, pair):
        if pair.small == 0:
            return ()
        times, _rest = divmod(pair.big, pair.small)
        return tuple(range(1, times + 1))

    def result(self, pair, times):
        if times not in self.actions(pair):
            raise IllegalAction(f"cannot subtract {times!r} times")
        left = pair.big - times * pair.small
        return Pair(max(left, pair.small), min(left, pair.small), 1 - pair.mover)

    def terminal(self, pair):
        return not pair.small

    def utility(self, pair, player):
        return -1 if player == pair.mover else 1
