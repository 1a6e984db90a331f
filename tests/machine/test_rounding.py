"""`round` of a number of each kind is that of Python, or ends with an error."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch.lowering.refusals import Refused
from advsearch.machine.compiling import Entry
from advsearch.machine.program import Failure, Program
from advsearch.machine.types import BOOL, FLOAT, INT, join
from advsearch.machine.unit import Unit

EITHER: Any = join(INT, FLOAT)


def rounded(x, n, m, deep):
    mixed = x if n % 2 else n
    return (
        round(x, 2), round(x, m), round(x, 0), round(n, 2), round(n, m), round(x, None), round(mixed, m),
        round(mixed), round(n > 0, 1), round(-x, ndigits=1), (x if deep else None) is None,
    )  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.floats(-1e6, 1e6), st.integers(-(1 << 61), 1 << 61), st.integers(0, 20), st.booleans())
def test_rounding_to_digits_is_that_of_python(x: float, n: int, m: int, deep: bool) -> None:
    """Floats to the nearest decimal, ints as they are, and a value that may be either as what it is."""
    made = _rounding()
    assert repr(made.call("f", x, n, m, deep)) == repr(rounded(x, n, m, deep))


@functools.cache
def _rounding() -> Program:
    return Program({"f": Entry(rounded, (FLOAT, INT, INT, BOOL))}, kept=False)


def rounded_to_tens(x, m):
    try:
        return round(x, m)
    except ValueError:
        return None


def rounded_to_hundreds(x):
    return round(x, -2)


def test_rounding_before_the_point_is_an_error_or_refused() -> None:
    """A number of digits below zero is no number of its own."""
    made = Program({"f": Entry(rounded_to_tens, (EITHER, INT))}, kept=False)
    for value in (1234.5, 1234):
        with pytest.raises(Failure):
            made.call("f", value, -2)
    with pytest.raises(Refused, match="below zero"):
        Program({"f": Entry(rounded_to_hundreds, (FLOAT,))}, kept=False)


def rounded_wide(n):
    return round(n * n), round(n * n, 3)


def test_a_wide_int_is_rounded_to_itself() -> None:
    """No digit is lost on the way."""
    unit = Unit()
    unit.least_limbs = 2
    made = Program({"f": Entry(rounded_wide, (INT,))}, unit=unit, kept=False)
    assert made.call("f", (1 << 40) + 1) == rounded_wide((1 << 40) + 1)
