"""Small programs with starred arguments of unknown length, with lists of lists, and with loops that may not run."""

from __future__ import annotations

from typing import Any

HEADER = """
def tidy(*regions):
    living = (tuple(sorted(lives for lives in region if lives > 0)) for region in regions)
    return tuple(sorted(region for region in living if sum(region) >= 2))


def total(first, *rest, scale=1):
    found = first
    for x in rest:
        found += x * scale
    return found * 100 + len(rest)


def doubled(*items):
    items = list(items)
    items.append(len(items))
    return items


class Adder(NamedTuple):
    n: int

    def add(self, a, *more):
        return self.n + a * sum(more)


def ways(count, steps):
    if count == 0:
        yield ()
    elif steps > 0:
        for first in range(1, count + 1):
            for rest in ways(count - first, steps - 1):
                yield (first, *rest)


def twice(rows):
    found = 1
    for row in rows:
        found *= len(row)
    for number in range(found):
        for row in rows:
            found += row[0] + number
    return found


def while_twice(rows, k):
    for row in rows:
        k += 1
    while k < 5:
        for row in rows:
            k += row[0]
        k += 1
    return k

"""
ROWS = [(1, 2, 2), (), (3,), (1, 0, 2, 1)]
PAIRS = [((1, 2), (2, 3)), (), ((3, 4),), ((1, 2), (5, 6), (2, 2))]

CLAIMS_OF_LONG_VALUES: dict[str, tuple[str, list[Any]]] = {
    "a function takes any number of tuples": (
        "o = [*s, 1]\nreturn tidy(*[(x, 1) for x in s]), tidy((1, 1), *[(x,) for x in s], (0, 2)), tidy(*[s], o, s)",
        ROWS,
    ),
    "a function takes other arguments before a starred one": (
        "return total(1, *s), total(*(5, 6)), total(4, 5, *s, 7, *s), total(1, *s, scale=3), tuple(doubled(*s))",
        ROWS,
    ),
    "methods, inner functions and lambdas take any number of arguments": (
        "def g(a, *b):\n    return a + sum(b)\nh = lambda *c: len(c)\na = Adder(len(s))\n"
        "return g(1, *s), h(*s), h(1, *s), Adder(2).add(3, *s), a.add(3, 4, *s)",
        ROWS,
    ),
    "the product of any number of ranges": (
        "p = itertools.product\ntriples = tuple(p(*[(x, 9) for x in s]))\n"
        "return tuple(p(*(range(x + 1) for x in s))), tuple(p(*map(range, s))), sum(map(sum, triples))",
        ROWS,
    ),
    "combinations with replacement": (
        "c = itertools.combinations_with_replacement\n"
        "return tuple(c(s, 2)), tuple(c(s, r=3)), tuple(c(sorted(set(s)), 2))",
        ROWS,
    ),
    "a recursive generator of tuples, in a list of tuples": (
        "return [('go', way) for n in s for way in ways(n, 2)]",
        ROWS,
    ),
    "the keys of a dict are the distinct items": (
        "d = dict.fromkeys(s)\ne = dict.fromkeys(s, 0)\nfor x in s:\n    e[x] += 1\n"
        "return tuple(d), d.get(3, 7), 1 in d, tuple(e.items()), [x * 2 for x in dict.fromkeys(y % 2 for y in s)]",
        ROWS,
    ),
    "the distinct characters of a text, and a dict from a set": (
        "d = dict.fromkeys(set(s), 1)\ne = dict.fromkeys('ab', len(s))\ne['c'] = 4\n"
        "return ''.join(dict.fromkeys('abcab'[len(s):])), sorted(d), sum(d.values()), tuple(e.items())",
        ROWS,
    ),
    "a name of a loop without rounds is assigned again": (
        "x = [len(row) for row in s]\nfor row in s:\n    x.append(row[0])\nfor i in range(2):\n    for row in s:\n"
        "        x.append(row[1])\nreturn x, twice(s), while_twice(s, 1)",
        PAIRS,
    ),
}
