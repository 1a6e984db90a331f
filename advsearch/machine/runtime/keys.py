"""Exact keys: bytes that are equal exactly for values that Python calls equal, so 1, True and 1.0 have the same.

The first byte says what follows: below 200 a small int, then the codes below. Members of sets and entries of dicts
are written in the order of their own bytes.
"""

from advsearch.machine.layout import (
    BITS,
    CHARACTER_TAG,
    CLASS_SHIFT,
    CONSTANT_TAG,
    DICT,
    DICT_COUNT,
    DICT_ENTRIES,
    DICT_ENTRY,
    E_FORM,
    E_KEY_ROOM,
    ENTRY_KEY,
    ENTRY_VALUE,
    FLOAT,
    FLOAT_BITS,
    FROZEN,
    ITEMS,
    KEY,
    KEY_HASH,
    KEY_ITEMS,
    LENGTH,
    LIST,
    NARROW,
    NONE,
    OBJECT,
    RANGE,
    RANGE_START,
    RANGE_STEP,
    SET,
    SET_ENTRY,
    SET_TABLE,
    STRING,
    TAG_BITS,
    TAG_MASK,
    TUPLE,
    WIDE_INT,
)
from advsearch.machine.runtime.bits import bits_count
from advsearch.machine.runtime.equality import same_words
from advsearch.machine.runtime.hashing import hash_words
from advsearch.machine.runtime.memory import alloc, data, fail, is_member, kind, too_deep
from advsearch.machine.runtime.numbers import is_whole, whole, wide_of_float
from advsearch.machine.runtime.ranges import range_size
from advsearch.machine.runtime.sets import set_end
from advsearch.machine.runtime.sorting import sort_words
from advsearch.machine.runtime.strings import unit_shift
from advsearch.machine.words import (
    Word,
    below,
    copy,
    copy_bytes,
    cut_float,
    float_equal,
    float_less,
    float_of,
    inline,
    load,
    load_anywhere,
    load_byte,
    shift_right,
    state,
    store,
    store_4,
    store_anywhere,
    store_byte,
    swap_bytes,
)


def key(word: int) -> Word:
    """The key of a value, as a row in the arena."""
    end = enc(word, state.KEY_BUFFER)
    return key_end(end)


def key_begin() -> int:
    return state.KEY_BUFFER


def key_end(end: int) -> Word:
    """The row of the key whose bytes were written to the buffer up to an address."""
    store_anywhere(end, 0)
    words = (end - state.KEY_BUFFER + 7) >> 3
    row = alloc(3 + words)
    store(row, KEY)
    store(row + LENGTH, words)
    copy(row + KEY_ITEMS, state.KEY_BUFFER, words)
    store(row + KEY_HASH, hash_words(row + KEY_ITEMS, words, 0))
    return row


@inline
def enc(word: int, at: int) -> Word:
    """Write the bytes of a value; return the address behind them."""
    if (word & 1) != 0:
        return enc_int(word >> 1, at)
    return slow_enc(word, at)


@inline
def enc_int(number: int, at: int) -> Word:
    if below(number + 8, 200):
        store_byte(at, number + 8)
        return at + 1
    store_byte(at, 200)
    store_anywhere(at + 1, number)
    return at + 9


def enc_room(at: int, size: int) -> Word:
    """Whether so many bytes, and some more, have room in the buffer."""
    if size < 0 or size > state.KEY_TOP - at - 64:
        return fail(E_KEY_ROOM)
    return 1


def slow_enc(word: int, at: int) -> Word:
    enc_room(at, 0)
    if (word & TAG_MASK) == CONSTANT_TAG:
        if (word >> TAG_BITS) < 24:
            store_byte(at, 231 + (word >> TAG_BITS))
            return at + 1
        store_byte(at, 203)
        return enc_int(word >> TAG_BITS, at + 1)
    if (word & TAG_MASK) == CHARACTER_TAG:
        return enc_character(word >> TAG_BITS, at)
    if is_whole(word):
        return enc_int(whole(word), at)
    if (word & TAG_MASK) != 0:
        if word != NONE:
            return fail(E_FORM)
        store_byte(at, 202)
        return at + 1
    return enc_row(word, at)


