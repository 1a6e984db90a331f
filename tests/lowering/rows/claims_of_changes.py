"""Small programs whose functions change a list that they are given, each named for the claim it shows."""

from __future__ import annotations

from typing import Any

HELPERS = """
def put(row, i, v):
    row[i] = v


def bump(row, i):
    row[i] += 1
    return row[i]


def sow(pits, start):
    hand, at = pits[start], start
    pits[start] = 0
    while hand:
        at = (at + 1) % len(pits)
        pits[at] += 1
        hand -= 1
    return at


def guarded(row, i, v):
    if i >= len(row):
        return -1
    if row[i] > v:
        row[i] = v
        return 1
    return 0


def fill(row, i):
    if i < len(row):
        row[i] = i * i
        fill(row, i + 1)


def shed(row):
    while row and row[-1] > 1:
        row.pop()
    row.append(9)


def twice(row, i):
    put(row, i, row[i] * 2)
    return bump(row, i)


def mark(grid, r, c, v):
    grid[r][c] = v
    return grid[c][r]


def both(one, other):
    one[0] = other[1] + 10
    other[1] = one[0] + 100
    return one[0]


def found_after(row):
    row[0] = 50
    found = []
    for v in row:
        if v > 1:
            found.append(v)
    row[1] = 60
    return found


def rebuilt(row):
    row = list(row)
    row[0] = 99
    return sum(row)


def dealt_out(s):
    ring = list(s)
    n = len(ring)
    return ring, n


def early(row, v):
    for i in range(len(row)):
        if row[i] == v:
            row[i] = -1
            return i
    row.append(v)
    return None


def swapped(row, i, j):
    row[i], row[j] = row[j], row[i]


def flipped(row):
    row.reverse()
    row.insert(0, 5)
    row.extend([7, 8])


"""
ROWS = [(3, 1, 2), (0, 0, 5), (7, 7, 7), (1, 2, 8)]

