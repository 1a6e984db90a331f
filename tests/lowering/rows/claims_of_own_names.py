"""Small programs with classes whose methods have the names of methods of tuples, strings, lists and sets."""

from __future__ import annotations

HEADER = """
class Stones(NamedTuple):
    board: str
    mover: int

    def count(self, player):
        return self.board.count("xo"[player])

    def index(self, stone):
        return self.board.find(stone) + 10

    def add(self, stone):
        return Stones(self.board + stone, self.mover)

    def remove(self, at):
        return self._replace(board=self.board[:at] + "." + self.board[at + 1 :])

    def pop(self):
        return self.board[-1]


class Counted(NamedTuple):
    n: int

    @property
    def count(self):
        return self.n + 1

    @property
    def index(self):
        return self.n + 2


class Base(NamedTuple):
    n: int
    m: int = 0


class Turned(Base):
    def _replace(self, n):
        return Base(self.m + n, self.n)

    def count(self, x):
        return 7 + x


@dataclasses.dataclass(frozen=True)
class Heap:
    n: int

    def count(self, factor):
        return self.n * factor

    def append(self, digit):
        return Heap(self.n * 10 + digit)

    def union(self, other):
        return Heap(self.n + other.n)


class Letter(enum.Enum):
    A = "a"
    B = "b"

    def count(self, x):
        return 1 if self is Letter.A else x

    def upper(self):
        return 4


@dataclasses.dataclass(frozen=True)
class Cup:
    size: int

    def __gt__(self, other):
        return other is None or self.size > other.size

    def __lt__(self, other):
        return other is not None and self.size < other.size


@dataclasses.dataclass(frozen=True)
class Bucket(Cup):
    def __lt__(self, other):
        return True


@dataclasses.dataclass(frozen=True)
class Strict:
    size: int

    def __gt__(self, other):
        if not isinstance(other, Strict):
            return NotImplemented
        return self.size > other.size


class Way(enum.Enum):
    LEFT = (-1, 0)
    RIGHT = (1, 0)
    UP = (0, 1)


class Card(enum.Enum):
    TIGER = ((2, 0), (-1, 0))
    CRAB = ((1, 0), (0, -2), (0, 2))

    def steps(self, n):
        for ahead, right in self.value:
            yield ahead + n, right


class Mixed(enum.Enum):
    A = "a"
    B = (1, 0)


def stones(n):
    return Stones(("xo.", "x", "oox", "xxo")[n % 4], n % 2)

"""

CLAIMS_OF_OWN_NAMES = {
    "a NamedTuple has its own count and index": ("return s.count(0), s.count(1), s.index('x'), s.pop()", "stones"),
    "methods called add and remove return new objects": (
        "t = s.add('o')\nfor c in 'xo':\n    t = t.add(c)\nreturn t, s, t.remove(0), t.remove(1).count(1)",
        "stones",
    ),
    "a function calls the own method of its argument": (
        "def g(p, c):\n    p = p.add(c)\n    return p\nreturn g(s, 'x'), s",
        "stones",
    ),
    "properties called count and index": ("t = Counted(s)\nreturn t.count + t.index", "int"),
    "a subclass has its own _replace": ("t = Turned(s, 3)\nreturn t._replace(n=20), t.count(2), t.index(3)", "int"),
    "an own _replace reads the list that it turns": (
        "t = Turned(s, 3)\nb = t._replace(n=1)\nreturn b, b._replace(n=5), t",
        "int",
    ),
    "a dataclass has its own count and append": (
        "t = Heap(s)\nfor i in range(3):\n    t = t.append(i)\nreturn t, t.count(2), t.union(Heap(1))",
        "int",
    ),
    "an Enum has its own count and upper": (
        "t = Letter.A if s > 2 else Letter.B\nreturn t.count(s), t.upper()",
        "int",
    ),
    "one of two classes has its own count": ("t = Heap(2) if s > 2 else Turned(3)\nreturn t.count(5)", "int"),
    "a tuple or an object with its own count": (
        "t = (1, s, 1) if s > 2 else Turned(3)\nreturn t.count(1)",
        "int",
    ),
    "an object may be greater than None": (
        "t = Cup(3) if s > 2 else None\nts = [Cup(i) if i % 2 else None for i in range(s)]\n"
        "return Cup(s) > t, Cup(4) > t, Cup(s) < t, [i for i, t in enumerate(ts) if Cup(2) > t]",
        "int",
    ),
    "the object of a subclass is asked first": (
        "t = Bucket(3) if s > 2 else None\nreturn t is None or Cup(s) > t, Bucket(2) > Cup(s), Bucket(s) < Cup(1)",
        "int",
    ),
    "a comparison may refuse other classes": (
        "t = Strict(3) if s > 2 else None\nreturn t is not None and Strict(s) > t",
        "int",
    ),
    "an Enum is called with a tuple": (
        "v = (s % 3 - 1, 0)\nw = v if s > 2 else None\n"
        "return Way(v) if v[0] else Way.UP, Way(w) if w and w[0] else None, [Way(x).name for x in [(1, 0), (0, 1)]]",
        "int",
    ),
    "the values of members are tuples of different lengths": (
        "c = Card.TIGER if s > 2 else Card.CRAB\n"
        "return tuple(c.steps(s)), c.value, Card(((2, 0), (-1, 0)) if s > 2 else ((1, 0), (0, -2), (0, 2)))",
        "int",
    ),
    "an Enum of words and tuples is called": ("v = (1, 0) if s > 2 else 'a'\nreturn Mixed(v), Mixed('a')", "int"),
    "None or a tuple becomes a member of a set": (
        "m = (s % 3, 1) if s > 2 else None\nt = frozenset({(0, 0), (1, 1)})\nu = {(5, 5)}\nif m is not None:\n"
        "    u.add(m)\nms = [(i, 1) if i % 2 else None for i in range(s)]\n"
        "return sorted(t | ({m} if m else set())), sorted(u), sorted({x for x in ms if x})",
        "int",
    ),
    "a word or a tuple becomes a member of a set": (
        "moves = [('CRAB', (s % 3, 1), (0, 0))] if s > 2 else [('TIGER',)]\nfor move in moves:\n    match move:\n"
        "        case (name,):\n            return Card[name], 0\n        case (name, source, target):\n"
        "            return Card[name], len(({(0, 0)} - {source}) | {target})",
        "int",
    ),
}
