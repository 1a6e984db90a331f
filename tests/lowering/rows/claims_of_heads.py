"""Small programs in which a loop assigns names of its own head, or a value is assigned to several targets."""

from __future__ import annotations

from typing import Any

ROWS = [(1, 2, 3, 0), (4, 0, 6, 1), (0, 0, 5, 2), (2, 2, 1, 3)]

CLAIMS_OF_HEADS: dict[str, tuple[str, list[Any]]] = {
    "a loop over a tuple assigns the tuple": (
        "t = u = s\nfor i, v in enumerate(t):\n    t = t[:i] + (v + t[0],) + t[i + 1 :]\nfor v in u:\n    u += (v,)\n"
        "r = 0\nw = s\nfor w in w:\n    r = r * 3 + w\nreturn t, u, r",
        ROWS,
    ),
    "a loop over a list assigns the list": (
        "x, y, r = list(s), list(s), 0\nfor v in y:\n    y = y + [v + len(y)]\nfor k in range(2):\n"
        "    for i, v in enumerate(x):\n        x = x[1:] + x[:1]\n        r = (r * 3 + v + i) % 997\n"
        "return r, tuple(x), tuple(y)",
        ROWS,
    ),
    "a loop over a string assigns the string": (
        "x = str(s[0]) + str(s[1])\nfor i, ch in enumerate(x):\n    x = x[:i] + 'z' + ch + x[i + 1 :]\nreturn x",
        ROWS,
    ),
    "a loop over a list with another length assigns the list": (
        "todo = [s[0]]\nn = 0\nwhile todo and n < 4:\n    for v in todo:\n"
        "        todo = [v - 1, v] if v > 0 else []\n    n += 1\nreturn tuple(todo)",
        ROWS,
    ),
    "a loop over a list of lists assigns the list": (
        "b = [[1, 2], [3, 4], list(s)]\nr = 0\nfor row in b:\n    b = [[s[0]]]\n    r = r * 5 + row[0] + len(row)\n"
        "return r",
        ROWS,
    ),
    "a loop assigns the first number of its items": (
        "n = s[0]\nr = 0\nfor i, v in enumerate(s, n):\n    n += 5\n    r = r * 3 + i + v\n"
        "for i, v in zip(range(n, n + 9), s):\n    n += 5\n    r = r * 3 + i + v\nreturn r, n",
        ROWS,
    ),
    "a loop reads a list that it changes": (
        "x = list(s)\nr = 0\nfor i, v in enumerate(x):\n    if i + 1 < len(x):\n        x[i + 1] += v\n"
        "    r = r * 3 + v\nfor v in (u for u in list(x) if u):\n    x[0] = r = r + v\n"
        "for v in sorted(x, key=lambda u: u - r):\n    r += x[0]\n    x[-1] = v\nreturn (r, *x)",
        ROWS,
    ),
    "two targets get a value that the first one changes": (
        "x = list(s)\nx[0] = x[1] = x[0] + 1\nx[2] = a = x[2] + x[3]\nd = {0: s[0], 1: s[1]}\nd[2] = d[3] = len(d)\n"
        "d[0] = d[1] = d[0] + 1\nb = s[0]\nb, c = e = (b + 1, b)\nreturn tuple(x), a, tuple(d.items()), b, c, e",
        ROWS,
    ),
    "two targets get a tuple of items of a list": (
        "x = [(v, v) for v in s]\nx[0] = y = (x[0][0] + 1, x[1][1])\nreturn tuple(x), y",
        ROWS,
    ),
    "an index is changed by the value that is added": (
        "n = s[0]\nx = list(s)\nx[n % 3] += n + (n := 1)\ny = [0, 1]\nx[y[0]] += y.pop(0)\nk = 4\nd = {1: 2, 4: 3}\n"
        "d[k] += (k := 1)\nreturn tuple(x), n, tuple(y), tuple(d.items()), k",
        ROWS,
    ),
    "the default of an inner function is the value where the function is defined": (
        "n = 2\ng = lambda v, n=n: v + n\ndef h(v, *, m=n, k):\n    return v + m * k + n\nn = 9\n"
        "return g(s[0]), h(s[0], k=3)",
        ROWS,
    ),
    "two loops define a function of the same name": (
        "r = 0\nfor i in s:\n    g = lambda v: v + i\n    r += g(1)\n    if r > 3:\n        break\nfor i in s:\n"
        "    def g(v):\n        return 0 if v < 1 else 2 + g(v - 1)\n    r += g(3)\n    if r > 3:\n        continue\n"
        "return r",
        ROWS,
    ),
}
