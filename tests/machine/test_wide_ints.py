"""Ints of any size are added, multiplied, divided and shifted exactly as Python's."""

from __future__ import annotations

import operator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from advsearch.machine.layout import E_DIVISION, E_FORM, E_VALUE

INTS = st.one_of(
    st.integers(-20, 20),
    st.integers(),
    st.integers(-(1 << 300), 1 << 300),
    st.builds(
        lambda n, sign, more: sign * (1 << n) + more,
        st.integers(0, 200),
        st.sampled_from([1, -1]),
        st.integers(-1, 1),
    ),
)
OPERATORS = {
    "int_add": operator.add,
    "int_sub": operator.sub,
    "int_mul": operator.mul,
    "int_and": operator.and_,
    "int_or": operator.or_,
    "int_xor": operator.xor,
    "int_floordiv": operator.floordiv,
    "int_mod": operator.mod,
}
SHIFTS = st.integers(0, 300)


@pytest.mark.parametrize("name", OPERATORS)
@given(one=INTS, other=INTS)
@example(one=-(1 << 62), other=-1)
@example(one=1 << 62, other=1 << 62)
@example(one=-(1 << 64), other=1 << 64)
def test_operators_of_two_ints(functions: Any, name: str, one: int, other: int) -> None:
    """An operator of two ints gives Python's int, in its one form; division by zero is an error."""
    functions.again()
    found = getattr(functions, name)(functions.word(one), functions.word(other))
    if other == 0 and name in ("int_floordiv", "int_mod"):
        assert found == 0
        assert functions.fault().code == E_DIVISION
        return
    expected = OPERATORS[name](one, other)
    assert functions.value(found) == expected
    assert functions.eq(found, functions.word(expected))
    assert functions.hash(found) == hash(expected)


@given(INTS, SHIFTS)
def test_operators_of_one_int_and_shifts(functions: Any, one: int, by: int) -> None:
    """Negation, absolute value, inversion, counts of bits and shifts are Python's."""
    functions.again()
    word, shift = functions.word(one), functions.word(by)
    assert functions.value(functions.int_neg(word)) == -one
    assert functions.value(functions.int_abs(word)) == abs(one)
    assert functions.value(functions.int_invert(word)) == ~one
    assert functions.value(functions.int_lshift(word, shift)) == one << by
    assert functions.value(functions.int_rshift(word, shift)) == one >> by
    assert functions.int_bit_count(word) == one.bit_count()
    assert functions.int_bit_length(word) == one.bit_length()


@given(st.integers(-(1 << 70), 1 << 70), st.integers(0, 40))
def test_powers(functions: Any, base: int, exponent: int) -> None:
    """A power with a whole exponent is Python's."""
    functions.again()
    found = functions.int_pow(functions.word(base), functions.word(exponent))
    assert functions.value(found) == base**exponent


def test_what_python_refuses_is_an_error(functions: Any) -> None:
    """Shifts by less than 0 are an error; powers with a negative exponent, which are floats, are refused."""
    functions.again()
    for call, code in [
        (functions.int_lshift, E_VALUE),
        (functions.int_rshift, E_VALUE),
        (functions.int_pow, E_FORM),
    ]:
        assert call(functions.word(5), functions.word(-1)) == 0
        assert functions.fault().code == code
    assert functions.int_lshift(functions.word(5), functions.word(1 << 40)) == 0
    assert functions.fault().code == E_FORM
    assert functions.value(functions.int_rshift(functions.word(-5), functions.word(1 << 70))) == -1


def test_a_power_of_too_many_digits_is_refused(functions: Any) -> None:
    """An int of more than 4096 limbs is refused."""
    functions.again()
    assert functions.int_pow(functions.word(10), functions.word(10_000_000)) == 0
    assert functions.fault().code == E_FORM
