"""Small programs in which a list that has a name becomes an item of another list."""

from __future__ import annotations

from typing import Any

HEADER = """
def pairs(s):
    d = [s[0], 1]
    e = [s[1], 2]
    return [d, e]


def grown(s):
    d = [s[0], 1]
    e = [s[1], 2]
    g = [d, e]
    g[0].append(3)
    return g


def lines(s):
    d = [s[i] for i in range(2)]
    e = [s[~i] for i in range(2)]
    return itertools.chain(zip(s, s), [d, e])

"""
PAIRS = [(1, 2), (3, 4)]
CLAIMS_OF_SHARED_LISTS: dict[str, tuple[str, list[Any]]] = {
    "a function returns a list of lists with names": ("return tuple(map(tuple, pairs(s)))", PAIRS),
    "the caller changes a list of lists with names": (
        "g = pairs(s)\ng[0][0] = 9\ng[1].append(4)\nreturn tuple(map(tuple, g))",
        PAIRS,
    ),
    "an item that had a name is changed": ("return tuple(map(tuple, grown(s)))", PAIRS),
    "chain goes through a list of lists with names": ("return tuple(sum(line) for line in lines(s))", PAIRS),
    "lists are complete before they become items": (
        "out = []\nfor i in range(3):\n    row = [i, s[0]]\n    other = [i]\n    row.append(4)\n"
        "    out = [row, other]\nreturn tuple(map(tuple, out))",
        PAIRS,
    ),
}
