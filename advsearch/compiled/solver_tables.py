"""The tables of the solver, which store bounds on the values of states. An entry contains the whole key of a state,
because two states may have the same hash.

If the key of a state is one word, an entry is one 64-bit cell. Threads may share a table of one-cell entries, because
a 64-bit cell is never half written. A one-to-one function mixes the bits of the key. The low bits of the mixed key
are the index of the entry. The entry contains the high bits of the mixed key, then the lower bound, then the upper
bound. The stored lower bound is never 0, and a cell that is 0 is an empty entry.

If the key of a state has more than one word, an entry consists of the words of the key and one cell with the bounds.
The index of the entry is a hash of the key.

The solver has two tables. The near table fits into the cache of one core, and is read at every state. The far table
is as large as the caller allows. The far table is used for a state after the search of the state has entered
`FAR_EFFORT` nodes. For a state with fewer than `FAR_EFFORT` nodes, cache misses in the far table would cost more time
than the far table saves. In the game of docs/solving.md, the solver entered 51 million nodes/s with two tables, and
16 million nodes/s with one table of 128 MB. The node counts with one table and with two tables differed by less than
2 %.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from advsearch.compiled.memory import Block, get, mix, put
from advsearch.compiled.shape import Moves
from advsearch.kernels import Words

NEAR_BITS = 17
"""The near table has 2**17 entries of 8 bytes: one megabyte, the size of a second-level cache."""

_CELL_BITS = 63
_FIRST_FACTOR = 0x1E3779B97F4A7C15
_SECOND_FACTOR = 0x1F58476D1CE4E5B9


@attrs.frozen
class Tables:
    """The sizes of the solver's tables, and the functions that store and look up states."""

    near_bits: int
    """The base-2 logarithm of the near table's number of entries."""
    least_bits: int
    """The base-2 logarithm of the smallest allowed number of entries in a table. In a smaller table, an entry would
    have to store more bits of the key than fit into a cell."""
    entry_cells: int
    """The number of cells of an entry."""
    key: Callable[[Words], Any]
    """`key(s)` returns the key of a state. `recall` and `record` take the key as an argument."""
    tag: Callable[[Words], int]
    """`tag(s)` returns a hash of the state."""
    canonical: Callable[[Words], Words]
    """`canonical(s)` returns the least state among s and the states that are symmetric to s."""
    recall: Callable[[Block, int, int, Any], int]
    """`recall(block, start, bits, key)` returns the bounds stored for a key, or 0. The table begins at the cell
    `start`, and has `2**bits` entries."""
    record: Callable[[Block, int, int, Any, int], None]
    """`record(block, start, bits, key, bounds)` stores the bounds for a key. The table begins at the cell `start`,
    and has `2**bits` entries."""

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
