"""Ranges as values, keys of an order, and calls of many functions give what Python gives."""

from __future__ import annotations

from typing import Any

import pytest
from claims_of_calls import CLAIMS_OF_CALLS
from claims_of_keys import CLAIMS_OF_KEYS
from claims_of_ranges import CLAIMS_OF_RANGES
from one_function import Lowered, compiled_from

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


"""
CLAIMS = {**CLAIMS_OF_RANGES, **CLAIMS_OF_KEYS, **CLAIMS_OF_CALLS}


def lowered(body: str, samples: list[Any]) -> tuple[Any, Lowered]:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    function = compiled_from(f"{HEADER}def f(s):\n{lines}")
    return function, Lowered(function, samples)


@pytest.mark.parametrize("claim", CLAIMS)
def test_the_claim_holds(claim: str) -> None:
    """The lowered program gives Python's value for every sample, and the error cell is not set."""
    body, samples = CLAIMS[claim]
    function, made = lowered(body, samples)
    for sample in samples:
        expected = function(sample)
        assert made(sample) == expected, (sample, made.text)
