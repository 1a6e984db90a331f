"""An exact transposition table of bounded size: whole states in buckets of two, so no two states share an entry."""

from __future__ import annotations

from typing import Final

from advsearch.search.kit.fields import I8, I16, I32, Action, Arena, Key, Machine, Record, Value, mixed

LOWER: Final = 1
"""The kind of an entry whose true value is at least the stored value."""
UPPER: Final = 2
"""The kind of an entry whose true value is at most the stored value."""
EXACT: Final = LOWER | UPPER

LONG_SEARCH: Final = 100_000
SMALL_MASK: Final = 0x1FFF
"""The mask of the small part of a table, which fits into a processor's cache. A search whose table may grow uses only
this part until it has entered `LONG_SEARCH` nodes."""


class Entry(Record):
    """What the table has for a state. The plies to a win or loss are counted from the state."""

    key: Key
    value: Value
    action: Action
    """The best action known, or NOTHING."""
    depth: I32
    kind: I8
    sure: bool
    """Whether the value is the same at every greater depth."""
    search: I32
    """The number of the search that wrote the entry; 0 if it is empty."""
    age: I16
    """The number of the probe within the search."""


def buckets_of(slots: int) -> int:
    """Return the number of buckets of a table of at most `slots` entries."""
    return 1 << (max(slots, 2).bit_length() - 2)


class Table(Machine):
    """At most `slots` entries, rounded down to a power of two.

    A new entry replaces the one of its state. Otherwise it replaces, of the two in its bucket, the one from an
    earlier search, then from an earlier probe, then with less depth.
    """

    mask: int
    most: int
    """The mask of the whole table."""
    grows: bool
    """Whether a search begins with the small part."""
    search: int
    """The number of the search that runs."""
    since: int
    """The number of the first search whose entries may be used."""
    age: int
    large: bool
    """Whether the whole table is in use."""

    def __init__(self, slots: int, grows: bool = False) -> None:
        buckets = buckets_of(slots)
        self.most = buckets - 1
        self.grows = grows
        self.rows: Arena[Entry] = Arena(Entry, 2 * buckets)
        self.mask = self.most
        self.search = self.since = 1
        self.age = -1
        self.large = False

    def begin(self, entered: int) -> None:
        """Begin a probe, before which the search has entered so many nodes."""
        if self.grows and entered < LONG_SEARCH and not self.large:
            self.mask = min(self.most, SMALL_MASK)
        else:
            self.mask = self.most
            self.large = True
        self.age = min(self.age + 1, 255)

    def place(self, number: int) -> int:
        """Return the number of the first entry of a bucket, from the content number of a state."""
        return 2 * (mixed(number) & self.mask)

    def find(self, key: Key, at: int) -> int:
        """Return the number of the state's entry in the bucket that begins at `at`, or -1."""
        for index in range(at, at + 2):
            row = self.rows[index]
            if row.search >= self.since and row.key == key:
                return index
        return -1

    def put(self, key: Key, at: int, value: Value, kind: int, sure: bool, depth: int, action: Action) -> None:
        """Store what is known of a state in the bucket that begins at `at`."""
        row, other = self.rows[at], self.rows[at + 1]
        if row.key != key and (other.key == key or self.rank(other) < self.rank(row)):
            row = other
        row.key = key
        row.value = value
        row.action = action
        row.depth = depth
        row.kind = kind
        row.sure = sure
        row.search = self.search
        row.age = self.age

    def rank(self, row: Entry) -> int:
        """Return a number that is smaller for the entry to replace."""
        return -1 if row.search < self.since else row.search << 24 | row.age << 16 | row.depth
