"""Operators of sets, as CPython computes them: which side is copied and which is read decides the order."""

from advsearch.machine.layout import (
    KIND_MASK,
    LENGTH,
    NONE,
    SET_FILL,
    SET_MASK,
    SET_TABLE,
)
from advsearch.machine.runtime.memory import is_member
from advsearch.machine.runtime.sets import (
    new_set,
    set_add_h,
    set_clear,
    set_copy,
    set_discard_h,
    set_end,
    set_find_h,
    set_merge,
    set_more,
    set_resize,
)
from advsearch.machine.words import Word, changes, load, store


def set_or(header: int, one: int, other: int) -> Word:
    row = set_copy(header, one)
    set_merge(row, other)
    return row


def set_and(header: int, one: int, other: int) -> Word:
    if load(other + LENGTH) > load(one + LENGTH):
        swapped = one
        one = other
        other = swapped
    return set_filtered(header, other, one, 1)


def set_filtered(header: int, source: int, by: int, wanted: int) -> Word:
    """The members of `source` that are in `by`, or that are not, added one after another."""
    row = new_set(header, 8)
    at = load(source + SET_TABLE)
    end = set_end(source)
    while at < end:
        word = load(at + 8)
        if is_member(word) and (set_find_h(by, word, load(at)) != 0) == wanted:
            set_add_h(row, word, load(at))
        at = at + 16
    return row


def set_minus(header: int, one: int, other: int) -> Word:
    if (load(one + LENGTH) >> 2) > load(other + LENGTH):
        row = set_copy(header, one)
        set_less(row, other)
        return row
    return set_filtered(header, one, other, 0)


@changes
def set_less(row: int, other: int) -> Word:
    """`row -= other`."""
    if row == other:
        return set_clear(row)
    if (load(other + LENGTH) >> 3) > load(row + LENGTH):
        other = set_and(load(row) & KIND_MASK, row, other)
    at = load(other + SET_TABLE)
    end = set_end(other)
    while at < end:
        word = load(at + 8)
        if is_member(word):
            set_discard_h(row, word, load(at))
        at = at + 16
    if load(row + SET_FILL) - load(row + LENGTH) > load(row + SET_MASK) >> 2:
        set_resize(row, set_more(load(row + LENGTH)))
    return NONE


def set_xor(header: int, one: int, other: int) -> Word:
    row = set_copy(header, other)
    set_toggle(row, one)
    return row


@changes
def set_toggle(row: int, other: int) -> Word:
    """`row ^= other`."""
    if row == other:
        return set_clear(row)
    at = load(other + SET_TABLE)
    end = set_end(other)
    while at < end:
        word = load(at + 8)
        if is_member(word) and not set_discard_h(row, word, load(at)):
            set_add_h(row, word, load(at))
        at = at + 16
    return NONE


@changes
def set_keep_common(row: int, other: int) -> Word:
    """`row &= other`: the row takes over the table of a new set."""
    common = set_and(load(row) & KIND_MASK, row, other)
    store(row + LENGTH, load(common + LENGTH))
    store(row + SET_TABLE, load(common + SET_TABLE))
    store(row + SET_MASK, load(common + SET_MASK))
    store(row + SET_FILL, load(common + SET_FILL))
    return NONE
