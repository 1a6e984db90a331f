"""The memory that a guided search keeps between probes: the table, and the memory of the orderings. A probe is a
search to one depth. If only a clock limits the search, the table is also kept from one move of a game to the next
(see `Kept`).

A block begins with the memory of the orderings (see `advsearch.compiled.orderings`). After the memory of the
orderings, the block contains one list of actions for each ply. In each cell of a list, the low bits are an action,
and the high bits are the action's score. The transposition table is the last part of the block (see
`advsearch.compiled.table`).
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from advsearch.compiled.layout import (
    AGE,
    GENERATION,
    ORDERS,
    SINCE,
    STORE,
    TABLE_MASK,
    TABLE_START,
)
from advsearch.compiled.memory import Memory, clear, plain_memory
from advsearch.compiled.orderings import bits_of, chain_of, strangers_in
from advsearch.compiled.table import entry_size
from advsearch.system.forks import new_rlock

if TYPE_CHECKING:
    from advsearch.compiled.engine import Engine
    from advsearch.compiled.guided import Guidance

_LAST_GENERATION: Final = 0xFFFF
_LAST_AGE: Final = 0xFF

_LONG_SEARCH: Final = 100_000
_SMALL_MASK: Final = 0x1FFF
"""The number of buckets, minus one, in the small table. A search uses the small table until it has entered
`_LONG_SEARCH` nodes. The small table takes 512 KB and fits into a processor's cache. A short search is faster with
the small table, because the first write to each page of memory is slow."""


@attrs.define(eq=False, repr=False)
class _Block:
    """A block of memory that several searches use, one after another. Each table entry contains the number of the
    search that wrote the entry."""

    cells: Any
    handle: Any
    generation: int = 0
    since: int = 0
    """The number of the first search of the current game."""
    large: bool = False
    """Whether a search of the current game has used the whole table."""


_Shape: TypeAlias = tuple[object, ...]

_free: dict[_Shape, list[_Block]] = {}
_lock = new_rlock()  # garbage collection may give back a block while another is being taken
_KEPT: Final = 2


class Kept:
    """The table that is kept between the moves of a game. Each combination of game, searcher and evaluator has its
    own table.

    A table entry contains a state's value at one depth. Every search to the same depth finds the same value for a
    state. Earlier searches only change how long a search takes, and which of several equally good actions the search
    chooses. If nodes or depth are limited, the table is not kept, because the search should be repeatable.

    If another thread still writes to the table, the next search does not wait, and begins with an empty table.
    """

    def __init__(self) -> None:
        self._slot: list[tuple[object, _Shape, _Block]] = []
        self._games = 0
        weakref.finalize(self, _release, self._slot).atexit = False

    def __reduce__(self) -> tuple[type[Kept], tuple[()]]:
        return Kept, ()

    def forget(self) -> None:
        """Forget the table, because a new game begins."""
        self._games += 1
        _release(self._slot)

    def take(self, engine: object, shape: _Shape) -> _Block | None:
        """Return the block of the last search, or None. The result is None if another engine used the block, or if a
        thread still writes to the block."""
        with _lock:
            found = self._slot.pop() if self._slot else None
        if found is None:
            return None
        if found[0] is engine and found[1] == shape:
            return found[2]
        _give_back(*found[1:])
        return None

    def returns(self, engine: object, shape: _Shape, block: _Block) -> Callable[[], None]:
        """Return a function that gives the block back for the next search. The returned function may be called only
        after all threads have stopped writing to the block."""
        game = self._games

        def give() -> None:
            with _lock:
                if self._games != game or self._slot:
                    _give_back(shape, block)
                else:
                    self._slot.append((engine, shape, block))

        return give


def _release(slot: list[tuple[object, _Shape, _Block]]) -> None:
    while slot:
        _give_back(*slot.pop()[1:])


class Learnt:
    """The table and the orderings' memory for one call of a search."""

    def __init__(self, guidance: Guidance, engine: Engine) -> None:
        moves, compiled, kept = engine.moves, engine.compiled, guidance.kept
        self._places = chain_of(moves, strangers_in(guidance.order))
        self._orders = bits_of(guidance.order)
        self._guidance = guidance
        self._age = 0
        slots = guidance.slots
        buckets = 1 << (max(slots, 2).bit_length() - 2) if slots else 0
        self._mask = buckets - 1
        cells = self._places.table + buckets * 2 * entry_size(moves)
        shape = (
            cells,
            self._places.table,
            entry_size(moves),
            moves.key_words,
            engine.scale.numbers,
            compiled,
        )
        block = None if kept is None else kept.take(engine, shape)
        if block is None:
            block = _taken(shape, cells, slots) if compiled else _plain(cells)
            block.since, block.large = block.generation + 1, False
        self._block = block
        block.generation += 1
        if block.generation > _LAST_GENERATION:
            clear(block.cells, self._places.table)
            block.generation = block.since = 1
        clear(block.cells, 0, self._places.lists)
        if kept is not None:
            weakref.finalize(self, kept.returns(engine, shape, block))
        elif compiled:
            weakref.finalize(self, _give_back, shape, block)

    def attach(self, block: Any, nodes: int) -> None:
        """Write the offsets of the table and the orderings' memory into the block of a probe. `nodes` is the number
        of nodes entered before this probe."""
        small = self._guidance.grows and nodes < _LONG_SEARCH and not self._block.large
        self._block.large = not small
        block[STORE] = self._block.handle
        block[TABLE_START] = self._places.table
        block[TABLE_MASK] = min(self._mask, _SMALL_MASK) if small else self._mask
        block[GENERATION] = self._block.generation
        block[SINCE] = self._block.since
        block[AGE] = self._age
        block[ORDERS] = self._orders
        self._age = min(self._age + 1, _LAST_AGE)


def _plain(cells: int) -> _Block:
    plain = plain_memory(cells)
    return _Block(plain, plain)


def _taken(shape: _Shape, cells: int, slots: int) -> _Block:
    """Return a block of memory for a session. If an earlier session has given back a block, the old block is used,
    because writing to new memory is slow."""
    with _lock:
        kept = _free.get(shape)
        if kept:
            return kept.pop()
    memory = Memory(cells, "table", slots)
    return _Block(memory.cells, memory.address)


def _give_back(shape: _Shape, block: _Block) -> None:
    with _lock:
        kept = _free.setdefault(shape, [])
        if len(kept) < _KEPT:
            kept.append(block)
