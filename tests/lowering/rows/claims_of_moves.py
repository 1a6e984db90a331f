"""Small programs over the members of an IntEnum, and over functions that list moves from a set of pieces."""

from __future__ import annotations

HEADER = """
class Turn(enum.IntEnum):
    WHITE = 0
    BLACK = 1

    @property
    def other(self):
        return Turn.BLACK if self is Turn.WHITE else Turn.WHITE

    @property
    def forward(self):
        return 1 if self is Turn.WHITE else -1

    def step(self, n):
        return self.forward * n

    def __neg__(self):
        return self.other

    def __invert__(self):
        return Turn(1 - self)


class Kind(enum.IntEnum):
    PAWN = 1
    KNIGHT = 3
    QUEEN = 9


class Mark(enum.Enum):
    X = "x"
    O = "o"

    def __neg__(self):
        return Mark.O if self is Mark.X else Mark.X

    def __add__(self, other):
        return self.value + other


def turn(n):
    return Turn(n % 2)


def kinds(n):
    return Turn(n % 2), Kind((1, 3, 9)[n % 3])


def yielded(cells):
    for cell in cells:
        for step in (-1, 1):
            target = cell + (step, 0)
            if target.row < 0:
                continue
            yield cell, target


def delegated(cells):
    yield from yielded(cells)
    yield from ((cell, cell) for cell in cells if cell.column)


def listed(cells):
    found = []
    for cell in cells:
        if cell.row != 1:
            found.append((cell, cell + (1, 1)))
    return found


def comprehended(cells):
    return [(cell, cell * 2) for cell in cells for n in (1, 2) if n > cell.row]


def passed(cells):
    return list(yielded(cells))
"""

CLAIMS_OF_MOVES: dict[str, tuple[str, str]] = {
    "a member of an IntEnum has the attributes of its class and is a number": (
        "return s, s.other, s.forward, s.step(3), s.name, s.value, s + 1, s == 1, 1 - s, int(s), s.other.other is s",
        "turn",
    ),
    "a member of an IntEnum is an index and a key": (
        "return (4, 5)[s], {Turn.WHITE: 3, Turn.BLACK: 8}[s], bool(s), s is Turn.WHITE, f'{s}', +s, s < Turn.BLACK",
        "turn",
    ),
    "an IntEnum and an Enum may define operators": (
        "x = Mark.X if s else Mark.O\nreturn -s, ~s, (-s).forward, -x, -(-x) is x, x + 'a'",
        "turn",
    ),
    "a name for members keeps their class": (
        "x = s\nfor _ in range(3):\n    x = x.other\nif x == Turn.WHITE:\n    return x.other, x.name\n"
        "return x, x.name",
        "turn",
    ),
    "every member of an IntEnum has a case": (
        "match s:\n    case Turn.WHITE:\n        return (1, 2)\n    case Turn.BLACK:\n        return (3, 4)",
        "turn",
    ),
    "a loop over an IntEnum gives its members": (
        "return [a.other for a in Turn], [a for a in Turn if a != s], {a.name for a in Turn if a is not s}, "
        "max(Turn), sorted([s, s.other])",
        "turn",
    ),
    "members of two IntEnums are told apart": (
        "a, b = s\nreturn a.other, b.name, b * 2, b > Kind.PAWN, Kind(b), Kind(3), b is Kind.QUEEN, "
        "isinstance(a, Turn), isinstance(a, int), isinstance(b, Turn), type(b) is Kind, a == b",
        "kinds",
    ),
    "members of IntEnums are parts of members of sets": (
        "a, b = s\nx = frozenset({(a, b), (a.other, Kind.PAWN)})\n"
        "return x, [k.name for _, k in sorted(x)], (1, 9) in x",
        "kinds",
    ),
    "a number or a member is a number": (
        "x = Turn.WHITE if s > 2 else s % 2\ny = Turn(s % 2) if s > 2 else None\n"
        "return x + 1, y, y is None or y.other, y == 0, Turn[('WHITE', 'BLACK')[s % 2]]",
        "int",
    ),
    "items of a constant in a loop are arguments": (
        "return [c + step for c in sorted(s) for step in ((0, 1), (1, 0), (0, -1))]",
        "cells",
    ),
    # --- moves from a set ---
    "moves from a set are sorted": ("return sorted(yielded(s)), sorted(delegated(s), reverse=True)", "cells"),
    "listed moves from a set are sorted": (
        "return sorted(listed(s)), sorted(comprehended(s)), sorted(passed(s))",
        "cells",
    ),
    "a move is among the moves from a set": (
        "m, n = (Cell(1, 1), Cell(2, 1)), (Cell(0, 1), Cell(1, 2))\n"
        "return m in yielded(s), m not in delegated(s), n in listed(s), n in comprehended(s), m in passed(s)",
        "cells",
    ),
    "moves from a set are counted or collected": (
        "return len(listed(s)), set(yielded(s)), frozenset(comprehended(s)), len(set(delegated(s)))",
        "cells",
    ),
    "there are moves from a set": (
        "return any(yielded(s)), not listed(s), 1 if comprehended(s) else 2, not any(delegated(s)), bool(passed(s))",
        "cells",
    ),
}
"""The body of a function of `s`, and the function of the header that makes `s` of a number."""
