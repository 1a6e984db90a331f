"""Functions that need more room than the first lowering reserves."""

from __future__ import annotations

import ast

import pytest
from one_function import FAILED, Lowered, compiled_from

_PATHS = """
STEPS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]


def jump(at, men, step):
    x, y = at[0] + step[0], at[1] + step[1]
    over = set()
    while (x, y) in men:
        over.add((x, y))
        x, y = x + step[0], y + step[1]
    return ((x, y), over) if over and 0 <= x < 9 and 0 <= y < 9 else None


def paths(at, men):
    for step in STEPS:
        found = jump(at, men, step)
        if found is not None:
            landing, over = found
            yield (landing,)
            for rest in paths(landing, men - over):
                yield (landing, *rest)


def f(s):
    return list(paths((0, 0), s))
"""
_MEN = [
    frozenset({(1, 1)}),
    frozenset({(1, 1), (3, 3), (5, 5), (7, 7)}),
    frozenset({(1, 0), (3, 0), (4, 1), (4, 3), (4, 5)}),
]


@pytest.mark.parametrize("room", [2, 4])
def test_tuples_of_a_recursive_function_grow_with_the_room(room: int) -> None:
    """Paths that a recursive generator makes longer may grow after the bounds of their points have grown."""
    function = compiled_from(_PATHS)
    made = Lowered(function, _MEN, room)
    for men in _MEN:
        assert made(men) == function(men)


def test_a_tuple_without_room_sets_the_error_cell() -> None:
    """The first lowering has room for short paths only, and says so for a longer path."""
    function = compiled_from(_PATHS)
    made = Lowered(function, _MEN)
    assert made(_MEN[0]) == function(_MEN[0])
    assert made(_MEN[1]) in (FAILED, function(_MEN[1]))


def test_no_assignment_has_more_than_thirty_targets() -> None:
    """Sets of many numbers are assigned in several statements, and two sets can be swapped."""
    text = (
        "def f(s):\n    a, b = set(), set()\n    for x, y, z in s:\n        if (x, y, z) not in a:\n"
        "            a.add((x, y, z))\n            b.add((z, y, x))\n        a, b = b, a\n"
        "    return (1, 2, 3) in a, (1, 2, 3) in b, len(a), len(b)\n"
    )
    function = compiled_from(text)
    samples = [((1, 2, 3), (3, 2, 1)), ((1, 2, 3), (12, 0, 3), (11, 12, 12), (1, 2, 3))]
    made = Lowered(function, samples)
    for sample in samples:
        assert made(sample) == function(sample)
    tuples = [one for one in ast.walk(ast.parse(made.text)) if isinstance(one, ast.Tuple)]
    assert len(tuples) > 2
    assert max(len(one.elts) for one in tuples) <= 30
