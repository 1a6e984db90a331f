"""Small programs with loops over `itertools.groupby`."""

from __future__ import annotations

from typing import Any

HEADER = """

def parity(n):
    return n % 2


def runs(line):
    for key, group in groupby(line):
        yield key, len(list(group))

"""
TEXTS = ["", "a", "aab", "xxoox.", "......", ".xxxx."]
LISTS: list[Any] = [[], [1], [1, 1, 2], [3, 3, 1, 1, 1, 3], [0, 0, 0, 0], [2, 2, 5, 7, 7]]
PAIRS = [(1, 2), (2, 2), (3, 3), (0, 1)]
_LOOP = "r = []\nfor k, g in groupby(s):\n    "

CLAIMS_OF_GROUPS: dict[str, tuple[str, list[Any]]] = {
    "runs of a text": (f"{_LOOP}n = len(list(g))\n    if n >= 2:\n        r.append((k, n))\nreturn r", TEXTS),
    "lists, tuples and texts of the groups": (
        "return [list(g) for _, g in groupby(s)], [tuple(g) for _, g in groupby(s)], "
        "[''.join(g) for k, g in groupby(s)]",
        TEXTS,
    ),
    "numbers of groups, and of their items": (
        "return max((sum(1 for _ in g) for k, g in groupby(s) if k == 'x'), default=0), sum(1 for _ in groupby(s)), "
        "[k for k, _ in groupby(s)], [k for k, g in groupby(s) if len(list(g)) > 1]",
        TEXTS,
    ),
    "a loop over runs ends": (f"{_LOOP}if len(list(g)) > 2:\n        return k\nreturn None", TEXTS),
    "a generator function over runs": ("return list(runs(s))", TEXTS),
    "keys": (
        "m = len(s)\nreturn [(k, sum(g)) for k, g in groupby(s, key=lambda n: n % 2)], "
        "[(k, sum(g)) for k, g in groupby(s, parity)], [(k, sum(g)) for k, g in groupby(s, None)], "
        "[(k, list(g)) for k, g in groupby(s, key=lambda n: n < m)]",
        LISTS,
    ),
    "sorted items, pairs and a generator expression": (
        "return [(k, len(list(g))) for k, g in groupby(sorted(s))], "
        "[(k, list(g)) for k, g in groupby(x // 2 for x in s)], "
        "[(k, list(g)) for k, g in groupby(zip(s, s), key=lambda p: p[0] > 1)]",
        LISTS,
    ),
    "a group is read in part": (
        f"{_LOOP}for x in g:\n        if x > 2:\n            break\n        r.append(x + k)\n"
        "return r, [any(x > 1 for x in g) for k, g in groupby(s)]",
        LISTS,
    ),
    "a group is passed on and read at once": (
        f"{_LOOP}for i, x in enumerate(g):\n        r.append(i * x)\n"
        "return r, [list(map(parity, g)) for k, g in groupby(s)]",
        LISTS,
    ),
    "a group is unpacked": (
        f"{_LOOP}first, *rest = g\n    r.append((first, len(rest)))\n"
        "return r, [(k, a, len(b)) for k, (a, *b) in groupby(s)], [[*g, k] for k, g in groupby(s)]",
        LISTS,
    ),
    "an inner loop over the group": ("return [x * 2 for k, g in groupby(s) for x in g if k > 1]", LISTS),
    "a group is read in one branch": ("return [list(g) if k else [9] for k, g in groupby(s)]", LISTS),
    "two loops use the same names": (
        f"{_LOOP}r.append(len(list(g)))\nfor k, g in groupby(s, key=parity):\n    r.append(sum(g))\nreturn r",
        LISTS,
    ),
    "a tuple and a constant": (
        "return [(k, len(list(g))) for k, g in groupby(s)], [(k, len(list(g)) + s[0]) for k, g in groupby('aabc')]",
        PAIRS,
    ),
}
