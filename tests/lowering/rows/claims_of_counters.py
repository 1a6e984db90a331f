"""Small programs with Counters, and with several dicts in one assignment."""

from __future__ import annotations

from typing import Any

HEADER = """
from collections import Counter

START = Counter("xxo")


@dataclasses.dataclass(frozen=True)
class Cup:
    owner: int
    size: int


@dataclasses.dataclass(frozen=True)
class Shelf:
    cells: tuple

    @functools.cached_property
    def used(self):
        return Counter(cup for cell in self.cells for cup in cell)


def bump(counter, key):
    counter[key] += 1


def bag(s):
    counter = Counter(s)
    counter["z"] += 2
    return counter


def parts(counter):
    for key in sorted(counter):
        yield key, counter[key]


def frozen(counter):
    return tuple(sorted(counter.items()))

"""
TEXTS = ["", "a", "aab", "abcab", "zzz"]
ROWS = [(1, 2, 2), (), (3,), (1, 1, 3, 3, 2)]

CLAIMS_OF_COUNTERS: dict[str, tuple[str, list[Any]]] = {
    "a missing key has the number 0 and is not added": (
        "c = Counter(s)\nreturn c['a'], c['q'], len(c), 'q' in c, tuple(c.items()), c.get('q', 7)",
        TEXTS,
    ),
    "an empty Counter counts in a loop": (
        "c = Counter()\nfor x in s:\n    c[x] += 1\nc['a'] -= 1\nreturn tuple(c.items()), c['q'], len(c)",
        TEXTS,
    ),
    "a Counter of a generator, a range and a set": (
        "c, d, e = Counter(x % 2 for x in s if x != 3), Counter(range(2)), Counter({x % 3 for x in s})\n"
        "return c[0], c[1], tuple(c), tuple(d.items()), sorted(e.items()), e[0], e == Counter((0, 1))",
        ROWS,
    ),
    "two Counters are added, subtracted and combined": (
        "c, d = Counter(s), Counter('abbq')\n"
        "return [tuple(e.items()) for e in (c + d, c - d, d - c, c | d, c & d, d & c, c - c)]",
        TEXTS,
    ),
    "a Counter is changed in place": (
        "c = Counter(s)\nc += Counter('ab')\nd = c.copy()\nc -= Counter('a')\nc |= Counter('qq')\n"
        "c &= Counter('qab')\nd += d\nreturn tuple(c.items()), tuple(d.items())",
        TEXTS,
    ),
    "numbers may be negative": (
        "c = Counter(s)\nc.subtract('abb')\n"
        "return frozen(c), frozen(+c), frozen(-c), tuple(c.elements()), c.total(), frozen(c - Counter()), -c <= c",
        TEXTS,
    ),
    "update counts items, and adds the numbers of a dict": (
        "c = Counter(s)\nc.update('ab')\nc.update({'a': 3, 'y': 1})\nd = Counter({'a': 1, 'k': len(s)})\n"
        "d.update(c)\nd.update(Counter('y'))\nreturn tuple(c.items()), tuple(d.items())",
        TEXTS,
    ),
    "Counters are compared as multisets": (
        "c, d = Counter(s), Counter('aab')\n"
        "return c <= d, c < d, c >= d, c > d, c == d, c != d, c <= START, c == START",
        TEXTS,
    ),
    "a number 0 equals a missing key": (
        "c = Counter(s)\nc['k'] = 0\nd = Counter(s)\nreturn c == d, dict(c) == dict(d), c <= d, d < c, d <= c",
        TEXTS,
    ),
    "numbers that are not positive are combined": (
        "c, d = Counter(s), Counter({'a': -1, 'n': -2, 'o': 0})\nc.subtract('abb')\n"
        "return [frozen(e) for e in (c + d, d + c, c - d, d - c, c | d, d | c, c & d, d & c)]",
        TEXTS,
    ),
    "a counter with a negative number is compared with one without the key": (
        "c, d = Counter(s), Counter(s)\nd.subtract('n')\nreturn c <= d, d <= c, c < d, d < c, c >= d, d > c, c == d",
        TEXTS,
    ),
    "most_common of a negative number gives no items": (
        "return Counter(s).most_common(-1), Counter(s).most_common(len(s) - 3)",
        TEXTS,
    ),
    "+= leaves out keys whose number is not positive": (
        "c = Counter(s)\nc.subtract('ab')\nc += Counter('q')\nd = Counter('ab')\nd -= Counter(s)\n"
        "return frozen(c), frozen(d), len(c), len(d)",
        TEXTS,
    ),
    "the most common items": (
        "c = Counter(s)\nreturn c.most_common(), c.most_common(2), c.most_common(0), max(c, key=c.get) if c else '-'",
        TEXTS,
    ),
    "the elements of a Counter": (
        "c = Counter(s)\nif c.elements():\n    return [*c.elements(), 'x'], sorted(c.elements())",
        TEXTS,
    ),
    "a property returns a Counter of objects": (
        "h = Shelf(tuple((Cup(x % 2, x),) for x in s))\n"
        "return h.used[Cup(0, 2)], h.used[Cup(1, 1)], h.used[Cup(9, 9)]",
        ROWS,
    ),
    "functions take, change and return Counters": (
        "c = Counter(s)\nbump(c, 'a')\nbump(c, 'y')\n"
        "return c['a'], frozen(c), frozen(bag(s)), bag(s)['nope'], tuple(parts(c))",
        TEXTS,
    ),
    "a Counter in both branches": (
        "c = Counter(s) if s else Counter()\nd = Counter()\nif len(s) > 2:\n    d = Counter(s)\n"
        "return frozen(c), frozen(d), d['a'], bool(d), not c",
        TEXTS,
    ),
    "del of a missing key is no error": (
        "c = Counter(s)\ndel c['a']\nreturn frozen(c), c.pop('b', 9), frozen(c), c.setdefault('a', 5)",
        TEXTS,
    ),
    "a constant Counter": ("return START[s], START['x'], START['q'], Counter('xo') <= START", ["", "x", "o", "q"]),
    "a copy of a Counter as a dict or a Counter": (
        "c = Counter(s)\nd = Counter(c)\nd['a'] += 1\ne = dict(c)\nreturn frozen(c), frozen(d), e.get('a'), 'a' in e",
        TEXTS,
    ),
    "numbers change in a loop over the keys": (
        "c = Counter(s)\nc['a'] = 3\nfor k in c:\n    c[k] += 1\nreturn frozen(c), sum(c.values())",
        TEXTS,
    ),
    "a tuple of dicts is unpacked": (
        "c, d = {}, {k: 1 for k in s}\ne, g = {'a': len(s)}, {'b': 2}\nfor k in s:\n    c[k] = 2\n    g[k] = 5\n"
        "return frozen(c), frozen(d), frozen(e), frozen(g)",
        TEXTS,
    ),
    "dicts and sets are exchanged": (
        "d, e = {k: 1 for k in s}, {'q': 1}\nd, e = e, d\ne['a'] = 99\nx, y, z = set(s), {'q'}, {'r'}\n"
        "x, y, z = y, z, x\ny.add('a')\nreturn frozen(d), frozen(e), sorted(x), sorted(y), sorted(z)",
        TEXTS,
    ),
    "a function that always returns an empty tuple": (
        "def g(x):\n    return ()\nreturn g(s) + (1,), len(g(s)), g(s)",
        TEXTS,
    ),
}
ERRORS_WITH_COUNTERS: dict[str, tuple[str, list[Any]]] = {
    "a dict that was made from a Counter has no missing keys": ("return dict(Counter(s))['a']", TEXTS),
    "a missing key is taken out": ("c = Counter(s)\nreturn c.pop('a')", TEXTS),
}
