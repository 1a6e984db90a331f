"""Python's hashes of numbers, tuples, frozensets and ranges, so that sets have Python's order.

Strings and constants have hashes of their own, since Python's depend on a seed: see `content.py`.
"""

from advsearch.machine.layout import (
    BITS,
    CONSTANT_TAG,
    E_FORM,
    E_TYPE,
    FALSE,
    FLOAT,
    FLOAT_BITS,
    FROZEN,
    ITEMS,
    KEY,
    KEY_HASH,
    LENGTH,
    NONE,
    OBJECT,
    RANGE,
    RANGE_START,
    RANGE_STEP,
    SET_FILL,
    SET_HASH,
    SET_MASK,
    SET_TABLE,
    STRING,
    TAG_BITS,
    TAG_MASK,
    TRUE,
    TUPLE,
    WIDE_INT,
)
from advsearch.machine.runtime.bits import bits_count, universe_of
from advsearch.machine.runtime.memory import fail, kind, too_deep
from advsearch.machine.runtime.numbers import wide_sign
from advsearch.machine.runtime.ranges import range_size
from advsearch.machine.runtime.strings import string_words
from advsearch.machine.words import inline, load, shift_right, state, store, trailing_zeros


@inline
def hash_int(number: int) -> int:
    if number >= 2305843009213693951 or number <= -2305843009213693951:
        number = number % 2305843009213693951
    if number == -1:
        return -2
    return number


@inline
def hash(word: int) -> int:
    if (word & 1) != 0:
        return hash_int(word >> 1)
    return slow_hash(word)


def slow_hash(word: int) -> int:
    if (word & TAG_MASK) != 0:
        if word == FALSE:
            return 0
        if word == TRUE:
            return 1
        if word == NONE:
            return 0xFCA86420
        if (word & TAG_MASK) == CONSTANT_TAG and state.NUMBERS != 0:
            return load(state.NUMBERS + (word & -8))
        return hash_character(word >> TAG_BITS)
    k = kind(word)
    if k in (TUPLE, OBJECT):
        return hash_items(word + ITEMS, load(word + LENGTH))
    if k == STRING:
        return hash_string(word)
    if k == FROZEN:
        return hash_frozen(word)
    if k == BITS:
        return hash_bits(word)
    if k == FLOAT:
        return hash_float(load(word + FLOAT_BITS))
    if k == RANGE:
        return hash_range(word)
    if k == KEY:
        return load(word + KEY_HASH)
    if k == WIDE_INT:
        return hash_wide(word)
    return fail(E_TYPE)


@inline
def mixed(word: int) -> int:
    word = (word ^ shift_right(word, 32)) * 0x9E3779B97F4A7C15
    return word ^ shift_right(word, 29)


@inline
def hash_character(code: int) -> int:
    return shift_right((code + 1) * 0x9E3779B97F4A7C15, 4)


def hash_string(row: int) -> int:
    """The hash of the tuple of the length and the words of the code points, as the hash of an int."""
    acc = hash_lane(0x27D4EB2F165667C5, load(row + LENGTH))
    words = string_words(row)
    at = row + ITEMS
    end = at + 8 * words
    while at < end:
        acc = hash_lane(acc, hash_int(load(at)))
        at = at + 8
    return hash_int(hash_end(acc, words + 1))


def hash_words(at: int, count: int, start: int) -> int:
    acc = start + count * 0x9E3779B97F4A7C15
    end = at + 8 * count
    while at < end:
        acc = (acc ^ load(at)) * 0xC2B2AE3D27D4EB4F
        acc = acc ^ shift_right(acc, 32)
        at = at + 8
    return acc


@inline
def hash_lane(acc: int, lane: int) -> int:
    acc = acc + lane * 0xC2B2AE3D27D4EB4F
    acc = (acc << 31) | shift_right(acc, 33)
    return acc * 0x9E3779B185EBCA87


@inline
def hash_end(acc: int, length: int) -> int:
    acc = acc + (length ^ (0x27D4EB2F165667C5 ^ 3527539))
    if acc == -1:
        return 1546275796
    return acc


