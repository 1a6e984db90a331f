"""Small programs that make a value from the value that it replaces, or from the list that it is appended to."""

from __future__ import annotations

from typing import Any

HEADER = """
class Sides(NamedTuple):
    a: tuple
    b: tuple
    n: int = 0


class Cell(NamedTuple):
    row: int
    column: int


def grown(x):
    x.append(len(x))

"""
ROWS = [(1, 2, 2), (0,), (3, 1), (1, 0, 2, 1)]
START = "t = Sides((1, 2, 3), (4, 5, 6))\n"

CLAIMS_OF_OWN_ITEMS: dict[str, tuple[str, list[Any]]] = {
    "the length of a list is appended to it": (
        "x = list(s)\nx.append(len(x))\ny = []\nfor i in s:\n    y.append(len(y))\ngrown(x)\ngrown(x)\n"
        "x.append(sum(x) + len(x))\nx.append(len(x) % 2 + 7)\nreturn tuple(x), tuple(y)",
        ROWS,
    ),
    "the last item is appended again": (
        "x = list(s)\nx.append(x[-1])\ny = [(1, 2), (3, 4)]\nfor i in s:\n    y.append(y[-1])\n"
        "    y.append((y[-1][0] + 1, len(y)))\nz = [[1]]\nz[0].append(len(z[0]))\nz.append([len(z), *z[-1]])\n"
        "return tuple(x), tuple(y), tuple(map(tuple, z))",
        ROWS,
    ),
    "a list is extended by its own items": (
        "x = list(s)\nx.extend(x[1:])\nx.extend((len(x), x[-1]))\nx += [y + len(x) for y in x]\n"
        "x.insert(len(x) // 2, x[-1])\nreturn tuple(x)",
        ROWS,
    ),
    "an item is replaced by its parts in another order": (
        "x = [(i, i + 1) for i in s]\nx[0] = (x[0][1], x[0][0])\ny = [Cell(i, i + 1) for i in s]\n"
        "y[0] = y[0]._replace(row=y[0].column, column=y[0].row)\ny[-1] = Cell(*y[0][::-1])\n"
        "z = [((1, 2), 3)] * 2\nfor i in s:\n    z[0] = ((z[0][1], z[0][0][0]), z[0][0][1])\n"
        "return tuple(x), tuple(y), tuple(z)",
        ROWS,
    ),
    "a long item is replaced by its parts": (
        "x = [(i, 1, 2, 3, 4, 5, 6) for i in s]\nx[0] = (*x[0][3:], *x[0][:3])\nreturn tuple(x)",
        ROWS,
    ),
    "a value of a dict is replaced by its parts": (
        "d = {i: (i, i + 1) for i in s}\nfor k in s:\n    d[k] = (d[k][1], d[k][0])\nreturn tuple(d.items())",
        ROWS,
    ),
    "a long tuple turns round in a loop": (
        "p = (s[0], 1, 2, 3, 4, 5, 6, 7)\nfor i in s:\n    p = (p[7], p[6], p[5], p[4], p[3], p[2], p[1], p[0])\n"
        "return p",
        ROWS,
    ),
    "the fields of an object are exchanged in a loop": (
        f"{START}for i in s:\n    t = t._replace(a=t.b, b=t.a, n=i)\nu = Sides(s, (4, 5, 6))\nfor i in s:\n"
        "    u = Sides(u.b, u.a, u.n + len(u.a))\nreturn t, u",
        ROWS,
    ),
    "the fields of an object are exchanged in a branch of a loop": (
        f"{START}for i in s:\n    if i:\n        t = Sides(t.b, t.a, i)\n    else:\n"
        "        t = t._replace(a=t.b, b=(7, 8, 9))\nreturn t",
        ROWS,
    ),
    "the fields of an object are exchanged in an inner loop": (
        f"{START}for i in s:\n    for j in range(i):\n        t = Sides(t.b, t.a, j)\n"
        "    t = Sides(t.b, (i,) * 3, t.n)\n    n = (t := Sides(t.b, t.a, i)).n\nreturn t, n",
        ROWS,
    ),
    "the object before is kept": (
        f"{START}old, found = t, []\nfor i in s:\n    old = t\n    found.append(t)\n    t = Sides(t.b, t.a, i)\n"
        "return t, old, tuple(found)",
        ROWS,
    ),
}
