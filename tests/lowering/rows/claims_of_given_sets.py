"""Small programs whose functions change sets and lists for their caller, each named for the claim it shows."""

from __future__ import annotations

from typing import Any

HELPERS_OF_SETS = """
def near(c):
    r, k = divmod(c, 3)
    for dr, dk in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if 0 <= r + dr < 3 and 0 <= k + dk < 3:
            yield (r + dr) * 3 + k + dk


def flood(s, c, seen):
    if c in seen:
        return
    seen.add(c)
    for n in near(c):
        if s[n] == s[c]:
            flood(s, n, seen)


def reaches(s, c, seen):
    seen.add(c)
    if c >= 6:
        return True
    for n in near(c):
        if s[n] == s[c] and n not in seen and reaches(s, n, seen):
            return True
    return False


def group(s, c, seen):
    seen.add(c)
    for n in near(c):
        if n not in seen and s[n] == s[c]:
            group(s, n, seen)
    return seen


def measured(s, p, seen):
    if p in seen:
        return 0
    seen.add(p)
    size = 1
    for d in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        q = (p[0] + d[0], p[1] + d[1])
        if 0 <= q[0] < 3 and 0 <= q[1] < 3 and s[q[0] * 3 + q[1]] == s[p[0] * 3 + p[1]]:
            size += measured(s, q, seen)
    return size


def grown(s, c, found):
    found |= {c}
    for n in near(c):
        if s[n] == s[c] and n not in found:
            grown(s, n, found)


def counted(s, c, seen=None):
    if seen is None:
        seen = set()
    seen.add(c)
    return 1 + sum(counted(s, n, seen) for n in near(c) if s[n] == s[c] and n not in seen)


def parted(s, i, a, b):
    if i == len(s):
        return
    if s[i] == "X":
        a.add(i)
    else:
        b.add(i)
    parted(s, i + 1, a, b)


def own_copy(y):
    y = set(y)
    y.add(7)
    return y


def as_it_is(p, k):
    if k:
        return p, 0
    return [v + 1 for v in p], 1


def walked(visit, n):
    for i in range(n):
        visit(i)


def chains(s, at, path):
    found = []
    for d in (1, 2):
        if at + d < len(s) and s[at + d] == s[at]:
            found.extend(chains(s, at + d, path + [at + d]))
    if not found and len(path) > 1:
        return [tuple(path)]
    return found


def tested(test, n):
    return [i for i in range(n) if test(i)]


"""
BOARDS = ["XX.OXX..O", "XOXOXOXOX", ".........", "XXXXXXXXX", "OO.XX.OOX"]

NUMBERS: list[Any] = [(9, 1), (3, 2), (0, 5), (1, 8)]