CLAIMS_OF_CHANGES: dict[str, tuple[str, list[Any]]] = {
    "the caller reads what the function put": ("x = list(s)\nput(x, 1, 44)\nreturn (tuple(x), x[1])", ROWS),
    "a number beyond the caller's own is kept whole": (
        "x = list(s)\nput(x, 1, 1000000)\nput(x, 0, -5)\nreturn (sum(x), x[0] < 0, x[1] > 9, max(x))",
        ROWS,
    ),
    "a loop in the function goes on in the list that it changes": (
        "x = list(s) + [0, 4]\nlast = sow(x, 2)\nreturn (tuple(x), last, sow(x, last), tuple(x))",
        ROWS,
    ),
    "an early return leaves the list as it is": (
        "x = list(s)\na = guarded(x, 3, 0)\nb = guarded(x, 0, 2)\nc = guarded(x, 0, 2)\nreturn (a, b, c, tuple(x))",
        ROWS,
    ),
    "a return from within a loop leaves the rest unchanged": (
        "x = list(s)\na = early(x, 7)\nb = early(x, 2)\nreturn (tuple(x), a is None, b is None, len(x))",
        ROWS,
    ),
    "append and pop show in the length": ("x = list(s)\nshed(x)\nn = len(x)\nshed(x)\nreturn (n, tuple(x))", ROWS),
    "reverse, insert and extend show": ("x = list(s)\nflipped(x)\nflipped(x)\nreturn (tuple(x), len(x))", ROWS),
    "two items change places": ("x = list(s)\nswapped(x, 0, 2)\nswapped(x, 0, 0)\nreturn tuple(x)", ROWS),
    "a change under a condition happens under that condition only": (
        "x = list(s)\nif s[0] > 2:\n    put(x, 0, 5)\nelif s[1]:\n    y = x[0] if s[2] < 8 else bump(x, 2)\n"
        "z = s[0] == 7 and bump(x, 1) > 7\nreturn (tuple(x), z)",
        ROWS,
    ),
    "a function that calls itself changes the one list": (
        "x = list(s) + [7, 7]\nfill(x, s[0] % 4)\nreturn tuple(x)",
        ROWS,
    ),
    "a function passes the list on": ("x = list(s)\na = twice(x, 1)\nreturn (a, tuple(x))", ROWS),
    "an inner list of the caller's list changes": (
        "g = [[0] * 3 for _ in range(3)]\na = mark(g, 1, 2, s[0])\nb = mark(g, 2, 1, 5)\n"
        "return (a, b, tuple(tuple(row) for row in g))",
        ROWS,
    ),
    "what was read before the call is what it was before the call": (
        "x = list(s)\na = x[0]\nb = x[0] * 100 + bump(x, 0) * 10 + x[0]\nc = (x[0], bump(x, 0), x[0])\n"
        "d = [x[0], bump(x, 0), x[0]]\nreturn (a, b, c, tuple(d), max(x[0], bump(x, 0)), x[0] < bump(x, 0))",
        ROWS,
    ),
    "each turn of a loop makes the change once": (
        "x = list(s)\nn = 0\nfor i in range(5):\n    n += bump(x, i % 3)\nwhile bump(x, 0) < 20:\n    n += 1\n"
        "return (n, tuple(x))",
        ROWS,
    ),
    "a loop over the list reads what the function wrote": (
        "x = list(s)\nn = 0\nfor i, v in enumerate(x):\n    put(x, 2, i)\n    n = n * 10 + v\nreturn (n, tuple(x))",
        ROWS,
    ),
    "a change of a slice is lost": (
        "x = list(s)\nput(x[1:], 0, 77)\na = bump(x[:], 0)\nput(list(x), 1, 5)\nput(x + [1], 1, 5)\n"
        "return (a, tuple(x))",
        ROWS,
    ),
    "a list of constants is a new one at each call": (
        "x = [1, 2, 3]\nn = 0\nfor i in range(3):\n    n = n * 10 + bump(x, 0)\n"
        "for i in range(3):\n    n = n * 10 + bump([4, 5], 0)\nreturn (n, tuple(x), s[0])",
        ROWS,
    ),
    "two lists keep apart": (
        "x, y = list(s), list(s)\na = both(x, y)\nreturn (a, tuple(x), tuple(y))",
        ROWS,
    ),
    "a list made by a function is changed by another": (
        "x, n = dealt_out(s)\nput(x, 0, 40)\nx.append(n)\nreturn (tuple(x), bump(x, n))",
        ROWS,
    ),
    "a function whose result is only asked for its truth still makes its change": (
        "x = list(s)\nif found_after(x):\n    x.append(1)\nreturn (tuple(x), len(found_after(x)) > 2, tuple(x))",
        ROWS,
    ),
    "a parameter that is bound to a copy first leaves the list as it is": (
        "x = list(s)\na = rebuilt(x)\nx[1] = 3\nreturn (a, tuple(x), rebuilt(x))",
        ROWS,
    ),
    "a list under a condition is changed where it is": (
        "x = list(s) if s[0] > 2 else [5, 6, 7, 8]\nput(x, 1, 33)\nx.append(bump(x, 0))\nreturn tuple(x)",
        ROWS,
    ),
    "a list that a loop makes anew is changed there": (
        "x, y = list(s), []\nfor i in range(3):\n    x = x + [i]\n    put(x, i, 9 - i)\n"
        "    y = [i, i]\n    put(y, 0, x[0])\nreturn (tuple(x), tuple(y))",
        ROWS,
    ),
    "each side of and and or is evaluated at most once": (
        "x = list(s) + [4, 5, 6]\na = x.pop() > 3 or x.pop() > 1\nb = x.pop() > 9 and x.pop() > 1\n"
        "c = not bump(x, 0) > 3\nd = bump(x, 0) > 3 or bump(x, 1) > 1\ne = bump(x, 0) > 9 and bump(x, 1)\n"
        "f = x.pop() or bump(x, 0)\nreturn (a, b, c, d, e == 0, f, tuple(x))",
        ROWS,
    ),
    "arguments may be named": ("x = list(s)\nput(v=8, row=x, i=2)\nreturn tuple(x)", ROWS),
    "an inner function changes the list that it is given": (
        "k = s[0]\ndef add(row, i):\n    row[i] += k\n    return row[i]\nx = list(s)\n"
        "return (add(x, 1), add(x, 1), tuple(x))",
        ROWS,
    ),
    "a list that is returned carries its changes": ("x = list(s)\nput(x, 0, 70)\nshed(x)\nreturn x", ROWS),
    "an item of the list may be another argument": (
        "x = list(s)\nput(x, 0, x[1])\nput(x, 1, x[0] + len(x))\nreturn x",
        ROWS,
    ),
}
