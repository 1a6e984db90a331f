"""Ints of any size: exact arithmetic on words, which are ints of 63 bits or rows of limbs in two's complement.

The result is an int of 63 bits whenever it fits. Each function first takes the short way for two such ints.
"""

from advsearch.machine.layout import (
    E_DIVISION,
    E_FORM,
    E_VALUE,
    INT_TAG,
    ITEMS,
    LEAST_INT,
    LENGTH,
    MOST_INT,
    WIDE_INT,
)
from advsearch.machine.runtime.memory import alloc, fail
from advsearch.machine.runtime.numbers import short_wide
from advsearch.machine.words import (
    Word,
    below,
    bit_count,
    high_product,
    inline,
    leading_zeros,
    load,
    overflows,
    quotient,
    remainder,
    shift_right,
    store,
    zero,
)


@inline
def limbs_of(word: int) -> int:
    if (word & INT_TAG) != 0:
        return 1
    return load(word + LENGTH)


@inline
def limb(word: int, i: int) -> int:
    """A limb of an int, of its sign beyond its end."""
    if (word & INT_TAG) != 0:
        if i == 0:
            return word >> 1
        return word >> 63
    count = load(word + LENGTH)
    if i < count:
        return load(word + ITEMS + 8 * i)
    return load(word + ITEMS + 8 * count - 8) >> 63


@inline
def is_negative(word: int) -> int:
    return limb(word, limbs_of(word)) < 0


def boxed_int(number: int) -> Word:
    """The word of any number of 64 bits."""
    if number >= LEAST_INT and number <= MOST_INT:
        return number << 1 | 1
    row = blank_wide(1)
    store(row + ITEMS, number)
    return row


def blank_wide(count: int) -> Word:
    """A wide int whose limbs the caller writes at once. More than 4096 limbs have no form here."""
    if count > 4096:
        return fail(E_FORM)
    row = alloc(2 + count)
    store(row, WIDE_INT)
    store(row + LENGTH, count)
    return row


def settled(row: int) -> Word:
    """The word of an int whose limbs were computed."""
    short_wide(row)
    if load(row + LENGTH) == 1:
        return boxed_int(load(row + ITEMS))
    return row


@inline
def longer(one: int, other: int) -> int:
    if limbs_of(one) > limbs_of(other):
        return limbs_of(one)
    return limbs_of(other)


@inline
def are_small(one: int, other: int) -> int:
    return (one & other & INT_TAG) != 0


def int_add(one: int, other: int) -> Word:
    if are_small(one, other):
        return boxed_int((one >> 1) + (other >> 1))
    return wide_sum(one, other, 0)


def int_sub(one: int, other: int) -> Word:
    if are_small(one, other):
        return boxed_int((one >> 1) - (other >> 1))
    return wide_sum(one, other, -1)


def wide_sum(one: int, other: int, flipped: int) -> Word:
    """The sum, or the difference if the bits of `other` are to be flipped."""
    count = longer(one, other) + 1
    row = blank_wide(count)
    carry = flipped & 1
    i = 0
    while i < count:
        a = limb(one, i)
        b = limb(other, i) ^ flipped
        part = a + b
        total = part + carry
        carry = below(part, a) | below(total, part)
        store(row + ITEMS + 8 * i, total)
        i = i + 1
    return settled(row)


def int_neg(word: int) -> Word:
    return int_sub(1, word)


def int_abs(word: int) -> Word:
    if is_negative(word):
        return int_sub(1, word)
    return word


def int_mul(one: int, other: int) -> Word:
    if are_small(one, other) and not overflows(one >> 1, other >> 1):
        return boxed_int((one >> 1) * (other >> 1))
    count = limbs_of(one) + limbs_of(other)
    row = blank_wide(count)
    zero(row + ITEMS, count)
    i = 0
    while i < count:
        add_product(row, limb(one, i), other, i, count)
        i = i + 1
    return settled(row)


