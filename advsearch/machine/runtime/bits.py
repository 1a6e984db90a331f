"""Sets that are held as bits, where the runtime meets them: in comparisons, hashes and keys."""

from typing import TYPE_CHECKING

from advsearch.machine.layout import CLASS_SHIFT, ITEMS, LENGTH, NONE
from advsearch.machine.runtime.memory import alloc
from advsearch.machine.words import Word, bit_count, load, state, store

if TYPE_CHECKING:  # hashes of sets are made of those of their members
    from advsearch.machine.runtime.hashing import hash


def new_universes(count: int) -> Word:
    """Room for the members of so many universes."""
    state.UNIVERSES = alloc(count)
    return NONE


def new_universe(number: int, members: int) -> Word:
    """Write down the hashes and members of a universe, from a tuple."""
    count = load(members + LENGTH)
    table = alloc(2 * count)
    i = 0
    while i < count:
        member = load(members + ITEMS + 8 * i)
        store(table + 16 * i, hash(member))
        store(table + 16 * i + 8, member)
        i = i + 1
    store(state.UNIVERSES + 8 * number, table)
    return NONE


def bits_count(row: int) -> int:
    """How many members a set has."""
    found = 0
    at = row + ITEMS
    end = at + 8 * load(row + LENGTH)
    while at < end:
        found = found + bit_count(load(at))
        at = at + 8
    return found


def universe_of(row: int) -> int:
    """The table of the hashes and members of the universe of a set."""
    return load(state.UNIVERSES + 8 * (load(row) >> CLASS_SHIFT >> 1))
