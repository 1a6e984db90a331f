"""Ints of any size: exact arithmetic on words, which are ints of 63 bits or rows of limbs in two's complement.

The result is an int of 63 bits whenever it fits. Each function first takes the short way for two such ints.
"""

from advsearch.machine.layout import (
    E_FORM,
    E_VALUE,
    INT_TAG,
    ITEMS,
    LEAST_INT,
    LENGTH,
    MOST_INT,
    NARROW,
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
    shift_right,
    store,
    store_byte,
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


def word_of_limbs(count: int, a: int, b: int, c: int, d: int) -> Word:
    """The word of an int of so many limbs."""
    if b == a >> 63 and c == b and d == b and a >= LEAST_INT and a <= MOST_INT:
        return a << 1 | 1
    row = blank_wide(4)
    store(row + ITEMS, a)
    store(row + ITEMS + 8, b)
    store(row + ITEMS + 16, c)
    store(row + ITEMS + 24, d)
    store(row + LENGTH, count)
    return settled(row)


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


def bytes_of(word: int, count: int, little: int) -> Word:
    """The bytes of an int that is not negative, as a row of narrow code points."""
    if is_negative(word) or (int_bit_length(word) + 7) >> 3 > count:
        return fail(E_FORM)
    words = (count + 7) >> 3
    row = alloc(2 + words)
    store(row, NARROW)
    store(row + LENGTH, count)
    zero(row + ITEMS, words)
    i = 0
    while i < count:
        at = i
        if not little:
            at = count - 1 - i
        store_byte(row + ITEMS + at, (limb(word, i >> 3) >> ((i & 7) << 3)) & 255)
        i = i + 1
    return row
