"""Wythoff's queen: move a queen left, down or diagonally down to the corner. Last mover wins."""

from typing import NamedTuple

from advsearch import IllegalAction


class Queen(NamedTuple):
    x: int
    y: int
    turn: int


class Wythoff:
    utilities = "outcome"

    def __init__(self, x: int = 6, y: int = 9) -> None:
        self.x, self.y = x, y

    def initial(self):
        return Queen(self.x, self.y, 0)

    def player(self, q):
        return q.turn

    def actions(self, q):
        left = [("left", k) for k in range(1, q.x + 1)]
        down = [("down", k) for k in range(1, q.y + 1)]
        both = [("both", k) for k in range(1, min(q.x, q.y) + 1)]
        return left + down + both

    def result(self, q, action):
        if action not in self.actions(q):
            raise IllegalAction(f"{action!r}")
        match action:
            case ("left", k):
                return q._replace(x=q.x - k, turn=1 - q.turn)
            case ("down", k):
                return q._replace(y=q.y - k, turn=1 - q.turn)
            case (_, k):
                return Queen(q.x - k, q.y - k, 1 - q.turn)

    def terminal(self, q):
        return q.x == q.y == 0

    def utility(self, q, player):
        return 1 if q.turn != player else -1
