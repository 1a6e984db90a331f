"""Ints of several registers are computed, compared, stored and returned exactly as Python's."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch.machine.compiling import Entry
from advsearch.machine.program import Failure, Program, Rebuilt
from advsearch.machine.types import BOOL, INT, Wide
from advsearch.machine.unit import Unit

MASK = 0xFFFF_FFFF_FFFF_FFFF
FULL = (1 << 81) - 1


def operators(a, b):
    return (
        a + b, a - b, -a, ~a, a & b, a | b, a ^ b, abs(a), a < b, a <= b, a > b, a >= b, a == b, a != b, bool(a),
        a.bit_count(), a.bit_length(), min(a, b), max(a, b), a & 255, a & MASK, a & FULL, a % 64, a // 16, a * 3,
        a // b if b else None, a % b if b else None, a / b if b else None, int(a), str(a), float(b) < a, a * 0.5,
        {a: b, b: a}, list(frozenset([a, b])), [a, b], (a, (b, a)), sorted([b, a, 0]), sum([a, b]), a in (b, 5),
        a in range(-5, 9), b in range(0, 1 << 50, 3),
        round(a), divmod(a, 1000), f"{a}", a and b, a or b, (a & -a).bit_length() - 1,
        (a + b) & MASK, (a ^ (a >> 7)) & MASK, bin(abs(a)),
    )  # fmt: skip


def shifts(a, n):
    return a << n % 60, a >> n, a >> 64, a >> 190, (a << 3) >> 3, 1 << n % 200, (a >> n) & 511


def seen(cells):
    board = 0
    for cell in cells:
        board |= 1 << cell
    found = []
    left = board
    while left:
        low = left & -left
        found.append(low.bit_length() - 1)
        left ^= low
    return board, found, board.bit_count(), [cell for cell in range(200) if board >> cell & 1]


@attrs.frozen
class Stones:
    own: int
    other: int


def moved(stones, cell):
    after = attrs.evolve(stones, own=stones.other, other=stones.own | 1 << cell)
    return after, {after: cell}[after], after == stones, (after.own | after.other) & FULL


def mixed(a, flag):
    found = a if flag else flag
    return found, found + 1, found == 1, found < 3, -found


def powers(n, k):
    return n**k, n * n * n * n, (n * 0x9E37_79B9_7F4A_7C15) & MASK, ((n & MASK) * 31 + 7) % 1_000_003


WIDE = st.one_of(
    st.integers(-(1 << 127), (1 << 127) - 1),
    st.builds(lambda n, more, sign: sign * ((1 << n) + more), st.integers(0, 125), st.integers(-2, 2),
              st.sampled_from([1, -1])),
    st.integers(-5, 5),
)  # fmt: skip


def answer(made: Program, *values: Any) -> Any:
    for _ in range(20):
        try:
            return made.call("f", *values)
        except Rebuilt:
            continue
    raise AssertionError("built anew without end")


def built(function: Any, *types: Any, least: int = 1) -> Program:
    unit = Unit()
    unit.least_limbs = least
    return Program({"f": Entry(function, types)}, unit=unit, kept=False)


@pytest.mark.parametrize("least", [1, 2, 3, 4, 5])
def test_operators_of_wide_ints_are_pythons(least: int) -> None:
    """All operators, comparisons, containers and texts, for each number of limbs that is assumed at first."""
    made = built(operators, Wide(2), Wide(2), least=least)

    @settings(max_examples=25, deadline=None)
    @given(WIDE, WIDE)
    def law(a: int, b: int) -> None:
        assert repr(answer(made, a, b)) == repr(operators(a, b))

    law()


def test_shifts_of_wide_ints_are_pythons() -> None:
    """Shifts by any distance, of numbers of either sign."""
    made = built(shifts, Wide(2), INT)

    @settings(max_examples=25, deadline=None)
    @given(WIDE, st.integers(0, 300))
    def law(a: int, n: int) -> None:
        assert answer(made, a, n) == shifts(a, n)

    law()


@pytest.mark.parametrize("cells", [(3, 5), (62, 61), (63, 1), (80, 3, 63, 64), (130, 5), (200, 100, 255 - 64)])
def test_sets_of_cells_grow_with_the_board(cells: tuple[int, ...]) -> None:
    """Each cell number beyond what was met leads to wider sets, and to the same result."""
    from advsearch.machine.types import Row

    made = built(seen, Row(INT))
    for several in ((1, 2), cells, (1,)):
        assert answer(made, several) == seen(several)


def test_fields_of_objects_become_wide() -> None:
    """An object is built, compared and hashed with wide fields."""
    from advsearch.machine.types import Flat

    made = built(moved, Flat((INT, INT), Stones), INT)
    state = Stones(0, 0)
    for cell in (0, 62, 63, 80, 126, 127, 200):
        got = answer(made, state, cell)
        assert got == moved(state, cell)
        state = got[0]


@pytest.mark.parametrize("flag", [True, False])
def test_a_wide_int_or_a_bool(flag: bool) -> None:
    """A value that may be a wide int or a bool keeps its class."""
    made = built(mixed, Wide(2), BOOL)
    for a in (1 << 100, -(1 << 100), 1):
        assert repr(answer(made, a, flag)) == repr(mixed(a, flag))


@pytest.mark.parametrize(("n", "k"), [(3, 2), (1 << 31, 3), (-(1 << 40), 5), (10, 60), (7, 100)])
def test_products_and_powers_are_exact(n: int, k: int) -> None:
    """A product that needs more limbs has them in the next build."""
    assert answer(built(powers, INT, INT), n, k) == powers(n, k)


def indexed(a):
    return (1, 2, 3)[a >> 70]


def test_a_wide_int_that_is_no_place_is_an_error() -> None:
    """A place beyond all memory is an error, and no other item."""
    made = built(indexed, Wide(2))
    assert made.call("f", 2 << 70) == 3
    with pytest.raises(Failure):
        answer(made, 1 << 100)


def stored(n):
    items = [n + n]
    items.append(3)
    return items, {n + n: 1}, (n + n) // 2


@pytest.mark.parametrize("n", [1, 1 << 60, 1 << 61, -(1 << 61), (1 << 61) - 1])
def test_an_int_of_64_bits_that_is_stored(n: int) -> None:
    """A number between 63 and 64 bits is stored exactly."""
    assert answer(built(stored, INT), n) == stored(n)
