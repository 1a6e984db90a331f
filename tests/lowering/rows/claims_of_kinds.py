"""Small programs over values of several kinds: a word or a tuple, None, and tuples of several lengths."""

from __future__ import annotations

from typing import Any

MOVES: list[Any] = ["pass", (0, 1), (3, 2), "stop", (2, 2)]
PATHS: list[Any] = [("stop",), ("jump", (0, 1), (2, 3)), ("go", (0, 1)), ("go", (3, 1)), ("jump", (2, 3), (0, 1))]
LONG: list[Any] = ["pass", (1, 2, 3, 4, 5, 6, 7), "stop", (3,), (9, 9)]
SHORT: list[Any] = [(1,), (2, 3), (4,), (5, 6)]
NUMBERS = [0, 1, 3, 6, 9]


def pairs(one: list[Any], other: list[Any]) -> list[Any]:
    return [(first, second) for first in one for second in other]


MAYBE = pairs([*MOVES, None], [1, 2])
TUPLES = pairs([(1, 2, 3, 4, 5, 6, 7), (3,), (9, 9)], [(1,), (2, 3)])

CLAIMS_OF_KINDS: dict[str, tuple[str, list[Any]]] = {
    "a word or a tuple is returned as it came": ("return s, (s, 1)[0] == s", MOVES),
    "a word or a long tuple is returned as it came": ("return s", LONG),
    "a tuple that begins with a word is returned as it came": ("return s", PATHS),
    "what is not one word is a tuple": (
        "if s == 'pass' or s in ('stop', 'end'):\n    return -1\na, b = s\nreturn a * 10 + b",
        MOVES,
    ),
    "what is no word of several is a tuple": (
        "if s not in ('pass', 'stop'):\n    return s[0] + s[1]\nreturn 7 if s == 'pass' else 9",
        MOVES,
    ),
    "a constant of words and tuples leaves both": (
        "if s in ('pass', (0, 1)):\n    return -1\nreturn 1 if s == (3, 2) else 2",
        MOVES,
    ),
    "a test of the class leaves the word or the tuple": (
        "if isinstance(s, tuple) and len(s) == 2:\n    return s[1]\nif not isinstance(s, str):\n    return len(s)\n"
        "return s == 'stop'",
        LONG,
    ),
    "a word and a tuple have their own classes and lengths": (
        "return isinstance(s, str), isinstance(s, (tuple, int)), isinstance(s, int), len(s), len(s) != 2",
        MOVES,
    ),
    "a test of the length leaves what has that length": (
        "if len(s) == 2:\n    return s[0] * 10 + s[1]\nreturn len(s)",
        MOVES,
    ),
    "a word is never equal to a tuple": (
        "x = (s[1], 1) if s[0] in ('pass', 'stop') else s[0]\ny = 'pass' if s[1] == 1 else (3, 2)\n"
        "return x == y, x != y, y == s[0], s[0] == x, x == (3, 2), y == 'pass', y == 3, y is None",
        pairs(MOVES, [1, 2]),
    ),
    "long tuples are compared only where there are some": (
        "return s[0] == s[1], s[1] == s[0], s[0] != s[1], s[0] in (s[1], 'stop')",
        pairs([*LONG, None], LONG),
    ),
    "None, a word and a tuple differ": (
        "x = s[0] if s[1] == 1 else None\nreturn x, x == s[0], x == 'pass', s[0] in ('stop', None), x is None",
        MAYBE,
    ),
    "None, a word or a tuple is what is left": (
        "if s[0] is None:\n    return -1\nif s[0] == 'pass':\n    return 0\nif s[0] == 'stop':\n    return 1\n"
        "return s[0][0] * s[1]",
        MAYBE,
    ),
    "what is not None is true": ("n = s[0]\nif not n:\n    return 'go'\nreturn n or 'stop'", MAYBE),
    "sets have no words among tuples": (
        "x = {(a, b) for a in range(3) for b in range(3)}\nreturn s in x, s in {'pass', 'go'}, s in {(0, 1), (9, 9)}",
        MOVES,
    ),
    "a list has words and tuples": (
        "x = []\nfor k in range(4):\n    x.append((k, k) if k != s[1] else 'stop')\nx.append(s[0])\n"
        "return tuple(x), s[0] in x, x.index(s[0]), x.count((2, 2))",
        pairs(MOVES, [1, 2]),
    ),
    "a name is a word first and a tuple then": (
        "x = 'pass'\nfor k in range(3):\n    if s[1] == k:\n        x = (k, k)\n"
        "while x != 'pass' and x[0] > 1:\n    x = 'stop' if x == (2, 2) else 'pass'\n"
        "    if x == 'stop':\n        break\n"
        "return x, x == s[0]",
        MAYBE,
    ),
    "a pattern of words and tuples takes tuples of its length": (
        "match s:\n    case ('jump', a, b):\n        return a[0] * 10 + b[1]\n    case ('go', (x, y)):\n"
        "        return x * 100 + y\n    case ('stop',):\n        return -1\n    case _:\n        return -2",
        PATHS,
    ),
    "a text and None are no sequence in a pattern": (
        "match s:\n    case (a, b, c, d):\n        return 1\n    case (a, b):\n        return a + b\n    case None:\n"
        "        return 2\n    case _:\n        return 3",
        [*MOVES, None],
    ),
    "a text of two characters is no pair": (
        "match s:\n    case (('a', x), y):\n        return x + y\n    case ((p, x), y):\n        return 5\n"
        "    case _:\n        return -1",
        [(("a", 1), 2), ("ab", 2), (("b", 1), 2), ("a", 3)],
    ),
    "None, a word, a number and a tuple have their own classes": (
        "m = None if s < 2 else 'go' if s < 5 else 'x'\nn = None if s < 2 else s\np = n if s < 5 else 'go'\n"
        "return isinstance(m, (int, str)), isinstance(m, tuple), isinstance(n, str), isinstance(n, int),"
        " isinstance(p, (tuple, list))",
        NUMBERS,
    ),
    "None, a word and a tuple have their own classes": (
        "m = s[0]\nif isinstance(m, tuple):\n    return m[0]\n"
        "return 7 if isinstance(m, str) else 8 if isinstance(s[0], (str, tuple, int)) else 9",
        MAYBE,
    ),
    "items of a tuple are words and tuples": (
        "n = 0\nfor cell in s:\n    n += 1 if cell == 'jump' else 2 if isinstance(cell, str) else cell[0]\n"
        "kind, *cells = s\nreturn n, kind, sum(c[0] for c in cells), tuple(cells)",
        PATHS,
    ),
    "tuples of two lengths are told apart by their length": (
        "if len(s) == 1:\n    (a,) = s\n    return a\na, b = s\nreturn a * 10 + b",
        SHORT,
    ),
    "tuples of two lengths are equal if their items are": (
        "x = (s[0],)\nreturn x == s, s == (2, 3), s in ((1,), (5, 6)), len(s) == 2 and s[1] > 3",
        SHORT,
    ),
    "a path grows": (
        "p = ('stop',)\nfor k in range(3):\n    if k < s:\n        p = (*p, (k, s))\nreturn p, p[-1], len(p)",
        NUMBERS,
    ),
    "a member of an Enum or an object": (
        "m = Side.X if s < 2 else Side.O if s < 5 else Spot(s, 1)\nif m is Side.X:\n    return 1\n"
        "if isinstance(m, Side):\n    return m.signed(4)\nreturn m.row * 10 + m.column",
        NUMBERS,
    ),
    "a character or a tuple": (
        "t = ('abcde' * 2)[s % 7]\nm = t if s < 4 else (1, s)\nreturn m, m == 'b', m == 'a', m == (1, 6)",
        NUMBERS,
    ),
    "a word or a tuple of floats": (
        "m = 'pass' if s < 2 else (s / 2, 1.5)\nreturn m, m == 'pass', m == (3.0, 1.5)",
        NUMBERS,
    ),
    "a constant has words and tuples": (
        "return ('pass', (0, 1), 'stop')[s % 3], (('go', (1, 2)), ('stop',), ('jump', (1, 2), (3, 4)))[s % 3]",
        NUMBERS,
    ),
    "two names change places": ("a, b = s\na, b = b, a\nreturn a, b", TUPLES),
    "two names of words and tuples change places": ("a, b = s\na, b = b, a\nreturn a, b", pairs(LONG, LONG)),
    "a dict keeps what a name had": ("a, b = s\nd = {'x': a}\na = b\nreturn d['x'], a", TUPLES),
    "None as a number is None as a tuple": (
        "m = 3 if s[1] == 1 else None\nx = s[0] if s[0] not in ('pass', 'stop') else None\n"
        "return m == s[0], s[0] == m, m == x, x == m",
        MAYBE,
    ),
    "a number or None is equal to a float and to a wide number": (
        "m = s if s > 2 else None\nw = (1 << 70) + s if s == 9 else s\nreturn m == s / 1, s / 3 == m, m == w, w == m",
        NUMBERS,
    ),
}