def add_product(row: int, factor: int, other: int, i: int, count: int) -> int:
    """Add a limb times an int, from limb `i` on, modulo the size of the row."""
    carry = 0
    j = 0
    while i + j < count:
        by = limb(other, j)
        at = row + ITEMS + 8 * (i + j)
        low = factor * by
        first = load(at) + low
        total = first + carry
        carry = high_product(factor, by) + below(first, low) + below(total, first)
        store(at, total)
        j = j + 1
    return 0


def int_and(one: int, other: int) -> Word:
    if are_small(one, other):
        return one & other
    count = longer(one, other)
    row = blank_wide(count)
    i = 0
    while i < count:
        store(row + ITEMS + 8 * i, limb(one, i) & limb(other, i))
        i = i + 1
    return settled(row)


def int_or(one: int, other: int) -> Word:
    if are_small(one, other):
        return one | other
    count = longer(one, other)
    row = blank_wide(count)
    i = 0
    while i < count:
        store(row + ITEMS + 8 * i, limb(one, i) | limb(other, i))
        i = i + 1
    return settled(row)


def int_xor(one: int, other: int) -> Word:
    if are_small(one, other):
        return one ^ other ^ 1
    count = longer(one, other)
    row = blank_wide(count)
    i = 0
    while i < count:
        store(row + ITEMS + 8 * i, limb(one, i) ^ limb(other, i))
        i = i + 1
    return settled(row)


def int_invert(word: int) -> Word:
    return int_sub(-1, word)


def int_lshift(word: int, by: int) -> Word:
    """`word << by`; both are words."""
    if is_negative(by):
        return fail(E_VALUE)
    if word == 1:
        return word
    if (by & INT_TAG) == 0:
        return fail(E_FORM)
    return shifted_left(word, by >> 1)


def shifted_left(word: int, by: int) -> Word:
    skipped = by >> 6
    bits = by & 63
    count = limbs_of(word) + skipped + 1
    row = blank_wide(count)
    zero(row + ITEMS, skipped)
    i = skipped
    below_it = 0
    while i < count:
        part = limb(word, i - skipped)
        store(row + ITEMS + 8 * i, part << bits | below_it)
        below_it = shift_right(shift_right(part, 1), 63 - bits)
        i = i + 1
    return settled(row)


def int_rshift(word: int, by: int) -> Word:
    """`word >> by`; both are words."""
    if is_negative(by):
        return fail(E_VALUE)
    if (by & INT_TAG) == 0 or (by >> 7) >= limbs_of(word):
        return (-is_negative(word)) << 1 | 1
    skipped = by >> 7
    bits = (by >> 1) & 63
    count = limbs_of(word) - skipped
    row = blank_wide(count)
    i = 0
    while i < count:
        above = limb(word, i + skipped + 1)
        part = shift_right(limb(word, i + skipped), bits) | (above << 1) << (63 - bits)
        store(row + ITEMS + 8 * i, part)
        i = i + 1
    return settled(row)


def int_floordiv(one: int, other: int) -> Word:
    if other == 1:
        return fail(E_DIVISION)
    if are_small(one, other):
        return boxed_int(small_quotient(one >> 1, other >> 1))
    result = magnitude_division(one, other, 0)
    if is_negative(one) != is_negative(other):
        result = int_neg(result)
        if int_mul(result, other) != one and not same_int(int_mul(result, other), one):
            return int_sub(result, 3)
    return result


def small_quotient(number: int, by: int) -> int:
    result = number // by
    if result * by != number and (number < 0) != (by < 0):
        return result - 1
    return result


def same_int(one: int, other: int) -> int:
    return int_sub(one, other) == 1


def int_mod(one: int, other: int) -> Word:
    if other == 1:
        return fail(E_DIVISION)
    if are_small(one, other):
        return boxed_int((one >> 1) - small_quotient(one >> 1, other >> 1) * (other >> 1))
    result = magnitude_division(one, other, 1)
    if result == 1:
        return result
    if is_negative(one):
        result = int_neg(result)
    if is_negative(one) != is_negative(other):
        return int_add(result, other)
    return result


