"""Small programs that keep, pass, choose and return ranges."""

from __future__ import annotations

from typing import Any

NUMBERS = [0, 1, 3, 6, 9]
TUPLES = [(3, 1, 2), (0, 0, 5), (7, 7, 7), (1, 2, 8)]

CLAIMS_OF_RANGES: dict[str, tuple[str, list[Any]]] = {
    "a range that a function returns has its ends, its items, and its length": (
        "r = pits(s)\n"
        "return (r.start, r.stop, r.step, len(r), r[0], r[-1], r[1], sum(r), s in r, 4 in r, list(r), "
        "tuple(reversed(r)))",
        NUMBERS,
    ),
    "a range is chosen by a condition, though the steps differ": (
        "r = range(s, s + 4) if s > 3 else range(9, 2, -1)\n"
        "return (len(r), list(r), s in r, r[-1], sum(r), r.start, r.step)",
        NUMBERS,
    ),
    "a range under a name is one of two with different steps": (
        "if s > 3:\n"
        "    r = range(s)\n"
        "else:\n"
        "    r = range(0, 9, 2)\n"
        "return (len(r), tuple(r), [i for i in r if i > 2], r.step)",
        NUMBERS,
    ),
    "a range is an item of a constant tuple": (
        "r = RANGES[s % 3]\nreturn (tuple(r), 4 in r, r.start, len(r), total(WEIGHTS, r))",
        NUMBERS,
    ),
    "a range is a value of a constant dict": (
        'r = BY["x" if s > 3 else "o"]\nreturn (tuple(r), 4 in r, r.start, len(r), total(WEIGHTS, r))',
        NUMBERS,
    ),
    "a board is summed over the ranges of a player": (
        "b = s + s + s\nreturn [sum(b[i] for i in pits(q)) for q in (0, 1, 2)]",
        TUPLES,
    ),
    "a list is cut by the ends of a range and emptied over it": (
        "b = list(s + s + s)\n"
        "for q in (0, 1):\n"
        "    rest = b[pits(q).start:pits(q).stop]\n"
        "    b[8] += sum(rest)\n"
        "    for i in pits(q):\n"
        "        b[i] = 0\n"
        "return b",
        TUPLES,
    ),
    "a range is an argument, and a known range too": (
        "return spread(pits(s)), spread(range(5)), spread(range(s, 20, 2)), inside(s, pits(1)), inside(3, range(s))",
        NUMBERS,
    ),
    "a function returns one of two ranges, and a slice of it is a range": (
        "r = pits_or(s, s)\nreturn tuple(r), r[1:], tuple(r[1:]) , len(r[1:])",
        NUMBERS,
    ),
    "a function returns a range of a dict or an empty one": (
        "return tuple(both(s)), both(s).stop",
        NUMBERS,
    ),
    "a loop runs over the items of a dict of ranges": (
        "for k, r in SIDES.items():\n    if s in r:\n        return k\nreturn -1",
        NUMBERS,
    ),
    "ranges of a dict are chosen by a comprehension and by a number": (
        "return [k for k, r in SIDES.items() if s in r], tuple(NUMRANGE[s % 2]), 3 in NUMRANGE[s % 2]",
        NUMBERS,
    ),
    "ranges are items of a list": (
        "rs = [pits(q) for q in (0, 1)]\nreturn [s in r for r in rs], rs[1].start",
        NUMBERS,
    ),
    "a range is unpacked, and starred in displays": (
        "a, b, c = pits(s)\nreturn a * b * c, (*pits(s), 7), [*pits(s)], {*pits(s)} == set(pits(s))",
        NUMBERS,
    ),
    "the least, the greatest, sorted, any and all of a range": (
        "r = pits(s)\nreturn max(r), min(r), sorted(r, reverse=True), any(i > 3 for i in r), all(i < 9 for i in r)",
        NUMBERS,
    ),
    "a range has index and count, is equal by its items, and is true with items": (
        "r = pits(s)\n"
        "return r.index(s * 3 + 1), r.count(4), r == range(3, 6), r != pits(1), bool(r), "
        "bool(range(s)), not range(s, 3)",
        NUMBERS,
    ),
    "a range does not change with the names it was made of": (
        "a, b = s, s + 3\nr = range(a, b)\na = 100\nreturn tuple(r)",
        NUMBERS,
    ),
    "a range keeps its ends in a loop that changes the names it was made of": (
        "a, b = s, s + 3\nr = range(a, b)\nout = []\nwhile a < 20:\n    out.append(sum(r))\n    a += 7\nreturn out",
        NUMBERS,
    ),
    "a range is assigned anew in a loop": (
        "r = range(3)\nfor i in range(s):\n    r = range(i, i + 2)\nreturn tuple(r), len(r)",
        NUMBERS,
    ),
    "a loop runs over ranges of different kinds": (
        "n = 0\nfor r in (range(s), range(3), pits(s)):\n    for i in r:\n        n += i\nreturn n",
        NUMBERS,
    ),
    "the first range with a number is found": (
        "for r in RANGES:\n    if s in r:\n        return tuple(r)\nreturn ()",
        NUMBERS,
    ),
    "sums and lengths of constant ranges": (
        "return [sum(r) for r in RANGES], max(RANGES, key=len).start, [len(r) for r in RANGES if s in r]",
        NUMBERS,
    ),
    "a lambda takes a range": (
        "f = lambda r: sum(r) + len(r)\nreturn f(pits(s)), f(range(s))",
        NUMBERS,
    ),
    "the step of a range is known only at run time": (
        "step = -1 if s > 3 else 1\n"
        "r = range(s, s + 3 * step, step)\n"
        "return tuple(r), r.step, s + step in r, len(r), r[1]",
        NUMBERS,
    ),
    "ranges are items of a tuple": (
        "t = (pits(s), pits(1))\nreturn tuple(t[1]), t[0].start",
        NUMBERS,
    ),
    "a range is zipped, enumerated, mapped, turned round and sliced": (
        "r = pits(s)\n"
        "return list(zip(r, reversed(r))), list(enumerate(r)), list(map(up, r)), tuple(r[::-1]), "
        "tuple(r[:2]), tuple(r[1:]), r[-2:]",
        NUMBERS,
    ),
    "a board is read over a range and cut by its ends": (
        "b = s + s + s\nreturn [b[i] for i in pits(s[0] % 3)], b[pits(1).start:], sum(b[pits(1).start:pits(1).stop])",
        TUPLES,
    ),
    "an inner function returns one of two ranges": (
        "def area():\n"
        "    if s > 3:\n"
        "        return range(s)\n"
        "    return range(2, 9)\n"
        "return sum(area()), s in area()",
        NUMBERS,
    ),
    "`or` of two ranges": (
        "r = range(s) or range(3)\nreturn tuple(r)",
        NUMBERS,
    ),
    "a range or an empty list": (
        "r = pits(s) if s else []\nreturn len(r), sum(r), [i for i in r]",
        NUMBERS,
    ),
    "a range or a tuple": (
        "r = range(s) if s > 3 else (1, 2)\nreturn len(r), sum(r), [i for i in r], 2 in r",
        NUMBERS,
    ),
    "an empty list or a range is sorted": (
        "r = [] if s < 3 else range(s)\nreturn sorted(r)",
        NUMBERS,
    ),
    "two ranges are run through inside one another": (
        "rows, cols = range(3), range(s)\nreturn [(r, c) for r in rows for c in cols]",
        NUMBERS,
    ),
    "a list of ranges made by a comprehension": (
        "ranges = [range(i, i + 3) for i in range(0, 9, 3)]\n"
        "return [tuple(r) for r in ranges], sum(s in r for r in ranges)",
        NUMBERS,
    ),
    "ranges of different ends with the same items are equal": (
        "return (range(s) == range(0), range(s, 3) == range(3, s), range(0, s, 2) == range(0, s + s % 2, 2))",
        NUMBERS,
    ),
    "the first of the ranges with a number, or None": (
        "x = next((r for r in RANGES if s in r), None)\nreturn -1 if x is None else x.start",
        NUMBERS,
    ),
    "slices of a range of a range": (
        "x = range(s, s + 5)\nreturn [tuple(x[i:i + 2]) for i in x[:3] if i < 3]",
        NUMBERS,
    ),
    "a range of the least to the greatest": (
        "lo, hi = min(s), max(s)\nr = range(lo, hi + 1)\nreturn [v in r for v in range(9)], len(r) == 3",
        TUPLES,
    ),
}
