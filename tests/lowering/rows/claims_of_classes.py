"""Small programs over values of several classes: objects, tuples, numbers, frozensets, words and None."""

from __future__ import annotations

from typing import Any

from claims_of_names import PAIRS

CLASSES = """
@dataclasses.dataclass(frozen=True)
class Drop:
    at: int

    def apply(self, board):
        return board[: self.at] + (9,) + board[self.at + 1 :]

    @property
    def cost(self):
        return 1

    def shown(self):
        return self.at


@dataclasses.dataclass(frozen=True)
class Move:
    start: int
    end: int

    def apply(self, board):
        return tuple(board[self.start] if i == self.end else x for i, x in enumerate(board))

    @property
    def cost(self):
        return self.end - self.start


@attrs.frozen
class Swap:
    pass


@dataclasses.dataclass(frozen=True)
class Pass:
    def apply(self, board):
        return board

    @property
    def cost(self):
        return 0


class Hop(NamedTuple):
    path: tuple
    n: int
    extra: int = 0


class Man(enum.IntEnum):
    X = 0
    O = 1


"""

CLAIMS_OF_CLASSES: dict[str, tuple[str, list[Any]]] = {
    "an object or a tuple": (
        "u = Spot(*s) if s[0] > 2 else (s[1], 4)\nif isinstance(u, Spot):\n    return u.row + u.column\n"
        "a, b = u\nreturn a * 10 + b",
        PAIRS,
    ),
    "an object or a number in a pattern": (
        "u = Spot(*s) if s[0] > 2 else s[1]\nmatch u:\n    case Spot(r, c):\n        return r * 10 + c\n"
        "    case int(x):\n        return x + 100",
        PAIRS,
    ),
    "None, an object or a number": (
        "u = Spot(*s) if s[0] > 2 else s[1]\nv = u if s[1] != 3 else None\nmatch v:\n"
        "    case Spot(r, c) if r > 5:\n        return r * 10 + c\n    case Spot(column=c):\n"
        "        return c\n    case None:\n        return -1\n    case int(x):\n        return x + 100",
        PAIRS,
    ),
    "a word, an object or a tuple": (
        "u = Spot(*s) if s[0] > 2 else (s[1], 5)\nv = u if s[1] != 3 else 'pass'\n"
        "return v, v == 'pass', v == (1, 5), v == u, u == Spot(3, 2), v == 3",
        PAIRS,
    ),
    "None, a word, an object or a tuple": (
        "u = Spot(*s) if s[0] > 2 else (s[1], 5)\nv = u if s[1] != 3 else 'pass'\nw = v if s[1] else None\n"
        "if w is None:\n    return 1\nif w == 'pass':\n    return 2\nif isinstance(w, tuple):\n"
        "    return w[0] + 3\nreturn w.row",
        PAIRS,
    ),
    "objects of two classes": (
        "u = Spot(*s) if s[0] > 2 else Hop((s[1], 2), 1)\nreturn u.row if isinstance(u, Spot) else u.path[0]",
        PAIRS,
    ),
    "a name is a frozenset or a number": (
        "x = None if s[0] > 2 else s[0]\nx = frozenset({s[1]}) if s[1] > 1 else x\nif x is None:\n"
        "    return -1\nif isinstance(x, int):\n    return x\nreturn len(x) + 10",
        PAIRS,
    ),
    "a number, a word or a tuple": (
        "x = s[0] if s[0] > 2 else 'go'\nif s[1] == 2:\n    x = (1, x)\n"
        "return x, x == 'go', x == (1, 3), x == 9, isinstance(x, tuple)",
        PAIRS,
    ),
    "a number, None or a tuple are equal or not": (
        "x = s[0] if s[0] > 2 else None\ny = (1, 2) if s[1] == 2 else x\nreturn x == y, y == x, y, x",
        PAIRS,
    ),
    "a list has objects and tuples": (
        "a = [Spot(i, 1) if i % 2 else (i, i) for i in range(s[1])]\nn = 0\nfor m in a:\n"
        "    n += m.row if isinstance(m, Spot) else m[1]\nreturn n, Spot(1, 1) in a, (2, 2) in a, tuple(a)",
        PAIRS,
    ),
    "a star takes None and frozensets": (
        "*_, y = (None if s[0] > 2 else 1, frozenset(s), 3)\nreturn y",
        PAIRS,
    ),
    "a function takes a number and an object": (
        "def g(u):\n    if isinstance(u, int):\n        return u\n    return u.row\n"
        "return g(s[0]) + g(Spot(*s)), g(Spot(*s) if s[1] == 2 else s[1])",
        PAIRS,
    ),
    "a method is that of the object's class": (
        "m = Drop(s[0] % 3) if s[1] > 1 else Move(s[1], 2)\n"
        "return m.apply((5, 6, 7)), m.cost, m == Drop(0), m in (Drop(1), Move(1, 2)), m != Move(1, 2)",
        PAIRS,
    ),
    "a class without fields is a word": (
        "m = Drop(s[0] % 3) if s[1] > 1 else Move(s[1], 2)\nm = m if s[0] else Swap()\n"
        "if isinstance(m, Swap):\n    return -1\nreturn m.cost",
        PAIRS,
    ),
    "a class without fields has a pattern": (
        "m = Drop(s[0] % 3) if s[1] > 1 else Move(s[1], 2)\nm = m if s[0] else Swap()\nmatch m:\n"
        "    case Swap():\n        return -1\n    case Drop(at) | Move(at, _):\n        return at",
        PAIRS,
    ),
    "one of several classes and None": (
        "m = Drop(s[0] % 3) if s[1] > 1 else Move(s[1], 2)\nm = m if s[0] != 3 else None\nif m is None:\n"
        "    return ()\nif isinstance(m, (Drop, Swap)):\n    return (m.at,)\nreturn (m.start, m.end)",
        PAIRS,
    ),
    "a list has objects of two classes": (
        "m = Drop(s[0] % 3) if s[1] > 1 else Move(s[1], 2)\nx = [m, Drop(1)]\nx.append(Move(0, 1))\n"
        "return tuple(x), x.index(m), x.count(Drop(1)), sorted(k.cost for k in x)",
        PAIRS,
    ),
    "a name is a number or a tuple": (
        "m = (s[0], 1) if s[1] > 1 else s[1]\nif not isinstance(m, int):\n    a, b = m\n    return a + b\n"
        "return m + 1",
        PAIRS,
    ),
    "a test of the class and more": (
        "m = (s[0], 1) if s[1] > 1 else s[1]\nif isinstance(m, tuple) and m[0] > 2:\n    return m[0]\n"
        "return m == 1, m == (2, 1), m == s[0]",
        PAIRS,
    ),
    "the length of a tuple or a frozenset": (
        "m = (s[0], 1, 2) if s[1] > 1 else frozenset(s)\nreturn len(m)",
        PAIRS,
    ),
    "the truth of a tuple or a number": (
        "m = (s[0], 1) if s[1] > 1 else s[1]\nreturn bool(m), not m, 1 if m else 2",
        PAIRS,
    ),
    "sets and tuples contain a number or a tuple": (
        "m = (s[0], 1) if s[1] > 1 else s[1]\nx = {1, 2, s[0]}\n"
        "return m in x, m in (1, 2), m in ((2, 1), 1), m in {(2, 1), (3, 1)}",
        PAIRS,
    ),
    "a float or a tuple": (
        "m = (s[0], 1) if s[1] > 1 else s[1] * 1.5\nreturn m",
        PAIRS,
    ),
    "tuples of two classes have different lengths": (
        "m = Hop((s[0],), 2) if s[1] > 1 else (1, 2)\n"
        "return m, m == (1, 2), isinstance(m, Hop), isinstance(m, tuple)",
        PAIRS,
    ),
    "a tuple with an item of two classes": (
        "m = ((s[0], 1) if s[1] > 1 else s[1], 5)\nn = ((s[0], 1), 5)\nreturn m == n, m, n == m",
        PAIRS,
    ),
    "a function returns a number or a tuple": (
        "def g(m, n):\n    if n == 0:\n        return m\n"
        "    return g((n, n) if isinstance(m, int) else m[0], n - 1)\nreturn g(s[0], s[1])",
        PAIRS,
    ),
    "a name changes its class in each turn": (
        "m = 0\nfor k in range(s[1]):\n    m = (k, s[0]) if isinstance(m, int) else m[0] + m[1]\nreturn m",
        PAIRS,
    ),
    "a name that is used again for a text": (
        "m = s[0]\nif m > 2:\n    m = (m, 1)\n    m = m[0] + 1\nelse:\n    m = str(m)\nreturn m",
        PAIRS,
    ),
    "a truth value or a tuple": (
        "m = True if s[0] > 2 else (1, 2)\nreturn m, m == 1, m is True",
        PAIRS,
    ),
    "a number, a word, a tuple or None": (
        "m = s[0] if s[0] > 2 else 'p'\nn = m if s[1] else (m, s[1])\nk = None if s[1] == 3 else n\n"
        "if k is None:\n    return 0\nif k == 'p':\n    return 1\nif isinstance(k, int):\n    return k\n"
        "if isinstance(k, tuple):\n    return k[1] + 50\nreturn 7",
        PAIRS,
    ),
    "patterns of a number, a word, a tuple or None": (
        "m = s[0] if s[0] > 2 else 'p'\nn = m if s[1] else (m, s[1])\nk = None if s[1] == 3 else n\n"
        "match k:\n    case None:\n        return 0\n    case str():\n        return 1\n"
        "    case int(x) if x > 5:\n        return x\n    case int():\n        return -5\n    case (_, y):\n"
        "        return y + 50",
        PAIRS,
    ),
    "a constant dict has values of several classes": (
        "d = {1: (1, 2), 2: 'a', 3: 4, 0: None}\nreturn d[s[1]], d.get(s[0], 3)",
        PAIRS,
    ),
    "a method that a class without fields has too": (
        "m = Drop(s[0] % 3) if s[1] > 1 else Pass()\nreturn m.apply((5, 6, 7)), m.cost, m",
        PAIRS,
    ),
    "a method that three classes have": (
        "m = Drop(s[0] % 3) if s[1] > 1 else Pass()\nm = m if s[1] != 3 else Move(1, 2)\n"
        "return m.apply((5, 6, 7)), m.cost, m",
        PAIRS,
    ),
    "the value of a member of an IntEnum": (
        "m = Man(s[0] % 2)\nreturn m.value, m",
        PAIRS,
    ),
    "a number or a word as a text": (
        "m = s[0] if s[1] > 1 else 'go'\nreturn f'{m}!', str(m)",
        PAIRS,
    ),
    "None or a number as a text": (
        "m = s[0] if s[1] > 1 else None\nreturn f'<{m}>'",
        PAIRS,
    ),
    "None or a character as a text": (
        "m = 'ab'[s[0] % 2] if s[1] > 1 else None\nreturn f'<{m}>'",
        PAIRS,
    ),
    "None or a word as a text": (
        "m = 'go' if s[1] > 1 else None\nreturn f'<{m}>'",
        PAIRS,
    ),
    "None, a number or a word as a text": (
        "k = s[0] if s[1] else 'go'\nm = k if s[1] != 3 else None\nreturn f'<{m}>'",
        PAIRS,
    ),
    "a tuple where it is no word is looped over and added to": (
        "m = 'pass' if s[0] == 2 else (1, s[1])\nif m == 'pass':\n    return 0\n"
        "return sum(x for x in m), [x for x in m][0], m + (3,), (4,) + m",
        PAIRS,
    ),
    "a function returns a list and its length": (
        "def g(n):\n    ring = [k for k in range(n)]\n    return ring, len(ring)\nr, n = g(s[0])\n"
        "r.append(5)\nreturn n, len(r), tuple(r)",
        PAIRS,
    ),
    "a class without fields and None": (
        "m = Drop(s[0] % 3) if s[1] > 1 else Swap()\nk = m if s[1] != 3 else None\nmatch k:\n"
        "    case Drop(a):\n        return a\n    case Swap():\n        return 8\n    case None:\n"
        "        return 9",
        PAIRS,
    ),
    "a class without fields is equal to itself": (
        "m = Drop(s[0] % 3) if s[1] > 1 else Swap()\n"
        "return m == Swap(), m, Swap() == m, m in (Swap(), Drop(1)), isinstance(m, Swap), m == Drop(0)",
        PAIRS,
    ),
    "a class without fields or None": (
        "m = Swap() if s[1] > 1 else None\nreturn m is None, m == Swap(), m",
        PAIRS,
    ),
}

