"""Values that outlive the arena: each is kept once, so that the same value of the same types is the same word.

A kept list, set or dict must not be changed. Before each kept row stands its number, counted from 0.
"""

from advsearch.machine.layout import (
    BITS,
    DICT,
    DICT_COUNT,
    DICT_ENTRIES,
    DICT_ENTRY,
    DICT_INDEX,
    DICT_MASK,
    DICT_WORDS,
    E_FORM,
    E_KEPT,
    ENTRY_KEY,
    ENTRY_VALUE,
    FLOAT,
    FROZEN,
    ITEMS,
    KEY,
    KIND_MASK,
    LENGTH,
    LIST,
    LIST_CAPACITY,
    LIST_ITEMS,
    LIST_WORDS,
    OBJECT,
    RANGE,
    SET,
    SET_ENTRY,
    SET_FILL,
    SET_FINGER,
    SET_HASH,
    SET_MASK,
    SET_TABLE,
    SET_WORDS,
    STRING,
    TAG_MASK,
    TUPLE,
    WIDE_INT,
)
from advsearch.machine.runtime.dicts import dict_index, dict_room
from advsearch.machine.runtime.equality import same_words
from advsearch.machine.runtime.hashing import hash_words
from advsearch.machine.runtime.memory import alloc, data, fail, is_member, too_deep
from advsearch.machine.runtime.strings import string_words
from advsearch.machine.words import Word, copy, inline, load, state, store, zero


@inline
def keep(word: int) -> Word:
    """The kept word of a value."""
    if (word & TAG_MASK) != 0 or (word >= state.KEPT and word < state.KEPT_TOP):
        return word
    return slow_keep(word)


def slow_keep(word: int) -> Word:
    if too_deep():
        return 0
    place = state.ARENA
    kind = load(word) & KIND_MASK
    length = load(word + LENGTH)
    if kind in (LIST, TUPLE, OBJECT):
        form = kept_items(word, length)
        words = 2 + length
    elif kind in (SET, FROZEN):
        form = kept_set(word)
        words = 4 + 2 * (load(word + SET_MASK) + 1)
    elif kind == DICT:
        form = kept_dict(word)
        words = 2 + 3 * length
    else:
        form = word
        words = plain_words(word, kind, length)
        if words == 0:
            return fail(E_FORM)
    result = kept_once(form, words, kind)
    state.ARENA = place
    return result


def plain_words(word: int, kind: int, length: int) -> int:
    """How many words a row has that holds no other values, or 0 if it has no form here."""
    if kind == FLOAT:
        return 2
    if kind == STRING:
        return 2 + string_words(word)
    if kind in (BITS, WIDE_INT, RANGE):
        return 2 + length
    if kind == KEY:
        return 3 + length
    return 0


def kept_items(word: int, length: int) -> Word:
    """A row in the arena that stands for a tuple, object or list: its header, length and kept items."""
    form = alloc(2 + length)
    store(form, load(word))
    store(form + LENGTH, length)
    source = data(word)
    i = 0
    while i < length:
        store(form + ITEMS + 8 * i, keep(load(source + 8 * i)))
        i = i + 1
    return form


def kept_set(word: int) -> Word:
    """As `kept_items`: header, length, mask, fill, and the slots with kept members."""
    mask = load(word + SET_MASK)
    form = alloc(4 + 2 * (mask + 1))
    store(form, load(word))
    store(form + LENGTH, load(word + LENGTH))
    store(form + 16, mask)
    store(form + 24, load(word + SET_FILL))
    source = load(word + SET_TABLE)
    i = 0
    while i <= mask:
        member = load(source + SET_ENTRY * i + ENTRY_KEY)
        store(form + 32 + SET_ENTRY * i, load(source + SET_ENTRY * i))
        if is_member(member):
            member = keep(member)
        store(form + 40 + SET_ENTRY * i, member)
        i = i + 1
    return form


def kept_dict(word: int) -> Word:
    """As `kept_items`: header, length, and the entries with kept keys and values."""
    form = alloc(2 + 3 * load(word + LENGTH))
    store(form, DICT)
    store(form + LENGTH, load(word + LENGTH))
    to = form + ITEMS
    at = load(word + DICT_ENTRIES)
    end = at + DICT_ENTRY * load(word + DICT_COUNT)
    while at < end:
        if load(at + ENTRY_KEY) != 0:
            store(to, load(at))
            store(to + ENTRY_KEY, keep(load(at + ENTRY_KEY)))
            store(to + ENTRY_VALUE, keep(load(at + ENTRY_VALUE)))
            to = to + DICT_ENTRY
        at = at + DICT_ENTRY
    return form


