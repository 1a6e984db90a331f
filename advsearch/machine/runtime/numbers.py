"""Numbers of unlike types: ints, bools, floats and wide ints compare and hash by value."""

from advsearch.machine.layout import (
    E_FORM,
    FALSE,
    FLOAT,
    FLOAT_BITS,
    ITEMS,
    LENGTH,
    TRUE,
    WIDE_INT,
)
from advsearch.machine.runtime.memory import alloc, fail, kind
from advsearch.machine.words import Word, cut_float, float_equal, float_less, float_of, inline, load, store


@inline
def is_whole(word: int) -> int:
    """Whether a word is an int of 63 bits or a bool."""
    return word & 1 != 0 or word in (FALSE, TRUE)


@inline
def whole(word: int) -> int:
    """The number of an int of 63 bits or a bool."""
    if (word & 1) != 0:
        return word >> 1
    return word >> 3


def new_float(bits: int) -> Word:
    row = alloc(2)
    store(row, FLOAT)
    store(row + FLOAT_BITS, bits)
    return row


def to_f(word: int) -> int:
    """The bits of a number as a float."""
    if is_whole(word):
        return float_of(whole(word))
    return load(word + FLOAT_BITS)


def float_sign(bits: int) -> int:
    return float_less(0, bits) - float_less(bits, 0)


def compare_whole_float(number: int, bits: int) -> int:
    """The sign of a whole number minus a float, exact for all but NaN, for which it is 2."""
    if not float_equal(bits, bits):
        return 2
    if not float_less(bits, float_of(1 << 62)):
        return -1
    if float_less(bits, float_of(-(1 << 62))):
        return 1
    part = cut_float(bits)
    if number != part:
        return (number > part) - (number < part)
    rest = float_of(part)
    return float_less(bits, rest) - float_less(rest, bits)


def wide_sign(row: int) -> int:
    if load(row + ITEMS + 8 * (load(row + LENGTH) - 1)) < 0:
        return -1
    return 1


def compare_wide(one: int, other: int) -> int:
    """The sign of the difference of two wide ints."""
    sign = wide_sign(one)
    if sign != wide_sign(other):
        return sign
    length = load(one + LENGTH)
    if length != load(other + LENGTH):
        if length > load(other + LENGTH):
            return sign
        return -sign
    i = length - 1
    while i >= 0:
        a = load(one + ITEMS + 8 * i)
        b = load(other + ITEMS + 8 * i)
        if a != b:
            if i < length - 1:
                a = a ^ (1 << 63)
                b = b ^ (1 << 63)
            return (a > b) - (a < b)
        i = i - 1
    return 0


def compare_numbers(one: int, other: int) -> int:
    """The sign of the difference of two numbers of any type; 2 if one is NaN."""
    if is_whole(one):
        if is_whole(other):
            a = whole(one)
            b = whole(other)
            return (a > b) - (a < b)
        if kind(other) == FLOAT:
            return compare_whole_float(whole(one), load(other + FLOAT_BITS))
        return -wide_sign(other)
    if kind(one) == FLOAT:
        a = load(one + FLOAT_BITS)
        if is_whole(other):
            c = compare_whole_float(whole(other), a)
            if c == 2:
                return 2
            return -c
        if kind(other) == FLOAT:
            b = load(other + FLOAT_BITS)
            if float_equal(a, b):
                return 0
            if float_less(a, b):
                return -1
            if float_less(b, a):
                return 1
            return 2
        fail(E_FORM)
        return 2
    if is_whole(other):
        return wide_sign(one)
    if kind(other) == WIDE_INT:
        return compare_wide(one, other)
    fail(E_FORM)
    return 2


def is_number(word: int) -> int:
    if is_whole(word):
        return 1
    k = kind(word)
    return k in (FLOAT, WIDE_INT)
