"""Small programs over objects: sets of them, classes written by hand, and operators that a class defines."""

from __future__ import annotations

HEADER = """
import abc
import dataclasses
import enum
import functools
from typing import NamedTuple

import attrs


class Side(enum.Enum):
    X = "x"
    O = "o"


class Cell(NamedTuple):
    row: int
    column: int

    def __add__(self, other):
        return Cell(self.row + other[0], self.column + other[1])

    def __radd__(self, other):
        return Cell(other[0] - self.row, other[1] - self.column)

    def __mul__(self, factor):
        return Cell(self.row * factor, self.column * factor)

    __rmul__ = __mul__

    def __neg__(self):
        return Cell(-self.row, -self.column)

    def __abs__(self):
        return abs(self.row) + abs(self.column)


@dataclasses.dataclass(frozen=True, order=True)
class Man:
    owner: int
    at: Cell
    king: bool = False


@attrs.frozen(order=True)
class Piece:
    side: Side
    row: int
    held: "int | None" = None


@dataclasses.dataclass(frozen=True)
class Unordered:
    row: int

    def __lt__(self, other):
        return self.row > other.row


@dataclasses.dataclass(frozen=True)
class Half:
    row: int
    shown: int = dataclasses.field(default=0, compare=False)


@functools.total_ordering
class Rank:
    def __init__(self, suit, value):
        self.value = value
        self.suit = suit

    def __eq__(self, other):
        if not isinstance(other, Rank):
            return NotImplemented
        return (self.value, self.suit) == (other.value, other.suit)

    def __hash__(self):
        return hash((self.value, self.suit))

    def __lt__(self, other):
        return (self.value, self.suit) < (other.value, other.suit)


class Board:
    WIDTH = 3
    __slots__ = ("__cells", "size", "_turn", "best")

    def __init__(self, cells, turn=0, *, best=None):
        self.__cells = tuple(cells)
        self.size = len(self.__cells)
        self._turn: int = turn
        object.__setattr__(self, "best", best)
        if self.size < self.WIDTH:
            raise ValueError(cells)

    def __eq__(self, other):
        return type(self) is type(other) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def _key(self):
        return self.__cells, self.size, self._turn, self.best

    @property
    def turn(self):
        return self._turn

    def __getitem__(self, index):
        if isinstance(index, tuple):
            row, column = index
            return self.__cells[(row + column) % self.size]
        return self.__cells[index]

    def __len__(self):
        return self.size - 3

    def __contains__(self, value):
        return value + 1 in self.__cells

    def __iter__(self):
        return iter(self.__cells[1:])

    def __call__(self, by):
        return Board([x + by for x in self.__cells], 1 - self._turn)

    def __str__(self):
        return f"{self._turn}!"


class Frozen(abc.ABC):
    def __init__(self, row, column):
        super().__setattr__("row", row)
        object.__setattr__(self, "column", column + self.row)

    def __setattr__(self, name, value):
        raise AttributeError(name)

    def __eq__(self, other):
        return self.__dict__ == other.__dict__

    def __hash__(self):
        return hash((self.row, self.column))

    def __bool__(self):
        return self.row > 2


class Even:
    def __init__(self, number):
        self.number = number

    def __eq__(self, other):
        return isinstance(other, Even) and self.number % 2 == other.number % 2

    def __hash__(self):
        return hash(self.number % 2)


class Bag:
    def __init__(self, first, second):
        self.items = (first, second)
        self.first, self.second = first, second

    def __eq__(self, other):
        return self.items == other.items and self.first == other.first and other.second == self.second

    def __iter__(self):
        for one in self.items:
            yield one
            yield one + 1


def cells(n):
    return frozenset(Cell(n % x % 4, x % 3) for x in range(1, 4))


def men(n):
    return frozenset(Man(x % 2, Cell(n % x % 4, x - 1), n > x) for x in range(1, 5))


def pieces(n):
    return frozenset(Piece(Side.X if n % x else Side.O, x, None if n > x else n % 3) for x in range(1, 5))


def owner(men, cell):
    for man in men:
        if man.at == cell:
            return man.owner
    return None


def first_man(men, row):
    for man in men:
        if man.owner:
            continue
        below = man.at.row + row
        if below > 3:
            return man
        elif below == 0:
            return None
    return None

"""
"""Classes and functions of the programs."""