ENTRIES: list[Any] = [((1, 5), (2, 7)), ((0, 3),), ((2, 1), (0, 4), (1, 1)), (), ((1, 2), (1, 9), (3, 4))]
BOARDS: list[Any] = [(((0, 1), 2), ((3, 3), 1)), (((1, 1), 0),), (((1, 1), 0), ((1, 1), 5), ((0, 0), 7))]

CLAIMS_OF_DICTS: dict[str, tuple[str, list[Any]]] = {
    "a dict of pairs keeps the first of equal keys and the last value": (
        "d = dict(s)\nreturn tuple(d.items()), tuple(d.keys()), tuple(d.values()), len(d), sorted(d), [*d]",
        ENTRIES,
    ),
    "a dict has a key, or a default": (
        "d = dict(s)\nreturn d.get(1), d.get(3, -1), 2 in d, 5 not in d, None in d, d.get(1.0, 5), 1.5 in d",
        ENTRIES,
    ),
    "a dict gets entries and other values": (
        "d = dict(s)\nd[4] = 8\nd[1] = 3\nd[len(s)] = d.get(2, 0) + 1\nd[True] = 6\nd[0], x = 5, 7\n"
        "for k in range(3):\n    if k in d:\n        d[k] += k + 1\nreturn tuple(d.items()), x",
        ENTRIES,
    ),
    "a man moves on a dict of squares": (
        "d = dict(s)\nd[(2, 2)] = d.pop(s[0][0])\n"
        "return tuple(sorted(d.items())), (1, 1) in d, d.get((0, 0)), d.get((3, 3)) == 1, (2, 2) in d",
        BOARDS,
    ),
    "an entry that is taken is no longer there": (
        "d = dict(s)\nx = d.pop(s[0][0])\ny = len(d)\nd[9] = x\nreturn tuple(d.items()), x, y",
        [one for one in ENTRIES if one],
    ),
    "what was read of a dict stays when it changes": (
        "d = dict(s)\nx, y = d.get(1, 0), list(d.items())\nd[1] = 55\nreturn x, y, d.get(1), d.pop(1), d.get(1, 4)",
        ENTRIES,
    ),
    "a dict has tuples of any length as values": (
        "d = dict((k, tuple(range(v))) for k, v in s)\nd[1] = (1,)\nx = d.pop(1)\nd[8] = (4, 4)\nd[7] = d[8]\n"
        "d[8] = x\nreturn x, tuple(d.values())",
        ENTRIES,
    ),
    "a dict has keys and values of several kinds": (
        "d = dict((k, 'x' if v > 3 else None) for k, v in s)\nd[2] = (1, 1)\nd['a'] = 'go'\n"
        "return tuple(d.items()), d.get(1) == 'x', d.get('a'), 'b' in d, 1 in d",
        ENTRIES,
    ),
    "a loop runs through the entries in their order": (
        "d = dict(s)\nn = 0\nfor k, v in d.items():\n    n = n * 7 + k * v\n    d[k] = v + 1\n"
        "for k in d:\n    n += k\n"
        "return n, sum(d.values()), max(d.values(), default=0), sum(d), any(v > 3 for v in d.values())",
        ENTRIES,
    ),
    "each turn of a loop has a dict of its own": (
        "n = 0\nfor k in range(3):\n    d = dict(s)\n    d[k] = d.get(k, 8) + 1\n    n += sum(d.values())\n"
        "e = dict((v, k) for k, v in d.items())\ne[3] = d.get(1, 0)\nreturn n, tuple(d.items()), tuple(e.items())",
        ENTRIES,
    ),
}

NOT_OF_THE_KIND: dict[str, tuple[str, list[Any]]] = {
    "an item of a tuple": ("return s[0] == 'p'", MOVES),
    "two names for a tuple": ("a, b = s\nreturn a", MOVES),
    "a field of an object": ("m = 'pass' if s < 2 else Spot(s, 1)\nreturn m.row", NUMBERS),
    "a star of a tuple": ("return (*s, 1)", MOVES),
    "a comparison of tuples": ("return s < (2, 2)", MOVES),
    "a key that a dict does not have": ("d = dict(s)\nreturn d[1]", ENTRIES),
    "a taken key that a dict does not have": ("d = dict(s)\nreturn d.pop(1), len(d)", ENTRIES),
    "an item of a short tuple": ("return s[1]", SHORT),
    "names for a short tuple": ("a, b = s\nreturn a", SHORT),
}
"""Programs that read a tuple where there is a word, or more items than a tuple has."""
