"""What a guided search keeps from one probe of a session to the next: killers, history, and the table.

killers    two for every ply: the last actions that cut there, and 1; 0 for none
history    for the root's mover and the opponent, every action's weight
lists      a row for every ply: its moves, each with its score above it
table      see `advsearch.compiled.table`
"""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any, Final

import attrs

from advsearch.bits import WORD_BITS
from advsearch.compiled.layout import AGE, GENERATION, HISTORY, KILLERS, STORE, TABLE_MASK, TABLE_ORDER, TABLE_START
from advsearch.compiled.memory import Memory, plain_memory
from advsearch.compiled.table import entry_size
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import KernelSet

if TYPE_CHECKING:
    from advsearch.compiled.guided import Guidance

ACTION_BITS: Final = 18
_LAST_GENERATION: Final = 0xFFFF
_LAST_AGE: Final = 0xFF

_LONG_SEARCH: Final = 100_000
_SMALL_MASK: Final = 0x1FFF
"""Buckets less one that a search uses until it has entered so many nodes: 512 KB, which a processor's cache holds.
The first touch of each page of a large table costs time that a search of some milliseconds does not have."""


@attrs.frozen
class Places:
    """Where in the block each part begins."""

    actions: int
    """How many action numbers there can be."""
    history: int
    lists: int
    table: int

    @classmethod
    def of(cls, kernels: KernelSet) -> Places:
        actions = WORD_BITS * kernels.cell_words * kernels.fan
        if actions >> ACTION_BITS:
            raise CompiledTierUnavailable(f"expected at most {1 << ACTION_BITS} action numbers, got {actions}")
        plies = kernels.longest + 1
        history = 2 * plies
        lists = history + 2 * actions
        return cls(actions, history, lists, lists + plies * actions)


@attrs.define(eq=False)
class _Block:
    """Memory that one search after another uses; old table entries are told by their generation."""

    cells: Any
    handle: Any
    generation: int = 0


_free: dict[tuple[object, ...], list[_Block]] = {}
_lock = threading.Lock()
_KEPT: Final = 2


class Learnt:
    """One session's memory."""

    def __init__(self, kernels: KernelSet, number: type, guidance: Guidance, compiled: bool) -> None:
        self._places = Places.of(kernels)
        self._guidance = guidance
        self._age = 0
        slots = guidance.slots
        buckets = 1 << (max(slots, 2).bit_length() - 2) if slots else 0
        self._mask = buckets - 1
        cells = self._places.table + buckets * 2 * entry_size(kernels)
        shape = (cells, self._places.table, entry_size(kernels), kernels.pack is None, kernels.words, number)
        self._block = _taken(shape, cells) if compiled else _plain(cells)
        self._block.generation += 1
        if self._block.generation > _LAST_GENERATION:
            self._block.cells[:] = 0
            self._block.generation = 1
        if compiled:
            self._block.cells[: self._places.lists] = 0
            weakref.finalize(self, _give_back, shape, self._block)

    def attach(self, block: Any, nodes: int) -> None:
        """Write into a probe's block what it needs to know; `nodes` have been entered before it."""
        order = self._guidance.order
        small = self._guidance.grows and nodes < _LONG_SEARCH
        block[STORE] = self._block.handle
        block[TABLE_START] = self._places.table
        block[TABLE_MASK] = min(self._mask, _SMALL_MASK) if small else self._mask
        block[GENERATION] = self._block.generation
        block[AGE] = self._age
        block[KILLERS] = int("killers" in order)
        block[HISTORY] = int("history" in order)
        block[TABLE_ORDER] = int("table" in order)
        self._age = min(self._age + 1, _LAST_AGE)


def _plain(cells: int) -> _Block:
    plain = plain_memory(cells)
    return _Block(plain, plain)


def _taken(shape: tuple[object, ...], cells: int) -> _Block:
    """A block of this shape: one given back (its pages are there already), or a new one."""
    with _lock:
        kept = _free.get(shape)
        if kept:
            return kept.pop()
    memory = Memory(cells)
    return _Block(memory.cells, memory.address)


def _give_back(shape: tuple[object, ...], block: _Block) -> None:
    with _lock:
        kept = _free.setdefault(shape, [])
        if len(kept) < _KEPT:
            kept.append(block)