NOT_OF_THE_CLASS: dict[str, tuple[str, list[Any]]] = {
    "a word or a tuple is the member of a set": (
        "m = 'pass' if s[0] > 2 else (1, 2)\nx = {m}\nreturn len(x)",
        PAIRS,
    ),
    "a method that one class has": (
        "m = Drop(s[0] % 3) if s[1] > 1 else Move(s[1], 2)\nreturn m.shown()",
        PAIRS,
    ),
    "a number that may be a tuple is added to": (
        "m = (s[0], 1) if s[1] > 1 else s[1]\nreturn m + 1",
        PAIRS,
    ),
    "an item of what may be a number": (
        "m = (s[0], 1) if s[1] > 1 else s[1]\nreturn m[0]",
        PAIRS,
    ),
    "a loop over what may be a word": (
        "m = 'pass' if s[0] > 2 else (1, s[1])\nn = 0\nfor x in m:\n    n += x\nreturn n",
        PAIRS,
    ),
    "None or a tuple is added to": (
        "m = None if s[0] > 2 else (1, s[1])\nreturn m + (3,)",
        PAIRS,
    ),
    "a number or a tuple is added to": (
        "m = 4 if s[0] > 2 else (1, s[1])\nreturn m + (3,)",
        PAIRS,
    ),
}
"""Programs that use a value of another class than it has for some of the samples."""
