"""Division of ints of any size, with Python's rounding towards minus infinity."""

from advsearch.machine.layout import E_DIVISION, INT_TAG, ITEMS, LENGTH
from advsearch.machine.runtime.memory import fail
from advsearch.machine.runtime.wide import (
    are_small,
    blank_wide,
    boxed_int,
    int_abs,
    int_add,
    int_mul,
    int_neg,
    int_sub,
    is_negative,
    limb,
    limbs_of,
    settled,
)
from advsearch.machine.words import Word, below, load, quotient, remainder, shift_right, store, zero


def int_floordiv(one: int, other: int) -> Word:
    if other == 1:
        return fail(E_DIVISION)
    if are_small(one, other):
        return boxed_int(small_quotient(one >> 1, other >> 1))
    result = magnitude_division(one, other, 0)
    if is_negative(one) != is_negative(other):
        result = int_neg(result)
        if int_sub(int_mul(result, other), one) != 1:
            return int_sub(result, 3)
    return result


def small_quotient(number: int, by: int) -> int:
    result = number // by
    if result * by != number and (number < 0) != (by < 0):
        return result - 1
    return result


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
