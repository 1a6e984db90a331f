"""Small programs that use classes of libraries, such as fields of attrs with converters, each named for its claim."""

from __future__ import annotations

from typing import Any

from claims import TUPLES

LIBRARIES = """
import collections
import operator


def tallied(s):
    d = collections.defaultdict(int)
    for v in s:
        d[v] += v
    return d


def topped_up(d, k):
    d[k] += 1
    return len(d)


def glanced(d, k):
    return d[k]


def doubled(x):
    return x * 2


@attrs.frozen
class Army:
    town: "int | None"
    men: frozenset = attrs.field(converter=frozenset)
    more: frozenset = attrs.field(converter=frozenset, default=(1,))


@attrs.frozen
class Converted:
    x: int = attrs.field(converter=doubled)
    y: int = attrs.field(converter=lambda v: v + 1, default=5)
    z: tuple = attrs.field(converter=tuple, factory=list)
    w: "int | None" = attrs.field(converter=attrs.converters.optional(int), default=None)
    _v: int = attrs.field(converter=abs, default=-3)


class Way(enum.Flag):
    N, S, E, W = 1, 2, 4, 8
    UP = N | S
    ACROSS = E | W
    ALL = UP | ACROSS


class Part(enum.IntFlag):
    A, B, C = 1, 2, 4
    AB = 3


class Rank(enum.IntEnum):
    LOW = 1
    HIGH = 4


WAYS = (Way.N, Way.ACROSS, Way.ALL, Way(0), Way.N | Way.E)
PARTS = (Part.A, Part.AB, Part(0), Part.C | Part.A, Part.B)
AREAS = {("I1", 1): 5, ("I2", 3): 6, ("V3", 9): 7}
HALVES = {(1.5, 1): 3, (2.5, 2): 4}
INNER = {((1, 2), "I1"): 3, ((0, 2), "x"): 4}
ABSENT = {(None, "I1"): 3, (2, "x"): 4}
NAMES = ("I1", "I2", "V3", "x")


@functools.lru_cache
def shapes(size, names):
    return {(name, k): (name, k * size) for name in names for k in range(4)}


TURNS = dict(zip(Way, ((-1, 0), (1, 0), (0, 1), (0, -1))))


@attrs.frozen(order=True)
class Step:
    x: int
    y: int

    def __add__(self, other):
        return Step(self.x + other.x, self.y + other.y)

    def __rmul__(self, times):
        return Step(times * self.x, times * self.y)


"""

FEW = [(3, 1, 2), (0, 0, 4), (1, 3, 4), (1, 2, 3)]