CLAIMS_OF_GIVEN_SETS: dict[str, tuple[str, list[Any]]] = {
    "a set is changed by a call whose other arguments are calls of methods": (
        "seen = set()\nflood(s, abs(-4).bit_length(), seen)\nreturn sorted(seen)",
        BOARDS,
    ),
    "a recursive function marks what it has seen in the caller's set": (
        "seen = set()\n"
        "for i in range(3):\n"
        "    if s[i] == 'X':\n"
        "        flood(s, i, seen)\n"
        "return (any(i in seen for i in (6, 7, 8)), sorted(seen))",
        BOARDS,
    ),
    "a call under a condition changes the set under that condition only": (
        "seen = set()\n"
        "for i in range(3):\n"
        "    if i not in seen and reaches(s, i, seen):\n"
        "        return (i, sorted(seen))\n"
        "return (-1, sorted(seen))",
        BOARDS,
    ),
    "the caller's set is marked where another argument calls a method of a call": (
        "seen = set()\nflood(s, abs(s.count('X')).bit_count(), seen)\nreturn sorted(seen)",
        BOARDS,
    ),
    "each call gets a new set": (
        "found = []\n"
        "for i in range(3):\n"
        "    found.append(reaches(s, i, set()))\n"
        "rest = tuple(reaches(s, i, set()) for i in range(3))\n"
        "return (tuple(found), rest)",
        BOARDS,
    ),
    "any of a generator stops at the first item, and leaves the rest unchanged": (
        "seen = set()\n"
        "found = any(s[i] == 'X' and reaches(s, i, seen) for i in range(3))\n"
        "return (found, sorted(seen))",
        BOARDS,
    ),
    "a list of calls makes each change": (
        "seen = set()\n"
        "sizes = [measured(s, (i // 3, i % 3), seen) for i in range(9)]\n"
        "return (tuple(sizes), sorted(seen))",
        BOARDS,
    ),
    "a function returns the set that it was given": (
        "g = group(s, 4, set())\nh = group(s, 0, set())\nreturn (len(g & h), sorted(g | h))",
        BOARDS,
    ),
    "the set of a loop is new in each turn": (
        "seen = set()\n"
        "sizes = []\n"
        "for i in range(9):\n"
        "    if i not in seen:\n"
        "        g = group(s, i, set())\n"
        "        sizes.append(len(g))\n"
        "        seen |= g\n"
        "return tuple(sizes)",
        BOARDS,
    ),
    "the result takes the name of the argument": (
        "seen = set()\nseen = group(s, 0, seen)\nn = len(seen)\nseen = group(s, 8, seen)\nreturn (n, sorted(seen))",
        BOARDS,
    ),
    "a result that nobody reads changes the set as well": (
        "seen = set()\ngroup(s, 0, seen)\nn = len(seen)\ngroup(s, 8, seen)\nreturn (n, sorted(seen))",
        BOARDS,
    ),
    "a set of pairs is changed": (
        "seen = set()\n"
        "best = 0\n"
        "for r in range(3):\n"
        "    for k in range(3):\n"
        "        best = max(best, measured(s, (r, k), seen))\n"
        "return (best, sorted(seen))",
        BOARDS,
    ),
    "an augmented assignment changes the caller's set": (
        "found = {8}\ngrown(s, 0, found)\nreturn sorted(found)",
        BOARDS,
    ),
    "a set that is by default a new one": (
        "return (counted(s, 0), counted(s, 4, {0}))",
        BOARDS,
    ),
    "two sets are changed by one function": (
        "x = set()\ny = {40}\nparted(s, 0, x, y)\nreturn (sorted(x), sorted(y))",
        BOARDS,
    ),
    "a function changes a copy of its argument": (
        "x = {1}\nz = own_copy(x)\nz.add(9)\nx.add(5)\nreturn (sorted(x), sorted(z))",
        BOARDS,
    ),
    "a set of marks is changed": (
        "def go(i, seen):\n"
        "    seen.add(s[i])\n"
        "    if i < 8:\n"
        "        go(i + 1, seen)\n"
        "x = set()\n"
        "go(0, x)\n"
        "return (sorted(x), len(x))",
        BOARDS,
    ),
    "a set of more than a word is changed": (
        "def put(a, i):\n"
        "    a.add(i * 13)\n"
        "    a.discard(26)\n"
        "x = set()\n"
        "for i in range(9):\n"
        "    if s[i] == 'X':\n"
        "        put(x, i)\n"
        "return sorted(x)",
        BOARDS,
    ),
    "a set is made empty and filled again": (
        "def wipe(a):\n    a.clear()\n    a.add(3)\nx = {1, 2}\nif s[0] == 'X':\n    wipe(x)\nreturn sorted(x)",
        BOARDS,
    ),
    "what was read before the call is what it was before it": (
        "def put(a):\n"
        "    a.add(len(a) + 10)\n"
        "    return len(a)\n"
        "x = {1}\n"
        "return (len(x) * 100 + put(x) * 10 + len(x), (len(x), put(x), len(x)), sorted(x))",
        BOARDS,
    ),
    "groups go to a list, and the name to the next group": (
        "groups = []\n"
        "seen = set()\n"
        "for i in range(9):\n"
        "    if i not in seen:\n"
        "        g = set()\n"
        "        flood(s, i, g)\n"
        "        groups.append(g)\n"
        "        seen |= g\n"
        "return sorted(len(g) for g in groups)",
        BOARDS,
    ),
    "rows go to a list, and the name to the next row": (
        "rows = []\n"
        "for r in range(3):\n"
        "    row = []\n"
        "    for k in range(3):\n"
        "        row.append(s[3 * r + k])\n"
        "    rows.append(row)\n"
        "return tuple(tuple(row) for row in rows)",
        BOARDS,
    ),
    "a loop goes on while a function takes from one list and adds to another": (
        "def step(todo, seen):\n"
        "    c = todo.pop()\n"
        "    for n in near(c):\n"
        "        if s[n] == s[c] and n not in seen:\n"
        "            seen.add(n)\n"
        "            todo.append(n)\n"
        "todo, seen = [0], {0}\n"
        "while todo:\n"
        "    step(todo, seen)\n"
        "return sorted(seen)",
        BOARDS,
    ),
    "an inner function changes the set around it": (
        "seen = set()\n"
        "def walk(c):\n"
        "    seen.add(c)\n"
        "    for n in near(c):\n"
        "        if s[n] == s[c] and n not in seen:\n"
        "            walk(n)\n"
        "walk(0)\n"
        "n = len(seen)\n"
        "walk(8)\n"
        "return (n, sorted(seen))",
        BOARDS,
    ),
    "an inner function asks itself in any": (
        "seen = set()\n"
        "def walk(c):\n"
        "    if c >= 6:\n"
        "        return True\n"
        "    seen.add(c)\n"
        "    return any(walk(n) for n in near(c) if n not in seen and s[n] == 'X')\n"
        "found = walk(0)\n"
        "return (found, sorted(seen))",
        BOARDS,
    ),
    "an inner function appends to the list around it": (
        "found = []\n"
        "def add(x):\n"
        "    found.append(x)\n"
        "for i in range(9):\n"
        "    if s[i] == 'X':\n"
        "        add(i)\n"
        "return tuple(found)",
        BOARDS,
    ),
    "inner functions call each other": (
        "found = []\n"
        "def add(x):\n"
        "    found.append(x)\n"
        "def ray(c, d):\n"
        "    while c < 9:\n"
        "        add(c)\n"
        "        c += d\n"
        "ray(0, 2)\n"
        "ray(1, 3)\n"
        "return tuple(found)",
        BOARDS,
    ),
    "an inner function collects the ends of walks": (
        "found = []\n"
        "def go(c, n):\n"
        "    if n == 0:\n"
        "        found.append(c)\n"
        "        return\n"
        "    for m in near(c):\n"
        "        if s[m] == 'X':\n"
        "            go(m, n - 1)\n"
        "go(0, 2)\n"
        "return tuple(found)",
        BOARDS,
    ),
    "a list of what was seen is changed by a recursion": (
        "def go(c, seen):\n"
        "    seen.append(c)\n"
        "    for n in near(c):\n"
        "        if s[n] == s[c] and n not in seen:\n"
        "            go(n, seen)\n"
        "x = []\n"
        "go(0, x)\n"
        "return tuple(x)",
        BOARDS,
    ),
    "a list comes back as it was given": (
        "x = [1, 2, 3]\ny, n = as_it_is(x, s[0] == 'X')\nreturn (tuple(y), n)",
        BOARDS,
    ),
    "a recursion returns paths of any length": ("return tuple(chains(s, 0, [0]))", BOARDS),
    "a lambda as an argument keeps the names around it": (
        "n = 2\nmark = s[0]\nreturn (tested(lambda i: s[i] == mark and i > n, 9), tested(lambda i: i > n, 4))",
        BOARDS,
    ),
    "an inner function as an argument keeps the names around it": (
        "n = 2\ndef large(i):\n    return i > n\nreturn tuple(tested(large, 5))",
        BOARDS,
    ),
    "None stays None in a set that gets numbers": (
        "seen = {None}\nseen.add(s[0] % 9)\nother = {None if s[0] > 1 else 5 + s[1] % 3}\nother |= {s[0] % 3}\n"
        "return seen, other, seen == {None, s[0] % 9}, {None} <= seen",
        NUMBERS,
    ),
    "a set of tuples with words or None keeps its members when other tuples join": (
        "seen = {('b', s[0] % 3)}\nseen.add(('a', 1))\nother = {(None, s[0] % 3)}\n"
        "other.add((s[0] % 3, 1))\nreturn seen, other",
        NUMBERS,
    ),
}
