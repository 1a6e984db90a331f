"""Small programs with iterators that have no end, each named for the claim it shows."""

from __future__ import annotations

from typing import Any

ENDLESS = """

from itertools import count, cycle, islice, repeat, takewhile


class Ray(NamedTuple):
    r: int
    c: int

    def __add__(self, other):
        return Ray(self.r + other.r, self.c + other.c)

    def __mul__(self, times):
        return Ray(self.r * times, self.c * times)


class Height:
    def __init__(self, n):
        self.n = n

    def below(self, ray):
        return ray.r < self.n


@dataclasses.dataclass(frozen=True)
class Bag:
    items: tuple

    def __iter__(self):
        return iter(self.items)

    def above(self, n):
        return (v for v in self if v > n)


def above(items, n):
    return (v for v in items if v > n)


def inside(ray):
    return 0 <= ray.r < 4 and 0 <= ray.c < 4


def up_to_three(n):
    for x in count(n):
        if x > 3:
            return
        yield x


def to_five(n):
    while True:
        if n > 5:
            break
        yield n
        n += 1


def without_end(n):
    for x in count(n):
        yield x


"""
FEW = [(3, 1, 2), (0, 0, 3), (1, 3, 3), (1, 2, 3)]

CLAIMS_OF_ENDLESS: dict[str, tuple[str, list[Any]]] = {
    "takewhile ends a generator expression without an end": (
        "return [v for v in takewhile(lambda x: x < 5, (a + s[0] for a in count(1)))], "
        "list(takewhile(inside, (Ray(s[0], s[1]) + Ray(1, 0) * d for d in count(1)))), "
        "list(takewhile(Height(s[0]).below, (Ray(d, 0) for d in count()))), "
        "sum(takewhile(lambda x: x < 9, count(s[0]))), "
        "next(takewhile(lambda x: x < 9, (a for a in count(s[0]))), None)",
        FEW,
    ),
    "a ray with a name, cut by zip": (
        "path = (Ray(s[0], s[1]) + Ray(0, 1) * d for d in count(1))\nfound = []\n"
        "for _, t in zip(range(s[2]), takewhile(inside, path)):\n    found.append(t)\n"
        "return found, list(zip(range(2), takewhile(inside, (Ray(0, 0) + Ray(1, 0) * d for d in count(s[0])))))",
        FEW,
    ),
    "takewhile computes no item after the first one that fails": (
        "return [6 // v for v in takewhile(lambda x: x > 0, (x for x in (3, 2, 0)))], "
        "list(takewhile(lambda x: x > 1, (s[i] for i in count()))), list(takewhile(bool, (9 // (3 - i) - 3 "
        "for i in count()))), list(takewhile(lambda x: x < 3, (a * b for a in count(s[0]) for b in s)))",
        FEW,
    ),
    "takewhile takes the first ones of items with an end": (
        "return list(takewhile(lambda x: x != 2, (v for v in s if v))), tuple(takewhile(bool, (v for v in s))), "
        "list(takewhile(lambda x: x < 3, (a * b for a in s for b in (1, 2)))), list(takewhile(bool, []))",
        FEW,
    ),
    "islice takes a part of an iterator without an end": (
        "return list(islice(count(s[0]), s[1])), list(islice(count(s[0]), 1, 4)), list(islice(cycle(s), s[1], 5)), "
        "list(islice((x * x for x in count(s[0])), 3)), list(islice(repeat(s[0]), 2)), list(islice(count(), 3, 1))",
        FEW,
    ),
    "islice may end before it begins, and the arguments of count may be named": (
        "x = list(islice(count(5), s[0], s[1]))\nreturn len(x), [*x, 7], list(islice(count(s[0]), 2, s[1])), "
        "list(zip(s, count(s[0], step=2))), list(zip(s, count(start=s[1], step=-1)))",
        FEW,
    ),
    "zip and map end with the shortest of their iterables": (
        "return list(zip(s, (x * x for x in count(s[0])))), list(map(lambda a, b: a * b, s, count(1))), "
        "[a + b for a, b in zip((x * x for x in count(s[0])), s)]",
        FEW,
    ),
    "a loop over an iterator without an end ends with break, return or the first hit": (
        "for x in (2 * n for n in count(s[0])):\n    if x > 8:\n        break\n"
        "return x, next(x for x in count(s[0]) if x % 7 == 0), any(x > 5 for x in count(s[0])), "
        "list(up_to_three(s[0])), list(to_five(s[1]))",
        FEW,
    ),
    # --- generators that a function returns ---
    "a function may return a generator over its argument": (
        "x = [v for v in s]\ny = list(above(x, 1))\ny.append(5)\nx.append(7)\ng = above(x, 2)\nn = sum(g)\n"
        "x.append(9)\nreturn x, y, n, tuple(Bag(s).above(1)), [v for v in Bag(s)]",
        FEW,
    ),
    # --- iter and next ---
    "the first item of an iterator": (
        "x, d = {s[0]}, {s[0]: 5, 9: 2}\nd[7] = 1\nit = iter(x)\n"
        "return next(iter(x)), next(iter(x), 9), next(iter({v for v in s if v > 5}), 9), next(iter(s)), "
        "next(iter([v for v in s if v > 2]), None), next(iter('ab')), next(iter(d)), next(iter(d.values())), "
        "next(iter(()), 4), next(it, None)",
        FEW,
    ),
    "zip, enumerate and reversed have a first item, and iter(x) has the items of x": (
        "a, b, c = iter(s)\nfor v in iter(s):\n    if v > 1:\n        break\n"
        "return next(zip(s, s)), next(enumerate(s)), next(reversed(s)), list(iter(s)), sum(iter({v for v in s})), v, "
        "a + b * c, sorted(iter({v for v in s}))",
        FEW,
    ),
}

WITHOUT_END: dict[str, tuple[str, list[Any]]] = {
    "the first member of a set with several members": ("return next(iter({v for v in s}))", FEW),
    "a generator function without an end": ("return list(zip(s, without_end(s[0])))", FEW),
}
"""Programs that end with an error at run time: they need more memory than there is, or the order of a set."""