def enc_character(code: int, at: int) -> Word:
    store_byte(at, 204 + (code > 255))
    store_byte(at + 1, 9)
    store_4(at + 2, code)
    if code > 255:
        return at + 6
    return at + 3


def enc_row(word: int, at: int) -> Word:
    k = kind(word)
    if k == STRING:
        return enc_string(word, at)
    if k in (TUPLE, LIST, OBJECT):
        return enc_items(word, k, at)
    if k in (SET, FROZEN):
        return enc_set(word, at)
    if k == DICT:
        return enc_dict(word, at)
    if k == FLOAT:
        return enc_float(load(word + FLOAT_BITS), at)
    if k == RANGE:
        return enc_range(word, at)
    if k in (WIDE_INT, BITS):
        return enc_words(word, k, at)
    return fail(E_FORM)


def enc_string(word: int, at: int) -> Word:
    size = load(word + LENGTH) << unit_shift(word)
    enc_room(at, size)
    store_byte(at, 204 + (load(word) != NARROW))
    at = enc_int(load(word + LENGTH), at + 1)
    copy_bytes(at, word + ITEMS, size)
    return at + size


def enc_items(word: int, k: int, at: int) -> Word:
    if too_deep():
        return 0
    store_byte(at, 205 + k)
    at = at + 1
    if k == OBJECT:
        at = enc_int(load(word) >> CLASS_SHIFT, at)
    count = load(word + LENGTH)
    enc_room(at, 9 * count)
    at = enc_int(count, at)
    items = data(word)
    end = items + 8 * count
    while items < end:
        enc_room(at, 0)
        at = enc(load(items), at)
        items = items + 8
    return at


def enc_float(bits: int, at: int) -> Word:
    if not float_equal(bits, bits):
        return fail(E_FORM)
    if float_less(bits, float_of(1 << 62)) and not float_less(bits, float_of(-(1 << 62))):
        part = cut_float(bits)
        if float_equal(float_of(part), bits):
            return enc_int(part, at)
    elif (bits >> 52) & 2047 != 2047:
        return enc_words(wide_of_float(bits), WIDE_INT, at)
    store_byte(at, 201)
    store_anywhere(at + 1, bits)
    return at + 9


def enc_range(word: int, at: int) -> Word:
    size = range_size(word)
    store_byte(at, 212)
    at = enc_int(size, at + 1)
    if size > 0:
        at = enc_int(load(word + RANGE_START) >> 1, at)
    if size > 1:
        at = enc_int(load(word + RANGE_STEP) >> 1, at)
    return at


def enc_words(word: int, k: int, at: int) -> Word:
    count = load(word + LENGTH)
    enc_room(at, 8 * count)
    store_byte(at, 206)
    number = load(word) >> CLASS_SHIFT
    if k == BITS:
        if bits_count(word) == 0:  # as an empty table
            store_byte(at, 220)
            return enc_int(0, at + 1)
        store_byte(at, 213)
        number = number >> 1
    at = enc_int(number, at + 1)
    at = enc_int(count, at)
    copy_bytes(at, word + ITEMS, 8 * count)
    return at + 8 * count


def enc_set(word: int, at: int) -> Word:
    if too_deep():
        return 0
    count = load(word + LENGTH)
    store_byte(at, 220)
    start = enc_int(count, at + 1)
    ends = alloc(count + 1)
    store(ends, start)
    written = 0
    at = start
    slot = load(word + SET_TABLE)
    end = set_end(word)
    while slot < end:
        if is_member(load(slot + ENTRY_KEY)):
            enc_room(at, 0)
            at = enc(load(slot + ENTRY_KEY), at)
            written = written + 1
            store(ends + 8 * written, at)
        slot = slot + SET_ENTRY
    return enc_sorted(ends, count, at)


