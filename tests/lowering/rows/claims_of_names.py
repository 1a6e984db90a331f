"""Small programs that assign one name in several places: with `:=`, in patterns, and again for another thing."""

from __future__ import annotations

from typing import Any

PAIRS: list[Any] = [(0, 1), (3, 2), (7, 3), (9, 0), (2, 2)]
NUMBER_OR_NONE = "def g(n):\n    return None if n > s[1] else n\n"

CLAIMS_OF_NAMES: dict[str, tuple[str, list[Any]]] = {
    "what follows a test with := sees the value before the test": (
        f"{NUMBER_OR_NONE}if (x := g(s[0])) is not None and x > 1:\n    return False, x == 3\n"
        "return x is None, x == 0",
        PAIRS,
    ),
    "a name keeps its value where and does not come to its :=": (
        "x = 5\nif s[0] > 2 and (x := s[1]) > 2:\n    return 1, x\nreturn 2, x",
        PAIRS,
    ),
    "a name keeps its value where or does not come to its :=": (
        "x = 5\nif s[0] > 2 or (x := s[1]) > 1:\n    return 1, x\nreturn 2, x",
        PAIRS,
    ),
    "a name keeps its value of another type": (
        "x = 5\nif s[0] > 2 and (x := 'ab'[s[1] % 2]) == 'a':\n    return True, False, 1\nreturn x == 'b', x == 5, x",
        PAIRS,
    ),
    "a name keeps its tuple": (
        "x = (s[0], 5, 6)\nif s[0] > 2 and (x := (1, 2, s[1]))[2] == 3:\n    return x, 2\nreturn x, 1",
        PAIRS,
    ),
    "a conditional expression assigns in one branch": (
        "x = 5\ny = (x := s[0] + 100) if s[1] > 1 else x + 1\nz = s[1] and (x := x + 1)\nreturn x, y, z",
        PAIRS,
    ),
    "the test of while assigns also where the loop ends": (
        f"{NUMBER_OR_NONE}x = n = 0\nwhile (x := g(n)) is not None:\n    n += 1\nreturn x is None, n",
        PAIRS,
    ),
    "a part of the test of while assigns": (
        f"{NUMBER_OR_NONE}x = 7\nn = 0\nwhile n < 9 and (x := g(n)) is not None:\n    n += x + 1\nreturn n, x",
        PAIRS,
    ),
}

CLAIMS_OF_MATCHES: dict[str, tuple[str, list[Any]]] = {
    "cases with guards follow one another": (
        "match s:\n    case (a, b) if a > b:\n        return a * 10\n    case (3, x) | (x, 2):\n"
        "        return x\n    case (0 | 9 as z, _):\n        return z + 100\nreturn 5",
        PAIRS,
    ),
    "a name of a pattern stays assigned where the guard is false": (
        "a = 50\nmatch s:\n    case (a, b) if a > b and a > 8:\n        a += 1\n"
        "    case (x, y) if x < 5:\n        a += x\nreturn a",
        PAIRS,
    ),
    "expressions are matched as a tuple": (
        "match s[0], s[1]:\n    case 0, _:\n        return 1\n"
        "    case int(x), int() as y if y == 2:\n        return x * y\n    case [x, *r]:\n"
        "        return x + len(r)",
        PAIRS,
    ),
    "a class gives its fields by their order and names": (
        "p = Spot(*s)\nmatch p:\n    case Spot(0, c):\n        return c\n"
        "    case Spot(row=3 | 7 as r, column=c) if c > 2:\n        return r + c\n"
        "    case Spot(r) if r > 8:\n        return r\n    case _:\n        return -1",
        PAIRS,
    ),
    "a NamedTuple is an object and a tuple in patterns": (
        "p = Pace(*s)\nmatch p:\n    case Pace(0, c):\n        return c\n"
        "    case Pace(r=3 | 7 as r, c=c) if c > 2:\n        return r + c\n    case (a, b):\n"
        "        return a * b",
        PAIRS,
    ),
    "an Enum member and a tuple are matched": (
        "c = Side.X if s[0] > 2 else Side.O\nmatch c, s:\n    case Side.X, (x, y):\n"
        "        return x\n    case Side.O, (_, y):\n        return y",
        PAIRS,
    ),
    "None and a class are matched": (
        "m = None if s[0] > 2 else s[1]\nmatch m:\n    case None:\n        return -1\n"
        "    case int(n) if n > 1:\n        return n\n    case n:\n        return n + 7",
        PAIRS,
    ),
    "None and a class are matched inside a tuple": (
        "m = None if s[0] > 2 else s[1]\nmatch (m, s):\n    case (None, _):\n        return -1\n"
        "    case (int(n), (a, b)):\n        return n + a + b",
        PAIRS,
    ),
    "tuples of several lengths and stars are matched": (
        "x = (*range(s[1]), s[0])\nmatch x:\n    case ():\n        return 0\n    case (a,):\n"
        "        return a\n    case (first, *_, last) if first < last:\n"
        "        return last * 10 + first\n    case (a, *rest):\n        return a + sum(rest)",
        PAIRS,
    ),
    "True and False are matched": (
        "match s[0] > 2:\n    case True:\n        return 1\n    case False:\n        return 2",
        PAIRS,
    ),
    "cases leave a loop or go on with it": (
        "n = 0\nfor x in s:\n    match x:\n        case 0 | 1:\n            continue\n"
        "        case 9:\n            break\n        case k if k % 2:\n            n += k\n"
        "        case _:\n            n += 100\nreturn n",
        PAIRS,
    ),
    "characters are matched by value and class": (
        "match 'abc'[s[1] % 3]:\n    case 'a' | 'b' as c:\n        return c\n    case str(c):\n        return c * 2",
        PAIRS,
    ),
    "words inside a tuple are matched": (
        "w = ('go' if s[0] > 2 else 'stop', s[1])\nmatch w:\n    case ('go', n):\n"
        "        return n\n    case (str(w), n):\n        return len(w) + n",
        PAIRS,
    ),
    "a tuple is matched by its class": (
        "match s:\n    case tuple((a, b)):\n        return a + b",
        PAIRS,
    ),
    "a guard assigns a name": (
        "match s:\n    case a, b if (c := a + b) > 8:\n        return c\n    case b, a:\n        return a * 100 + b",
        PAIRS,
    ),
}