def hash_items(at: int, length: int) -> int:
    if too_deep():
        return 0
    acc = 0x27D4EB2F165667C5
    end = at + 8 * length
    while at < end:
        acc = hash_lane(acc, hash(load(at)))
        at = at + 8
    return hash_end(acc, length)


@inline
def shuffled(h: int) -> int:
    return ((h ^ 89869747) ^ (h << 16)) * 3644798167


@inline
def frozen_end(acc: int, length: int) -> int:
    acc = acc ^ ((length + 1) * 1927868237)
    acc = acc ^ (shift_right(acc, 11) ^ shift_right(acc, 25))
    acc = acc * 69069 + 907133923
    if acc == -1:
        return 590923713
    return acc


def hash_frozen(row: int) -> int:
    known = load(row + SET_HASH)
    if known != -1:
        return known
    acc = 0
    at = load(row + SET_TABLE)
    mask = load(row + SET_MASK)
    end = at + 16 * (mask + 1)
    while at < end:
        acc = acc ^ shuffled(load(at))
        at = at + 16
    if ((mask + 1 - load(row + SET_FILL)) & 1) != 0:
        acc = acc ^ shuffled(0)
    if ((load(row + SET_FILL) - load(row + LENGTH)) & 1) != 0:
        acc = acc ^ shuffled(-1)
    acc = frozen_end(acc, load(row + LENGTH))
    store(row + SET_HASH, acc)
    return acc


def hash_bits(row: int) -> int:
    """The hash of a frozenset that is held as bits."""
    acc = 0
    members = universe_of(row)
    at = row + ITEMS
    end = at + 8 * load(row + LENGTH)
    while at < end:
        bits = load(at)
        while bits != 0:
            acc = acc ^ shuffled(load(members + 16 * trailing_zeros(bits)))
            bits = bits & (bits - 1)
        members = members + 1024
        at = at + 8
    return frozen_end(acc, bits_count(row))


def hash_range(row: int) -> int:
    size = range_size(row)
    acc = hash_lane(0x27D4EB2F165667C5, hash_int(size))
    if size == 0:
        acc = hash_lane(hash_lane(acc, 0xFCA86420), 0xFCA86420)
        return hash_end(acc, 3)
    acc = hash_lane(acc, hash_int(load(row + RANGE_START) >> 1))
    if size == 1:
        return hash_end(hash_lane(acc, 0xFCA86420), 3)
    return hash_end(hash_lane(acc, hash_int(load(row + RANGE_STEP) >> 1)), 3)


def hash_float(bits: int) -> int:
    exponent = shift_right(bits, 52) & 2047
    mantissa = bits & ((1 << 52) - 1)
    if exponent == 2047:
        if mantissa != 0:
            return fail(E_FORM)
        if bits < 0:
            return -314159
        return 314159
    if exponent == 0:
        exponent = 1
    else:
        mantissa = mantissa | 1 << 52
    turn = (exponent - 1075 + 61 * 18) % 61
    mantissa = ((mantissa << turn) & ((1 << 61) - 1)) | shift_right(mantissa, 61 - turn)
    if bits < 0:
        mantissa = -mantissa
    if mantissa == -1:
        return -2
    return mantissa


def hash_wide(row: int) -> int:
    """The number modulo 2**61 - 1, with its sign: each limb counts 8 times the one before it."""
    prime = (1 << 61) - 1
    sign = wide_sign(row)
    carry = sign < 0
    acc = 0
    weight = 0
    i = 0
    while i < load(row + LENGTH):
        limb = load(row + ITEMS + 8 * i)
        if sign < 0:
            limb = ~limb + carry
            carry = carry and limb == 0
        part = (limb & prime) + shift_right(limb, 61)
        if part >= prime:
            part = part - prime
        part = ((part << weight) & prime) | shift_right(part, 61 - weight)
        acc = acc + part
        if acc >= prime:
            acc = acc - prime
        weight = (weight + 3) % 61
        i = i + 1
    if sign < 0:
        acc = -acc
    if acc == -1:
        return -2
    return acc
