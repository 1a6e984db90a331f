"""The names that small programs of ranges and calls use."""

from __future__ import annotations

HEADER = """
import dataclasses, functools, itertools, math, operator, string
import attrs
from enum import Enum, IntEnum, StrEnum, auto
from functools import partial, reduce
from itertools import accumulate, chain, combinations, compress, count, cycle, dropwhile, filterfalse, islice
from itertools import pairwise, permutations, product, repeat, starmap, takewhile, zip_longest
from operator import attrgetter, itemgetter, methodcaller
from types import MappingProxyType
from typing import NamedTuple

TABLE = {n: (n * 7) % 11 for n in range(-20, 40)}
PROXY = MappingProxyType({n: (n * 7) % 11 for n in range(-20, 40)})
WEIGHTS = tuple((n * 5) % 13 for n in range(40))
LWEIGHTS = list(WEIGHTS)
RANK = {"a": 2, "b": 0, ".": 1}
RANGES = (range(0, 3), range(3, 6), range(6, 9))
BY = {"x": range(0, 3), "o": range(5, 1, -1)}
NUMRANGE = {0: range(0, 9, 2), 1: range(1, 9, 2)}
SIDES = {0: range(0, 4), 1: range(5, 9)}


class Fruit(str, Enum):
    PLUM = "plum"
    APPLE = "apple"
    PEAR = "pear"


class Suit(StrEnum):
    HEARTS = auto()
    CLUBS = auto()
    SPADES = auto()


class Man(IntEnum):
    KING = 3
    PAWN = 1
    ROOK = 2


class Colour(Enum):
    RED = 2
    BLUE = 1
    GREEN = 3

    def __lt__(self, other):
        return self.value < other.value


class Cell(NamedTuple):
    r: int
    c: int

    def swapped(self):
        return Cell(self.c, self.r)


@attrs.frozen(order=True)
class Spot:
    row: int
    column: int


@dataclasses.dataclass(frozen=True, order=True)
class Pair:
    first: int
    second: int = 1

    @property
    def total(self):
        return self.first + self.second


@attrs.frozen
class Owner:
    spot: Spot
    size: int


FRUITS = (Fruit.PLUM, Fruit.APPLE, Fruit.PEAR)
SUITS = tuple(Suit)
MEN = tuple(Man)
COLOURS = tuple(Colour)


def pits(p):
    start = p * 3
    return range(start, start + 3)


def pits_or(p, k):
    if k > 3:
        return range(p, p + k)
    return range(k)


def total(board, cells):
    return sum(board[i] for i in cells)


def both(p):
    for q in (0, 1):
        if q == p % 2:
            return SIDES[q]
    return range(0)


def inside(cell, area):
    return cell in area


def spread(area):
    return len(area), area.start, area.stop, area.step


def up(n):
    return -n


def score(n, m=3):
    return (n - m) * (n - m)


class Board(NamedTuple):
    cells: tuple
    mover: int = 0

    @property
    def free(self):
        return [i for i, c in enumerate(self.cells) if not c]

    def row(self, r):
        return self.cells[r * 2 : r * 2 + 2]

    @property
    def span(self):
        return range(self.mover * 2, self.mover * 2 + 2)


@dataclasses.dataclass(frozen=True)
class Walk:
    cells: range
    step: int = 1


key_of = itemgetter(1, 0)
by_row = attrgetter("r")
at_least_two = partial(operator.le, 2)
ROWS = [range(r, r + 3) for r in range(0, 9, 3)]
COLS = [range(c, 9, 3) for c in range(3)]
LINES = [*ROWS, *COLS, range(0, 9, 4), range(2, 7, 2)]
RAYS = {d: [range(s, 9, d) for s in range(3)] for d in (1, 3, 4)}
ORDER = {"x": 0, "o": 1}
POINTS = {Fruit.APPLE: 3, Fruit.PEAR: 2, Fruit.PLUM: 5}
PIECES = MappingProxyType({"a": (1, 2), "b": (3,), ".": ()})


def home(player, width=3):
    return range(0, width) if player == 0 else range(9 - width, 9)


def window(n, size=3):
    for start in range(n - size + 1):
        yield range(start, start + size)


@functools.cache
def neighbours(cell):
    return tuple(sorted(n for n in (cell - 1, cell + 1, cell - 3, cell + 3) if n in range(9)))


def best(cells, key=None):
    return max(cells, key=key)


def ranked(cells, *, key=lambda v: -v, reverse=False):
    return sorted(cells, key=key, reverse=reverse)


def lookup(table, keys):
    return [table[k] for k in keys]


def applied(function, values):
    return [function(v) for v in values]


def shadowed(function, values):
    k = 7
    s = (100, 200)
    return [function(v) + k + len(s) for v in values]


def count_if(test, cells):
    return sum(1 for c in cells if test(c))


def walk(cell, ok, step):
    found = []
    while ok(cell + step) and len(found) < 9:
        cell += step
        found.append(cell)
    return found


"""
