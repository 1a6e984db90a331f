"""Lists, tuples and what they have in common with strings: items, slices, concatenation."""

from typing import TYPE_CHECKING

from advsearch.machine.layout import (
    CLASS_SHIFT,
    E_INDEX,
    E_MEMORY,
    E_VALUE,
    ITEMS,
    LENGTH,
    LIST,
    LIST_CAPACITY,
    LIST_ITEMS,
    LIST_WORDS,
    NONE,
    STRING,
)
from advsearch.machine.runtime.equality import eq
from advsearch.machine.runtime.memory import alloc, data, fail
from advsearch.machine.words import Word, changes, cold, copy, inline, load, overflows, store

if TYPE_CHECKING:  # strings and lists have the same slices
    from advsearch.machine.runtime.strings import concat_strings, cut_string, repeat_string


@inline
def new_seq(header: int, length: int) -> Word:
    """A tuple or object whose items the caller writes at once."""
    row = alloc(2 + length)
    store(row, header)
    store(row + LENGTH, length)
    return row


@inline
def new_list(capacity: int) -> Word:
    row = alloc(LIST_WORDS + capacity)
    store(row, LIST)
    store(row + LENGTH, 0)
    store(row + LIST_ITEMS, row + 8 * LIST_WORDS)
    store(row + LIST_CAPACITY, capacity)
    return row


@changes
def grow(row: int, least: int) -> Word:
    """Give a list room for twice as many items, or for `least`."""
    capacity = 2 * load(row + LIST_CAPACITY) + 4
    if capacity < least:
        capacity = least
    items = alloc(2 + capacity) + ITEMS  # before the items there is room for the header of a tuple
    copy(items, load(row + LIST_ITEMS), load(row + LENGTH))
    store(row + LIST_ITEMS, items)
    store(row + LIST_CAPACITY, capacity)
    return NONE


@cold
def more_room(items: int, length: int) -> Word:
    """A place for twice as many items, and those that were there."""
    place = alloc(2 * length + 6) + ITEMS
    copy(place, items, length)
    return place


@cold
@changes
def slow_append(row: int, word: int) -> Word:
    grow(row, 0)
    length = load(row + LENGTH)
    store(load(row + LIST_ITEMS) + 8 * length, word)
    store(row + LENGTH, length + 1)
    return NONE


@inline
@changes
def append(row: int, word: int) -> Word:
    length = load(row + LENGTH)
    if length == load(row + LIST_CAPACITY):
        return slow_append(row, word)
    store(load(row + LIST_ITEMS) + 8 * length, word)
    store(row + LENGTH, length + 1)
    return NONE


@changes
def extend(row: int, at: int, count: int) -> Word:
    """Append `count` words; they may be those of the list itself."""
    length = load(row + LENGTH)
    if length + count > load(row + LIST_CAPACITY):
        grow(row, length + count)
    copy(load(row + LIST_ITEMS) + 8 * length, at, count)
    store(row + LENGTH, length + count)
    return NONE


@changes
def insert(row: int, i: int, word: int) -> Word:
    append(row, word)
    length = load(row + LENGTH) - 1
    i = clip(i, length)
    at = load(row + LIST_ITEMS) + 8 * i
    copy(at + 8, at, length - i)
    store(at, word)
    return NONE


@changes
def pop(row: int, i: int) -> Word:
    length = load(row + LENGTH)
    if i < 0:
        i = i + length
    if i < 0 or i >= length:
        return fail(E_INDEX)
    at = load(row + LIST_ITEMS) + 8 * i
    word = load(at)
    copy(at, at + 8, length - i - 1)
    store(row + LENGTH, length - 1)
    return word


@changes
def remove(row: int, word: int) -> Word:
    i = find_item(row, word)
    if i < 0:
        return fail(E_VALUE)
    return pop(row, i)


def seq_of(header: int, at: int, count: int) -> Word:
    row = new_seq(header, count)
    copy(row + ITEMS, at, count)
    return row


def list_of(at: int, count: int) -> Word:
    row = new_list(count)
    copy(row + 8 * LIST_WORDS, at, count)
    store(row + LENGTH, count)
    return row


def make_like(header: int, at: int, count: int) -> Word:
    if header == LIST:
        return list_of(at, count)
    return seq_of(header, at, count)


def blank(header: int, count: int) -> Word:
    """A list or tuple of `count` items, whose items the caller writes at once."""
    if header == LIST:
        row = new_list(count)
        store(row + LENGTH, count)
        return row
    return new_seq(header, count)