CLAIMS_OF_LIBRARIES: dict[str, tuple[str, list[Any]]] = {
    # --- converters of attrs ---
    "a converter makes a set of a list, of a generator and of a default": (
        "a = Army(s[0], [v for v in s])\nb = Army(None, (v for v in s), {s[1]})\n"
        "c = Army(None, more=range(s[0]), men=s[:1])\n"
        "return a.men, a.more, sorted(b.men), b.more, c.men, sorted(c.more), a == Army(s[0], frozenset(s))",
        TUPLES,
    ),
    "each converter runs once when an object is made": (
        "a = Converted(s[0])\nb = Converted(s[0], s[1], [v for v in s], s[2], v=s[0] - 5)\n"
        "return a.x, a.y, a.z, a.w, a._v, b.x, b.y, b.z, b.w, b._v",
        TUPLES,
    ),
    "evolve converts all fields, also those that it does not name": (
        "a = Converted(s[0], v=s[0] - 5)\nb = attrs.evolve(a, z=[s[1]])\nc = attrs.evolve(attrs.evolve(b), x=1)\n"
        "return b.x, b.y, b.z, b._v, c.x, c.y, c.z",
        TUPLES,
    ),
    "objects may be converted inside others": (
        "return Converted(Converted(s[0]).x).x, [Converted(v).y for v in s], Converted(str(s[0])).x",
        TUPLES,
    ),
    # --- flags ---
    "flags are compared, tested, named and counted": (
        "a, b = WAYS[s[0]], WAYS[s[1]]\n"
        "return a is Way.N, a == Way.UP, a != b, a, a.value, bool(a), 1 if a else 2, not b, len(a), str(a)",
        FEW,
    ),
    "flags are joined, cut and inverted": (
        "a, b = WAYS[s[0]], WAYS[s[1]]\n"
        "return a | b, a & b, a ^ Way.N, Way.E | a, ~a, a & ~Way.N, [Way.N, Way.UP][s[0] % 2] | b",
        FEW,
    ),
    "flags contain flags": (
        "a, b = WAYS[s[0]], WAYS[s[1]]\n"
        "return Way.N in a, a in b, b not in Way.UP, [d for d in Way if d in a], Way.N in Way.UP",
        FEW,
    ),
    "a loop over flags takes them one by one, in the order of their class": (
        "a = WAYS[s[0]]\nrow, column = 3, 3\nfor d in a:\n    down, right = TURNS[d]\n    row += down\n"
        "    column += right\nreturn row, column, [d.value for d in a], tuple(a), [*a], [x for x in Way.UP]",
        FEW,
    ),
    "a test of flags and their number may have tables that are equal in Python": (
        "a = WAYS[s[0]] & Way.N\nb, n = Way.N in a, len(a)\nreturn f'{n} {b}'",
        FEW,
    ),
    "flags in a loop": (
        "a, b = Way(0), Way.ALL\nfor v in s:\n    a |= WAYS[v]\n    b &= ~WAYS[v]\n"
        "return a, b, sum(1 for _ in b), a | b, Way(s[0]), Way['N']",
        FEW,
    ),
    "flags are members of sets and keys of dicts": (
        "a = WAYS[s[0]]\nm = a if s[1] else None\n"
        "return {WAYS[v] for v in s}, {WAYS[v]: v for v in s}[a], m is None, m == Way.N, {Way.N: 1}.get(a, 5)",
        FEW,
    ),
    "a case may be a flag": (
        "match WAYS[s[0]]:\n    case Way.N:\n        return 1\n    case Way.UP | Way.ACROSS:\n        return 2\n"
        "return 3",
        FEW,
    ),
    "flags that are numbers are flags after |, & and ^, and are inverted within their class": (
        "a, b = PARTS[s[0]], PARTS[s[1]]\n"
        "return ~a, ~(a | b), ~(a | 1), (a | b) & ~Part.A, a ^ 2, 4 | a, ~(4 & a), isinstance(a | 1, Part), a & ~1",
        FEW,
    ),
    "flags that are numbers are numbers": (
        "a = PARTS[s[0]]\nreturn a == 1, a + 1, ~(a + 1), a << 1, a > 2, bool(a), f'{a}', isinstance(a, int), int(a)",
        FEW,
    ),
    "flags that are numbers have names, members and a length": (
        "a = PARTS[s[0]]\nreturn a is Part.A, Part.A in a, [d for d in a], a.value, len(a), "
        "Part(s[0]), type(a) is Part",
        FEW,
    ),
    "the name of a combination of flags is made of their names": (
        "return Part(s[0] % 4 + 1).name, (PARTS[s[0]] | 1).name",
        FEW,
    ),
    "a member of an IntEnum shows its name where repr is asked for": (
        "a = (Rank.LOW, Rank.HIGH)[s[0] % 2]\nreturn repr(a), f'{a!r}', f'{a}', str(a), f'{a:2}', ~a, a | 1",
        FEW,
    ),
    "a member of an IntEnum may be None": (
        "a = (Rank.LOW, Rank.HIGH)[s[0] % 2] if s[1] else None\nb = Rank.LOW if s[2] > 2 else None\n"
        "return a is Rank.LOW, a is not Rank.HIGH, a is None, a is b, Rank.HIGH is a, None is b",
        FEW,
    ),
    # --- defaultdict ---
    "reading a missing key adds it to a defaultdict": (
        "d = collections.defaultdict(int)\nfor v in s:\n    d[v] += 1\n"
        "return list(d.items()), d[7], len(d), 7 in d, d.get(8), 8 in d, list(d), dict(d) == d",
        FEW,
    ),
    "a defaultdict has the value of its factory": (
        "d, e = collections.defaultdict(lambda: 9, {1: 2}), collections.defaultdict(bool)\nd[s[0]] -= 1\n"
        "e[s[0]] = True\nf = collections.defaultdict(str, [(s[0], 'b')])\ng = collections.defaultdict(float)\n"
        "g[s[0]] += 0.5\nfor v in s:\n    f[v] += 'ab'[v % 2]\n"
        "return [d[k] for k in (0, 1, 2, 3)], list(d), [e[k] for k in range(4)], e.pop(s[0]), e.setdefault(8, True), "
        "f[s[0]], f[9], g[s[0]], g[8]",
        FEW,
    ),
    "a copy and a union of a defaultdict are defaultdicts": (
        "d = collections.defaultdict(int)\ne = d | {s[0]: 1}\nf = d.copy()\nf[3] += 1\n"
        "del f[3]\nreturn e[5], f[3], len(d), len(e), len(f)",
        FEW,
    ),
    "functions make, change and read defaultdicts": (
        "d = tallied(s)\nd[9] += 1\nreturn list(d.items()), d[10], topped_up(d, s[0]), list(d), glanced(d, 9)",
        FEW,
    ),
    "a loop over a set may read a defaultdict of which only items are read": (
        "d = collections.defaultdict(int)\nd[1] = 5\nx = {v for v in s}\nreturn sum(d[v] for v in x)",
        FEW,
    ),
    # --- reduce over a set ---
    "reduce with a function that commutes may run over a set": (
        "x = {v * 8 for v in s}\nreturn functools.reduce(operator.or_, (1 << v for v in x)), "
        "functools.reduce(operator.add, x), functools.reduce(operator.mul, x, 2), functools.reduce(max, x), "
        "functools.reduce(min, x, 7), functools.reduce(math.gcd, x, 0), functools.reduce(operator.xor, x), "
        "functools.reduce(operator.and_, (v | 1 for v in x), 63), math.prod(x), "
        "functools.reduce(operator.or_, ({v} for v in x), set())",
        FEW,
    ),
    # --- constant dicts ---
    "the keys of a constant dict may be tuples of longer strings": (
        "k = (NAMES[s[0]], s[1])\nreturn AREAS.get(k), k in AREAS, AREAS.get(k, 9), AREAS[NAMES[1], 3], "
        "AREAS.get((NAMES[s[0]], 3.0)), AREAS.get((NAMES[s[0]], 'a')), AREAS.get(NAMES[s[0]], 1), AREAS.get(s[0])",
        FEW,
    ),
    "the keys of a constant dict may hold floats, tuples and None": (
        "return HALVES.get((s[0] + 0.5, s[1])), INNER.get(((s[0] % 2, 2), NAMES[s[1]]), 0), "
        "ABSENT.get((None if s[0] else 2, 'x' if s[1] else 'I1'), 7)",
        FEW,
    ),
    "a cached function may return a dict": (
        "t = shapes(3, NAMES)\nk = next(k for k, p in t.items() if p[1] > s[1])\n"
        "return [k for k, p in t.items() if p[1] > s[1]], t[NAMES[s[0]], s[1]], list(t)[0], t[k], "
        "[t[k] for k in t if k[1] == s[1]], shapes(s[0], NAMES)[NAMES[s[0]], s[1]]",
        FEW,
    ),
    # --- sets of objects ---
    "a set of objects whose numbers have no bound": (
        "t = s[0] if s[1] * s[2] != 77 else (s[0] % 8 - 4) * ((1 << 61) - 1)\n"
        "men = {Step(t, 1), 2 * Step(1, t) + Step(0, -1)}\nmen |= {Step(t, t)}\n"
        "return sorted(men), Step(s[0], 1) in men, 5 * Step(t, 3) in men, men - {Step(7, 1)}",
        TUPLES,
    ),
}

UNORDERED_READS: dict[str, tuple[str, list[Any]]] = {
    "a loop over a set adds keys to a defaultdict whose length is read": (
        "d = collections.defaultdict(int)\nd[1] = 5\nx = {v for v in s}\nn = sum(d[v] for v in x)\nreturn n, len(d)",
        FEW,
    ),
    "a function reads a missing key of a defaultdict that is an argument": (
        "d = collections.defaultdict(int)\nd[1] = 5\nn = glanced(d, s[0])\nreturn n, len(d)",
        FEW,
    ),
}
"""Programs that are searched in plain Python, because a defaultdict gets a key where the lowered code adds none."""
