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


def rows_of(grid):
    return [list(row) for row in grid]


def turned(grid):
    return [list(column) for column in zip(*grid)]


def frozen(grid):
    return tuple(map(tuple, grid))


class Sum(NamedTuple):
    n: int

    def add(self, k):
        return Sum(self.n + k)


def lines(s):
    d = [s[i] for i in range(2)]
    e = [s[~i] for i in range(2)]
    return itertools.chain(zip(s, s), [d, e])

"""
PAIRS = [(1, 2), (3, 4)]
GRIDS = [((1, 2, 3), (4, 5, 6), (7, 8, 9)), ((1, 1, 1), (0, 0, 0), (2, 2, 2)), ((2, 2, 3), (0, 1, 0), (2, 2, 2))]
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
    "a row that has a name is changed": (
        "g = rows_of(s) if s[0][0] == 1 else turned(s)\nrow = g[1]\nx = row.pop(0)\nrow[0] = 7\n"
        "if s[0][1] == 2:\n    row.append(x)\nelse:\n    row.insert(0, x + 1)\nif s[0][2] == 3:\n    g = turned(g)\n"
        "return frozen(g)",
        GRIDS,
    ),
    "a row has a name in each round of a loop": (
        "g = rows_of(s)\nfor i in range(3):\n    row = g[i]\n    row[0], row[-1] = row[-1], row[0]\n"
        "    row.append(i)\nreturn frozen(g)",
        GRIDS,
    ),
    "two rows have names": (
        "g = rows_of(s)\na = g[0]\nb = g[1]\na.append(b.pop())\nb[0] = a[0]\nb.append(len(a))\nreturn frozen(g)",
        GRIDS,
    ),
    "a set in a list has a name": (
        "g = [set(r) for r in s]\nx = g[1]\nx.add(9)\nx.discard(0)\nreturn [sorted(r) for r in g], len(x)",
        GRIDS,
    ),
    "parts of parts have names": (
        "g = [rows_of(s), rows_of(s)]\nx = g[0][1]\nx.append(3)\ny = g[1]\ny[0].append(2)\n"
        "return [frozen(h) for h in g]",
        GRIDS,
    ),
    "an item with a method called add has a name": (
        "g = [Sum(1), Sum(s[0][0])]\nx = g[1]\ny = x.add(2)\nd = {0: Sum(1), 1: Sum(s[0][0])}\nz = d[1]\n"
        "return y, z.add(3), g[1].n",
        GRIDS,
    ),
}
ERRORS_IN_SHARED_LISTS: dict[str, tuple[str, list[Any]]] = {
    "a row that does not exist has a name": (
        "g = rows_of(s)\nrow = g[s[0][0] + 1]\nif s[0][1] == 5:\n    row.append(1)\nreturn len(g)",
        [((0, 1), (2, 3)), ((1, 2), (3, 4))],
    ),
}
