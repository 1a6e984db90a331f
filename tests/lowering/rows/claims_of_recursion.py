"""Small programs with recursive functions whose arguments grow or shrink with each call, named for their claims."""

from __future__ import annotations

from typing import Any

RECURSIVE = """

@dataclasses.dataclass(frozen=True)
class Trail:
    cells: tuple
    left: int


def trails(path, n):
    if len(path) > n:
        yield path
        return
    for x in (1, 2):
        yield from trails((*path, x), n)


def nested(rows, n):
    return rows if n == 0 else nested(tuple((*row, n) for row in rows), n - 1)


def in_dict(table, n):
    return tuple(table.values()) if n == 0 else in_dict(table | {n % 3: (*table[n % 3], n)}, n - 1)


def moved_over(table):
    if not table[1]:
        return len(table[0])
    return moved_over(table | {0: (*table[0], table[1][0]), 1: table[1][1:]})


def longer(trail):
    return trail.cells if trail.left == 0 else longer(Trail((*trail.cells, trail.left), trail.left - 1))


def shorter(trail):
    return trail.left if not trail.cells else shorter(Trail(trail.cells[1:], trail.left + trail.cells[0]))


def total(x):
    return 0 if not x else x[0] + total(x[1:])


def even(x):
    return 0 if not x else 1 + odd(x[1:])


def odd(x):
    return 0 if not x else 2 + even(x[1:])


def perhaps(path, n):
    return path if n == 0 else perhaps((n,) if path is None else (*path, n), n - 1)


def stacked_up(table, n):
    if n == 0:
        return len(table)
    table[n] = (n, n)
    return stacked_up(table, n - 1) + len(table)


"""
FEW = [(3, 1, 2), (0, 0, 4), (1, 3, 4), (1, 2, 3)]
MANY = [(1,) * 100, (2,) * 100, tuple(range(100))]

CLAIMS_OF_RECURSION: dict[str, tuple[str, list[Any]]] = {
    "a path may get longer with each call": (
        "return list(trails((), s[0])), list(trails((7,), s[0]))",
        FEW,
    ),
    "tuples in a tuple, in a dict and in an object may get longer with each call": (
        "return nested(((1,), (2, 3)), s[0] * 2), nested(((), s), s[0]), in_dict({0: (), 1: (5,), 2: s}, s[0] * 2), "
        "longer(Trail((), s[0] * 2))",
        FEW,
    ),
    "an argument may get shorter with each call": (
        "return total(s), even(s), shorter(Trail(s, 0)), total([v for v in s if v > 1])",
        MANY,
    ),
    "one tuple in a dict may get shorter while another gets longer": ("return moved_over({0: (), 1: s})", FEW),
    "the first argument of a recursive function may be None": (
        "return perhaps(None, s[0] * 3)",
        FEW,
    ),
    "a recursive function may change a dict that is its argument": (
        "table = {0: (1, 2)}\nn = stacked_up(table, s[0])\nreturn n, sorted(table)",
        FEW,
    ),
    "no list, tuple or set is None": (
        "a, b, c = [v for v in s if v > 2], tuple(v for v in s if v > 2), {v for v in s}\n"
        "return a is None, b is None, b == None, c is not None, 0 if a is None else len(a), a == 'x', b != 'go'",
        FEW,
    ),
}
