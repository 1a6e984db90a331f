"""Strings: rows of bytes, or of 4 bytes if a code point is above 255. One character is a word of its own."""

from advsearch.machine.layout import (
    CHARACTER_TAG,
    E_INDEX,
    E_MEMORY,
    E_TYPE,
    ITEMS,
    LENGTH,
    NARROW,
    STRING,
    TAG_BITS,
    TAG_MASK,
    WIDE,
)
from advsearch.machine.runtime.lists import clip
from advsearch.machine.runtime.memory import alloc, fail, kind
from advsearch.machine.words import (
    Word,
    copy_bytes,
    inline,
    load,
    load_4,
    load_byte,
    overflows,
    store,
    store_4,
    store_byte,
)


@inline
def is_character(word: int) -> int:
    return (word & TAG_MASK) == CHARACTER_TAG


@inline
def is_string(word: int) -> int:
    return is_character(word) or kind(word) == STRING


@inline
def character(code: int) -> int:
    return code << TAG_BITS | CHARACTER_TAG


@inline
def string_size(word: int) -> int:
    if is_character(word):
        return 1
    return load(word + LENGTH)


@inline
def unit_shift(row: int) -> int:
    """0 if the code points of a row have one byte each, 2 if four."""
    return (load(row) == WIDE) << 1


@inline
def string_words(row: int) -> int:
    return ((load(row + LENGTH) << unit_shift(row)) + 7) >> 3


@inline
def code_at(row: int, i: int) -> int:
    """The code point at a place that exists, of a row."""
    if load(row) == NARROW:
        return load_byte(row + ITEMS + i)
    return load_4(row + ITEMS + 4 * i)


@inline
def put_code(row: int, i: int, code: int) -> int:
    if load(row) == NARROW:
        store_byte(row + ITEMS + i, code)
    else:
        store_4(row + ITEMS + 4 * i, code)
    return 0


@inline
def string_code(word: int, i: int) -> int:
    """The code point at a place that exists, of a character or row."""
    if is_character(word):
        return word >> TAG_BITS
    return code_at(word, i)


def str_item(word: int, i: int) -> Word:
    length = string_size(word)
    if i < 0:
        i = i + length
    if i < 0 or i >= length:
        return fail(E_INDEX)
    return character(string_code(word, i))


def new_string(header: int, length: int) -> Word:
    """A row whose code points the caller writes at once; the last word is zeros."""
    if length > 1 << 56:
        return fail(E_MEMORY)
    words = ((length << ((header == WIDE) << 1)) + 7) >> 3
    row = alloc(2 + words)
    store(row, header)
    store(row + LENGTH + 8 * words, 0)
    store(row + LENGTH, length)
    return row


def is_all_narrow(row: int, start: int, count: int) -> int:
    """Whether all of some code points of a wide row are below 256."""
    at = row + ITEMS + 4 * start
    end = at + 4 * count
    while at < end:
        if load_4(at) > 255:
            return 0
        at = at + 4
    return 1


def part_of(row: int, start: int, count: int) -> Word:
    """Some code points of a row as a string; they exist."""
    if count == 1:
        return character(code_at(row, start))
    if load(row) == NARROW:
        part = new_string(NARROW, count)
        copy_bytes(part + ITEMS, row + ITEMS + start, count)
        return part
    if is_all_narrow(row, start, count):
        part = new_string(NARROW, count)
        i = 0
        while i < count:
            store_byte(part + ITEMS + i, load_4(row + ITEMS + 4 * (start + i)))
            i = i + 1
        return part
    part = new_string(WIDE, count)
    copy_bytes(part + ITEMS, row + ITEMS + 4 * start, 4 * count)
    return part


def string_part(word: int, start: int, count: int) -> Word:
    if count == string_size(word):
        return word
    if is_character(word):
        return new_string(NARROW, 0)
    return part_of(word, start, count)


def cut_string(word: int, start: int, stop: int) -> Word:
    length = string_size(word)
    start = clip(start, length)
    count = clip(stop, length) - start
    if count < 0:
        count = 0
    return string_part(word, start, count)


@inline
def header_of(word: int) -> int:
    """NARROW or WIDE: the form of a row that can hold this string."""
    if is_character(word):
        if (word >> TAG_BITS) > 255:
            return WIDE
        return NARROW
    return load(word)


def paste(row: int, at: int, word: int) -> int:
    """Write a string into a row that can hold it, from a place on; return the place behind it."""
    if is_character(word):
        put_code(row, at, word >> TAG_BITS)
        return at + 1
    length = load(word + LENGTH)
    if load(row) == load(word):
        shift = unit_shift(row)
        copy_bytes(row + ITEMS + (at << shift), word + ITEMS, length << shift)
        return at + length
    i = 0
    while i < length:
        store_4(row + ITEMS + 4 * (at + i), load_byte(word + ITEMS + i))
        i = i + 1
    return at + length


def concat_strings(one: int, other: int) -> Word:
    m = string_size(one)
    n = string_size(other)
    if m == 0:
        return other
    if n == 0:
        return one
    row = new_string(header_of(one) | header_of(other), m + n)
    paste(row, paste(row, 0, one), other)
    return row


