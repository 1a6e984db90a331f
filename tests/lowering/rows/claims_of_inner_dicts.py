"""Small programs that look keys up in one of several constant dicts, which a key or an index chooses at run time."""

from __future__ import annotations

from typing import Any

HEADER = """
NORTH, EAST, SOUTH, WEST = (-1, 0), (0, 1), (1, 0), (0, -1)
WAYS = (NORTH, EAST, SOUTH, WEST)
TURNS = {
    "+": {NORTH: NORTH, EAST: EAST, SOUTH: SOUTH, WEST: WEST},
    "/": {NORTH: EAST, EAST: NORTH, SOUTH: WEST, WEST: SOUTH},
    "l": {NORTH: WEST, WEST: NORTH, SOUTH: EAST, EAST: SOUTH},
}
MOVES = ({"k": (1, 2), "q": (3,)}, {"k": (4,), "r": (5, 6, 7)})
WITH_LISTS = [{1: [2, 3], 2: [4]}, {1: [5]}]
BY = {0: {(0, 0): "a", (1, 2): "b"}, 5: {(0, 0): "c"}}
EMPTY = {0: {}, 5: {}}
SOME = {0: {}, 5: {3: 1}}
SAME = {0: {1: 2}, 5: {1: 2}}
NAMES = {"ab": {"long name 1": 1, "x": 2}, "cd": {"long name 1": 3}}
PROXY = MappingProxyType({0: MappingProxyType({1: 2}), 5: MappingProxyType({3: 4})})


def look(table, key):
    return table.get(key, -1)


def measures(table, key):
    return key in table, len(table), sum(table.values())


def first_text(items, number):
    return str(items[0]) + str(number)


class Costs:
    costs = {"a": {0: 1, 5: 2}, "b": {0: 3}}


COSTS = Costs()
"""
NUMBERS = [(0, 0), (5, 0), (0, 1), (5, 1)]
TILES = [("+", 0), ("/", 1), ("l", 2), ("/", 3)]
PIECES = [(0, "k"), (1, "k"), (0, "q"), (1, "r"), (1, "q")]
PK = "p, k = s\n"
TN = "t, n = s\n"

