"""Numbers of unlike types: ints, bools, floats and wide ints compare and hash by value."""

from advsearch.machine.layout import (
    FALSE,
    FLOAT,
    FLOAT_BITS,
    ITEMS,
    LENGTH,
    TRUE,
    WIDE_INT,
)
from advsearch.machine.runtime.memory import alloc, kind
from advsearch.machine.words import (
    Word,
    cut_float,
    float_equal,
    float_less,
    float_of,
    inline,
    load,
    shift_right,
    state,
    store,
    zero,
)


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
        c = compare_wide_float(other, a)
        if c == 2:
            return 2
        return -c
    if is_whole(other):
        return wide_sign(one)
    if kind(other) == WIDE_INT:
        return compare_wide(one, other)
    return compare_wide_float(one, load(other + FLOAT_BITS))


def compare_wide_float(row: int, bits: int) -> int:
    """The sign of a wide int minus a float; 2 for NaN."""
    c = compare_whole_float(wide_sign(row) << 62, bits)
    if c == 2 or (c != 0 and c == wide_sign(row)):
        return c
    if (bits >> 52) & 2047 == 2047:
        return c
    place = state.ARENA
    other = wide_of_float(bits)
    c = compare_wide(row, other)
    state.ARENA = place
    return c


def is_number(word: int) -> int:
    if is_whole(word):
        return 1
    k = kind(word)
    return k in (FLOAT, WIDE_INT)


def wide_of_float(bits: int) -> Word:
    """The wide int that equals a whole float of at least 2**62."""
    exponent = (shift_right(bits, 52) & 2047) - 1075
    mantissa = bits & ((1 << 52) - 1) | 1 << 52
    limbs = ((exponent + 53) >> 6) + 1
    row = alloc(2 + limbs)
    store(row, WIDE_INT)
    store(row + LENGTH, limbs)
    zero(row + ITEMS, limbs)
    at = row + ITEMS + 8 * (exponent >> 6)
    shift = exponent & 63
    store(at, mantissa << shift)
    if shift > 11:
        store(at + 8, shift_right(mantissa, 64 - shift))
    if bits < 0:
        negate_limbs(row)
    return short_wide(row)


def negate_limbs(row: int) -> int:
    carry = 1
    at = row + ITEMS
    end = at + 8 * load(row + LENGTH)
    while at < end:
        limb = ~load(at) + carry
        carry = carry and limb == 0
        store(at, limb)
        at = at + 8
    return 0


def short_wide(row: int) -> int:
    """Drop the limbs that only repeat the sign, as the layout has it."""
    count = load(row + LENGTH)
    while count > 1 and load(row + ITEMS + 8 * count - 8) == load(row + ITEMS + 8 * count - 16) >> 63:
        count = count - 1
    store(row + LENGTH, count)
    return row