def repeat_string(word: int, times: int) -> Word:
    length = string_size(word)
    if times <= 0 or length == 0:
        return new_string(NARROW, 0)
    if times == 1:
        return word
    if overflows(length, times):
        return fail(E_MEMORY)
    row = new_string(header_of(word), length * times)
    at = 0
    while times > 0:
        at = paste(row, at, word)
        times = times - 1
    return row


def join(separator: int, row: int) -> Word:
    """The strings of a list or tuple, with a separator (or 0) between them."""
    count = load(row + LENGTH)
    return join_items(separator, items_of(row), count)


@inline
def items_of(row: int) -> int:
    if (load(row) & 255) == 3:
        return load(row + 16)
    return row + ITEMS


def join_items(separator: int, items: int, count: int) -> Word:
    total = 0
    header = NARROW
    if separator != 0 and count > 1:
        total = string_size(separator) * (count - 1)
        header = header_of(separator)
    i = 0
    while i < count:
        word = load(items + 8 * i)
        if not is_string(word):
            return fail(E_TYPE)
        total = total + string_size(word)
        if string_size(word) > 0:
            header = header | header_of(word)
        i = i + 1
    if count == 1:
        return load(items)
    if total < 2:
        return short_join(separator, items, count)
    row = new_string(header, total)
    at = 0
    i = 0
    while i < count:
        if i > 0 and separator != 0:
            at = paste(row, at, separator)
        at = paste(row, at, load(items + 8 * i))
        i = i + 1
    return row


def short_join(separator: int, items: int, count: int) -> Word:
    """The join of strings that have at most one character together."""
    i = 0
    while i < count:
        if is_character(load(items + 8 * i)):
            return load(items + 8 * i)
        i = i + 1
    if separator != 0 and count == 2 and is_character(separator):
        return separator
    return new_string(NARROW, 0)


def compare_strings(one: int, other: int) -> int:
    m = string_size(one)
    n = string_size(other)
    i = 0
    while i < m and i < n:
        a = string_code(one, i)
        b = string_code(other, i)
        if a != b:
            return (a > b) - (a < b)
        i = i + 1
    return (m > n) - (m < n)


def part_is_at(word: int, part: int, at: int) -> int:
    """Whether a string has the code points of another from a place on, where they have room."""
    i = 0
    n = string_size(part)
    while i < n:
        if string_code(word, at + i) != string_code(part, i):
            return 0
        i = i + 1
    return 1


def find_part(word: int, part: int, start: int) -> int:
    """`word.find(part, start)` for a start from 0 to the length."""
    return find_between(word, part, start, string_size(word))


def find_between(word: int, part: int, start: int, stop: int) -> int:
    """The first place of a part within places from 0 to the length, or -1."""
    last = stop - string_size(part)
    if not is_character(word) and load(word) == NARROW and string_size(part) > 0:
        return find_bytes(word + ITEMS, part, start, last)
    while start <= last:
        if part_is_at(word, part, start):
            return start
        start = start + 1
    return -1


def find_bytes(bytes_at: int, part: int, start: int, last: int) -> int:
    """The first place of a part in a row of bytes, up to `last`."""
    first = string_code(part, 0)
    size = string_size(part)
    while start <= last:
        if load_byte(bytes_at + start) == first:
            if is_character(part):
                return start
            i = 1
            while i < size and load_byte(bytes_at + start + i) == code_at(part, i):
                i = i + 1
            if i == size:
                return start
        start = start + 1
    return -1


def str_find(word: int, part: int, start: int, stop: int) -> int:
    """`word.find(part, start, stop)`."""
    length = string_size(word)
    if start > length:
        return -1
    return find_between(word, part, clip(start, length), clip(stop, length))


def str_rfind(word: int, part: int, start: int, stop: int) -> int:
    length = string_size(word)
    if start > length:
        return -1
    first = clip(start, length)
    at = clip(stop, length) - string_size(part)
    while at >= first:
        if part_is_at(word, part, at):
            return at
        at = at - 1
    return -1


def str_count(word: int, part: int) -> int:
    size = string_size(part)
    if size == 0:
        return string_size(word) + 1
    count = 0
    if is_character(part) and not is_character(word) and load(word) == NARROW:
        return count_byte(word + ITEMS, load(word + LENGTH), part >> TAG_BITS)
    at = find_part(word, part, 0)
    while at >= 0:
        count = count + 1
        at = find_part(word, part, at + size)
    return count


def count_byte(at: int, size: int, code: int) -> int:
    end = at + size
    count = 0
    while at < end:
        count = count + (load_byte(at) == code)
        at = at + 1
    return count


def starts_with(word: int, part: int, start: int) -> int:
    """`word.startswith(part, start)`."""
    length = string_size(word)
    if start > length:
        return 0
    start = clip(start, length)
    return start + string_size(part) <= length and part_is_at(word, part, start)


def ends_with(word: int, part: int) -> int:
    start = string_size(word) - string_size(part)
    return start >= 0 and part_is_at(word, part, start)


def to_str(word: int) -> int:
    return word
