"""Little draughts without kings on 4 columns and 6 rows; a man that can take again must take again."""

from enum import IntEnum
from typing import NamedTuple, Optional


class Man(IntEnum):
    NONE = 0
    WHITE = 1
    BLACK = 2


class Diagram(NamedTuple):
    squares: tuple
    side: Man
    jumper: Optional[int] = None  # noqa: UP045


class Move(NamedTuple):
    start: int
    end: int


class Draughts:
    utilities = "outcome"
    width = 4

    def __init__(self, rows=6):
        self.rows = rows

    def initial(self):
        def man(i):
            y, x = divmod(i, self.width)
            if (x + y) % 2:
                return Man.NONE
            return Man.WHITE if y < 2 else Man.BLACK if y >= self.rows - 2 else Man.NONE

        return Diagram(tuple(man(i) for i in range(self.width * self.rows)), Man.WHITE)

    def player(self, d):
        return d.side - 1

    def _far(self, d, start, length):
        y, x = divmod(start, self.width)
        y += length if d.side is Man.WHITE else -length
        for nx in (x - length, x + length):
            if 0 <= y < self.rows and 0 <= nx < self.width and d.squares[y * self.width + nx] is Man.NONE:
                yield y * self.width + nx

    def _takes(self, d, start):
        enemy = Man(3 - d.side)
        return [Move(start, end) for end in self._far(d, start, 2) if d.squares[(start + end) // 2] is enemy]

    def actions(self, d):
        if d.jumper is not None:
            return self._takes(d, d.jumper)
        men = [i for i, man in enumerate(d.squares) if man is d.side]
        takes = sum((self._takes(d, i) for i in men), [])  # noqa: RUF017
        return takes or [Move(i, end) for i in men for end in self._far(d, i, 1)]

    def result(self, d, move):
        squares = list(d.squares)
        squares[move.end], squares[move.start] = squares[move.start], Man.NONE
        if took := abs(move.end - move.start) > self.width + 1:
            squares[(move.start + move.end) // 2] = Man.NONE
        after = Diagram(tuple(squares), d.side, move.end)
        if took and self._takes(after, move.end):
            return after
        return Diagram(after.squares, Man(3 - d.side))

    def terminal(self, d):
        return not self.actions(d)

    def utility(self, d, player):
        return -1 if player == self.player(d) else 1
