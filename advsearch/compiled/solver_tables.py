"""The tables of the solver, which store bounds on the values of states. An entry contains the whole state, so no
proof relies on a hash.

If the key of a state is one word, an entry is one 64-bit cell. A 64-bit cell is never half written, so threads may
share the table. A bijection mixes the bits of the key. The low bits of the mixed key are the entry's index, and the
entry stores only the high bits of the mixed key. An entry contains, from its highest bit to its lowest: a 0, the high
bits of the mixed key, the lower bound, and the upper bound. The lower bound is stored as a number that is never 0, so
only an empty cell is 0.

If the key of a state has more than one word, an entry consists of the words of the key and one cell with the bounds,
and the index of the entry is a hash of the key.

The solver has two tables. The near table fits into the cache of one core, and is read at every state. The far table
is as large as the caller allows. The far table is used only for a state whose search has already taken `FAR_EFFORT`
nodes. After a smaller search, cache misses in the far table would take more time than the entries of the far table
save. In the game that docs/solving.md names, the solver entered 16 million nodes/s with one table of 128 MB, and 51
million with the two tables. The node counts with one table and with two tables differed by less than 2 %.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from advsearch.compiled.memory import Block, get, mix, put
from advsearch.compiled.shape import Moves
from advsearch.kernels import Words

NEAR_BITS = 17
"""The near table has 2**17 entries of 8 bytes, so it has one megabyte, the size of a second-level cache."""

_CELL_BITS = 63
_FIRST_FACTOR = 0x1E3779B97F4A7C15
_SECOND_FACTOR = 0x1F58476D1CE4E5B9


@attrs.frozen
class Tables:
    """The functions that the solver's template calls to store and look up states, and the sizes of the tables."""

    near_bits: int
    """The base-2 logarithm of the near table's number of entries."""
    least_bits: int
    """The base-2 logarithm of the least number of entries of a table. In a table with fewer entries, the index of an
    entry has fewer bits, and the other bits of the key would not fit into the entry."""
    entry_cells: int
    """The number of cells of an entry."""
    key: Callable[[Words], Any]
    """`key(s)`: the key of a state, which `recall` and `record` take."""
    tag: Callable[[Words], int]
    """`tag(s)`: a hash of the state."""
    canonical: Callable[[Words], Words]
    """`canonical(s)`: the least of the states that are equivalent to s by symmetry."""
    recall: Callable[[Block, int, int, Any], int]
    """`recall(block, start, bits, key)`: the bounds stored for a key in the table of 2**bits entries; 0 if there are
    none."""
    record: Callable[[Block, int, int, Any, int], None]
    """`record(block, start, bits, key, bounds)`: store the bounds for a key in the table of 2**bits entries."""

    @property
    def shareable(self) -> bool:
        """Whether threads may share the far table. The table may be shared if an entry is one cell, because a cell is
        never half written."""
        return self.entry_cells == 1


def make(moves: Moves, bounds_bits: int) -> Tables:
    """Make tables for the states of a game. A pair of bounds takes `bounds_bits` bits."""
    if moves.key_words > 1:
        return _of_whole_keys(moves)
    least_bits = max(0, moves.key_bits + bounds_bits - _CELL_BITS)
    if least_bits > NEAR_BITS + 6:  # 64 MB is too large for a near table
        return _of_whole_keys(moves)
    return _of_packed_states(moves, bounds_bits, least_bits)


def _of_packed_states(moves: Moves, bounds_bits: int, least_bits: int) -> Tables:
    pack = moves.key
    every = (1 << moves.key_bits) - 1
    first, second = _FIRST_FACTOR & every | 1, _SECOND_FACTOR & every | 1
    half = max(1, moves.key_bits // 2)

    def key(s: Words) -> int:
        # multiplying by an odd number and folding down are bijections on words of pack_bits bits
        mixed: int = (pack(s)[0] * first) & every
        mixed = ((mixed ^ mixed >> half) * second) & every
        return mixed ^ mixed >> half

    def recall(block: Block, start: int, bits: int, key: int) -> int:
        entry = get(block, start + (key & ((1 << bits) - 1)))
        return entry & ((1 << bounds_bits) - 1) if entry >> bounds_bits == key >> bits else 0

    def record(block: Block, start: int, bits: int, key: int, bounds: int) -> None:
        put(block, start + (key & ((1 << bits) - 1)), key >> bits << bounds_bits | bounds)

    canonical = _least(moves) if moves.symmetries else _same
    return Tables(max(NEAR_BITS, least_bits), least_bits, 1, key, key, canonical, recall, record)


def _of_whole_keys(moves: Moves) -> Tables:
    key, words = moves.key, moves.key_words
    cells = words + 1

    def hashed(key: Any) -> int:
        found = 0
        for i in range(words):
            found = mix(found, key[i])
        return found

    def tag(s: Words) -> int:
        return hashed(key(s))

    def index(key: Any, bits: int) -> int:
        return (hashed(key) & ((1 << bits) - 1)) * cells

    def recall(block: Block, start: int, bits: int, key: Any) -> int:
        place = start + index(key, bits)
        for i in range(words):
            if get(block, place + i) != key[i]:
                return 0
        return get(block, place + words)

    def record(block: Block, start: int, bits: int, key: Any, bounds: int) -> None:
        place = start + index(key, bits)
        for i in range(words):
            put(block, place + i, key[i])
        put(block, place + words, bounds)

    canonical = _least(moves) if moves.symmetries else _same
    return Tables(NEAR_BITS - 2, 0, cells, key, tag, canonical, recall, record)


def _same(s: Words) -> Words:
    return s


def _least(moves: Moves) -> Callable[[Words], Words]:
    key = moves.key

    def chain(candidate: Callable[[Words], Words], before: Callable[[Words, Words], Words]) -> Any:
        def step(s: Words, best: Words) -> Words:
            least = before(s, best)
            image = candidate(s)
            return image if key(image) < key(least) else least

        return step

    return _chained(moves, chain)


def _chained(moves: Moves, chain: Callable[..., Any]) -> Callable[[Words], Words]:
    """Combine the functions of all symmetries into one, because templates cannot loop over functions."""
    step: Any = _keep
    for symmetry in moves.symmetries:
        step = chain(symmetry, step)
    last = step

    def canonical(s: Words) -> Words:
        least: Words = last(s, s)
        return least

    return canonical


def _keep(s: Words, best: Words) -> Words:  # noqa: ARG001 - the first link of the chain
    return best