def magnitude_division(one: int, other: int, rest: int) -> Word:
    """The quotient of the absolute values, or what is left."""
    one = int_abs(one)
    other = int_abs(other)
    if (other & INT_TAG) != 0 and (other >> 1) < 1 << 32:
        return division_by_half(one, other >> 1, rest)
    count = limbs_of(one)
    size = limbs_of(other) + 1
    result = blank_wide(count + 1)
    left = blank_wide(size)
    zero(result + ITEMS, count + 1)
    zero(left + ITEMS, size)
    i = 64 * count - 1
    while i >= 0:
        push_bit(left, shift_right(limb(one, i >> 6), i & 63) & 1)
        if take_away(left, other):
            at = result + ITEMS + 8 * (i >> 6)
            store(at, load(at) | 1 << (i & 63))
        i = i - 1
    if rest:
        return settled(left)
    return settled(result)


def push_bit(row: int, bit: int) -> int:
    """Double the limbs of a row, and add a bit."""
    at = row + ITEMS
    end = at + 8 * load(row + LENGTH)
    while at < end:
        part = load(at)
        store(at, part << 1 | bit)
        bit = shift_right(part, 63)
        at = at + 8
    return 0


def take_away(row: int, other: int) -> int:
    """Subtract an int from a row if it is not greater: whether it was subtracted."""
    i = load(row + LENGTH) - 1
    while i >= 0:
        a = load(row + ITEMS + 8 * i)
        b = limb(other, i)
        if a != b:
            if below(a, b):
                return 0
            i = 0
        i = i - 1
    borrow = 0
    i = 0
    while i < load(row + LENGTH):
        a = load(row + ITEMS + 8 * i)
        b = limb(other, i)
        store(row + ITEMS + 8 * i, a - b - borrow)
        borrow = below(a, b) | (a == b and borrow)
        i = i + 1
    return 1


def division_by_half(one: int, by: int, rest: int) -> Word:
    """Division of an int that is not negative by a number below 2**32, half a limb at a time."""
    count = limbs_of(one)
    result = blank_wide(count + 1)
    store(result + ITEMS + 8 * count, 0)
    left = 0
    i = count - 1
    while i >= 0:
        part = limb(one, i)
        high = left << 32 | shift_right(part, 32)
        low = remainder(high, by) << 32 | part & 0xFFFFFFFF
        store(result + ITEMS + 8 * i, quotient(high, by) << 32 | quotient(low, by))
        left = remainder(low, by)
        i = i - 1
    if rest:
        return left << 1 | 1
    return settled(result)


def int_pow(base: int, exponent: int) -> Word:
    if is_negative(exponent):
        return fail(E_FORM)
    if (exponent & INT_TAG) == 0 and base != 1 and base != 3 and base != -1:
        return fail(E_FORM)
    result = 3
    left = limb(exponent, 0)
    while left > 0:
        if (left & 1) != 0:
            result = int_mul(result, base)
        left = left >> 1
        if left > 0:
            base = int_mul(base, base)
    return result


def int_bit_count(word: int) -> int:
    """The number of ones of the absolute value; an error sets ERR."""
    found = int_abs(word)
    count = 0
    i = 0
    while found != 0 and i < limbs_of(found):
        count = count + bit_count(limb(found, i))
        i = i + 1
    return count


def int_bit_length(word: int) -> int:
    found = int_abs(word)
    if found == 0:
        return 0
    top = limbs_of(found) - 1
    while top > 0 and limb(found, top) == 0:
        top = top - 1
    return 64 * top + 64 - leading_zeros(limb(found, top))


def int_limb(word: int) -> int:
    """The lowest 64 bits."""
    return limb(word, 0)
