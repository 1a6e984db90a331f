"""Small programs, each named for the claim it shows, with the states to try it on."""

from __future__ import annotations

from typing import Any

HEADER = """
import dataclasses
import enum
import functools
import math
from collections import deque
from itertools import chain, combinations, pairwise, permutations, product
from typing import NamedTuple

import attrs

HOLES = {0: 4, 3: 5, 9: 6, 20: 7, 21: 8, 30: 9, 31: 10, 33: 11}
PLACES = {(0, 0): 1, (0, 2): 2, (1, 1): 3, (2, 0): 4, (2, 2): 5, (3, 3): 6, (4, 4): 7}


class Word(str, enum.Enum):
    A = "a"
    GO = "go"


class Side(enum.Enum):
    X = "x"
    O = "o"

    def signed(self, n):
        return n if self is Side.X else -n

    @property
    def places(self):
        return (0, 3) if self is Side.O else (1, 4)


@dataclasses.dataclass(frozen=True)
class Spot:
    row: int
    column: int


class Pace(NamedTuple):
    r: int
    c: int

    def popleft(self):
        return self.r * 10

    def appendleft(self, n):
        return Pace(n, self.r)


@functools.cache
def spelled(word, times):
    found = []
    for at in range(times):
        found.append(word * at + str({"a": 4, "b": 5, "c": at}[word]))
    return sorted(found, key=len)


def late(s):
    x = []
    for v in s:
        x.append(v)
    while x and x[0] > 2:
        x.pop(0)
    return x


def dealt(s):
    ring = list(s)
    hand, ring[0] = ring[0], 7
    return ring, hand


def split_up(s):
    low, high = [], [v for v in s]
    while high and high[-1] < 3:
        low.append(high.pop())
    return tuple(s), low, high


def around(n):
    return [m for m in (n - 1, n + 1) if 0 <= m < 9]


def window(start, size):
    start = start + size
    return range(start - size, start)


def first_below(s, top):
    found = []
    for v in s:
        if v < top:
            found.append(v)
    return found


"""
NUMBERS = [0, 1, 3, 6, 9]
TUPLES = [(3, 1, 2), (0, 0, 5), (7, 7, 7), (1, 2, 8)]
TEXTS = ["ab.", "a.b", "...", "bba"]
SETS = [frozenset(), frozenset({1, 2}), frozenset({0, 8}), frozenset({2, 5, 8})]

