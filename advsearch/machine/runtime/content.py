"""The content number of a value: 62 bits, the same for equal values, on either tier and in any process.

It is the hash of `hashing.py`, which `advsearch.machine.content` computes in Python. Lists count as tuples, sets as
frozensets, dicts as frozensets of pairs.
"""

from advsearch.machine.layout import (
    DICT,
    DICT_COUNT,
    DICT_ENTRIES,
    DICT_ENTRY,
    ENTRY_KEY,
    ENTRY_VALUE,
    FROZEN,
    LENGTH,
    LIST,
    MOST_INT,
    OBJECT,
    SET,
    SET_ENTRY,
    SET_TABLE,
    TAG_MASK,
    TUPLE,
)
from advsearch.machine.runtime.hashing import frozen_end, hash, hash_end, hash_int, hash_lane, shuffled
from advsearch.machine.runtime.memory import data, is_member, kind, too_deep
from advsearch.machine.runtime.sets import set_end
from advsearch.machine.words import inline, load


@inline
def number(word: int) -> int:
    if (word & 1) != 0:
        return hash_int(word >> 1) & MOST_INT
    return content(word) & MOST_INT


def content(word: int) -> int:
    """The hash of a value, of mutable ones too."""
    if (word & TAG_MASK) != 0:
        return hash(word)
    k = kind(word)
    if k in (TUPLE, OBJECT, LIST):
        return content_of_items(data(word), load(word + LENGTH))
    if k in (SET, FROZEN):
        return content_of_set(word)
    if k == DICT:
        return content_of_dict(word)
    return hash(word)


def content_of_items(at: int, length: int) -> int:
    if too_deep():
        return 0
    acc = 0x27D4EB2F165667C5
    end = at + 8 * length
    while at < end:
        acc = hash_lane(acc, content(load(at)))
        at = at + 8
    return hash_end(acc, length)


def content_of_set(row: int) -> int:
    if too_deep():
        return 0
    acc = 0
    at = load(row + SET_TABLE)
    end = set_end(row)
    while at < end:
        if is_member(load(at + ENTRY_KEY)):
            acc = acc ^ shuffled(content(load(at + ENTRY_KEY)))
        at = at + SET_ENTRY
    return frozen_end(acc, load(row + LENGTH))


def content_of_dict(row: int) -> int:
    if too_deep():
        return 0
    acc = 0
    at = load(row + DICT_ENTRIES)
    end = at + DICT_ENTRY * load(row + DICT_COUNT)
    while at < end:
        if load(at + ENTRY_KEY) != 0:
            pair = hash_lane(0x27D4EB2F165667C5, content(load(at + ENTRY_KEY)))
            pair = hash_end(hash_lane(pair, content(load(at + ENTRY_VALUE))), 2)
            acc = acc ^ shuffled(pair)
        at = at + DICT_ENTRY
    return frozen_end(acc, load(row + LENGTH))