def kept_once(form: int, words: int, kind: int) -> Word:
    """The kept value with these words, made now if there is none."""
    h = hash_words(form, words, kind)
    at = kept_slot(form, words, h)
    found = load(at + 8)
    if found != 0:
        return found
    if 2 * state.KEPT_COUNT > state.KEPT_MASK:
        kept_grow()
        at = kept_slot(form, words, h)
    most = 2 * words + 16
    if state.KEPT_NEXT + 8 * most > state.KEPT_TOP:
        return fail(E_KEPT)
    store(state.KEPT_NEXT, state.KEPT_COUNT)
    row = state.KEPT_NEXT + 8
    copy(row, form, words)
    state.KEPT_NEXT = row + 8 * words
    result = row
    if kind == LIST:
        result = list_over(row)
    elif kind in (SET, FROZEN):
        result = set_over(row)
    elif kind == DICT:
        result = dict_over(row)
    store(at, h)
    store(at + 8, result)
    store(at + 16, row)
    store(at + 24, words)
    state.KEPT_COUNT = state.KEPT_COUNT + 1
    return result


def kept_slot(form: int, words: int, h: int) -> int:
    """The slot of the table of kept values that has these words, or an empty one."""
    i = h & state.KEPT_MASK
    while True:
        at = state.KEPT_TABLE + 32 * i
        if load(at + 8) == 0:
            return at
        if load(at) == h and load(at + 24) == words and same_words(load(at + 16), form, words):
            return at
        i = (i + 1) & state.KEPT_MASK


def kept_grow() -> Word:
    """Move the table of kept values to a place twice as large, in kept memory."""
    size = 2 * (state.KEPT_MASK + 1)
    table = state.KEPT_NEXT
    if table + 32 * size > state.KEPT_TOP:
        return fail(E_KEPT)
    zero(table, 4 * size)
    at = state.KEPT_TABLE
    end = at + 32 * (state.KEPT_MASK + 1)
    while at < end:
        if load(at + 8) != 0:
            i = load(at) & (size - 1)
            while load(table + 32 * i + 8) != 0:
                i = (i + 1) & (size - 1)
            copy(table + 32 * i, at, 4)
        at = at + 32
    state.KEPT_NEXT = table + 32 * size
    state.KEPT_TABLE = table
    state.KEPT_MASK = size - 1
    return table


def kept_header() -> int:
    """The place of a new row in kept memory, behind the number that all its forms share."""
    store(state.KEPT_NEXT, state.KEPT_COUNT)
    return state.KEPT_NEXT + 8


def list_over(row: int) -> int:
    """A list whose items are those of a kept row."""
    result = kept_header()
    store(result, LIST)
    store(result + LENGTH, load(row + LENGTH))
    store(result + LIST_ITEMS, row + ITEMS)
    store(result + LIST_CAPACITY, load(row + LENGTH))
    state.KEPT_NEXT = result + 8 * LIST_WORDS
    return result


def set_over(row: int) -> int:
    result = kept_header()
    store(result, load(row))
    store(result + LENGTH, load(row + LENGTH))
    store(result + SET_TABLE, row + 32)
    store(result + SET_MASK, load(row + 16))
    store(result + SET_FILL, load(row + 24))
    store(result + SET_FINGER, 0)
    store(result + SET_HASH, -1)
    state.KEPT_NEXT = result + 8 * SET_WORDS
    return result


def dict_over(row: int) -> int:
    """A dict whose entries are those of a kept row, with an index of its own."""
    result = kept_header()
    count = load(row + LENGTH)
    size = 8
    while dict_room(size - 1) < count:
        size = size << 1
    index = result + 8 * DICT_WORDS
    zero(index, size >> 1)
    i = 0
    while i < count:
        dict_index(index, size - 1, load(row + ITEMS + DICT_ENTRY * i), i + 1)
        i = i + 1
    store(result, DICT)
    store(result + LENGTH, load(row + LENGTH))
    store(result + DICT_ENTRIES, row + ITEMS)
    store(result + DICT_COUNT, load(row + LENGTH))
    store(result + DICT_INDEX, index)
    store(result + DICT_MASK, size - 1)
    state.KEPT_NEXT = index + 4 * size
    return result


def kept_number(word: int) -> int:
    """The number of a kept value that has a row."""
    return load(word - 8)
