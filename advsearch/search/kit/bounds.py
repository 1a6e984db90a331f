"""A table of proven bounds on the values of states: each state has one place, and a new state replaces an old one."""

from __future__ import annotations

from advsearch.search.kit.fields import Arena, Key, Machine, Record, mixed


class Bounds(Record):
    """What is proven of a state, for the player to move there."""

    key: Key
    known: bool
    low: int
    high: int


class BoundsTable(Machine):
    """Whole states with a lower and an upper bound on their values. No proof relies on a hash."""

    mask: int

    def __init__(self, bits: int) -> None:
        self.rows: Arena[Bounds] = Arena(Bounds, 1 << bits)
        self.mask = (1 << bits) - 1

    def place(self, number: int) -> int:
        """Return the number of the only entry that a state may have, from its content number."""
        return mixed(number) & self.mask

    def has(self, key: Key, at: int) -> bool:
        """Return whether the entry with the number `at` is the state's."""
        row = self.rows[at]
        return row.known and row.key == key

    def put(self, key: Key, at: int, low: int, high: int) -> None:
        """Store the bounds of a state."""
        row = self.rows[at]
        row.key = key
        row.known = True
        row.low = low
        row.high = high