CLAIMS: dict[str, tuple[str, list[Any]]] = {
    "the bit length of 0 is 0": (
        "n = s.bit_length()\nreturn (n, n < 1, n >= 1, (s * 0).bit_length() < 1, [5, 6, 7, 8, 9][n])",
        NUMBERS,
    ),
    # --- what a test says of a name ---
    "where a chain of comparisons fails, some part of it may hold": (
        "if 0 < s < 5:\n    return 1\nreturn 2 if s > 0 else 3",
        NUMBERS,
    ),
    "where < fails, equality is left": ("if s < 3:\n    return 0\nreturn 1 if s > 3 else 2", NUMBERS),
    "behind x > 2, x may be 3": ("if s > 2:\n    return 1 if s > 3 else 2\nreturn 0", NUMBERS),
    "behind x < y, x is below the greatest y": (
        "y = s // 2 + 2\nx = s % 7\nif x < y:\n    return 1 if x > 1 else 2\nreturn 0",
        NUMBERS,
    ),
    "behind x > y, x is above the least y": (
        "y = s // 3\nx = s % 7\nif x > y:\n    return 1 if x > 2 else 2\nreturn 0",
        NUMBERS,
    ),
    "!= takes a value away only where the other side has one": (
        "x, y = s % 4, s // 2 % 3\nif x != y:\n    return 1 if x > 0 else 2\nreturn 0",
        [0, 2, 4, 8, 9],
    ),
    "a member of a range lies between its outermost ends": (
        "a, b = s % 3, s % 5\nif s in range(a, b + 6):\n    return 1 if s > 1 else 2\nreturn 0",
        NUMBERS,
    ),
    "behind `or`, neither side need hold": ("if s < 3 or s > 5:\n    return 1 if s < 3 else 2\nreturn 0", NUMBERS),
    "the right side of `or` is asked where the left fails": (
        "return 1 if s < 3 or (s > 5 and s < 8) else 0",
        NUMBERS,
    ),
    "where `and` fails, either side may hold": (
        "if s > 2 and s < 7:\n    return 0\nreturn 1 if s > 2 else 2",
        NUMBERS,
    ),
    "a loop left by break may leave its test true": (
        "n = s\nwhile n > 2:\n    if n == 6:\n        break\n    n -= 1\nreturn 1 if n > 2 else 0",
        NUMBERS,
    ),
    "a loop that ends leaves its test false, though an inner loop has a break": (
        "n = s\nwhile n > 2:\n    for i in range(3):\n        if i == 1:\n            break\n    n -= 1\n"
        "return (n, n > 2)",
        NUMBERS,
    ),
    "an endless loop with a break in an inner loop returns what it returns": (
        "n = s\nwhile True:\n    for i in range(3):\n        if i == n:\n            break\n    n -= 1\n"
        "    if n < 1:\n        return n + 7",
        NUMBERS,
    ),
    "what is known of None is true in its branch only": (
        "x = None if s > 3 else s\nif x is None or x == 1:\n    y = 5\nelse:\n    y = x\n"
        "return (x, y, not x, bool(x))",
        NUMBERS,
    ),
    "a test of a float or a truth leaves it as it is": (
        "x, b = s / 2, s > 3\nif x == 1.5 or x != 3.0:\n    x = x + 1\n"
        "if b == True and b is not False:\n    return (x, b, 1)\n"
        "return (x, b, 0)",
        NUMBERS,
    ),
    # --- comparisons ---
    "numbers whose bounds touch may be equal": (
        "return (min(s, 3) == max(s, 3), max(s, 3) <= min(s, 3), min(s, 3) < max(s, 3), min(s, 3) >= max(s, 3))",
        NUMBERS,
    ),
    "each part of a chain compares neighbours": ("return (0 <= s > 2 < s, 9 > s > 4, s < 5 < s + 3)", NUMBERS),
    "of sequences with equal items the shorter is less": (
        "x = s[: s[0] % 3]\nreturn (s < x, x < s, x <= x, x >= x, x < x, s >= x, x == s[:1], x != s)",
        TUPLES,
    ),
    "the first items that differ decide": (
        "return ((s[0], 9) < (3, 1), (s[0], 1, 5) > (3, 1, 2), (s[0], s[1]) <= (3, 1), (s[0], s[1]) >= (1, 2))",
        TUPLES,
    ),
    "no set is a proper subset of itself": (
        "return (s < s, s <= s, s > s, s >= s, s < {1, 2, 5}, s > {2}, s <= {0, 8, 9}, s == {8, 0})",
        SETS,
    ),
    "None equals None": (
        "a = None if s > 3 else (s, 1)\nb = None if s > 6 else (s + s % 3, 1)\n"
        "return (a == b, a != b, a is None, a == (3, 1))",
        NUMBERS,
    ),
    "lists are equal whatever lies behind their ends": (
        "x = [[1, 2], [3]]\nx[0].pop()\ny = [[1], [3]]\nreturn (x == y, x[0] == y[0], x == [[1, 2], [3]])",
        NUMBERS,
    ),
    "tuples of different lengths differ": (
        "x = s[: s[0] % 4]\nreturn (x == (3, 1), x == (3, 1, 2), x == ())",
        TUPLES,
    ),
    "a member is found by equality": (
        "return (s in (1, 3, 9), s not in range(1, 8, 2), s in range(9, "
        "0, -3), (s, 1) in ((3, 1), (9, 2)), 9 - s in [s])",
        NUMBERS,
    ),
    # --- numbers ---
    "// and % round down for negative numbers": (
        "n = s - 5\nreturn (n // 2, n // 4, n % 4, n % 3, n // 3, n // -3, n % -3, divmod(n, 4), divmod(n, -4))",
        NUMBERS,
    ),
    "the bounds of a quotient hold for every divisor": (
        "n, d = s - 4, s % 3 - 2\nreturn (n // d > 2, n // d < -2, n // d, n % d, n % d < 0, n % d < -1)",
        NUMBERS,
    ),
    "the bounds of a remainder are those of its sign": (
        "n = s - 5\nd = -3 if s > 3 else 4\nreturn (n % d < 0, n % d > 0, n % 4 < 0, n % 4 > 2, n % -4 < -2)",
        NUMBERS,
    ),
    "the bounds of a difference and a product hold": (
        "a, b = s - 4, 3 - s\n"
        "return (a - b > 10, a - b < -6, a * b > 0, a * b < -20, -a > 3, -a < -3, ~a < -5, ~a > 2)",
        NUMBERS,
    ),
    "a mask with a negative number is bounded by the other side": (
        "n = s - 5\n"
        "return (n & 12, (n & 12) > 3, (n & -2) > 3, (n & -4) < -4, n | 3, (n | 3) < 0, n ^ -1, (n ^ 9) > 5)",
        NUMBERS,
    ),
    "shifts keep the sign": (
        "n = s - 5\nreturn (n >> 1, n >> 2, (n >> 1) < -2, n << 2, (n << 2) < -17, n >> 40, s >> 64, s >> 70)",
        NUMBERS,
    ),
    "a shift by a number reads all its bits": ("return (s >> 60 + s, -1 - s >> 58 + s, 1 << 50 + s)", NUMBERS),
    "powers have the sign of their base": (
        "return ((-1) ** s, (s - 5) ** 2, (s - 5) ** 3, (-2) ** (s + 1), (s - 5) ** 2 > 24, 0**s, 1 ** (9 * s))",
        NUMBERS,
    ),
    "min and max of numbers have bounds of all": (
        "return (min(s, 4 - s) < 0, max(4 - s, s) > 4, min(s, 4 - s), max(s - 6, 1 - s), max(s - 6, 1 - s) < -1)",
        NUMBERS,
    ),
    "bits are counted without the sign": (
        "n = s - 5\nreturn (n.bit_count(), n.bit_length(), (1 << 62).bit_length(), (s << 59).bit_length(), abs(n))",
        NUMBERS,
    ),
    "numbers and truths mix": (
        "x = s > 3\n"
        "return (x + s, x * 5, -x, ~x, x & 3, x | (s > 6), x ^ (s > 0), x << 2, min(x, s), sum((x, x, s)))",
        NUMBERS,
    ),
    "floats and ints compare": (
        "return (s / 3 == 1.0, s / 2 > s // 2, int(-s / 2), s * 1.0 == s, max(s, 2.5), abs(-s / 4), -s / 4 <= -0.75)",
        NUMBERS,
    ),
    "a number or a truth may be 1": (
        "x = (s > 3) if s > 2 else 0 - s\ny = 0\nif s > 6:\n    y = s > 8\nreturn (x, x > 0, x + 1, y > 0, y)",
        NUMBERS,
    ),
    "0 is false, with and without None": (
        "x = None if s > 6 else s\ny = 'go' if s > 3 else ''\n"
        "return (bool(s), bool(x), bool(y), s or 9, x or 8, y or 'no')",
        NUMBERS,
    ),
    # --- conditions ---
    "`and` gives its first false value": (
        "return (s and s - 3 and 7, s and 5, s - 3 and s, (s - 1 or s) and s + 1)",
        NUMBERS,
    ),
    "the right side of `and` is not looked at where the left fails": (
        "n = len(s) - 3 + s[0] % 4\n"
        "return (n < 3 and s[n] > 1, n > 2 or s[n] > 1, n < 3 and sum(s[i] for i in range(n, 3)) > 3)",
        TUPLES,
    ),
    "lines of the right side of `or` run where the left fails": (
        "return (s[0] > 2 or sum(x for x in s if x > 1) > 7, s[0] < 3 and max(x * x for x in s) > 30)",
        TUPLES,
    ),
    # --- loops ---
    "break and continue keep what the turn has changed": (
        "n = t = 0\nfor i in range(9):\n    n += i\n    if i == s:\n        break\n    if i % 2:\n        t += n\n"
        "        continue\n    t += 1\nreturn (n, t)",
        NUMBERS,
    ),
    "behind a loop left by break, its else is skipped": (
        "for i in range(7):\n    if i * i > s:\n        break\nelse:\n    return 99\nreturn i",
        [*NUMBERS, 40],
    ),
    "names may be exchanged in a loop": (
        "a, b, c = s, 1, 0\nwhile b < 9:\n    a, b, c = b, a + b + 1, a\nreturn (a, b, c)",
        NUMBERS,
    ),
    "a number that falls in a loop may fall far": (
        "n = s\nfor i in range(40):\n    n -= 70\nreturn (n, n < -2700, n > 0)",
        NUMBERS,
    ),
    "the loop's name keeps its last item": ("i = 7\nfor i in range(s):\n    i += 10\nreturn i", NUMBERS),
    "a range is fixed when its loop begins": (
        "n, c = s, 0\nfor i in range(n):\n    n = 0\n    c += 1\nreturn (n, c)",
        NUMBERS,
    ),
    "ranges with steps have all their numbers": (
        "return (tuple(range(0, s, 2)), tuple(range(s, -1, -3)), tuple(reversed(range(s))), "
        "tuple(reversed(range(9, s - 1, -1))), len(range(1, s, 4)), tuple(range(s, s + 3)), sum(range(s - 4, 3)))",
        NUMBERS,
    ),
    "a range may have a step that is computed": (
        "k = 1 + s % 3\n"
        "return (tuple(range(s, 8, k)), tuple(range(8, s, -k)), len(range(5, s, k)), [*range(s, 4, k)])",
        NUMBERS,
    ),
    "a product by a number that may be 0 or less is empty": (
        "x = [s, 1] * (s - 3)\ny = (1, 2, s) * (3 - s)\nz = [0] * (s // 3)\nreturn (tuple(x), y, len(z), tuple(z))",
        [0, 3, 4, 6],
    ),
    "enumerate begins at its start, zip ends with the shortest": (
        "return (tuple(enumerate(s, 4)), tuple(zip(s, range(s[0]))), tuple(zip(s[: s[1]], s[1:])))",
        TUPLES,
    ),
    "the numbers of enumerate rise": (
        "n = 0\nfor i, x in enumerate(s):\n    if i > 0:\n        n += x\n    if i >= 2:\n        n += 100\n"
        "return (n, sum(x for i, x in enumerate(s) if i == 1), tuple(i for i, x in enumerate(s, 2) if i > 2), "
        "tuple(x for i, x in zip(range(3), s) if i < 2), [i for i in range(1, 4) if s[i % 3] > i])",
        TUPLES,
    ),
    "nested generators look at every pair": (
        "return (any(x == y + 3 for x in s for y in (5, 4)), all(x != y for x in s for y in s[1:]), "
        "next(((x, y) for x in s for y in s if x > y), None), sum(x * y for x in s for y in s if x != y))",
        TUPLES,
    ),
    "the names of a comprehension are its own": (
        "x = 5\nr = [x for x in s if x > 1]\nn = sum(y for y in s)\nreturn (x, tuple(r), n, [x for i in s][0])",
        TUPLES,
    ),
    # --- calls ---
    "an inner function sees the names as they are when it is called": (
        "n = s\ndef at(i):\n    return i + n\nf = lambda i: i * n\na = at(1), f(2)\nn += 5\nreturn (a, at(1), f(2))",
        NUMBERS,
    ),
    "an argument is evaluated once": ("x = [3, 4, 5]\ng = lambda v: v + v\nreturn (g(x.pop()), len(x))", NUMBERS),
    "an argument keeps its value in a function written in place": (
        "start = s\nr = tuple(window(start, 2))\nreturn (r, start, tuple(window(s, s)))",
        NUMBERS,
    ),
    "defaults are those of the last parameters": (
        "def at(i, j=3, *, k=5):\n    return (i, j, k)\nreturn (at(s), at(s, 1), at(s, k=2), at(j=s, i=0))",
        NUMBERS,
    ),
    "a list is true for its items at the end": ("return (1 if late(s) else 0, len(late(s)), not late(s))", TUPLES),
    "a list and its truth are two functions": (
        "return (not first_below(s, 3), len(first_below(s, 3)), bool(first_below(s, 1)), first_below(s, 8)[0])",
        TUPLES,
    ),
    "negative indices count from the end": (
        "p = (s, s + 1, s + 2)\nreturn (p[-1], p[-3], (p + p)[-s % 3 - 2], p[-1 - s % 2])",
        NUMBERS,
    ),
}
