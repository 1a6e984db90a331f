"""Small programs in the way of games: with ranges, keys, tables and functions as arguments."""

from __future__ import annotations

from typing import Any

NUMBERS = [0, 1, 3, 6, 9]
TUPLES = [(3, 1, 2), (0, 0, 5), (7, 7, 7), (1, 2, 8)]
TEXTS = ["ab.", "a.b", "...", "bba"]

CLAIMS_OF_HELPERS: dict[str, tuple[str, list[Any]]] = {
    "lines of ranges and of steps are looked through": (
        'board = tuple("x" if v > 5 else "o" if v else "." for v in s * 3)\n'
        'return any(all(board[i] == "o" for i in line) for line in LINES), '
        "[len({board[i] for i in line}) for line in LINES], "
        '[line for line in LINES if board[line[0]] == board[line[-1]] == "o"] == []',
        TUPLES,
    ),
    "rays of ranges are looked up by direction and by number": (
        "return [s in r for r in RAYS[3]], [list(r) for r in RAYS[s % 2 * 2 + 1]], len(RAYS), "
        "sum(len(r) for rs in RAYS.values() for r in rs)",
        NUMBERS,
    ),
    "the home rows of two players are ranges": (
        "h = home(s % 2)\n"
        "far = home(1 - s % 2)\n"
        "return s in h, s in far, [c for c in h if c not in far], h[0] < far[0], h.start == 0, "
        "list(home(s % 2, width=2)), set(h) & set(far) == set(), len(h) == len(far)",
        NUMBERS,
    ),
    "a generator gives ranges": (
        "return [sum(r) for r in window(s)], any(s in r for r in window(6)), list(map(len, window(s))), "
        "[r.start for r in window(s)]",
        NUMBERS,
    ),
    "a property gives a range of a board": (
        "b = Board(s + (0,), s[0] % 2)\n"
        "return b.free, b.row(1), [b.cells[i] for i in b.span], sum(b.cells[i] for i in b.span), "
        "any(b.row(0)), b.cells[b.span.start:b.span.stop], b.span.stop, b.row(0)[::-1]",
        TUPLES,
    ),
    "an object has a range as a field": (
        "w = Walk(range(s, s + 3), 2)\n"
        "return w.cells.start, list(w.cells), w.step, s in w.cells, dataclasses.replace(w, "
        "cells=range(2)).cells.stop, len(w.cells), w == Walk(range(3), 2)",
        NUMBERS,
    ),
    "a function takes a key, or has one by default": (
        "return best(s), best(s, key=up), best(s, TABLE.get), ranked(s), ranked(s, "
        "key=TABLE.__getitem__), ranked(s, reverse=True), sorted(enumerate(s), key=key_of), "
        "list(filter(at_least_two, s))",
        TUPLES,
    ),
    "squares are sorted by a constant key and by distances": (
        "cells = [Cell(v % 3, v // 3) for v in s]\n"
        "return sorted(cells, key=by_row), min(cells, key=lambda c: (c.c, -c.r)), max(cells), "
        "sorted(cells), [c.r for c in sorted(set(cells))], min(cells, "
        "key=lambda c: abs(c.r - 1) + abs(c.c - 1)), sorted(cells, key=lambda c: (c.c, c.r), "
        "reverse=True)[0]",
        TUPLES,
    ),
    "members of an Enum are counted and sorted by their points": (
        "fs = [FRUITS[v % 3] for v in s]\n"
        "return sum(POINTS[f] for f in fs), max(fs, key=POINTS.get), sorted(set(fs)), sorted(fs, "
        "key=POINTS.__getitem__), min(fs, key=lambda f: (POINTS[f], f)), [f.value for f in fs], "
        "fs.count(Fruit.PEAR), sorted(Fruit, key=POINTS.get, reverse=True)[s[0] % 3]",
        TUPLES,
    ),
    "the places of the greatest and the least items": (
        "return max(range(9), key=lambda i: s[i % 3]), min(range(3), key=lambda i: (s[i], -i)), "
        "max(enumerate(s), key=lambda p: p[1])[0], max(zip(s, range(3)))[1], s.index(max(s)), "
        "sorted(range(3), key=lambda i: -s[i]), min(((v, i) for i, v in enumerate(s)))[1], max(s, "
        "key=s.count)",
        TUPLES,
    ),
    "tables and functions are arguments": (
        'return lookup(TABLE, s), lookup(WEIGHTS, s), lookup(PIECES, "ab"), applied(up, s), '
        "applied(TABLE.get, s), applied(lambda v: v + s[0], s), applied(str, s), applied(bool, s)",
        TUPLES,
    ),
    "a mapping proxy of tuples is looked up for each character": (
        'return [len(PIECES[c]) for c in s], [x for c in s for x in PIECES[c]], "a" in PIECES, '
        '[c for c in s if PIECES.get(c)], PIECES.get("q", ()), sum(map(len, map(PIECES.__getitem__, '
        "s))), list(PIECES)",
        TEXTS,
    ),
    "a square is named by a letter and a number": (
        "col, row = s[0], len(s)\n"
        'name = f"{col}{row}"\n'
        'return name, ord(name[0]) - 97, int(name[1]), name[0] in "abc", name == "a3", "abc".find(col), '
        'chr(ord("a") + row) + str(row), name[::-1], "abcdefgh"[row] + "12345678"[row - 1]',
        TEXTS,
    ),
    "a text of two numbers is split and mapped": (
        "a, b = map(int, s.split())\n"
        'return a, b, a * b, [int(x) for x in s.split(" ")], sum(map(int, s.split())), '
        "tuple(int(x) for x in s.split())",
        ["3 4", "0 0", "12 5"],
    ),
    "divmod is unpacked, tested and starmapped": (
        "a, b = divmod(s[2], 3)\n"
        "(c, d), e = divmod(s[0], 2), s[1]\n"
        "return a, b, c, d, e, [divmod(v, 3) for v in s if divmod(v, 3)[1]], tuple(starmap(divmod, "
        "zip(s, (2, 3, 4)))), all(0 <= x < 3 for x in divmod(s[2], 3))",
        TUPLES,
    ),
    "a dict of places is made from an enumeration": (
        "pos = {v: i for i, v in enumerate((1, 2, 3, 7, 8))}\nreturn [pos.get(v) for v in s]",
        TUPLES,
    ),
    "an inner function is a key, a filter and a map": (
        "def weight(v):\n"
        "    return TABLE[v] * s[0]\n"
        "return sorted(s, key=weight), max(s, key=weight), list(map(weight, s)), any(map(weight, s)), "
        "sum(map(weight, filter(None, s)))",
        TUPLES,
    ),
    "sorted items are unpacked and indexed": (
        "first, second = sorted(s)[:2]\n"
        "lo, *_, hi = sorted(s)\n"
        "a, b, c = sorted(s, reverse=True)\n"
        "return first, second, lo, hi, a - c, sorted(s)[-1], sorted(s)[len(s) // 2], "
        "tuple(sorted(s)) == s, sorted([*s, 4]), sorted(s)[1:]",
        TUPLES,
    ),
    "members of a StrEnum are texts": (
        "return [SUITS[v % 3].value for v in s], [str(SUITS[v % 3]) for v in s], "
        '[f"{SUITS[v % 3]}!" for v in s], [SUITS[v % 3].upper() for v in s], '
        '"".join(SUITS[v % 3][0] for v in s), SUITS[s[0] % 3] == "clubs", SUITS[s[0] % 3] in ("clubs", '
        '"hearts"), [SUITS[v % 3].name for v in s]',
        TUPLES,
    ),
    "names, values and texts of members": (
        'return [str(FRUITS[v % 3]) for v in s], [f"{FRUITS[v % 3]}" for v in s], '
        "[FRUITS[v % 3].value.upper() for v in s], [FRUITS[v % 3].name.lower() for v in s], "
        '[repr(COLOURS[v % 3].name) for v in s], [f"{COLOURS[v % 3].name:>6}" for v in s]',
        TUPLES,
    ),
    "pairs of ranges are looked through in a loop": (
        "out = []\n"
        "for i in range(s):\n"
        "    for r in (range(i), range(i, s)):\n"
        "        if i in r:\n"
        "            out.append((i, r.start, len(r)))\n"
        "return out",
        NUMBERS,
    ),
    "ranges wait in a list until it is empty": (
        "todo = [range(s)]\n"
        "seen = 0\n"
        "while todo:\n"
        "    r = todo.pop()\n"
        "    seen += len(r)\n"
        "    if len(r) > 2:\n"
        "        half = len(r) // 2\n"
        "        todo.append(r[:half])\n"
        "        todo.append(range(r[half], r[-1] + 1))\n"
        "return seen",
        NUMBERS,
    ),
    "the longest range of a generator, and a sorted list of ranges": (
        "best_range = max((range(i, i + i % 4) for i in range(1, s + 2)), key=len)\n"
        "return best_range.start, len(best_range), sorted([range(3), range(s)], key=len)[0].stop",
        NUMBERS,
    ),
    "a lambda that is passed on keeps its own names": (
        "k = 1000\nreturn shadowed(lambda v: v + k + s[0], s), k",
        TUPLES,
    ),
    "an inner function that is passed on keeps its own names": (
        "k = 1000\ndef plus(v):\n    return v + k + s[1]\nreturn shadowed(plus, s), k",
        TUPLES,
    ),
    "lambdas that use a parameter are passed on": (
        "return count_if(lambda c: c > s[0], s), count_if(lambda c: c in s, range(9)), walk(0, "
        "lambda c: c < s[2], 2), applied(lambda v: v + s[0], s), applied(up, s), best(s, "
        "lambda v: abs(v - s[1]))",
        TUPLES,
    ),
    "an inner function that reads a list is passed on": (
        "board = list(s)\n"
        "def free(c):\n"
        "    return c < 3 and board[c] == 0\n"
        "return count_if(free, range(5)), walk(-1, free, 1), sorted(range(3), key=lambda c: board[c])",
        TUPLES,
    ),
    "a lambda in a loop uses the name of the loop": (
        "total = 0\nfor limit in s:\n    total += count_if(lambda c: c < limit, s)\nreturn total",
        TUPLES,
    ),
    "a lambda in an inner function uses its parameter": (
        "def outer(n):\n    return applied(lambda v: v * n, s)\nreturn outer(2), outer(s[0])",
        TUPLES,
    ),
    "functions of itertools call lambdas that use a parameter": (
        "return list(accumulate(s, lambda a, b: a + b * s[0])), reduce(lambda a, b: a + b * s[0], s, "
        "0), list(filter(lambda v: v > s[1], s)), list(map(lambda v: v + s[1], s)), "
        "list(starmap(lambda a, b: a + b + s[0], enumerate(s))), list(takewhile(lambda v: v >= s[1], s))",
        TUPLES,
    ),
}
