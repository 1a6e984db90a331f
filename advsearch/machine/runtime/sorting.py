"""Stable sorting of words by keys: short runs by insertion, then merged."""

from advsearch.machine.layout import CHARACTER_TAG, LENGTH, LIST_ITEMS, NONE, TAG_MASK
from advsearch.machine.runtime.equality import cmp
from advsearch.machine.runtime.lists import flip
from advsearch.machine.runtime.memory import alloc
from advsearch.machine.words import Word, changes, copy, inline, load, state, store


@inline
def comes_before(one: int, other: int, plain: int) -> int:
    """Whether a key is less than another; `plain` if keys are ordered as their words are."""
    if plain:
        return one < other
    return cmp(one, other) < 0


def are_plain(keys: int, count: int) -> int:
    """Whether all keys are ints of 63 bits, or all are characters."""
    end = keys + 8 * count
    ints = 1
    characters = 1
    while keys < end:
        word = load(keys)
        ints = ints & word
        characters = characters & ((word & TAG_MASK) == CHARACTER_TAG)
        keys = keys + 8
    return ints | characters


def is_sorted(keys: int, count: int, plain: int) -> int:
    i = 1
    while i < count:
        if comes_before(load(keys + 8 * i), load(keys + 8 * i - 8), plain):
            return 0
        i = i + 1
    return state.ERR == 0


@changes
def sort(row: int, keys: int, count: int) -> Word:
    """Sort the items of a list by `count` words at `keys`, which are sorted too; they may be the items themselves."""
    return sort_words(load(row + LIST_ITEMS), keys, count)


@changes
def sort_down(row: int, keys: int, count: int) -> Word:
    """As `sort`, from the greatest key to the least; equal ones stay in their order."""
    items = load(row + LIST_ITEMS)
    flip(items, count)
    if keys != items:
        flip(keys, count)
    sort_words(items, keys, count)
    flip(items, count)
    if keys != items:
        flip(keys, count)
    return NONE


@changes
def sort_row(row: int) -> Word:
    """Sort a list by its items."""
    return sort_words(load(row + LIST_ITEMS), load(row + LIST_ITEMS), load(row + LENGTH))


@changes
def sort_words(items: int, keys: int, count: int) -> Word:
    if count < 2:
        return NONE
    plain = are_plain(keys, count)
    if is_sorted(keys, count, plain):
        return NONE
    start = 0
    while start < count:
        stop = start + 8
        if stop > count:
            stop = count
        insert_run(items, keys, start, stop, plain)
        start = stop
    if count > 8:
        merge_runs(items, keys, count, plain)
    return NONE


@changes
def insert_run(items: int, keys: int, start: int, stop: int, plain: int) -> int:
    i = start + 1
    while i < stop:
        key = load(keys + 8 * i)
        word = load(items + 8 * i)
        j = i
        while j > start and comes_before(key, load(keys + 8 * j - 8), plain):
            store(items + 8 * j, load(items + 8 * j - 8))
            store(keys + 8 * j, load(keys + 8 * j - 8))
            j = j - 1
        store(items + 8 * j, word)
        store(keys + 8 * j, key)
        i = i + 1
    return 0


@changes
def merge_runs(items: int, keys: int, count: int, plain: int) -> Word:
    other_items = alloc(count)
    other_keys = other_items
    if keys != items:
        other_keys = alloc(count)
    width = 8
    while width < count:
        start = 0
        while start < count:
            middle = start + width
            if middle > count:
                middle = count
            stop = middle + width
            if stop > count:
                stop = count
            merge(items, keys, other_items, other_keys, start, middle, stop, plain)
            start = stop
        copy(items, other_items, count)
        if keys != items:
            copy(keys, other_keys, count)
        width = width * 2
    return NONE


@changes
def merge(items: int, keys: int, to_items: int, to_keys: int, start: int, middle: int, stop: int, plain: int) -> int:
    one = start
    other = middle
    at = start
    while at < stop:
        taken = one
        if one >= middle or (other < stop and comes_before(load(keys + 8 * other), load(keys + 8 * one), plain)):
            taken = other
            other = other + 1
        else:
            one = one + 1
        store(to_items + 8 * at, load(items + 8 * taken))
        store(to_keys + 8 * at, load(keys + 8 * taken))
        at = at + 1
    return 0
