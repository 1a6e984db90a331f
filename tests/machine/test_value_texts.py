"""`str`, `repr` and `format` of values, and `round` of floats, are Python's to the last character and bit."""

from __future__ import annotations

import math
import struct
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from advsearch.machine.layout import E_FORM

FLOATS = st.one_of(
    st.floats(),
    st.floats(-1000, 1000),
    st.integers(-1074, 1023).map(lambda n: math.ldexp(1.0, n)),
    st.integers(-(10**6), 10**6).map(lambda n: n / 100),
    st.integers(0, 2**62).map(float),
    st.builds(lambda n, e: n * 10.0**e, st.integers(1, 999), st.integers(-30, 30)),
)
PLAIN = st.text(st.characters(max_codepoint=126), max_size=8)
LEAVES = st.one_of(st.integers(), st.booleans(), st.none(), FLOATS, PLAIN)
SHOWN = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(st.one_of(PLAIN, st.integers()), inner, max_size=3),
        st.sets(st.integers(0, 99), max_size=4),
        st.frozensets(st.integers(0, 99), max_size=4),
        st.builds(range, st.integers(-9, 9), st.integers(-9, 9), st.integers(1, 3)),
    ),
    max_leaves=8,
)


def bits_of(number: float) -> int:
    (found,) = struct.unpack("<q", struct.pack("<d", number))
    return int(found)


def float_of(bits: int) -> float:
    (found,) = struct.unpack("<d", struct.pack("<q", bits))
    return float(found)


@given(FLOATS)
@example(5e-324)
@example(1.7976931348623157e308)
@example(9007199254740993.0)
@example(2.0**-1022)
@example(1e16)
@example(9999999999999998.0)
@example(1e-4)
@example(0.00001)
@example(float("nan"))
def test_the_text_of_a_float(functions: Any, number: float) -> None:
    """`repr` of any float has Python's digits and Python's form."""
    functions.again()
    assert functions.value(functions.float_text(bits_of(number))) == repr(number)


@given(SHOWN)
def test_the_text_of_a_value(functions: Any, value: Any) -> None:
    """`str` and `repr` of values of any depth are Python's."""
    functions.again()
    word = functions.word(value)
    assert functions.value(functions.repr_of(word)) == repr(value)
    assert functions.value(functions.str_of(word)) == str(value)
    assert functions.fault() is None


@given(st.one_of(st.floats(-1e9, 1e9), FLOATS), st.integers(0, 12))
@example(0.5, 0)
@example(2.5, 0)
@example(-0.0, 2)
@example(0.125, 2)
@example(2.675, 2)
def test_a_fixed_number_of_digits(functions: Any, number: float, digits: int) -> None:
    """`format(x, ".2f")` rounds as Python does, and `round(x, 2)` gives Python's float."""
    functions.again()
    assert functions.value(functions.float_format(bits_of(number), digits)) == format(number, f".{digits}f")
    rounded = float_of(functions.round_float(bits_of(number), digits))
    assert repr(rounded) == repr(round(number, digits))


@given(st.integers(0, 1 << 200), st.integers(1, 1 << 200))
def test_a_quotient_of_ints(functions: Any, one: int, other: int) -> None:
    """The float nearest to a quotient of two ints is Python's."""
    functions.again()
    assert float_of(functions.ratio(functions.word(one), functions.word(other))) == one / other


@pytest.mark.parametrize("value", ["é", "\x7f", ("Ā",), ["😀"]])
def test_what_unicode_decides_is_refused(functions: Any, value: Any) -> None:
    """`repr` of characters that Python looks up in its tables is refused; their `str` is not."""
    functions.again()
    assert functions.repr_of(functions.word(value)) == 0
    assert functions.fault().code == E_FORM
