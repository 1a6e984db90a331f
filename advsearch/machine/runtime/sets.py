"""Sets and frozensets with CPython's own tables, so that they are iterated in CPython's order.

The table has (hash, member) in each slot. A search probes up to nine slots behind each place before it jumps.
"""

from advsearch.machine.layout import (
    E_KEY,
    FALSE,
    GONE,
    LENGTH,
    NONE,
    SET_FILL,
    SET_FINGER,
    SET_HASH,
    SET_MASK,
    SET_TABLE,
    SET_WORDS,
    TRUE,
)
from advsearch.machine.runtime.equality import eq
from advsearch.machine.runtime.hashing import hash
from advsearch.machine.runtime.memory import alloc, fail, is_member
from advsearch.machine.words import Word, attempt, changes, copy, inline, load, shift_right, store, zero


def new_set(header: int, size: int) -> Word:
    """An empty set with a table of `size` slots, a power of 2, at least 8."""
    row = alloc(SET_WORDS + 2 * size)
    store(row, header)
    store(row + LENGTH, 0)
    store(row + SET_TABLE, row + 8 * SET_WORDS)
    store(row + SET_MASK, size - 1)
    store(row + SET_FILL, 0)
    store(row + SET_FINGER, 0)
    store(row + SET_HASH, -1)
    zero(row + 8 * SET_WORDS, 2 * size)
    return row


@inline
def set_end(row: int) -> int:
    """The address behind the table."""
    return load(row + SET_TABLE) + 16 * (load(row + SET_MASK) + 1)


def set_has(row: int, word: int) -> int:
    return set_find_h(row, word, hash(word)) != 0


def set_find(row: int, word: int) -> int:
    return set_find_h(row, word, hash(word))


def set_find_h(row: int, word: int, h: int) -> int:
    """The address of the slot of a member, or 0."""
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
            if found == word:
                return at
            if load(at) == h and found != GONE and eq(found, word):
                return at
            at = at + 16
            probes = probes - 1
        perturb = shift_right(perturb, 5)
        i = (i * 5 + 1 + perturb) & mask


def set_insert_clean(table: int, mask: int, word: int, h: int) -> int:
    """Insert a word that is not in a table without removed members."""
    i = h & mask
    perturb = h
    while True:
        at = table + 16 * i
        probes = 0
        if i + 9 <= mask:
            probes = 9
        while probes >= 0:
            if load(at + 8) == 0:
                store(at, h)
                store(at + 8, word)
                return 0
            at = at + 16
            probes = probes - 1
        perturb = shift_right(perturb, 5)
        i = (i * 5 + 1 + perturb) & mask


@changes
def set_resize(row: int, least: int) -> Word:
    """Move the members to a new table with more than `least` slots."""
    size = 8
    while size <= least:
        size = size << 1
    table = alloc(2 * size)
    zero(table, 2 * size)
    at = load(row + SET_TABLE)
    end = set_end(row)
    while at < end:
        word = load(at + 8)
        if is_member(word):
            set_insert_clean(table, size - 1, word, load(at))
        at = at + 16
    store(row + SET_TABLE, table)
    store(row + SET_MASK, size - 1)
    store(row + SET_FILL, load(row + LENGTH))
    return NONE


@inline
def set_more(used: int) -> int:
    """CPython's rule for the size of the next table."""
    if used > 50000:
        return used * 2
    return used * 4


@changes
def set_add(row: int, word: int) -> Word:
    """Add a member: TRUE if it was not there, FALSE if it was."""
    return set_add_h(row, word, hash(word))


@changes
def set_add_h(row: int, word: int, h: int) -> Word:
    """Add a member with a known hash, in place of the last removed member that the search meets, if it meets one."""
    mask = load(row + SET_MASK)
    table = load(row + SET_TABLE)
    i = h & mask
    perturb = h
    free = 0
    while True:
        at = table + 16 * i
        probes = 0
        if i + 9 <= mask:
            probes = 9
        while probes >= 0:
            found = load(at + 8)
            if found == 0:
                if free != 0:
                    store(free, h)
                    store(free + 8, word)
                    store(row + LENGTH, load(row + LENGTH) + 1)
                    return TRUE
                return set_fill_slot(row, at, word, h)
            if found == GONE:
                free = at
            elif load(at) == h and eq(found, word):
                return FALSE
            at = at + 16
            probes = probes - 1
        perturb = shift_right(perturb, 5)
        i = (i * 5 + 1 + perturb) & mask


