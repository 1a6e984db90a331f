"""Every supported construct, lowered and run uncompiled, returns what Python returns."""

from __future__ import annotations

from typing import Any

import pytest
from one_function import FAILED, Lowered, check_claim, compiled_from, lowered

HEADER = """
import attrs
import dataclasses
import enum
import functools
import math
from typing import NamedTuple

LINES = ((0, 1, 2), (2, 3, 4), (0, 2))
VALUES = {"a": 3, "b": 1, ".": 0}
STEPS = {"up": (-1, 0), "down": (1, 0)}
BOARD = {(r, c): 3 * r + c for r in range(3) for c in range(3)}


class Colour(enum.Enum):
    RED = "r"
    BLUE = "b"

    @property
    def other(self):
        return Colour.BLUE if self is Colour.RED else Colour.RED


@attrs.frozen
class Point:
    row: int
    column: int = 0

    def moved(self, by):
        return attrs.evolve(self, row=self.row + by)

    @property
    def total(self):
        return self.row + self.column


@dataclasses.dataclass(frozen=True)
class Pair:
    first: tuple
    second: int = 1


class Cell(NamedTuple):
    r: int
    c: int


@functools.cache
def double(x):
    return 2 * x


def rays(board, start):
    for step in (1, 2):
        at = start + step
        while at < len(board):
            yield at
            if board[at] == "a":
                break
            at += step


def around(v, s):
    return tuple(abs(x - v) for x in s) + (v, 0, 1, 2, 3, v)


def pairs(s, start):
    other = tuple(x + start for x in s) + s + s
    return zip(range(3), other)


def listed(s):
    return [x + 1 for x in s], s[2]


def large(s):
    return [x for x in s if x > 4]


def pruned(tree, at):
    kept = []
    for number, branch in enumerate(tree):
        if number == at:
            continue
        kept.append(pruned(branch, at - 1))
    return tuple(kept)


def depth(x):
    return 0 if x <= 0 else 1 + depth(x // 2)


"""

TEXTS = ["ab.", "a.b", "...", "bba"]
TUPLES = [(3, 1, 2), (0, 0, 5), (7, 7, 7), (1, 2, 8)]
NUMBERS = [0, 1, 3, 6, 9]
SETS = [frozenset(), frozenset({1, 2}), frozenset({0, 8}), frozenset({2, 5, 8})]

