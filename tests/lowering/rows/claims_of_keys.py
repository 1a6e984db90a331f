"""Small programs that sort and choose by keys, and compare words, members and objects."""

from __future__ import annotations

from typing import Any

TUPLES = [(3, 1, 2), (0, 0, 5), (7, 7, 7), (1, 2, 8)]
TEXTS = ["ab.", "a.b", "...", "bba"]
SETS = [frozenset(), frozenset({1, 2}), frozenset({0, 8}), frozenset({2, 5, 8})]

CLAIMS_OF_KEYS: dict[str, tuple[str, list[Any]]] = {
    "the keys of a dict are a set to the operators of sets": (
        "d = {x: x + 1 for x in sorted(s)}\nfree = TABLE.keys() - s\n"
        "return sorted(free), sorted(s & d.keys()), len(d.keys() | {1}), free == TABLE.keys() - s",
        SETS,
    ),
    "a dict made from a set may be sorted by a key without ties": (
        "d = {(x, x % 2): x * 2 for x in s}\nreturn [d[k] for k in sorted(d, key=lambda k: (k[1], -k[0]))]",
        SETS,
    ),
    "a list made from a set may be sorted under its name": (
        "mine = [x for x in s if x > 1]\nother = [x + 1 for x in s]\n"
        "return sorted(mine, key=lambda x: (x % 3, -x)), len(mine), sorted(other, reverse=True)",
        SETS,
    ),
    "the key is __getitem__ of a dict, a mapping proxy, a tuple or a list": (
        "return min(s, key=TABLE.__getitem__), max(s, key=TABLE.get), sorted(s, key=PROXY.__getitem__), "
        "sorted(s, key=WEIGHTS.__getitem__), min(s, key=LWEIGHTS.__getitem__)",
        TUPLES,
    ),
    "the key is __getitem__ or get of a dict of characters, or index of a text": (
        'return min(s, key=RANK.__getitem__), sorted(s, key=RANK.get), max(s, key="b.a".index), min(s, '
        'key="b.a".find)',
        TEXTS,
    ),
    "the key is itemgetter": (
        "return sorted(zip(s, reversed(s)), key=itemgetter(1)), min(enumerate(s), key=itemgetter(1)), "
        "sorted(enumerate(s), key=itemgetter(1, 0))",
        TUPLES,
    ),
    "the key is attrgetter of a NamedTuple": (
        "cells = [Cell(v % 3, v) for v in s]\n"
        'return sorted(cells, key=attrgetter("r")), min(cells, key=attrgetter("c")), max(cells, '
        'key=attrgetter("r", "c")), sorted(cells, key=itemgetter(0, 1), reverse=True)',
        TUPLES,
    ),
    "the key is attrgetter of a field of a field": (
        "owners = [Owner(Spot(v % 3, v), i) for i, v in enumerate(s)]\n"
        'return [o.size for o in sorted(owners, key=attrgetter("spot.row"))], min(owners, '
        'key=attrgetter("spot.row", "size")).size',
        TUPLES,
    ),
    "the key is methodcaller, a method of the class, or a lambda that calls it": (
        "cells = [Cell(v % 3, v) for v in s]\n"
        'return sorted(cells, key=methodcaller("swapped")), min(cells, key=Cell.swapped), sorted(cells, '
        "key=lambda c: c.swapped())",
        TUPLES,
    ),
    "the key is len or sum": (
        "rows = [tuple(range(v)) for v in s]\n"
        "return sorted(rows, key=len), max(rows, key=len), min(rows, key=len, default=()), sorted(rows, "
        "key=sum, reverse=True)",
        TUPLES,
    ),
    "the key is a function of the module, abs or an operator, and reverse is known at run time": (
        "return sorted(s, key=up), min(s, key=score), max(s, key=abs), sorted(s, key=operator.neg), "
        "sorted(s, reverse=s[0] > 2)",
        TUPLES,
    ),
    "the key is partial with a name or a number": (
        "return sorted(s, key=partial(score, m=5)), min(s, key=partial(score, 4))",
        TUPLES,
    ),
    "the key is str, and words are sorted": (
        "return sorted((v % 10 for v in s), key=str), sorted([FRUITS[v % 3] for v in s]), "
        "min(FRUITS[v % 3] for v in s), max(SUITS[v % 3] for v in s)",
        TUPLES,
    ),
    "words are compared with words and with texts": (
        "return sorted([SUITS[v % 3] for v in s], reverse=True), SUITS[s[0] % 3] < SUITS[s[1] % 3], "
        'FRUITS[s[0] % 3] >= Fruit.PEAR, SUITS[s[0] % 3] < "d"',
        TUPLES,
    ),
    "members of an IntEnum are numbers in order": (
        "return sorted([MEN[v % 3] for v in s]), min(MEN[v % 3] for v in s), MEN[s[0] % 3] < Man.KING, "
        "max(Man, key=lambda m: m % (s[0] + 2)), [m + 1 for m in Man if m > s[2] % 3]",
        TUPLES,
    ),
    "members of an Enum with an order of their own": (
        "cs = [COLOURS[v % 3] for v in s]\n"
        "return sorted(cs), min(cs), cs[0] < cs[1], max(cs, key=lambda c: c.value), sorted(cs, "
        'key=attrgetter("value")), sorted(cs, key=lambda c: c.name)',
        TUPLES,
    ),
    "objects are sorted by their fields": (
        "spots = [Spot(v % 3, v) for v in s]\n"
        "return sorted(spots), min(spots), max(spots), spots[0] < spots[1], spots[0] >= spots[1], "
        "sorted([Pair(v % 2, 3) for v in s])",
        TUPLES,
    ),
    "pairs of a word and a number are sorted": (
        "pairs = [(FRUITS[v % 3], v) for v in s]\nreturn sorted(pairs), min(pairs), max(pairs)",
        TUPLES,
    ),
    "a list is sorted in place by a key, with reverse known at run time": (
        "x = list(s)\n"
        "x.sort(key=TABLE.__getitem__)\n"
        "y = list(s)\n"
        "y.sort(key=lambda v: -v, reverse=s[0] > 1)\n"
        "return x, y",
        TUPLES,
    ),
    "min and max with a default, a key, and a star": (
        "return min(s, default=0), max((v for v in s if v > 5), default=None), "
        "min((v for v in s if v > 5), key=up, default=-1), min(*s), max(s[0], *s[1:])",
        TUPLES,
    ),
    "the key is __getitem__, count or index of a local list": (
        "b = list(s)\n"
        "return min(range(3), key=b.__getitem__), sorted(range(3), key=s.__getitem__), max(range(3), "
        "key=lambda i: b[i]), max(s, key=b.count), max(s, key=b.index), sorted(s, key=s.count)",
        TUPLES,
    ),
    "words and characters of texts are sorted": (
        'words = ["up", "down", "left"]\n'
        "return sorted(words[ord(c) % 3] for c in s), min(words[ord(c) % 3] for c in s), sorted(s), "
        '"".join(sorted(s)), max(s), min(s, key=ord), sorted(set(s)), words[ord(s[0]) % 3] < "left"',
        TEXTS,
    ),
    "texts of several lengths are sorted": (
        "parts = [s[:2], s[1:], s]\n"
        "return sorted(parts), min(parts), sorted(parts, key=len), sorted(parts, key=lambda p: (len(p), "
        "p))",
        TEXTS,
    ),
    "the members of Enums are sorted": (
        "return sorted(Fruit, key=lambda f: f.value), sorted(SUITS), min(Fruit), "
        "[f.value for f in sorted(Fruit)], sorted(MEN, reverse=True), max(Fruit, key=FRUITS.index)",
        TUPLES,
    ),
    "the keys and the items of constant dicts are sorted by values": (
        "return min(TABLE, key=TABLE.get), max(RANK.items(), key=itemgetter(1)), sorted(RANK, key=RANK.get)",
        TUPLES,
    ),
    "a set is sorted by a key that no two members share": (
        "return sorted(s, key=lambda v: (v % 3, v)), min(s, key=lambda v: (-v, 1), default=0), max(s, "
        "key=lambda v: -v, default=0)",
        SETS,
    ),
    "reduce by an operator, a lambda, max, and with a start": (
        "return functools.reduce(operator.add, s), functools.reduce(lambda a, b: a * 2 + b, s, 1), "
        "functools.reduce(max, s), reduce(operator.or_, s, 0)",
        TUPLES,
    ),
    "functions of the module operator": (
        "return max(s, key=functools.partial(operator.mod, 10)) if 0 not in s else 0, "
        "reduce(operator.xor, s), reduce(operator.mul, (v for v in s if v > 1), 1), "
        "operator.contains(s, 3), sum(map(operator.eq, s, reversed(s))), list(map(operator.add, s, s)), "
        "any(map(operator.not_, s)), operator.getitem(s, 1)",
        TUPLES,
    ),
    "reduce of tuples, with a start, of masks and of sets": (
        "return reduce(lambda a, b: a + b, [(v,) for v in s]), reduce(operator.add, "
        "[(v,) * 2 for v in s], ()), reduce(lambda m, v: m | 1 << v, s, 0), reduce(frozenset.union, "
        "[frozenset({v}) for v in s])",
        TUPLES,
    ),
}

NOT_OF_ONE_ORDER: dict[str, tuple[str, list[Any]]] = {
    "a set sorted by a key that two items share": ("return sorted(s, key=lambda x: x % 3)", SETS),
    "a set sorted backwards by such a key": ("return sorted(s, key=lambda x: x % 3, reverse=True)", SETS),
    "the first item of a set by such a key": ("return min(s, key=lambda x: x % 3, default=9)", SETS),
    "the last item of a set by such a key": ("return max({*s, 3}, key=lambda x: x % 3)", SETS),
    "a dict made from a set, sorted by a key that two items share": (
        "d = {(x, x % 3): x for x in s}\nreturn [d[k] for k in sorted(d, key=lambda k: k[1])]",
        SETS,
    ),
    "a dict that is written with the same key twice": (
        "d = {len(s): 1, 2: 5, min(s, default=7): 3}\nreturn tuple(d.items()), sum(d.values()), tuple(d.keys())",
        SETS,
    ),
}
"""Programs whose result depends on the order of a set, or on which of two equal keys was written last."""
