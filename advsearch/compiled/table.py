"""The transposition table of a search. An entry contains a state with its exact value, or with a bound on its value.

An entry consists of the key of a state, the state's value for the mover, and a word with further facts. The key is
one word if the game has a kernel `pack`, else all words of the state. The plies to a proven win or loss are counted
from the state in the entry. Entries begin at multiples of a power of two, and two entries form a bucket.

A new entry replaces the entry of the same state. If the state has no entry, the new entry replaces one of the two
entries in the bucket. The entry from an earlier search is replaced first, then the entry from an earlier probe, then
the entry with less depth.
"""

from __future__ import annotations

from typing import Any, Final

import attrs

from advsearch.compiled.layout import AGE, GENERATION, SINCE, STORE, TABLE_MASK, TABLE_START
from advsearch.compiled.memory import Block, get, mix, put
from advsearch.compiled.shape import Kernel, Moves, Scale

# The bits of the word of facts:
#     0-1    whether the value is LOWER, UPPER or EXACT; 0 for an empty entry
#     2      whether the value is the same at every greater depth
#     3      whether the mover is the root's opponent, for evaluators that depend on it
#     4-19   the depth to which the state was searched
#     20-35  the number of the search; an entry with a number below SINCE is from another game, and is not used
#     36-43  the number of the probe within the search
#     44-62  the best action plus 1; 0 if there is none
LOWER: Final = 1
UPPER: Final = 2
EXACT: Final = 3

NONE: Final = -1
"""The result of `find` if there is no entry."""


@attrs.frozen(eq=False)
class Table:
    """The functions of a transposition table that search templates call."""

    hashed: Kernel
    """`hashed(key, side)` returns a hash of the key."""
    find: Kernel
    """`find(block, key, side, hashed)` returns the cell at which the state's entry begins, or `NONE`."""
    value: Kernel
    """`value(block, at)` returns the value in the entry that begins at the cell `at`."""
    facts: Kernel
    """`facts(block, at)` returns the facts in the entry that begins at the cell `at`. The facts are one word, which
    contains the depth, the best action and more."""
    record: Kernel
    """`record(block, key, side, hashed, value, kind, sure, depth, action)` stores an entry."""
    entry_cells: int


def entry_size(moves: Moves) -> int:
    """The number of cells of a table entry (key, value and facts), rounded up to a power of two."""
    needed = moves.key_words + 2
    return 1 << (needed - 1).bit_length()


def kind_in(facts: int) -> int:
    return facts & 3


def sure_in(facts: int) -> int:
    return facts >> 2 & 1


def depth_in(facts: int) -> int:
    return facts >> 4 & 0xFFFF


def action_in(facts: int) -> int:
    """The best action in a table entry, or -1 if none is known."""
    return (facts >> 44) - 1


def make_table(moves: Moves, scale: Scale) -> Table:
    key_cells = moves.key_words
    same, write, hash_of = _keys(key_cells)
    size = entry_size(moves)
    load, store = scale.numbers.load, scale.numbers.store
    sided = 1 if scale.sided else 0

    def hashed(key: Any, side: int) -> Any:
        return hash_of(key, side & sided)

    def find(block: Block, key: Any, side: int, hashed: int) -> int:
        table = get(block, STORE)
        since = get(block, SINCE)
        at = get(block, TABLE_START) + (hashed & get(block, TABLE_MASK)) * (2 * size)
        for _ in range(2):
            facts = get(table, at + key_cells + 1)
            if _search_of(facts) >= since and (facts >> 3 & 1) == side & sided and same(table, at, key):
                return at
            at += size
        return NONE

    def value(block: Block, at: int) -> Any:
        return load(get(block, STORE), at + key_cells)

    def facts(block: Block, at: int) -> int:
        return get(get(block, STORE), at + key_cells + 1)

    def record(
        block: Block, key: Any, side: int, hashed: int, value: Any, kind: int, sure: int, depth: int, action: int
    ) -> None:
        table = get(block, STORE)
        generation, since = get(block, GENERATION), get(block, SINCE)
        first = get(block, TABLE_START) + (hashed & get(block, TABLE_MASK)) * (2 * size)
        at = first
        if not same(table, first, key):
            if same(table, first + size, key):
                at = first + size
            else:
                one, other = get(table, first + key_cells + 1), get(table, first + size + key_cells + 1)
                if _rank(other, since) < _rank(one, since):
                    at = first + size
        write(table, at, key)
        store(table, at + key_cells, value)
        depth = min(depth, 0xFFFF)
        age = get(block, AGE)
        word = kind | sure << 2 | (side & sided) << 3 | depth << 4 | generation << 20 | age << 36 | (action + 1) << 44
        put(table, at + key_cells + 1, word)

    return Table(hashed, find, value, facts, record, size)


def _search_of(facts: int) -> int:
    """Return the number of the search that wrote a table entry, or 0 if the entry is empty."""
    return facts >> 20 & 0xFFFF


def _rank(facts: int, since: int) -> int:
    """Return a rank: of two entries, the entry with the lower rank is replaced. Entries from later searches rank
    higher, then entries from later probes, then deeper entries. An entry that cannot be used has the rank -1."""
    if _search_of(facts) < since:
        return -1
    return _search_of(facts) << 24 | (facts >> 36 & 0xFF) << 16 | depth_in(facts)


def _keys(words: int) -> tuple[Kernel, Kernel, Kernel]:
    """Return three functions, which compare, write and hash a key of `words` words."""
    if words == 1:

        def same_word(table: Block, at: int, key: Any) -> bool:
            return bool(get(table, at) == key[0])

        def write_word(table: Block, at: int, key: Any) -> None:
            put(table, at, key[0])

        def hash_word(key: Any, side: int) -> int:
            return mix(side, key[0])

        return same_word, write_word, hash_word

    def same_words(table: Block, at: int, key: Any) -> bool:
        for index in range(words):  # noqa: SIM110 - numba has no generator expressions
            if get(table, at + index) != key[index]:
                return False
        return True

    def write_words(table: Block, at: int, key: Any) -> None:
        for index in range(words):
            put(table, at + index, key[index])

    def hash_words(key: Any, side: int) -> int:
        hashed = side
        for index in range(words):
            hashed = mix(hashed, key[index])
        return hashed

    return same_words, write_words, hash_words
