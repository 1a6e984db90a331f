"""Dicts: entries in the order of insertion, and an index of slots that name them."""

from advsearch.machine.layout import (
    DICT,
    DICT_COUNT,
    DICT_ENTRIES,
    DICT_INDEX,
    DICT_MASK,
    DICT_WORDS,
    E_KEY,
    ENTRY_KEY,
    ENTRY_VALUE,
    LENGTH,
    NONE,
)
from advsearch.machine.runtime.equality import eq
from advsearch.machine.runtime.hashing import hash, mixed
from advsearch.machine.runtime.lists import new_seq
from advsearch.machine.runtime.memory import alloc, fail
from advsearch.machine.words import Word, changes, copy, inline, load, load_4, store, store_4, zero


def new_dict() -> Word:
    """An empty dict, with room for five keys."""
    row = alloc(DICT_WORDS + 4 + 15)
    store(row, DICT)
    store(row + LENGTH, 0)
    store(row + DICT_ENTRIES, row + 8 * DICT_WORDS + 32)
    store(row + DICT_COUNT, 0)
    store(row + DICT_INDEX, row + 8 * DICT_WORDS)
    store(row + DICT_MASK, 7)
    zero(row + 8 * DICT_WORDS, 4)
    return row


@inline
def dict_room(mask: int) -> int:
    """The number of entries for an index with this mask."""
    return (mask + 1) * 5 >> 3


@inline
def dict_end(row: int) -> int:
    return load(row + DICT_ENTRIES) + 24 * load(row + DICT_COUNT)


def dict_find(row: int, word: int) -> int:
    return dict_find_h(row, word, hash(word))


def dict_find_h(row: int, word: int, h: int) -> int:
    """The address of the entry of a key, or 0."""
    mask = load(row + DICT_MASK)
    i = mixed(h) & mask
    while True:
        number = load_4(load(row + DICT_INDEX) + 4 * i)
        if number == 0:
            return 0
        at = load(row + DICT_ENTRIES) + 24 * (number - 1)
        if load(at) == h:
            found = load(at + ENTRY_KEY)
            if found == word:
                return at
            if found != 0 and eq(found, word):
                return at
        i = (i + 1) & mask


@inline
def dict_index(index: int, mask: int, h: int, number: int) -> int:
    i = mixed(h) & mask
    while load_4(index + 4 * i) != 0:
        i = (i + 1) & mask
    store_4(index + 4 * i, number)
    return 0


@changes
def dict_grow(row: int) -> Word:
    """Move the entries that are left to a place with room for as many again."""
    size = 8
    while dict_room(size - 1) <= 2 * load(row + LENGTH):
        size = size << 1
    index = alloc(size >> 1)
    zero(index, size >> 1)
    entries = alloc(3 * dict_room(size - 1))
    count = 0
    at = load(row + DICT_ENTRIES)
    end = dict_end(row)
    while at < end:
        if load(at + ENTRY_KEY) != 0:
            copy(entries + 24 * count, at, 3)
            count = count + 1
            dict_index(index, size - 1, load(at), count)
        at = at + 24
    store(row + DICT_ENTRIES, entries)
    store(row + DICT_COUNT, count)
    store(row + DICT_INDEX, index)
    store(row + DICT_MASK, size - 1)
    return NONE


@changes
def dict_set(row: int, word: int, value: int) -> Word:
    return dict_set_h(row, word, value, hash(word))


@changes
def dict_set_h(row: int, word: int, value: int, h: int) -> Word:
    at = dict_find_h(row, word, h)
    if at != 0:
        store(at + ENTRY_VALUE, value)
        return NONE
    if load(row + DICT_COUNT) >= dict_room(load(row + DICT_MASK)):
        dict_grow(row)
    count = load(row + DICT_COUNT)
    dict_index(load(row + DICT_INDEX), load(row + DICT_MASK), h, count + 1)
    at = load(row + DICT_ENTRIES) + 24 * count
    store(at, h)
    store(at + ENTRY_KEY, word)
    store(at + ENTRY_VALUE, value)
    store(row + DICT_COUNT, count + 1)
    store(row + LENGTH, load(row + LENGTH) + 1)
    return NONE


def dict_get(row: int, word: int) -> Word:
    """The value of a key; the error for a missing key if there is none."""
    at = dict_find_h(row, word, hash(word))
    if at == 0:
        return fail(E_KEY)
    return load(at + ENTRY_VALUE)


@changes
def dict_del(row: int, word: int) -> Word:
    """Remove a key and return its value."""
    at = dict_find(row, word)
    if at == 0:
        return fail(E_KEY)
    store(at + ENTRY_KEY, 0)
    store(row + LENGTH, load(row + LENGTH) - 1)
    return load(at + ENTRY_VALUE)


@changes
def dict_pop_item(row: int) -> Word:
    """Remove the last key, and return it with its value."""
    if load(row + LENGTH) == 0:
        return fail(E_KEY)
    pair = new_seq(2, 2)
    at = dict_end(row) - 24
    while load(at + ENTRY_KEY) == 0:
        at = at - 24
    store(pair + 16, load(at + ENTRY_KEY))
    store(pair + 24, load(at + ENTRY_VALUE))
    store(at + ENTRY_KEY, 0)
    store(row + LENGTH, load(row + LENGTH) - 1)
    return pair


@changes
def dict_clear(row: int) -> Word:
    fresh = new_dict()
    copy(row, fresh, DICT_WORDS)
    return NONE


@changes
def dict_merge(row: int, other: int) -> Word:
    at = load(other + DICT_ENTRIES)
    end = dict_end(other)
    while at < end:
        if load(at + ENTRY_KEY) != 0:
            dict_set_h(row, load(at + ENTRY_KEY), load(at + ENTRY_VALUE), load(at))
        at = at + 24
    return NONE


def dict_copy(other: int) -> Word:
    row = new_dict()
    dict_merge(row, other)
    return row


def same_dict(one: int, other: int) -> int:
    """Whether two dicts of as many keys are equal."""
    at = load(one + DICT_ENTRIES)
    end = dict_end(one)
    while at < end:
        if load(at + ENTRY_KEY) != 0:
            found = dict_find_h(other, load(at + ENTRY_KEY), load(at))
            if found == 0:
                return 0
            if not eq(load(found + ENTRY_VALUE), load(at + ENTRY_VALUE)):
                return 0
        at = at + 24
    return 1
