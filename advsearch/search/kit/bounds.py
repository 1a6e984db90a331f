"""Tables of proven bounds on the values of states. No proof relies on a hash."""

from __future__ import annotations

from typing import Any

from advsearch.search.kit.fields import Arena, Key, Machine, Record, Value, mixed
from advsearch.search.kit.numbers import number


class Bounds(Record):
    """What is proven of a state, for the player to move there."""

    key: Key
    low: Value
    high: Value
    known: bool


class BoundsTable(Machine):
    """Whole states with a lower and an upper bound on their values. Each state has one place, and a new state
    replaces an old one."""

    mask: int

    def __init__(self, bits: int) -> None:
        self.rows: Arena[Bounds] = Arena(Bounds, 1 << bits)
        self.mask = (1 << bits) - 1

    def place(self, key: Key) -> int:
        """Return the number of the only entry that a state may have."""
        return mixed(number(key)) & self.mask

    def narrowed(self, key: Key, at: int, low: Value, high: Value) -> tuple[Value, Value]:
        """Return bounds on a state's value that are at least as narrow as those given."""
        row = self.rows[at]
        if row.known and row.key == key:
            return max(low, row.low), min(high, row.high)
        return low, high

    def put(self, key: Key, at: int, low: Value, high: Value) -> None:
        """Store the bounds of a state."""
        row = self.rows[at]
        row.key = key
        row.known = True
        row.low = low
        row.high = high


class BoundsMemo(BoundsTable):
    """The same in plain Python, where states are found by their own hashes. If it is full, a new state replaces the
    oldest one."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.bounds: dict[Any, tuple[Value, Value]] = {}

    def place(self, _key: Key) -> int:
        return 0

    def narrowed(self, key: Key, _at: int, low: Value, high: Value) -> tuple[Value, Value]:
        found = self.bounds.get(key)
        if found is None:
            return low, high
        return max(low, found[0]), min(high, found[1])

    def put(self, key: Key, _at: int, low: Value, high: Value) -> None:
        bounds = self.bounds
        if len(bounds) >= self.room and key not in bounds:
            del bounds[next(iter(bounds))]
        bounds[key] = (low, high)
