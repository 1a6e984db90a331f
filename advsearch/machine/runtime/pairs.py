"""Look-ups of tuples of two and three items that stand in registers: nothing is put into memory for them."""

from advsearch.machine.layout import (
    DICT_ENTRIES,
    DICT_ENTRY,
    DICT_INDEX,
    DICT_MASK,
    ENTRY_KEY,
    GONE,
    ITEMS,
    LENGTH,
    NOTHING,
    SET_MASK,
    SET_TABLE,
    TUPLE,
)
from advsearch.machine.runtime.equality import eq
from advsearch.machine.runtime.hashing import hash, hash_end, hash_lane, mixed
from advsearch.machine.runtime.memory import kind
from advsearch.machine.words import inline, load, load_4, shift_right


@inline
def hash_t2(one: int, two: int) -> int:
    return hash_end(hash_lane(hash_lane(0x27D4EB2F165667C5, hash(one)), hash(two)), 2)


@inline
def hash_t3(one: int, two: int, three: int) -> int:
    acc = hash_lane(hash_lane(0x27D4EB2F165667C5, hash(one)), hash(two))
    return hash_end(hash_lane(acc, hash(three)), 3)


@inline
def is_tuple_of(row: int, one: int, two: int, three: int) -> int:
    """Whether a member is the tuple of these words; a third word NOTHING stands for a pair."""
    if kind(row) != TUPLE or load(row + LENGTH) != 3 - (three == NOTHING):
        return 0
    if not eq(load(row + ITEMS), one) or not eq(load(row + ITEMS + 8), two):
        return 0
    return three == NOTHING or eq(load(row + ITEMS + 16), three)


def set_find_t2(row: int, one: int, two: int) -> int:
    return set_find_tuple(row, hash_t2(one, two), one, two, NOTHING)


def set_find_t3(row: int, one: int, two: int, three: int) -> int:
    return set_find_tuple(row, hash_t3(one, two, three), one, two, three)


@inline
def set_find_tuple(row: int, h: int, one: int, two: int, three: int) -> int:
    """The address of the slot of a tuple, or 0."""
    mask = load(row + SET_MASK)
    table = load(row + SET_TABLE)
    i = h & mask
    perturb = h
    while True:
        at = table + 16 * i
        probes = 0
        if i + 9 <= mask:
            probes = 9
        while probes >= 0:
            found = load(at + 8)
            if found == 0:
                return 0
            if load(at) == h and found != GONE and is_tuple_of(found, one, two, three):
                return at
            at = at + 16
            probes = probes - 1
        perturb = shift_right(perturb, 5)
        i = (i * 5 + 1 + perturb) & mask


def dict_find_t2(row: int, one: int, two: int) -> int:
    return dict_find_tuple(row, hash_t2(one, two), one, two, NOTHING)


def dict_find_t3(row: int, one: int, two: int, three: int) -> int:
    return dict_find_tuple(row, hash_t3(one, two, three), one, two, three)


@inline
def dict_find_tuple(row: int, h: int, one: int, two: int, three: int) -> int:
    """The address of the entry of a tuple, or 0."""
    mask = load(row + DICT_MASK)
    i = mixed(h) & mask
    while True:
        number = load_4(load(row + DICT_INDEX) + 4 * i)
        if number == 0:
            return 0
        at = load(row + DICT_ENTRIES) + DICT_ENTRY * (number - 1)
        if load(at) == h and load(at + ENTRY_KEY) != 0 and is_tuple_of(load(at + ENTRY_KEY), one, two, three):
            return at
        i = (i + 1) & mask
