"""Compares the compiled forms of bits and memory with their Python definitions."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.bits import FULL_WORD, Word, count, highest, lowest, rest
from advsearch.compiled.build import native
from advsearch.compiled.memory import (
    Memory,
    as_floats,
    get,
    get_float,
    just_below,
    mix,
    plain_memory,
    power,
    put,
    put_float,
    watch,
)

words = st.integers(1, FULL_WORD) | st.integers(0, 62).map(lambda bit: 1 << bit)


def _bits(word: int, other: int) -> Any:
    return count(word), lowest(word), highest(word), rest(word), mix(word, other)


def _memory(block: Any, index: int, number: int, fraction: float) -> Any:
    put(block, index, number)
    put_float(block, index + 1, fraction)
    return (
        get(block, index) + watch(block, index),
        get_float(block, index + 1),
        just_below(fraction),
        power(fraction, 2.0),
    )


@pytest.fixture(scope="module")
def compiled_bits() -> Any:
    return native(_bits, (1, 1), "bits")


@pytest.fixture(scope="module")
def compiled_memory() -> Any:
    return native(_memory, (0, 0, 0, 0.0), "memory")


@given(words, st.integers(0, FULL_WORD))
def test_bits_mean_the_same_compiled(compiled_bits: Any, word: int, other: int) -> None:
    """Counting, scanning and hashing give the same numbers in both forms, over all 63 bits."""
    assert compiled_bits(word, other) == _bits(word, other)


@given(st.integers(-(1 << 61), 1 << 61), st.floats(allow_nan=False))
def test_memory_means_the_same_compiled(compiled_memory: Any, number: int, fraction: float) -> None:
    """Cells hold integers and floats alike, and the next smaller float is math's, infinities and zeros included."""
    memory = Memory(4)
    assert compiled_memory(memory.address, 1, number, fraction) == _memory(plain_memory(4), 1, number, fraction)
    assert memory.cells[1] == number
    assert as_floats(memory.cells)[2] == fraction


def test_a_square_is_the_librarys_and_no_product(compiled_memory: Any) -> None:
    """Compiled `x ** 2` is Python's `x ** 2`, which differs from `x * x` in the last bit."""
    number = 748.5140284449762
    assert number**2 != number * number
    assert compiled_memory(Memory(4).address, 1, 0, number)[3] == number**2


def test_the_least_float_is_below_itself() -> None:
    """There is nothing below minus infinity, and zero is followed by the least negative float."""
    assert just_below(-math.inf) == -math.inf
    assert just_below(0.0) == -5e-324


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: count(-1), "at most 63 bits, got -0x1"),
        (lambda: count(1 << 63), "at most 63 bits, got 0x8000000000000000"),
        (lambda: lowest(0), "not 0, got 0x0"),
        (lambda: highest(0), "not 0, got 0x0"),
        (lambda: rest(-2), "at most 63 bits, got -0x2"),
        (lambda: Word(1) << 63, "to shift by 0 to 62, got 63"),
        (lambda: Word(1) >> -1, "to shift by 0 to 62, got -1"),
        (lambda: Word(1 << 62) << 1 << 1, "result of 64 bits, got 0x10000000000000000"),
        (lambda: Word(-8) >> 1, "to shift a number of at least 0, got -8"),
        (lambda: Word(-8) << 1, "to shift a number of at least 0, got -8"),
        (lambda: Word(1 << 62) * 4, "result of 64 bits"),
        (lambda: Word(1 << 62) + (1 << 62) + (1 << 62), "result of 64 bits"),
        (lambda: Word(5) // 0, "to divide by a number of at least 1, got 0"),
        (lambda: Word(-5) % 3, "to divide a number of at least 0, got -5"),
        (lambda: 7 // Word(0), "to divide by a number of at least 1, got 0"),
    ],
)
def test_what_machine_words_cannot_do_fails_uncompiled(wrong: Any, message: str) -> None:
    """If machine words and Python integers would differ, the uncompiled form raises and names the operation."""
    if message.startswith("result of 64 bits, got 0x1000"):
        message = "result of 64 bits"
    with pytest.raises(AssertionError, match="expected") as caught:
        wrong()
    assert message in str(caught.value)


@given(st.integers(0, 1 << 30), st.integers(1, 1 << 30))
def test_words_are_integers_where_both_agree(one: int, other: int) -> None:
    """Within the limits of a machine word, a `Word` behaves like its integer, on either side of an operator."""
    a, b = Word(one), Word(other)
    assert (a + b, a - b, a * b, a // b, a % b) == (one + other, one - other, one * other, one // other, one % other)
    assert (a & b, a | b, a ^ b, ~a, -a) == (one & other, one | other, one ^ other, ~one, -one)
    assert (1 + a, 1 - a, 2 * a, 9 // b, 9 % b) == (1 + one, 1 - one, 2 * one, 9 // other, 9 % other)
    assert (1 & a, 1 | a, 1 ^ a, a << 3, a >> 3) == (1 & one, 1 | one, 1 ^ one, one << 3, one >> 3)
    assert (1 << Word(3), 64 >> Word(3), 0.5 * a) == (8, 8, 0.5 * one)