@changes
def set_fill_slot(row: int, at: int, word: int, h: int) -> Word:
    """Use a slot that was never used."""
    store(at, h)
    store(at + 8, word)
    used = load(row + LENGTH) + 1
    fill = load(row + SET_FILL) + 1
    store(row + LENGTH, used)
    store(row + SET_FILL, fill)
    if fill * 5 >= load(row + SET_MASK) * 3 and attempt(set_resize(row, set_more(used))) == 0:
        store(at, 0)
        store(at + 8, 0)
        store(row + LENGTH, used - 1)
        store(row + SET_FILL, fill - 1)
        return 0
    return TRUE


@changes
def set_discard(row: int, word: int) -> int:
    return set_discard_h(row, word, hash(word))


@changes
def set_discard_h(row: int, word: int, h: int) -> int:
    """Remove a member: whether it was there."""
    at = set_find_h(row, word, h)
    if at == 0:
        return 0
    store(at, -1)
    store(at + 8, GONE)
    store(row + LENGTH, load(row + LENGTH) - 1)
    return 1


@changes
def set_remove(row: int, word: int) -> Word:
    if not set_discard_h(row, word, hash(word)):
        return fail(E_KEY)
    return NONE


@changes
def set_pop(row: int) -> Word:
    if load(row + LENGTH) == 0:
        return fail(E_KEY)
    table = load(row + SET_TABLE)
    i = load(row + SET_FINGER) & load(row + SET_MASK)
    while not is_member(load(table + 16 * i + 8)):
        i = (i + 1) & load(row + SET_MASK)
    word = load(table + 16 * i + 8)
    store(table + 16 * i, -1)
    store(table + 16 * i + 8, GONE)
    store(row + LENGTH, load(row + LENGTH) - 1)
    store(row + SET_FINGER, i + 1)
    return word


@changes
def set_clear(row: int) -> Word:
    table = alloc(16)
    zero(table, 16)
    store(row + LENGTH, 0)
    store(row + SET_TABLE, table)
    store(row + SET_MASK, 7)
    store(row + SET_FILL, 0)
    return NONE


@changes
def set_merge(row: int, other: int) -> Word:
    """Add the members of another set, as CPython does: with one resize, and by copy into an empty set."""
    count = load(other + LENGTH)
    if count == 0 or row == other:
        return NONE
    if (load(row + SET_FILL) + count) * 5 >= load(row + SET_MASK) * 3:
        set_resize(row, (load(row + LENGTH) + count) * 2)
    at = load(other + SET_TABLE)
    end = set_end(other)
    if load(row + SET_FILL) == 0:
        mask = load(row + SET_MASK)
        if mask == load(other + SET_MASK) and load(other + SET_FILL) == count:
            copy(load(row + SET_TABLE), at, 2 * (mask + 1))
        else:
            while at < end:
                if is_member(load(at + 8)):
                    set_insert_clean(load(row + SET_TABLE), mask, load(at + 8), load(at))
                at = at + 16
        store(row + SET_FILL, count)
        store(row + LENGTH, count)
        return NONE
    while at < end:
        if is_member(load(at + 8)):
            set_add_h(row, load(at + 8), load(at))
        at = at + 16
    return NONE


def set_copy(header: int, other: int) -> Word:
    row = new_set(header, 8)
    set_merge(row, other)
    return row


def set_of_items(header: int, at: int, count: int) -> Word:
    """A set of `count` words, added one after another."""
    row = new_set(header, 8)
    set_extend(row, at, count)
    return row


@changes
def set_extend(row: int, at: int, count: int) -> Word:
    end = at + 8 * count
    while at < end:
        set_add(row, load(at))
        at = at + 8
    return NONE


def subset(one: int, other: int) -> int:
    if load(one + LENGTH) > load(other + LENGTH):
        return 0
    at = load(one + SET_TABLE)
    end = set_end(one)
    while at < end:
        word = load(at + 8)
        if is_member(word) and not set_find_h(other, word, load(at)):
            return 0
        at = at + 16
    return 1


def disjoint(one: int, other: int) -> int:
    if load(one + LENGTH) > load(other + LENGTH):
        at = load(other + SET_TABLE)
        end = set_end(other)
        other = one
    else:
        at = load(one + SET_TABLE)
        end = set_end(one)
    while at < end:
        word = load(at + 8)
        if is_member(word) and set_find_h(other, word, load(at)):
            return 0
        at = at + 16
    return 1


@changes
def set_place(row: int, i: int, word: int, h: int) -> int:
    """Fill slot `i` of a new set: with a member and its hash, or with GONE and -1."""
    at = load(row + SET_TABLE) + 16 * (i & load(row + SET_MASK))
    store(at, h)
    store(at + 8, word)
    return 0


@changes
def set_placed(row: int, used: int, fill: int, finger: int) -> int:
    """Finish a set whose slots were filled one by one; `fill` counts removed members too."""
    store(row + LENGTH, used)
    store(row + SET_FILL, fill)
    store(row + SET_FINGER, finger)
    return 0
