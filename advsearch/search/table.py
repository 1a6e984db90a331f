"""A bounded transposition table, which stores what is known about states that several lines of play reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from advsearch.bounds import check_memory
from advsearch.values import Value

LOWER: Final = 1
"""The true value is at least the one stored."""
UPPER: Final = 2
"""The true value is at most the one stored."""
EXACT: Final = LOWER | UPPER

Entry: TypeAlias = "tuple[int, Value, int, bool, tuple[Any, Any] | None]"
"""(depth searched, value for the mover with distances from this state, bound kind, whether it holds at every
greater depth too, line of play in linked cells). The line of an exact value is complete. Otherwise its first
action, if any, is the best action known."""


_SLOT_BYTES: Final = 200
"""The least memory that an entry and its slot in the dictionary take, in bytes."""


class Table:
    """A transposition table of at most `slots` entries. When it is full, the oldest entry is dropped.

    States are compared by `==`, so two states never share an entry. Which entry is dropped depends only on the order
    in which states came, never on hashes, so a search is the same in every process. A new entry for a state replaces
    its old one.
    """

    def __init__(self, slots: int) -> None:
        assert slots > 0, "a table has at least one slot"
        check_memory("table", slots, _SLOT_BYTES * slots)
        self.slots = slots
        self._entries: dict[Any, Entry] = {}
        self._ring: list[Any] = []
        self._oldest = 0
        self.get = self._entries.get

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[tuple[Any, Entry]]:
        return iter(self._entries.items())

    def put(self, state: Any, entry: Entry) -> None:
        entries = self._entries
        before = len(entries)
        entries[state] = entry
        if len(entries) == before:
            return
        if before < self.slots:
            self._ring.append(state)
            return
        del entries[self._ring[self._oldest]]
        self._ring[self._oldest] = state
        self._oldest = (self._oldest + 1) % self.slots
