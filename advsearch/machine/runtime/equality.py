"""Python's `==` and order of values."""

from typing import TYPE_CHECKING

from advsearch.machine.layout import (
    BITS,
    CHARACTER_TAG,
    CLASS_SHIFT,
    DICT,
    E_FORM,
    E_TYPE,
    FLOAT,
    FROZEN,
    ITEMS,
    KEY,
    KIND_MASK,
    LENGTH,
    LIST,
    NARROW,
    OBJECT,
    RANGE,
    SET,
    STRING,
    TAG_MASK,
    TUPLE,
    WIDE_INT,
)
from advsearch.machine.runtime.bits import bits_count, universe_of
from advsearch.machine.runtime.memory import data, fail, kind, too_deep
from advsearch.machine.runtime.numbers import compare_numbers, is_number, is_whole
from advsearch.machine.runtime.ranges import same_range
from advsearch.machine.words import inline, load, trailing_zeros

if TYPE_CHECKING:  # containers compare their items, and equality compares containers
    from advsearch.machine.runtime.dicts import same_dict
    from advsearch.machine.runtime.sets import set_has, subset
    from advsearch.machine.runtime.strings import compare_strings, string_words


@inline
def eq(one: int, other: int) -> int:
    if one == other:
        return 1
    if (one & other & 1) != 0:
        return 0
    return slow_eq(one, other)


def same_words(one: int, other: int, count: int) -> int:
    end = one + 8 * count
    while one < end:
        if load(one) != load(other):
            return 0
        one = one + 8
        other = other + 8
    return 1


def same_items(one: int, other: int, count: int) -> int:
    end = one + 8 * count
    while one < end:
        if not eq(load(one), load(other)):
            return 0
        one = one + 8
        other = other + 8
    return 1


def slow_eq(one: int, other: int) -> int:
    if (one & TAG_MASK) != 0 and (other & TAG_MASK) != 0:
        return is_whole(one) and is_whole(other) and compare_numbers(one, other) == 0
    if is_number(one):
        return is_number(other) and compare_numbers(one, other) == 0
    if (one & TAG_MASK) != 0 or (other & TAG_MASK) != 0:
        return 0
    return same_rows(one, other)


def same_rows(one: int, other: int) -> int:
    k = load(one) & KIND_MASK
    j = load(other) & KIND_MASK
    if k == RANGE:
        return j == RANGE and same_range(one, other)
    if k == BITS or j == BITS:
        return same_bits(one, other)
    length = load(one + LENGTH)
    if k == FLOAT or j == FLOAT or length != load(other + LENGTH) or too_deep():
        return 0
    if k in (SET, FROZEN):
        return (j in (SET, FROZEN)) and subset(one, other)
    if k != j:
        return 0
    if k == STRING:
        return load(one) == load(other) and same_words(one + ITEMS, other + ITEMS, string_words(one))
    if k == WIDE_INT:
        return load(one) == load(other) and same_words(one + ITEMS, other + ITEMS, length)
    if k == KEY:
        return same_words(one + LENGTH, other + LENGTH, length + 2)
    if k == DICT:
        return same_dict(one, other)
    if k == OBJECT and load(one) != load(other):
        return 0
    return same_items(data(one), data(other), length)


def same_bits(one: int, other: int) -> int:
    """Whether two sets are equal of which one is held as bits at least."""
    if (load(one) & KIND_MASK) != BITS:
        held = one
        one = other
        other = held
    j = load(other) & KIND_MASK
    if j == BITS:
        if (load(one) ^ load(other)) >> CLASS_SHIFT >> 1 == 0:
            return same_words(one + ITEMS, other + ITEMS, load(one + LENGTH))
        return bits_count(one) == 0 and bits_count(other) == 0
    if (j != SET and j != FROZEN) or bits_count(one) != load(other + LENGTH):
        return 0
    members = universe_of(one)
    at = one + ITEMS
    end = at + 8 * load(one + LENGTH)
    while at < end:
        bits = load(at)
        while bits != 0:
            if not set_has(other, load(members + 16 * trailing_zeros(bits) + 8)):
                return 0
            bits = bits & (bits - 1)
        members = members + 1024
        at = at + 8
    return 1


@inline
def cmp(one: int, other: int) -> int:
    """The sign of the difference of two values that Python can order."""
    if (one & other & 1) != 0:
        return (one > other) - (one < other)
    return slow_cmp(one, other)


def slow_cmp(one: int, other: int) -> int:
    if ((one | other) & TAG_MASK) == 0:
        k = load(one) & KIND_MASK
        if (k in (TUPLE, LIST)) and (load(other) & KIND_MASK) == k:
            return compare_items(one, other)
    return cmp_of_kinds(one, other)


def cmp_of_kinds(one: int, other: int) -> int:
    if one == other and (one & TAG_MASK) == CHARACTER_TAG:
        return 0
    k = kind(one)
    j = kind(other)
    if ((one & TAG_MASK) == CHARACTER_TAG or k == STRING) and ((other & TAG_MASK) == CHARACTER_TAG or j == STRING):
        return compare_strings(one, other)
    if is_number(one) and is_number(other):
        c = compare_numbers(one, other)
        if c == 2:
            return fail(E_FORM)
        return c
    if k in (SET, FROZEN, BITS):
        return fail(E_FORM)
    if k != OBJECT or load(one) != load(other):
        return fail(E_TYPE)
    return compare_items(one, other)


def compare_items(one: int, other: int) -> int:
    if too_deep():
        return 0
    m = load(one + LENGTH)
    n = load(other + LENGTH)
    p = data(one)
    q = data(other)
    i = 0
    while i < m and i < n:
        x = load(p + 8 * i)
        y = load(q + 8 * i)
        if not eq(x, y):
            return cmp(x, y)
        i = i + 1
    return (m > n) - (m < n)


def is_narrow(word: int) -> int:
    return load(word) == NARROW
