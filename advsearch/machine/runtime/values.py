"""What any value answers: truth, length, items, membership."""

from advsearch.machine.layout import (
    CHARACTER_TAG,
    DICT,
    DICT_ENTRIES,
    E_INDEX,
    E_TYPE,
    ENTRY_KEY,
    FALSE,
    FLOAT,
    FLOAT_BITS,
    FROZEN,
    LENGTH,
    LIST,
    NONE,
    OBJECT,
    RANGE,
    SET,
    SET_TABLE,
    TAG_MASK,
    TUPLE,
    WIDE_INT,
)
from advsearch.machine.runtime.dicts import dict_end, dict_find
from advsearch.machine.runtime.lists import append, find_item, list_of, new_list
from advsearch.machine.runtime.memory import data, fail, is_member, kind
from advsearch.machine.runtime.numbers import compare_numbers, is_number, is_whole, whole
from advsearch.machine.runtime.ranges import range_item, range_place, range_size
from advsearch.machine.runtime.sets import set_end, set_find
from advsearch.machine.runtime.strings import character, find_part, is_string, str_item, string_code
from advsearch.machine.words import Word, load


def truth(word: int) -> int:
    if (word & 1) != 0:
        return word != 1
    if (word & TAG_MASK) != 0:
        return word != FALSE and word != NONE
    k = kind(word)
    if k in (OBJECT, WIDE_INT):
        return 1
    if k == FLOAT:
        return load(word + FLOAT_BITS) << 1 != 0
    if k == RANGE:
        return range_size(word) != 0
    return load(word + LENGTH) != 0


def size(word: int) -> int:
    if (word & TAG_MASK) == CHARACTER_TAG:
        return 1
    k = kind(word)
    if k == RANGE:
        return range_size(word)
    if k == 0 or k in (FLOAT, OBJECT, WIDE_INT):
        return fail(E_TYPE)
    return load(word + LENGTH)


def item(word: int, i: int) -> Word:
    """The item at a place of a string, tuple, list or range."""
    if is_string(word):
        return str_item(word, i)
    k = kind(word)
    if k != TUPLE and k != LIST and k != RANGE:
        return fail(E_TYPE)
    length = size(word)
    if i < 0:
        i = i + length
    if i < 0 or i >= length:
        return fail(E_INDEX)
    if k == RANGE:
        return range_item(word, i) << 1 | 1
    return load(data(word) + 8 * i)


def contains(word: int, member: int) -> int:
    if is_string(word):
        if not is_string(member):
            return fail(E_TYPE)
        return find_part(word, member, 0) >= 0
    k = kind(word)
    if k in (SET, FROZEN):
        return set_find(word, member) != 0
    if k == DICT:
        return dict_find(word, member) != 0
    if k == RANGE:
        return in_range(word, member)
    if k != TUPLE and k != LIST:
        return fail(E_TYPE)
    return find_item(word, member) >= 0


def in_range(row: int, member: int) -> int:
    if is_whole(member):
        return range_place(row, whole(member)) >= 0
    if not is_number(member):
        return 0
    i = 0
    while i < range_size(row):
        if compare_numbers(range_item(row, i) << 1 | 1, member) == 0:
            return 1
        i = i + 1
    return 0


def items_list(word: int) -> Word:
    """A new list of what an iteration gives: characters, items, members or keys."""
    k = kind(word)
    if k in (LIST, TUPLE):
        return list_of(data(word), load(word + LENGTH))
    if not is_string(word) and k != RANGE and k != SET and k != FROZEN and k != DICT:
        return fail(E_TYPE)
    row = new_list(size(word))
    if k in (SET, FROZEN):
        add_members(row, word)
    elif k == DICT:
        add_keys(row, word)
    else:
        i = 0
        while i < size(word):
            if k == RANGE:
                append(row, range_item(word, i) << 1 | 1)
            else:
                append(row, character(string_code(word, i)))
            i = i + 1
    return row


def add_members(row: int, members: int) -> Word:
    at = load(members + SET_TABLE)
    end = set_end(members)
    while at < end:
        if is_member(load(at + 8)):
            append(row, load(at + 8))
        at = at + 16
    return NONE


def add_keys(row: int, keys: int) -> Word:
    at = load(keys + DICT_ENTRIES)
    end = dict_end(keys)
    while at < end:
        if load(at + ENTRY_KEY) != 0:
            append(row, load(at + ENTRY_KEY))
        at = at + 24
    return NONE