@inline
def clip(i: int, length: int) -> int:
    """The end of a slice as a place from 0 to `length`."""
    if i < 0:
        i = i + length
        if i < 0:
            return 0
    if i > length:
        return length
    return i


def cut(header: int, row: int, start: int, stop: int) -> Word:
    """`row[start:stop]` as a list, tuple or string."""
    if (header & 255) == STRING:
        return cut_string(row, start, stop)
    length = load(row + LENGTH)
    start = clip(start, length)
    count = clip(stop, length) - start
    if count < 0:
        count = 0
    return make_like(header, data(row) + 8 * start, count)


@inline
def clip_down(i: int, length: int) -> int:
    """The end of a slice that goes backwards, as a place from -1 to `length - 1`."""
    if i < 0:
        i = i + length
        if i < 0:
            return -1
    if i >= length:
        return length - 1
    return i


def slice_start(length: int, start: int, step: int, given: int) -> int:
    if step > 0:
        if given:
            return clip(start, length)
        return 0
    if given:
        return clip_down(start, length)
    return length - 1


def slice_stop(length: int, stop: int, step: int, given: int) -> int:
    if step > 0:
        if given:
            return clip(stop, length)
        return length
    if given:
        return clip_down(stop, length)
    return -1


def slice_count(start: int, stop: int, step: int) -> int:
    if step > 0 and start < stop:
        return (stop - start - 1) // step + 1
    if step < 0 and start > stop:
        return (start - stop - 1) // -step + 1
    return 0


def cut_step(header: int, row: int, start: int, stop: int, step: int, has_start: int, has_stop: int) -> Word:
    """`row[start:stop:step]` of a list or tuple; an end that is left out is 0, and not `has` it."""
    if step == 0:
        return fail(E_VALUE)
    length = load(row + LENGTH)
    first = slice_start(length, start, step, has_start)
    count = slice_count(first, slice_stop(length, stop, step, has_stop), step)
    result = blank(header, count)
    source = data(row) + 8 * first
    at = data(result)
    end = at + 8 * count
    while at < end:
        store(at, load(source))
        source = source + 8 * step
        at = at + 8
    return result


def concat(header: int, one: int, other: int) -> Word:
    if (header & 255) == STRING:
        return concat_strings(one, other)
    m = load(one + LENGTH)
    n = load(other + LENGTH)
    row = blank(header, m + n)
    copy(data(row), data(one), m)
    copy(data(row) + 8 * m, data(other), n)
    return row


def repeat(header: int, row: int, times: int) -> Word:
    if (header & 255) == STRING:
        return repeat_string(row, times)
    if times < 0:
        times = 0
    length = load(row + LENGTH)
    if overflows(length, times):
        return fail(E_MEMORY)
    result = blank(header, length * times)
    at = data(result)
    end = at + 8 * length * times
    if length == 1:
        word = load(data(row))
        while at < end:
            store(at, word)
            at = at + 8
        return result
    while at < end:
        copy(at, data(row), length)
        at = at + 8 * length
    return result


def find_item(row: int, word: int) -> int:
    """The first place of a value that is equal, or -1."""
    return find_item_from(row, word, 0, load(row + LENGTH))


def find_item_from(row: int, word: int, start: int, stop: int) -> int:
    items = data(row)
    while start < stop:
        if eq(load(items + 8 * start), word):
            return start
        start = start + 1
    return -1


def find_same(row: int, word: int) -> int:
    """The first place of this very word, or -1."""
    count = load(row + LENGTH)
    items = data(row)
    i = 0
    while i < count:
        if load(items + 8 * i) == word:
            return i
        i = i + 1
    return -1


def count_item(row: int, word: int) -> int:
    at = data(row)
    end = at + 8 * load(row + LENGTH)
    count = 0
    while at < end:
        count = count + eq(load(at), word)
        at = at + 8
    return count


def count_same(row: int, word: int) -> int:
    at = data(row)
    end = at + 8 * load(row + LENGTH)
    count = 0
    while at < end:
        count = count + (load(at) == word)
        at = at + 8
    return count


@changes
def flip(at: int, count: int) -> int:
    """Reverse `count` words."""
    last = at + 8 * (count - 1)
    while at < last:
        word = load(at)
        store(at, load(last))
        store(last, word)
        at = at + 8
        last = last - 8
    return 0


def class_of(row: int) -> int:
    return load(row) >> CLASS_SHIFT
