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

    @property
    def arena(self) -> Arena[Any]:
        """The entries."""
        return self.rows

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


class Packed(Record):
    """The same in one word, which is 0 if the entry is empty."""

    word: int


class PackedTable(BoundsTable):
    """The same for states that are known by numbers of some bits. The place has the low bits of a number that was
    mixed by a function with an inverse, and the entry all others, so different states never share one."""

    bits: int
    """The logarithm of the number of entries."""

    def __init__(self, bits: int, greatest: int) -> None:
        self.packed: Arena[Packed] = Arena(Packed, 1 << bits)
        self.mask = (1 << bits) - 1
        self.half = (2 * greatest + 1).bit_length()
        self.least = -greatest - 1
        self.bits = bits

    @property
    def arena(self) -> Arena[Any]:
        return self.packed

    def place(self, key: int) -> int:
        return key & self.mask

    def narrowed(self, key: int, at: int, low: Value, high: Value) -> tuple[Value, Value]:
        word, half = self.packed[at].word, self.half
        if word >> 2 * half == key >> self.bits and word != 0:
            return max(low, (word >> half & (1 << half) - 1) + self.least), min(
                high, (word & (1 << half) - 1) + self.least
            )
        return low, high

    def put(self, key: int, at: int, low: Value, high: Value) -> None:
        half = self.half
        self.packed[at].word = ((key >> self.bits) << half | low - self.least) << half | high - self.least


class Spread(Machine):
    """A function with an inverse that mixes the bits of numbers below a power of two."""

    def __init__(self, bits: int) -> None:
        self.half = max(1, bits // 2)
        self.every = (1 << bits) - 1

    def mixed(self, number: int) -> int:
        every, half = self.every, self.half
        word = (number * 0x1E3779B97F4A7C15) & 0xFFFF_FFFF_FFFF_FFFF & every
        word = ((word ^ word >> half) * 0x1F58476D1CE4E5B9) & 0xFFFF_FFFF_FFFF_FFFF & every
        return word ^ word >> half


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
