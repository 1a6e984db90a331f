"""Small programs that choose between functions, or that pass the items of a short list, each named for its claim."""

from __future__ import annotations

from typing import Any

CHOICES = """

class Low(NamedTuple):
    a: int
    b: int

    def __lt__(self, other):
        return self.b < other.b


class Ends(NamedTuple):
    a: int
    b: int

    @classmethod
    def between(cls, x, y):
        return cls(*sorted((x, y)))

    def up(self, v):
        return self.a + v

    def down(self, v):
        return self.b - v


class Mover:
    def plus(self, x):
        return x + 5

    def minus(self, x):
        return x - 5


MOVER = Mover()


def next_of(x):
    return x + 1


def last_of(x):
    return x - 1


def digits(a, b, c):
    return a * 100 + b * 10 + c


"""
FEW = [(3, 1, 2), (0, 0, 4), (1, 3, 4), (1, 2, 1)]

CLAIMS_OF_CHOICES: dict[str, tuple[str, list[Any]]] = {
    # --- choices between functions ---
    "a condition may choose between two lambdas": (
        "p = (lambda x: x > 1) if s[0] else (lambda y: y < 3)\nq = (lambda: 1) if s[1] else (lambda: 2)\n"
        "return [v for v in s if p(v)], q(), sorted(s, key=(lambda x: -x) if s[0] > 1 else (lambda x: x))",
        FEW,
    ),
    "a condition may choose between functions, methods and inner functions": (
        "p = next_of if s[0] > 1 else last_of\nq = MOVER.plus if s[0] > 1 else MOVER.minus\n"
        "e = Ends(s[0], s[1])\nr = e.up if s[2] > 2 else e.down\n"
        "def twice(x):\n    return x * 2\ndef thrice(x):\n    return x * 3\nt = twice if s[1] else thrice\n"
        "return [p(v) for v in s], [q(v) for v in s], r(1), r(s[0]), t(5), t(s[1]), "
        "(next_of if s[1] else last_of)(s[2])",
        FEW,
    ),
    "the condition is asked once, where the choice is made": (
        "n = s[0]\np = next_of if n > 1 else last_of\nq = (lambda x: x + n) if n > 1 else (lambda x: x - n)\nn = 50\n"
        "return p(2), q(2)",
        FEW,
    ),
    "what the condition reads may change after the choice": (
        "x = [v for v in s]\np = next_of if x[0] > 1 else last_of\nx[0] = 2 - x[0]\nr = []\nfor v in s:\n"
        "    q = (lambda n: n + 1) if v > 1 else (lambda n: n - 1)\n    v = 5 - v\n    r.append(q(v))\n"
        "return p(2), p(x[0]), r",
        FEW,
    ),
    "each round of a loop chooses anew": (
        "found = []\nfor v in s:\n    p = next_of if v > 1 else last_of\n    found.append(p(v))\n"
        "return found, list(map(next_of if s[0] else last_of, s))",
        FEW,
    ),
    # --- starred arguments ---
    "a list of known length may be passed with a star": (
        "x = [1, 2, 3]\nx[0] = s[0]\nreturn Ends.between(s[0], s[1]), Ends(*[s[1], s[2]]), digits(*sorted(s)), "
        "digits(s[0], *sorted(s[:2])), digits(*x), digits(*[v for v in s]), max(*sorted(s))",
        FEW,
    ),
    "a NamedTuple with its own < has the > of tuples": (
        "x, y = Low(s[0], s[1]), Low(2, 2)\nreturn x < y, x > y, max(x, y).a, min(x, y).a",
        FEW,
    ),
}
