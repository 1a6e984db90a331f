"""Small programs with sets of strings or long tuples that are made at run time."""

from __future__ import annotations

from typing import Any

TEXTS = ["abab", "xxoo", "aaaa", "axbx"]
GRIDS = [((1, 2, 1), (3, 4, 3), (1, 2, 1)), ((1, 1, 1), (0, 0, 0), (1, 1, 1)), ((0, 1, 0), (0, 1, 0), (0, 1, 0))]
_LINES = "lines = {s[i:i + 2] for i in range(3)}\n"

CLAIMS_OF_DISTINCT_MEMBERS: dict[str, tuple[str, list[Any]]] = {
    "a set of strings is asked for members": (
        "lines = {''.join(s[i] for i in lane) for lane in ((0, 1), (2, 3), (1, 2))}\n"
        "return 'ab' in lines, 'xx' in lines, 'zz' not in lines, len(lines), 'ab' in {s[i:i + 2] for i in range(3)}",
        TEXTS,
    ),
    "the strings of a set are sorted and compared": (
        f"{_LINES}return sorted({{''.join(sorted(s[i:i + 2])) for i in range(3)}}), min(lines), max(lines), "
        "max(lines, default='q'), len({s[i:i + 2] for i in range(3)}) == 1",
        TEXTS,
    ),
    "calls of set and frozenset": (
        "lines = set(s[i:i + 2] for i in range(3))\nmore = frozenset(s[i:i + 2] for i in range(3) if s[i] != 'a')\n"
        "return 'ab' in lines, len(lines), sorted(lines, reverse=True), 'ab' in more, len(more)",
        TEXTS,
    ),
    "displays": ("lines = {s[:2], s[2:], s[1:3]}\nreturn 'ab' in lines, len(lines), sorted(lines)", TEXTS),
    "the truth of a set": (
        "lines = {s[i:i + 2] for i in range(3) if s[i] == 'x'}\nif not lines:\n    return 0\n"
        "return len(lines) if lines else 5",
        TEXTS,
    ),
    "rows and columns": (
        "lines = {tuple(row) for row in s}\n"
        "return len(lines), (1, 1, 1) in lines, sorted(lines), len({row for row in zip(*s)}), len(set(zip(*s)))",
        GRIDS,
    ),
    "a set in a loop, and in a comprehension": (
        "r = []\nfor k in range(3):\n    seen = {s[i:i + k + 1] for i in range(3)}\n"
        "    r.append((len(seen), s[:k] in seen))\n"
        "return r, [len({s[j:j + i] for j in range(3)}) for i in range(3)]",
        TEXTS,
    ),
    "strings of several lengths, and none": (
        "x = {s[:i] for i in range(4)}\ny = {s[:2] for i in range(0)}\n"
        "return len(x), '' in x, 'a' in x, sorted(x), len(y), 'ab' in y",
        TEXTS,
    ),
    "pairs of a string and a number": (
        "x = {(s[:2], i // 2) for i in range(4)}\nreturn len(x), ('ab', 1) in x, sorted(x)",
        TEXTS,
    ),
    "an inner function asks": (f"{_LINES}def has(t):\n    return t in lines\nreturn has('ab'), has('zz')", TEXTS),
    "members are added one by one": (
        "x = set()\nfor i in range(len(s)):\n    if s[i:i + 2] in x:\n        return i\n    x.add(s[i:i + 2])\n"
        "return len(x) if x else -1",
        TEXTS,
    ),
    "a generator skips known members, and reads another list": (
        "x, y, z = {1}, [2], {1, 2}\nx.update(i for i in range(len(s)) if i not in x if s[i] == 'a')\n"
        "y.extend(i + len(z) for i in sorted(x))\ny.extend([i + len(y) for i in (1, 2)])\ny += map(abs, y[:1])\n"
        "w = {s}\nw.update(t for t in (s[1:], s, s[2:]) if t not in w)\nreturn sorted(x), sum(y), sorted(w)",
        TEXTS,
    ),
    "members are added to a display by update": (
        "x = {s}\nx.update(s[:i] for i in range(3))\nx.update([s[1:]], (s[:3],))\n"
        "return sorted(x), len(x), s[:2] in x",
        TEXTS,
    ),
    "members are added in branches, and in loops over sets": (
        "x = set()\ny = 0\nif s[0] == 'a':\n    x.add((s[1:], 1))\nfor i in {len(s), 2, s.count('a')}:\n"
        "    x.add((s[:i], i))\nfor c in s:\n    z = set()\n    for d in s:\n        z.add(min(c, d) + s[:1])\n"
        "    y = y * 10 + len(z)\nreturn sorted(x), y",
        TEXTS,
    ),
    "a set has too many possible members for bits": (
        "x = set()\nfor a in s:\n    for b in s:\n        x.add((a, b, a - b, a + b))\n"
        "        x.update((b, a, 1, c) for c in s)\nreturn sorted(x), len(x), (1, 1, 0, 2) in x",
        [(33, 32, 1, 40, 8), (40, 8, 9, 41, 3), (1, 1, 2, 2, 1)],
    ),
}
