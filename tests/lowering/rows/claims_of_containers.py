"""Small programs over lists, sets, texts and dicts, each named for its claim, with the states to try it on."""

from __future__ import annotations

from typing import Any

from claims import NUMBERS, SETS, TEXTS, TUPLES

CLAIMS_OF_CONTAINERS: dict[str, tuple[str, list[Any]]] = {
    # --- lists ---
    "a function may return a list of its own beside another value": (
        "a, n = dealt(s)\nb, m = dealt(a)\na.append(n)\nb[1] = 9\nreturn (tuple(a), tuple(b), n, m, s)",
        TUPLES,
    ),
    "a function may return two lists of its own": (
        "t, low, high = split_up(s)\nlow.append(8)\nhigh.extend(low)\nreturn (t, tuple(low), tuple(high))",
        TUPLES,
    ),
    "a loop may change the list from which its iterable was computed": (
        "todo, seen = [(s[0],)], {s[0]}\nwhile todo:\n    for m in around(*todo.pop()):\n"
        "        if m not in seen and m % 3 != 1:\n            seen.add(m)\n            todo.append((m,))\n"
        "x = [1, 2]\nfor i in range(len(x)):\n    x.append(i)\nreturn (tuple(sorted(seen)), tuple(x))",
        TUPLES,
    ),
    "an argument with a star may change a list": (
        "x = [(s[0], 2), (s[1], 5)]\ny = Spot(*x.pop())\nreturn (y.row, y.column, len(x))",
        TUPLES,
    ),
    # --- itertools ---
    "combinations and permutations have their items in order": (
        "x = [v for v in s if v != 2]\nreturn (list(combinations(x, 2)), list(combinations(s, 3)), "
        "list(permutations(x, 2)), sum(a * b for a, b in combinations(s, r=2)))",
        TUPLES,
    ),
    "the last iterable of a product runs fastest": (
        "return ([a * 10 + b for a, b in product(s, (1, 2))], [t for t in product(s, (v for v in s), range(2))], "
        "list(product((1, s[0]), repeat=2)), list(product((0, 1), repeat=2)))",
        TUPLES,
    ),
    "pairwise gives neighbours, and chain one iterable after another": (
        "x = [v for v in s if v > 1]\nreturn (list(pairwise(s)), list(pairwise(x)), list(chain(x, s)), "
        "[v for v in chain(s, x, (v + 1 for v in x))])",
        TUPLES,
    ),
    "a name for an item of an iterator is no iterator": (
        "a, b = zip((1, 2), (4, 5), (7, 8))\nreturn (a + a, b + b, s)",
        [(1, 2, 3)],
    ),
    "an iterator may be read in several branches, of which a call takes one": (
        "g = (x for x in (1, 2, 3))\nif s[0] > 5:\n    return sum(g)\n"
        "if s[0] > 3:\n    return len([y for y in g if y])\n"
        "match s[0]:\n    case 0:\n        return max(g)\n    case _:\n        y = min(g)\nreturn y",
        TUPLES,
    ),
    "a character that a set could never hold is not in it": (
        "m = {c for c in s if c != '.'}\nfound = [c for c in 'a.bz' if c in m]\n"
        "return found, [('a' if k else None) in m for k in (0, 1)], len(m)",
        ["ab.", "a.b", "...", "bba"],
    ),
    "a deque takes and gives items at both ends": (
        "q = deque([s[0], s[1]])\nq.append(s[2])\nq.appendleft(9)\na = q.popleft()\nb = q.pop()\nq.extend(s)\n"
        "found = []\nwhile q:\n    found.append(q.popleft())\n"
        "    if len(found) < 3:\n        q.append(found[-1] + 1)\n"
        "return a, b, tuple(found), len(q)",
        TUPLES,
    ),
    "a display may contain the characters of a text from a dict": (
        "ways = {'a': 'bc', 'b': 'a', '.': ''}\n"
        "return [s[0], *ways[s[0]], '-', *ways[s[1]]], (*ways[s[2]], len(ways[s[0]])), [*s[1:], *ways[s[0]]]",
        ["ab.", "a.b", "...", "bba"],
    ),
    "a method of an object may have the name of a method of deques": (
        "p = Pace(s[0], s[1])\nreturn p.popleft(), p.appendleft(7)",
        TUPLES,
    ),
    "a cached function of a word is a table": (
        "w = 'abc'[s[0] % 3]\nreturn spelled(w, 2), len(spelled(w, s[1])), [x for x in spelled(w, 3)]",
        TUPLES,
    ),
    "a value read from a list stays when the list changes": (
        "x = [(1, 2), (s, 4)]\na = x[1]\nx[1] = (0, 0)\nb = x[0][1]\nx[0] = (9, 9)\nreturn (a, b, tuple(x))",
        NUMBERS,
    ),
    "operands are read from left to right": (
        "x = list(s)\nreturn (x[0], x.pop(0), x[0], x[0] + x.pop() * 10, len(x))",
        TUPLES,
    ),
    "an item may be appended to its own list": (
        "x = [(s, 1)]\nx.append(x[0])\nx.append(x[-1])\nreturn tuple(x)",
        NUMBERS,
    ),
    "insert beyond either end goes to that end": (
        "x = [1, 2]\nx.insert(s, 7)\nx.insert(-s, 8)\nx.insert(s // 2, 9)\nreturn tuple(x)",
        NUMBERS,
    ),
    "pop from the middle gives the item and closes the gap": (
        "x = [(v, 1) for v in s]\na = x.pop(1)\nb = x.pop(-2)\nreturn (a, b, tuple(x))",
        TUPLES,
    ),
    "lists of lists have rows of their own": (
        "g = [[0] * 2 for _ in range(3)]\ng[s % 3][1] += 4\ng[0][0] -= s\nreturn tuple(map(tuple, g))",
        NUMBERS,
    ),
    "a list made from its old self in a loop is a new one": (
        "y = [v + 1 for v in (s, 2, 3)]\nx = [0]\nfor i in range(2):\n    x = [9] + x\n    x = x[1:] + [i] + x[:1]\n"
        "z = x\nwhile len(z) > 3:\n    z = z[1:] + z[:0]\nreturn (tuple(x), tuple(z), tuple(y))",
        NUMBERS,
    ),
    "lists of floats are copied as floats": (
        "x = [y / 2 for y in s]\nx.append(2.5)\ny = sorted(x)\nz = [(y / 4, y) for y in s]\na = z[0]\nz[0] = z[1]\n"
        "return (x[1], y[0], y[-1], x[1:][0], (x + [0.5])[-1], a, z[0], x[::-1][0], max(x), x.pop(0), x[0])",
        TUPLES,
    ),
    "slices are cut at the ends": (
        "return (s[2:1], s[5:], s[-9:2], s[s[0] : 1], s[1 : s[2]], s[-s[0] :], s[: -s[1]], s[-1:], s[: s[2] - 6])",
        TUPLES,
    ),
    "slices with steps have all their items": (
        "x = s + s[: s[0] % 3]\nreturn (x[::2], x[1::2], x[s[0] % 2 :: 3], x[::-1], x[: s[1] : 2], x[s[2] % 4 :])",
        TUPLES,
    ),
    "a product by a negative number is empty": (
        "return (s[:1] * (s[1] - 3), s * (2 - s[0]), tuple([0] * (s[0] - 3)), s[: s[0] % 2] * s[1], s[:2] * 3)",
        TUPLES,
    ),
    "a slice of a slice is cut by what is left": (
        "x = s[: s[0] % 3]\nreturn (x[:2], x[1:], x[-2:], x + x[:1], len(x[1:3]))",
        TUPLES,
    ),
    "stars take what is left": ("x = list(s)[: s[1] + 1]\na, *b = x\nreturn (a, tuple(b))", TUPLES),
    # --- sorted, min, max ---
    "sorted keeps equal items in their order, reversed too": (
        "p = tuple((x % 2, i) for i, x in enumerate(s))\nk = lambda v: v[0]\n"
        "return (tuple(sorted(p, key=k)), tuple(sorted(p, key=k, reverse=True)), min(p, key=k), max(p, key=k))",
        TUPLES,
    ),
    "min and max give the first of the best": (
        "k = lambda i: s[i] % 2\nreturn (min(range(3), key=k), max(range(3), key=k), max(s, key=lambda x: -x // 3))",
        TUPLES,
    ),
    "a sum has its start": (
        "return (sum(s, 10), sum((x for x in s if x > 1), s[0]), sum([], 4), sum(s, start=-1))",
        TUPLES,
    ),
    # --- sets ---
    "a set has nothing outside its universe": (
        "n = 9 * len(s) - 3\nreturn (50 in s, -1 in s, n in s, n - 12 in s, 10 - n in s, (n, 1) in {(1, 1), (8, 1)})",
        SETS,
    ),
    "None is no number of a set": (
        "x = {s if s > 3 else None, 0}\nreturn (None in x, 0 in x, 1 in x, len(x))",
        NUMBERS,
    ),
    "sets of different universes have their own bits": (
        "a = {x % 3 for x in s}\nb = {x - 4 for x in s}\nx = a if s[0] > 2 else b\n"
        "if s[0] > 2:\n    y = a\nelse:\n    y = b\n"
        "return (sorted(a | b), a & b, a - b, sorted(a ^ b), x, y, 0 in x, -4 in y)",
        TUPLES,
    ),
    "sets of tuples move as a whole": (
        "a = {(x, y) for x in range(3) for y in (0, 1, 2) if x != s % 3}\nb = {(-2, 2), (s % 3, 0)}\n"
        "return (len(a | b), (2, 1) in a | b, (-2, 2) in a | b, (s % 3, 1) in a | b, a & b, a - b == a)",
        NUMBERS,
    ),
    "members come in ascending order": (
        "return (tuple(sorted(s)), tuple(sorted((x % 3, x) for x in s)), "
        "tuple(sorted(s, reverse=True)), min(s, default=-1))",
        SETS,
    ),
    # --- texts, marks, dicts ---
    "a part at the end of a text is found": (
        "return ('b.' in s, '.b' in s, s.find('ba'), s.find('x') < 0, s.find('b') + 1, "
        "s.replace('..', 'x'), s in 'a.ab.')",
        TEXTS,
    ),
    "a text starts and ends with itself": (
        "return (s.startswith(s), s.endswith(s[1:]), s.endswith('b.'), s.startswith('ba'), s.endswith('a' + s))",
        TEXTS,
    ),
    "a member of an Enum has its methods and properties": (
        "c = Side.X if s > 3 else Side.O\nreturn (c.signed(s), c.places[s % 2], s % 5 in c.places, c.name, c.value, "
        "Side.O.signed(s), Side('x') is c)",
        NUMBERS,
    ),
    "isinstance knows members, words, numbers and tuples": (
        "c, w = Side.X if s > 3 else Side.O, 'ab'[s % 2]\nx = 'pass' if s > 6 else s\n"
        "return (isinstance(c, Side), isinstance(c, str), isinstance(w, str), isinstance(w, int), "
        "isinstance(s, int), isinstance(s > 3, int), isinstance(s, bool), isinstance((s, 1), tuple), "
        "isinstance(x, int), isinstance(x, str))",
        NUMBERS,
    ),
    "a member of an Enum is not its value": (
        "c = Side.X if s > 3 else Side.O\nd = 'x' if s > 0 else 'o'\n"
        "return (c == d, c.value == d, c is Side.X, c == Side.O, c)",
        NUMBERS,
    ),
    "a member of an Enum of texts equals its text": (
        "c = Word.A if s > 3 else Word.GO\nd = 'a' if s > 0 else 'go'\n"
        "return (c == d, c.value == d, c == Word.A, c in ('b', 'go'), c)",
        NUMBERS,
    ),
    "a dict made in the function gives the value of its key": (
        "d = {'x': s, 'y': 5, 'z': s + 1, 'x': 2 - s}\nk = 'x' if s < 1 else 'y' if s < 6 else 'z'\n"
        "return (d[k], d.get('w', 3))",
        NUMBERS,
    ),
    "a dict made in the function has its keys, values and items in order": (
        "d = {'x': s, 'y': 5}\nn = 0\nfor k, v in d.items():\n    n = n * 3 + v + (k == 'y')\n"
        "return (n, tuple(d.keys()), tuple(d.values()), 'x' in d, 'z' in d, d.get('y'), d.get('z') is None)",
        NUMBERS,
    ),
    "a constant dict has no keys between its keys": (
        "return (HOLES.get(s, -1), s in HOLES, HOLES.get(s * 11), PLACES.get((s % 4, s % 3), 0), (s, s) in PLACES)",
        NUMBERS,
    ),
    "a pattern has as many items as what it matches": (
        "x = s[: s[0] % 4]\nmatch x:\n    case (a, b):\n        return a\n    case (a, b, c):\n        return c\n"
        "    case _:\n        return -1",
        TUPLES,
    ),
    "a pattern of a class tests each of its fields": (
        "p = Spot(s, s % 4)\nmatch p:\n    case Spot(row=0):\n        return 1\n    case Spot(row=r, column=1):\n"
        "        return r + 10\n    case Spot(row=3 | 6, column=c):\n        return c + 20\n"
        "    case _:\n        return 0",
        [*NUMBERS, 5],
    ),
    "a case may have a guard and alternatives": (
        "match s % 5:\n    case 0 | 4 if s > 3:\n        return 1\n    case 1 | 3:\n        return 2\n"
        "    case x:\n        return x + 10",
        NUMBERS,
    ),
}