CASES: dict[str, tuple[str, list[Any]]] = {
    "a comparison chain": ("return 0 <= s < 3 <= s + 1", NUMBERS),
    "and, or, not as values": ("return (s and 5, s or 7, not s)", NUMBERS),
    "a conditional expression": ("return 'big' if s > 3 else 'small'", NUMBERS),
    "a product and a power": ("return (s * s - s, s**3, 2**s, -s // 2, -s % 4)", NUMBERS),
    "shifts and masks": ("return (1 << s, s >> 1, s & 3, s | 8, s ^ 5, ~s)", NUMBERS),
    "divmod, abs, min, max": ("return (divmod(s, 4), abs(s - 5), min(s, 3), max(s, 3, 4))", NUMBERS),
    "true division": ("return (s / 4, s * 0.5, 1 / (s + 1))", NUMBERS),
    "the digits of a number": ("return f'{s % 20}/{s % 3 - 1}'", [*NUMBERS, 19, 12]),
    "the number of a digit": ("return sum(int(c) for c in f'{s % 20}') if s != 3 else int('07x'[s - 2])", NUMBERS),
    "whether a list has items": (
        "return (len(large(s)) == 0, len(large(s)) > 0, len(large(s)) < 1, not large(s), len(large(s)) == 1, 1 if "
        "sorted(x for x in s if x > 6) else 0, not [x for x in s if x > 7], len([x for x in s if x > 2]) != 0)",
        TUPLES,
    ),
    "a list longer in each turn of two loops": (
        "found = []\nfor x in s:\n    found.append(x)\n    for y in range(x % 3):\n        found.append(y)\n"
        "        found.append(x * y)\nfound.append(9)\nreturn tuple(found)",
        TUPLES,
    ),
    "a tree of tuples without a branch": ("return pruned(s, 1)", [((), ((), ())), (((),), ()), ((((), ()),),)]),
    "a list out of a tuple, changed": ("a, b = listed(s)\na[0] += b\na[1] = a[0]\nreturn (a[0], a[1], b)", TUPLES),
    "math": ("return (math.sqrt(s), math.log(s + 1))", NUMBERS),
    "bit_count and bit_length": ("return (s.bit_count(), s.bit_length(), bin(s).count('1'))", NUMBERS),
    "None or a number": (
        "x = None if s > 3 else s\nreturn (x, x is None, x == 3, 0 if x is None else x + 1)",
        NUMBERS,
    ),
    "a number or a word": (
        "x = 'pass' if s > 3 else s\nreturn (x, x == 'pass', -1 if x == 'pass' else x + 1)",
        NUMBERS,
    ),
    "isinstance of sets": (
        "x, y = {s % 3}, frozenset({s % 4})\n"
        "return isinstance(x, set), isinstance(x, frozenset), isinstance(y, set), isinstance(y | x, frozenset)",
        NUMBERS,
    ),
    "isinstance": ("x = 'pass' if s > 3 else s\nreturn x + 1 if isinstance(x, int) else 0", NUMBERS),
    "a while loop with else": ("n = s\nwhile n > 1:\n    n -= 2\nelse:\n    n += 10\nreturn n", NUMBERS),
    "a for loop with break and else": (
        "for i in range(s):\n    if i == 4:\n        break\nelse:\n    return -1\nreturn i",
        NUMBERS,
    ),
    "continue": ("n = 0\nfor i in range(s):\n    if i % 2:\n        continue\n    n += i\nreturn n", NUMBERS),
    "a range with a step": ("return (tuple(range(s, 0, -2)), tuple(range(1, s, 3)))", NUMBERS),
    "recursion": ("return depth(s)", NUMBERS),
    "functools.cache": ("return double(s) + double(4)", NUMBERS),
    "match": (
        "match s:\n    case 0:\n        return 'none'\n    case 1 | 3:\n        return 'odd'\n"
        "    case _:\n        return 'many'",
        NUMBERS,
    ),
    "match on a tuple": (
        "match (s % 2, s):\n    case (0, x):\n        return x\n    case (1, _):\n        return -1",
        NUMBERS,
    ),
    "a walrus": ("return (n, n + 1) if (n := s * 2) > 4 else (0, 0)", NUMBERS),
    "a nested function": ("def at(i):\n    return i + s\nreturn (at(1), at(s))", NUMBERS),
    "a lambda": ("f = lambda x, y=2: x * y + s\nreturn (f(1), f(s, 3))", NUMBERS),
    "an augmented assignment": ("n = s\nn += 2\nn *= 3\nn -= s\nn //= 2\nreturn n", NUMBERS),
    "items and slices": ("return (s[0], s[-1], s[1:], s[:-1], s[::-1], s[::2])", TUPLES),
    "a tuple replaced at an index": ("i = s[0] % 3\nreturn s[:i] + (9,) + s[i + 1 :]", TUPLES),
    "a list changed": ("x = list(s)\nx[0], x[2] = x[2], 5\nx[1] += 4\nreturn tuple(x)", TUPLES),
    "append, extend, pop, insert": (
        "x = []\nx.append(s[0])\nx.extend(s)\nx.pop()\ny = x.pop(0)\nx.insert(1, y)\nx.remove(y)\nreturn tuple(x)",
        TUPLES,
    ),
    "lists of lists": ("g = [[0] * 2 for _ in range(3)]\ng[s[0] % 3][1] = 4\nreturn tuple(map(tuple, g))", TUPLES),
    "a stack": (
        "left, n = [s[0]], 0\nwhile left:\n    x = left.pop()\n    n += x\n"
        "    if x > 1:\n        left.append(x - 2)\nreturn n",
        TUPLES,
    ),
    "sorted": (
        "return (tuple(sorted(s)), tuple(sorted(s, key=lambda x: -x)), tuple(sorted(s, reverse=True)))",
        TUPLES,
    ),
    "a list sorted": ("x = list(s)\nx.sort(key=lambda v: v % 3)\nx.reverse()\nreturn tuple(x)", TUPLES),
    "sum, any, all, count": ("return (sum(s), any(x > 4 for x in s), all(s), s.count(7), 5 in s)", TUPLES),
    "min and max by a key": ("return (min(s, key=lambda x: -x), max(enumerate(s), key=lambda p: p[1]))", TUPLES),
    "min with a default": ("return min((x for x in s if x > 4), default=-1)", TUPLES),
    "next with a default": ("return next((i for i, x in enumerate(s) if x > 2), None)", TUPLES),
    "enumerate, zip, reversed": (
        "return tuple(i * x - y for i, (x, y) in enumerate(zip(s, reversed(s)), 1))",
        TUPLES,
    ),
    "a key made of a long tuple": ("return tuple(sorted(s, key=lambda v: around(v, s)))", TUPLES),
    "a function of ranges called twice": ("return tuple((a, b) for a, b in zip(pairs(s, 0), pairs(s, 1)))", TUPLES),
    "columns": ("a, b = zip(*[(x, x + 1) for x in s])\nreturn (a, b)", TUPLES),
    "stars": ("a, *b = s\nreturn (*b, a, *s)", TUPLES),
    "comparison of tuples": ("return (s < (3, 1, 9), s == (7, 7, 7), s >= s[::-1])", TUPLES),
    "nested comprehensions": ("return tuple(x * y for x in s for y in range(x) if y != 1)", TUPLES),
    "a constant table": ("return tuple(sum(s[i % 3] for i in line) for line in LINES)", TUPLES),
    "index of a constant table": ("return LINES[s[0] % 3][0]", TUPLES),
    "a constant dict of tuples": ("return BOARD.get((s[0], s[1]), -1)", TUPLES),
    "a dict made in the function": ("return {'x': s[0], 'y': s[1]}['x' if s[0] > s[1] else 'y']", TUPLES),
    "a text": ("return (s[0], s[-1], s[1:], len(s), s + 'z', s * 2, s == 'ab.')", TEXTS),
    "count, find, index, replace": (
        "return (s.count('a'), s.find('b'), s.replace('a', 'b'), s.replace('ab', 'x'))",
        TEXTS,
    ),
    "join and split": ("return ('-'.join(s), s.split('.')[0], ''.join(c for c in s if c != '.'))", TEXTS),
    "startswith and in": ("return (s.startswith('a'), s.endswith('.'), 'b' in s, 'ba' in s, s[0] in 'ab')", TEXTS),
    "characters": ("return (s[0].upper(), s[0].isalpha(), ord(s[0]), chr(ord(s[0]) + 1))", TEXTS),
    "a constant dict": (
        "return (VALUES[s[0]], VALUES.get(s[1], 9), s[2] in VALUES, sum(VALUES[c] for c in s))",
        TEXTS,
    ),
    "words": ("w = 'up' if s[0] == 'a' else 'down'\nr, c = STEPS[w]\nreturn (w, r, c, w == 'up')", TEXTS),
    "f-strings": ("return f'{s[0]}:{s[1:]}'", TEXTS),
    "a generator function": (
        "return (tuple(rays(s, 0)), any(x > 1 for x in rays(s, -1)), not list(rays(s, 2)))",
        TEXTS,
    ),
    "an Enum": (
        "c = Colour.RED if s[0] == 'a' else Colour.BLUE\nreturn (c, c.other, c.value, c is Colour.RED)",
        TEXTS,
    ),
    "a frozenset": ("return (s | {4}, s - {2}, s & {1, 2}, s ^ {2}, len(s), 2 in s, s <= {1, 2}, sorted(s))", SETS),
    "a set that grows": (
        "x = set()\nfor v in (1, 5, 2):\n    if v not in s:\n        x.add(v)\nx.discard(5)\nreturn frozenset(x)",
        SETS,
    ),
    "a set comprehension": ("return ({x % 3 for x in s}, sum(s), max(s, default=-1), any(x > 6 for x in s))", SETS),
    "a loop over a set that counts": ("n = 0\nfor x in s:\n    n += x * x\nreturn n", SETS),
    "a set of tuples": (
        "p = frozenset((x // 3, x % 3) for x in sorted(s))\nreturn (p, (0, 1) in p, (0, 9) in p, len(p))",
        SETS,
    ),
    "an attrs class": (
        "p = Point(s, 2)\nreturn (p, p.moved(3), p.total, attrs.evolve(p, column=7), p == Point(1, 2))",
        NUMBERS,
    ),
    "a dataclass": ("p = Pair((s, 1))\nreturn (dataclasses.replace(p, second=s), p.first[0])", NUMBERS),
    "a NamedTuple": ("c = Cell(s, 2)\nr, k = c\nreturn (c, c.r + k, c._replace(c=5), c[0], c == (s, 2))", NUMBERS),
    "a swap in a loop": ("a, b = 0, 1\nfor _ in range(s):\n    a, b = b, a + b\nreturn a", NUMBERS),
    "layers of a search": (
        "seen, layer = {s}, [s]\nwhile layer:\n    after = []\n    for x in layer:\n"
        "        for y in (x + 3, x - 2):\n            if 0 <= y < 12 and y not in seen:\n"
        "                seen.add(y)\n                after.append(y)\n"
        "    layer = after\nreturn len(seen)",
        NUMBERS,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_construct_gives_what_python_gives(name: str) -> None:
    """The lowered function gives the value of Python for every sample."""
    check_claim(HEADER, *CASES[name])


WIDE = [0, 1, 1 << 62, 1 << 63, 1 << 64, (1 << 80) - 1, 0x1234_5678_9ABC_DEF0_1234]

WIDE_CASES = [
    "s & 0xFFFF_FFFF_FFFF_FFFF_FF",
    "s | 1 << 70",
    "s ^ (1 << 66)",
    "s >> 3",
    "s >> 63",
    "(s << 5) >> 2",
    "s & ~(1 << 64)",
    "s.bit_count()",
    "s.bit_length()",
    "s == 1 << 63",
    "s > 1 << 63",
    "s & (s - 1) if s else 0",
    "(s & -s).bit_length()",
    "s + 1",
    "(s | 1) - 1",
    "bool(s)",
    "[i for i in range(81) if s >> i & 1] == []",
    "tuple(s >> i & 7 for i in (0, 20, 62, 70))",
    "s | 1 << (s & 63)",
    "s >> (s & 63) & 1",
]


@pytest.mark.parametrize("expression", WIDE_CASES)
def test_a_number_beyond_63_bits_takes_several_cells(expression: str) -> None:
    """Operations on wide numbers return what Python returns, or set the error cell if the bits are not enough."""
    function, made = lowered(HEADER, f"return {expression}", WIDE)
    for sample in WIDE:
        assert made(sample) in (function(sample), FAILED), (sample, made.text)
    assert any(made(sample) != FAILED for sample in WIDE)


FAULTS = {
    "an index beyond the end": ("return s[s[0]]", (9, 1, 2)),
    "the number of what is no digit": ("return int(f'{s[0] - 8}'[0])", (3, 1, 2)),
    "a negative index beyond the start": ("return s[-s[0]]", (7, 7, 7)),
    "a division by zero": ("return 5 // s[0]", (0, 0, 5)),
    "a remainder by zero": ("return 5 % s[0]", (0, 0, 5)),
    "a missing key": ("return VALUES['ab.'[s[0] % 3] * 1] + {3: 1}[s[0]]", (7, 7, 7)),
    "the least of nothing": ("return min(x for x in s if x > 6)", (1, 2, 3)),
    "next of nothing": ("return next(x for x in s if x > 6)", (1, 2, 3)),
    "pop of nothing": ("x = list(s[s[0] :])\nreturn x.pop()", (9, 9, 9)),
    "index of what is not there": ("return s.index(50)", (1, 2, 3)),
    "a product beyond 64 bits": ("n = 3\nfor _ in range(s[0] * 30):\n    n *= n\nreturn n", (7, 7, 7)),
    "a shift beyond 64 bits": ("return 1 << s[0] * 10", (7, 7, 7)),
    "a shift by a negative number": ("return 8 >> s[0] - 8", (0, 0, 5)),
    "unpacking of too many": ("a, b = [x for x in s if x > 1]\nreturn a", (3, 2, 2)),
    "a root of a negative number": ("return (s[0] - 6.5) ** 0.5", (1, 2, 3)),
    "a negative power of zero": ("return (s[0] - 7.0) ** (s[1] - 9)", (7, 7, 7)),
    "a power beyond all floats": ("return (s[0] * 1e200) ** 2", (7, 7, 7)),
    "a raise that is reached": (
        "if s[0] > 1:\n    n = 1\nelse:\n    n = 2\n    raise ValueError\nreturn n",
        (0, 0, 5),
    ),
    "a list without an end": ("x = []\nwhile s[0] < 9 or x:\n    x.append(s[0])\nreturn len(x)", (0, 0, 5)),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_python_cannot_do_sets_the_error_cell(name: str) -> None:
    """The error cell is set if Python raises an error or a machine word is too short."""
    body, sample = FAULTS[name]
    _, made = lowered(HEADER, body, [*TUPLES, sample])
    assert made(sample) == FAILED


def test_a_truth_value_is_an_index_as_a_number() -> None:
    """Machine code cannot look an item up by a truth value, so the derived rules look it up by 0 or 1."""
    function = compiled_from("COLOURS = ['blue', 'red']\ndef f(s):\n    return COLOURS[not s[0]]")
    made = Lowered(function, [(True,), (False,)])
    assert [made((True,)), made((False,))] == ["blue", "red"]
    assert "int(not get(" in made.text