CLAIMS_OF_REUSE: dict[str, tuple[str, list[Any]]] = {
    "a name is used again for a list": (
        "if s[0] > 2:\n    x = [1, 2]\n    n = len(x)\nelse:\n    x = 3\n    n = x\nx = 'a'\nreturn n, x",
        PAIRS,
    ),
    "a loop uses a name again": (
        "x = 5\nn = x\nfor k in range(3):\n    n += 1\n    x = [k, n]\n    n += x[0]\nreturn n",
        PAIRS,
    ),
    "a loop uses a name again as its target": (
        "row = 5\nn = row\nfor row in ([1, 2], [3, 4]):\n    n += row[0]\nreturn n",
        PAIRS,
    ),
    "a while loop uses a name again": (
        "row = 5\nn = row\nwhile n < 20:\n    row = [n]\n    n += row[0]\nrow = 7\nreturn n + row",
        PAIRS,
    ),
    "the else of a loop assigns names that keep their values after a break": (
        "w, i = s[1], 9\nfor i in range(5):\n    if i == s[0]:\n        break\nelse:\n    w, i = -5, 7\nreturn w, i",
        PAIRS,
    ),
    "the else of a while loop assigns a name": (
        "i, w = 0, 'a'\nwhile i < 5:\n    i += 1\n    if i == s[0]:\n        break\nelse:\n    w = 'none'\n"
        "return i, w",
        PAIRS,
    ),
    "the else of a while loop with := assigns a name": (
        "n = 0\nwhile n < 3 and (m := s[n % 2]) < 3:\n    n += 1\n    if m == 0:\n        break\nelse:\n    n += 50\n"
        "return n, m",
        PAIRS,
    ),
    "the else of a loop appends to a list, or assigns another one": (
        "x, y = [], [s[0]]\nfor v in s:\n    if v > 3:\n        break\n    x.append(v)\nelse:\n    x.append(9)\n"
        "    y = [7, 8]\nreturn tuple(x), tuple(y)",
        PAIRS,
    ),
    "a break in the else of an inner loop leaves the outer loop": (
        "i = 0\nwhile True:\n    i += 1\n    for v in range(3):\n        if v == s[0] + i and i < 4:\n"
        "            break\n    else:\n        break\nreturn i, v",
        PAIRS,
    ),
    "an assert or a test that raises changes a list": (
        "def put(x, v):\n    x.append(v)\n    return len(x)\nx = [1, s[0]]\nassert x.pop() >= 0\n"
        "if not put(x, 6):\n    raise ValueError\nassert (y := put(x, 7)) and x.append(y) is None\nreturn tuple(x)",
        PAIRS,
    ),
    "bool evaluates its argument once": (
        "x = []\ndef put(v):\n    x.append(v)\n    return (v, 2)\nr = bool(put(s[0]))\nreturn r, tuple(x)",
        PAIRS,
    ),
}