def enc_dict(word: int, at: int) -> Word:
    if too_deep():
        return 0
    count = load(word + LENGTH)
    store_byte(at, 221)
    start = enc_int(count, at + 1)
    ends = alloc(count + 1)
    store(ends, start)
    written = 0
    at = start
    slot = load(word + DICT_ENTRIES)
    end = slot + DICT_ENTRY * load(word + DICT_COUNT)
    while slot < end:
        if load(slot + ENTRY_KEY) != 0:
            enc_room(at, 0)
            at = enc(load(slot + ENTRY_KEY), at)
            enc_room(at, 0)
            at = enc(load(slot + ENTRY_VALUE), at)
            written = written + 1
            store(ends + 8 * written, at)
        slot = slot + DICT_ENTRY
    return enc_sorted(ends, count, at)


def enc_sorted(ends: int, count: int, at: int) -> Word:
    """Put the pieces of the buffer between these `count + 1` addresses into the order of their bytes."""
    if count < 2:
        return at
    start = load(ends)
    copied = alloc((at - start + 23) >> 3)
    copy_bytes(copied, start, at - start)
    short = alloc(2 * count)
    order = short + 8 * count
    longest = 0
    i = 0
    while i < count:
        size = load(ends + 8 * i + 8) - load(ends + 8 * i)
        if size > longest:
            longest = size
        store(short + 8 * i, first_bytes(load(ends + 8 * i), size))
        store(order + 8 * i, i << 1 | 1)
        i = i + 1
    sort_words(order, short, count)
    if longest > 7:
        sort_pieces(order, ends, count)
    at = start
    i = 0
    while i < count:
        piece = ends + 8 * (load(order + 8 * i) >> 1)
        size = load(piece + 8) - load(piece)
        if size <= 8:
            store_anywhere(at, load_anywhere(copied + (load(piece) - start)))
        else:
            copy_bytes(at, copied + (load(piece) - start), size)
        at = at + size
        i = i + 1
    return at


def first_bytes(at: int, size: int) -> int:
    """The first seven bytes as an int of 63 bits that orders as they do, with its tag. The buffer goes on behind."""
    found = shift_right(swap_bytes(load_anywhere(at)), 8)
    if size < 7:
        found = found >> (56 - 8 * size) << (56 - 8 * size)
    return found << 1 | 1


def sort_pieces(order: int, ends: int, count: int) -> int:
    """Finish the order of pieces that are longer than seven bytes: nearly sorted, so by insertion."""
    i = 1
    while i < count:
        moved = load(order + 8 * i)
        j = i
        while j > 0 and piece_before(ends + 8 * (moved >> 1), ends + 8 * (load(order + 8 * j - 8) >> 1)):
            store(order + 8 * j, load(order + 8 * j - 8))
            j = j - 1
        store(order + 8 * j, moved)
        i = i + 1
    return 0


def piece_before(one: int, other: int) -> int:
    a = load(one)
    b = load(other)
    while a < load(one + 8) and b < load(other + 8):
        if load_byte(a) != load_byte(b):
            return load_byte(a) < load_byte(b)
        a = a + 1
        b = b + 1
    return b < load(other + 8)


@inline
def key_same(place: int, row: int) -> int:
    """Whether the words stored at a place (their number first) are those of a key."""
    count = load(row + LENGTH)
    return load(place) == count and same_words(place + 8, row + KEY_ITEMS, count)


def key_put(place: int, row: int, most: int) -> Word:
    """Store the words of a key at a place that has room for `most`."""
    count = load(row + LENGTH)
    if count > most:
        return fail(E_KEY_ROOM)
    store(place, count)
    copy(place + 8, row + KEY_ITEMS, count)
    return NONE