CLAIMS_OF_OBJECTS: dict[str, tuple[str, str]] = {
    # --- sets of objects ---
    "a set of NamedTuples is returned as it came": ("return s, len(s), sorted(s)", "cells"),
    "a set of dataclasses is returned as it came": ("return s, len(s), sorted(s), max(s), min(s).at", "men"),
    "a set of attrs objects is returned as it came": ("return s, len(s), bool(s)", "pieces"),
    "sets of objects have the operators of sets": (
        "x = {Cell(1, 1), Cell(0, 2)}\n"
        "return s | x, s & x, s - x, s ^ x, s <= x, s == x, s - {Cell(1, 1)} | {Cell(3, 0)}",
        "cells",
    ),
    "an object is in a set if one with its fields is": (
        "a = [x for x in (Cell(0, 1), Cell(1, 1), Cell(7, 7), Cell(-1, 0)) if x in s]\n"
        "return a, Cell(1, 1) not in s, (1, 1) in s, (1, 1, 1) in s, (0, 2) in s",
        "cells",
    ),
    "a tuple is in no set of other objects": (
        "return (1, Cell(0, 1), True) in s, Man(1, Cell(0, 1)) in s, Man(1, Cell(0, 1), True) in s, None in s",
        "men",
    ),
    "an object or None is in a set": (
        "x = max(s) if len(s) > 2 else None\ny = None if len(s) > 2 else min(s)\nreturn x in s, y in s, x not in s",
        "men",
    ),
    "the members of a set have fields and methods": (
        "return sum(abs(c) for c in s), {c.row for c in s}, any(c.column == 2 for c in s), max(c.row for c in s)",
        "cells",
    ),
    "a comprehension makes a set of objects": (
        "x = frozenset(Cell(c.column, c.row) for c in s if c.row)\nreturn x, {m + Cell(1, 0) for m in x}, "
        "sorted(x | s), sorted(c for c in s if c.row > 1)",
        "cells",
    ),
    "members are added and removed": (
        "x = set(s)\nx.add(Cell(2, 2))\nx.discard(Cell(0, 1))\nx |= {Cell(0, 0)}\nx.discard(Cell(9, 9))\n"
        "x.update(c + c for c in s if c.row < 2)\nreturn frozenset(x), len(x)",
        "cells",
    ),
    "the members that are left after a capture": (
        "return frozenset(m for m in s if m.at != Cell(1, 1) and m.owner == 0), sorted(m for m in s if m.king)",
        "men",
    ),
    "Enum members and None are fields of members": (
        "x = {Piece(Side.X, 2, None), Piece(Side.O, 1)}\n"
        "return s & x, Piece(Side.X, 2) in s, Piece(Side.O, 2, 1) in s, "
        "sum(p.row for p in s if p.side is Side.X), sorted(p.row for p in s if p.held is None)",
        "pieces",
    ),
    "a set of pairs of objects": (
        "x = {(c, Cell(0, c.row)) for c in s}\nreturn x, (Cell(1, 1), Cell(0, 1)) in x, len(x)",
        "cells",
    ),
    # --- what is found in a set ---
    "what a loop finds in a set is returned": (
        "return [owner(s, Cell(r, c)) for r in range(4) for c in range(4)]",
        "men",
    ),
    "what a loop finds under several conditions is returned": (
        "return [first_man(s, r) for r in range(-3, 4)] if len({m.at.row for m in s}) == len(s) else []",
        "men",
    ),
    "next finds one member in a set": (
        "x = next((m for m in s if m.at == Cell(1, 2)), None)\nreturn None if x is None else x.owner",
        "men",
    ),
    "next finds one member for the first of several tuples": (
        "return next((m.at.row + n for n in (2, 0, 1) for m in s if m.at.column == n and m.owner == n % 2), -1)",
        "men",
    ),
    # --- operators ---
    "arithmetic calls the methods of the class": (
        "a, b = Cell(s, 2), Cell(1, s)\nreturn a + b, a * 3, 3 * a, -a, abs(-a), a + (1, 2), (5, 6) + a, a + b * 2",
        "int",
    ),
    "augmented assignments call them": (
        "a = Cell(s, 1)\nfor _ in range(3):\n    a += Cell(1, s)\na *= 2\n"
        "return a, a == (0, 0), a[1], len(a), a < (3, 3)",
        "int",
    ),
    "an index calls __getitem__": ("b = Board([s, 5, 7])\nreturn b[0], b[-1], b[s % 3], b[1, 1], b[s, 2]", "int"),
    "in calls __contains__": ("b = Board([s, 5, 7])\nreturn 6 in b, 5 in b, s not in b, s - 1 in b", "int"),
    "len and conditions call __len__ or __bool__": (
        "b = Board(range(3 + s % 3))\nf = Frozen(s, 1)\ng = f if s < 6 else None\n"
        "return len(b), bool(b), 1 if b else 2, not f, 5 if f else 6, bool(g), 1 if f or g else 0",
        "int",
    ),
    "loops and unpacking call __iter__": (
        "b = Board([s, 5, 7])\nx, y = b\np, q, r, t = Bag(s, 2)\n"
        "return x, y, list(b), sum(b), max(b), sorted(b), [*b, 1], tuple(Bag(3, s)), p, q, r, t, 3 in Bag(s, 2), "
        "[v for v in b], any(v == 5 for v in b), list(zip(b, Bag(1, s)))",
        "int",
    ),
    "an object is called": ("return Board([s, 1, 2])(s)[1], Board([s, 1, 2], 1)(2)(3).turn", "int"),
    "the text of an object is that of __str__": (
        "return str(Board([s, 1, 2], s % 2)), f'{Board([s, 1, 2])}a'",
        "int",
    ),
    # --- classes written by hand ---
    "an object of a class written by hand has its attributes": (
        "b = Board([s, 1, 2], s % 2, best=s if s > 2 else None)\n"
        "return b.turn, b.size, b.best, b._turn, Board.WIDTH, b.WIDTH",
        "int",
    ),
    "objects are equal if their attributes are": (
        "a, b, c = Board([s, 1, 2]), Board((3, 1, 2)), Board([s, 1, 2], best=None)\n"
        "return a == b, a == c, a != b, a in [b, c], [b, c].index(a), a == 3, a == (s, 1), a is None",
        "int",
    ),
    "an object comes back as it was made": (
        "return Board([s, 1, 2], 1, best=4), (Rank(s, 1), Rank(2, s)), [Bag(s, 1)] == [Bag(3, 1)]",
        "int",
    ),
    "objects that forbid changes are made as others": (
        "f = Frozen(s, 1)\nreturn f.row, f.column, f, f == Frozen(1, 2), f != Frozen(3, 1)",
        "int",
    ),
    "objects may be None": (
        "x = Rank(s, 1) if s > 2 else None\nreturn x == Rank(3, 1), x is None, None if x is None else x.suit, x",
        "int",
    ),
    "the class of an object": (
        "b = Rank(s, 2)\n"
        "return isinstance(b, Rank), type(b) is Rank, b.__class__ is Rank, type(b)(1, s), type(b) == Board",
        "int",
    ),
    "objects written by hand are members of sets": (
        "x = {Rank(s % 5, 2), Rank(1, 2)}\n"
        "return len(x), Rank(1, 2) in x, [r.suit for r in sorted(x)], x - {Rank(1, 2)}",
        "int",
    ),
    # --- order and equality ---
    "objects are ordered as their class says": (
        "a, b = Rank(s, 2), Rank(2, s)\nreturn a < b, a <= b, a > b, a >= b, sorted([a, b]), max(a, b) == a",
        "int",
    ),
    "a class may order its objects the other way": (
        "a, b = Unordered(s), Unordered(3)\nreturn a < b, a > b, sorted([a, b, Unordered(1)]), min([a, b]), "
        "sorted([a, b, Unordered(4)], reverse=True)",
        "int",
    ),
    "a class may say itself which objects are equal": (
        "a, b = Even(s), Even(4)\n"
        "return a == b, a != b, a in (b, Even(8)), [Even(1), b].index(a), [b, a].count(b), a == 4, "
        "(a, 1) == (b, 1), [a] == [b]",
        "int",
    ),
    "constant objects are arguments of methods": (
        "x = Even(s)\nreturn x == Even(4), x == Even(5), Even(6) == x, Cell(1, 2) + Cell(s, 1)",
        "int",
    ),
    "a dataclass and a tuple are never equal": (
        "m = Man(s, Cell(1, s))\n"
        "return m == (s, Cell(1, s), False), m == Man(3, Cell(1, 3)), m.at == (1, 3), m < Man(3, (0, 0))",
        "int",
    ),
}
"""The body of a function of `s`, and the function of the header that makes `s` of a number."""

SETTLED: dict[str, tuple[str, str]] = {
    "two members that give different results": ("return first_man(s, 3)", "men"),
    "the first member of all": ("return next(c for c in s)", "cells"),
    "a member with a certain field": ("return next((c.row for c in s if c.column != 1), None)", "cells"),
    "the first in any of several sets": (
        "return next((c.row for x in (0, 1) for c in s if c.column >= x), None)",
        "cells",
    ),
}
"""Programs whose result may depend on the order of a set."""