CLAIMS_OF_INNER_DICTS: dict[str, tuple[str, list[Any]]] = {
    "a dict of dicts": (f"{TN}h = WAYS[n]\nfor _ in range(3):\n    h = TURNS[t][h]\nreturn h", TILES),
    "an inner dict gets a name": (
        f"{TN}row = TURNS[t]\nreturn row[WAYS[n]], len(row), EAST in row, (0, 0) in row",
        TILES,
    ),
    "a tuple and a list of dicts": (
        f"{PK}return MOVES[p].get(k, (9,)), k in MOVES[p], len(MOVES[p]), MOVES[p - 1].get(k, ()), "
        "WITH_LISTS[p][1], sum(WITH_LISTS[p].get(2, [0]))",
        PIECES,
    ),
    "loops over an inner dict": (
        f"{PK}return [(a, sum(b)) for a, b in MOVES[p].items()], [a for a in MOVES[p]], list(MOVES[p].keys()), "
        "[len(b) for b in MOVES[p].values()]",
        PIECES,
    ),
    "loops over all inner dicts": (
        f"{PK}r = []\nfor a, row in BY.items():\n    for c, w in row.items():\n        if c == (k, 2 * k):\n"
        "            r.append((a, w))\n"
        "return r, sum(len(row) for row in BY.values()), [row.get((0, 0)) for row in BY.values()], "
        "[d.get('k') for d in MOVES], [i * len(d) for i, d in enumerate(MOVES)]",
        NUMBERS,
    ),
    "a loop over dicts ends": (
        f"{PK}for row in BY.values():\n    if (k, 2) in row:\n        break\nreturn len(row), row.get((0, 0))",
        NUMBERS,
    ),
    "empty and unequal inner dicts": (
        f"{PK}return len(EMPTY[p]), EMPTY[p].get(k, 7), k in EMPTY[p], [x for x in EMPTY[p]], len(SOME[p]), "
        "SOME[p].get(k + 3, 7), k + 3 in SOME[p], bool(SOME[p])",
        NUMBERS,
    ),
    "inner dicts with long keys, and of other classes": (
        f"{PK}n = 'ab' if p else 'cd'\nreturn NAMES[n].get('long name ' + str(k), 0), NAMES[n].get('x', 0), "
        "PROXY[p].get(k, 8), COSTS.costs['a' if k else 'b'].get(p, 0)",
        NUMBERS,
    ),
    "an outer key has a default": (
        f"{PK}d = BY.get(p + k, {{(1, 2): 'q'}})\n"
        "return d.get((k, 2 * k), 'z'), len(d), BY.get(p + k, {}).get((k, 2 * k), 'z')",
        NUMBERS,
    ),
    "keys that may be None or a word": (
        f"{PK}return SAME[p].get(None if k else 1, 4), SAME[p].get('x' if k else 1, 4), SAME[p].get(k == 1, 4)",
        NUMBERS,
    ),
    "an inner dict is an argument": (
        f"{PK}return look(BY[p], (k, 2 * k)), look({{(0, 0): 't'}}, (k, k)), look(BY[0], (1, 2)), "
        "measures(SOME[p], 3), measures(SAME[p], 1), measures({x: x for x in range(k + 3)}, 1), "
        "measures(SOME[5 - p], 3)",
        NUMBERS,
    ),
    "names of inner dicts in a loop": (
        f"{PK}r = []\nlast = BY[p]\nfor q in (0, 5, 0):\n    row = BY[q]\n"
        "    r.append((last.get((0, 0)), row.get((0, 0)), len(last)))\n    last = row\nreturn r",
        NUMBERS,
    ),
    "the key of a named inner dict is assigned again": (
        f"{PK}a = BY[p]\np = 5 - p\nb = BY[p]\na, b = b, a\nreturn a.get((0, 0)), b.get((0, 0)), len(a), len(b)",
        NUMBERS,
    ),
    "branches choose inner dicts": (
        f"{PK}d = BY[p] if k else {{(3, 3): 'r'}}\nif k:\n    e = BY[p]\nelse:\n    e = BY[5 - p]\n"
        "return d.get((0, 0), 'm'), len(d), e.get((0, 0)), len(e)",
        NUMBERS,
    ),
    "copies of inner dicts change": (
        f"{PK}d = dict(SAME[p])\nd[1] = 9\nd[7] = k\ne = SAME[p].copy()\ne[1] = 8\n"
        "return d[1], d[7], SAME[p][1], len(d), e[1], {**SAME[p], k: 5}[1], len(SAME[p] | {k: 5})",
        NUMBERS,
    ),
    "inner dicts are compared, sorted and searched": (
        f"{PK}return SOME[p] == {{3: 1}}, SOME[p] == SOME[5 - p], SAME[p] == SAME[5 - p], sorted(BY[p]), "
        "max(BY[p], key=lambda c: c[0]), min(BY[p].values()), any(v == 'b' for v in BY[p].values())",
        NUMBERS,
    ),
    "inner dicts are items of a tuple": (
        f"{PK}x, y = BY[p], BY[5 - p]\nreturn x.get((0, 0)), y.get((0, 0)), "
        "[(a[1], b) for a, b in zip((SAME[p], SAME[0]), (1, 2))]",
        NUMBERS,
    ),
    "tuples in a dict grow": (
        f"{PK}d = {{}}\nfor at in range(2 * p):\n    d[at % 4] = (*d.get(at % 4, ()), at)\n"
        "    d[k] = (*d.get(k, ()), p)\nreturn [(a, len(b), sum(b)) for a, b in d.items()]",
        NUMBERS,
    ),
    "a comprehension over a dict that stays empty": (
        f"{PK}d = dict(EMPTY[p])\nreturn [x[0] for x in d if x[1]], len(d)",
        NUMBERS,
    ),
    "equal constants of different classes are arguments": (
        f"{PK}return first_text((1,), k), first_text((True,), k), first_text((1,), p)",
        NUMBERS,
    ),
}
ERRORS_WITH_INNER_DICTS: dict[str, tuple[str, list[Any]]] = {
    "an inner key is missing": (f"{PK}return MOVES[p][k]", PIECES),
    "an outer key is missing": (f"{PK}return BY[p + k].get((k, 2 * k), 'z')", NUMBERS),
    "an index is out of range": (f"{PK}return WITH_LISTS[p][1]", [(0, 0), (1, 0), (2, 0), (-2, 0), (-3, 0)]),
}
