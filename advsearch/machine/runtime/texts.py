"""`str` and `repr` of values, as Python writes them. What a class or a seed decides is refused."""

from typing import TYPE_CHECKING

from advsearch.machine.layout import (
    DICT,
    DICT_COUNT,
    DICT_ENTRIES,
    DICT_ENTRY,
    E_FORM,
    ENTRY_KEY,
    ENTRY_VALUE,
    FALSE,
    FLOAT,
    FLOAT_BITS,
    FROZEN,
    INT_TAG,
    ITEMS,
    LENGTH,
    LIST,
    NARROW,
    NONE,
    RANGE,
    SET,
    TRUE,
    TUPLE,
    WIDE_INT,
)
from advsearch.machine.runtime.lists import append, class_of, new_list
from advsearch.machine.runtime.memory import alloc, data, fail, kind, too_deep
from advsearch.machine.runtime.strings import (
    character,
    concat_strings,
    is_string,
    join,
    new_string,
    part_of,
    put_code,
    string_code,
    string_size,
)
from advsearch.machine.runtime.values import items_list
from advsearch.machine.runtime.wide import int_abs, is_negative, limbs_of
from advsearch.machine.runtime.wide_division import division_by_half
from advsearch.machine.words import Word, copy_bytes, load, store, store_byte

if TYPE_CHECKING:  # floats are written with digits of ints
    from advsearch.machine.runtime.decimals import float_text


def int_str(number: int) -> Word:
    """The decimal text of a number of 63 bits."""
    return int_text(number << 1 | 1)


def int_text(word: int) -> Word:
    """The decimal text of an int of any size."""
    size = 20 * limbs_of(word) + 8
    row = alloc((size >> 3) + 2)
    end = row + size
    at = end
    left = int_abs(word)
    while (left & INT_TAG) == 0:
        chunk = division_by_half(left, 1000000000, 1) >> 1
        left = division_by_half(left, 1000000000, 0)
        at = put_digits(at, chunk, 9)
    at = put_digits(at, left >> 1, 1)
    if is_negative(word):
        at = at - 1
        store_byte(at, 45)
    return text_of_bytes(at, end - at)


def put_digits(end: int, number: int, least: int) -> int:
    """Write the digits of a number before an address, at least so many; return where they begin."""
    while number > 0 or least > 0:
        end = end - 1
        store_byte(end, 48 + number % 10)
        number = number // 10
        least = least - 1
    return end


def text_of_bytes(at: int, size: int) -> Word:
    """A string of these bytes."""
    row = new_string(NARROW, size)
    copy_bytes(row + ITEMS, at, size)
    if size == 1:
        return part_of(row, 0, 1)
    return row


def word_text(first: int, rest: int, size: int) -> Word:
    """A string of up to 16 ASCII characters, given as little-endian words."""
    row = alloc(2)
    store(row, first)
    store(row + 8, rest)
    return text_of_bytes(row, size)


def str_of(word: int) -> Word:
    if is_string(word):
        return word
    return repr_of(word)


def repr_of(word: int) -> Word:
    if (word & INT_TAG) != 0:
        return int_text(word)
    if is_string(word):
        return string_repr(word)
    if word == NONE:
        return word_text(0x656E6F4E, 0, 4)
    if word == TRUE:
        return word_text(0x65757254, 0, 4)
    if word == FALSE:
        return word_text(0x65736C6146, 0, 5)
    k = kind(word)
    if k == WIDE_INT:
        return int_text(word)
    if k == FLOAT:
        return float_text(load(word + FLOAT_BITS))
    if too_deep():
        return 0
    if k == LIST or (k == TUPLE and class_of(word) == 0):
        return items_repr(word, k)
    if k in (SET, FROZEN):
        return set_repr(word, k)
    if k == DICT:
        return dict_repr(word)
    if k == RANGE:
        return range_repr(word)
    return fail(E_FORM)


def string_repr(word: int) -> Word:
    """A string in quotes. Characters that Python may escape by its tables of Unicode are refused."""
    size = string_size(word)
    quote = 39
    if has_code(word, 39) and not has_code(word, 34):
        quote = 34
    row = new_string(NARROW, 4 * size + 2)
    put_code(row, 0, quote)
    at = 1
    i = 0
    while i < size:
        code = string_code(word, i)
        if code > 126:
            return fail(E_FORM)
        at = put_escaped(row, at, code, quote)
        i = i + 1
    put_code(row, at, quote)
    return part_of(row, 0, at + 1)


def has_code(word: int, code: int) -> int:
    i = 0
    while i < string_size(word):
        if string_code(word, i) == code:
            return 1
        i = i + 1
    return 0


def put_escaped(row: int, at: int, code: int, quote: int) -> int:
    short = 0
    if code == quote or code == 92:
        short = code
    if code == 9:
        short = 116
    if code == 10:
        short = 110
    if code == 13:
        short = 114
    if short != 0:
        put_code(row, at, 92)
        put_code(row, at + 1, short)
        return at + 2
    if code >= 32:
        put_code(row, at, code)
        return at + 1
    put_code(row, at, 92)
    put_code(row, at + 1, 120)
    put_code(row, at + 2, 48 + (code >> 4))
    put_code(row, at + 3, hex_digit(code & 15))
    return at + 4


def hex_digit(number: int) -> int:
    if number < 10:
        return 48 + number
    return 87 + number


def items_repr(word: int, k: int) -> Word:
    """`[1, 2]`, `(1, 2)` or `(1,)`."""
    length = load(word + LENGTH)
    inner = texts_joined(data(word), length)
    if k == LIST:
        return enclosed(character(91), inner, character(93))
    if length == 1:
        inner = concat_strings(inner, character(44))
    return enclosed(character(40), inner, character(41))


def enclosed(left: int, inner: int, right: int) -> Word:
    return concat_strings(concat_strings(left, inner), right)


def texts_joined(items: int, length: int) -> Word:
    """The texts of items with `, ` between them."""
    parts = new_list(length)
    i = 0
    while i < length:
        append(parts, repr_of(load(items + 8 * i)))
        i = i + 1
    return join(word_text(0x202C, 0, 2), parts)


def set_repr(word: int, k: int) -> Word:
    items = items_list(word)
    inner = texts_joined(data(items), load(items + LENGTH))
    if load(word + LENGTH) == 0:
        if k == SET:
            return word_text(0x2928746573, 0, 5)
        return word_text(0x65736E657A6F7266, 0x292874, 11)
    braced = enclosed(character(123), inner, character(125))
    if k == SET:
        return braced
    return enclosed(word_text(0x65736E657A6F7266, 0x2874, 10), braced, character(41))


def dict_repr(word: int) -> Word:
    parts = new_list(load(word + LENGTH))
    at = load(word + DICT_ENTRIES)
    end = at + DICT_ENTRY * load(word + DICT_COUNT)
    while at < end:
        if load(at + ENTRY_KEY) != 0:
            key = concat_strings(repr_of(load(at + ENTRY_KEY)), word_text(0x203A, 0, 2))
            append(parts, concat_strings(key, repr_of(load(at + ENTRY_VALUE))))
        at = at + DICT_ENTRY
    return enclosed(character(123), join(word_text(0x202C, 0, 2), parts), character(125))


def range_repr(word: int) -> Word:
    shown = 2 + (load(word + ITEMS + 16) != 3)
    inner = texts_joined(word + ITEMS, shown)
    return enclosed(word_text(0x2865676E6172, 0, 6), inner, character(41))
