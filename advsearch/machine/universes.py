"""The values that members of sets were seen to have, numbered from 0, so that a set is a few words of bits.

A universe is assumed and guarded, never proven: its members are those of the states that were played and of the
constants of the build, rounded up to a box of small ranges. Machine code tests each value that becomes a member. One
that is outside ends the call with the error of a guard, and the program is built anew with a larger universe, or with
tables in the place of bits. So it is where the order of a set can be observed, since bits have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from advsearch.machine import layout
from advsearch.machine.classes import field_values
from advsearch.machine.types import (
    BOOL,
    CHAR,
    INT,
    STR,
    Flat,
    Frozen,
    ListOf,
    Member,
    Number,
    Progress,
    Row,
    SetOf,
    Type,
)

MOST_MEMBERS: Final = 256
BITS_OF_A_WORD: Final = 64
MOST_LEAVES: Final = 4
LONGEST_TEXT: Final = 16
LEAST_LEAF: Final = -16
GREATEST_LEAF: Final = 127
MOST_WIDENED: Final = 2
"""How often a universe is widened before its sets become tables."""
OF_ANY: Final = layout.DETAIL_MASK
"""The detail of a guard that asks for tables everywhere."""


def leaves_of(kind: Type) -> list[Type] | None:
    """The types of the registers of a member, or None if members of this type have no universe."""
    if isinstance(kind, Flat):
        if not issubclass(kind.kind, tuple) or kind.kind.__eq__ is not tuple.__eq__:
            return None
        found: list[Type] = []
        for item in kind.items:
            inner = leaves_of(item)
            if inner is None:
                return None
            found += inner
        return found if 0 < len(found) <= MOST_LEAVES else None
    if kind in (INT, BOOL, CHAR, STR) or isinstance(kind, Number):
        return [kind]
    return [kind] if isinstance(kind, Member) and not issubclass(kind.kind, str) else None


def _values(kind: Type, value: Any) -> list[Any] | None:
    """What the registers of a value of a type hold, members of enums by their places; None for another value."""
    if isinstance(kind, Flat):
        if type(value) is not kind.kind:
            return None
        items = field_values(value)
        if len(items) != len(kind.items):
            return None
        found: list[Any] = []
        for item, one in zip(kind.items, items, strict=True):
            inner = _values(item, one)
            if inner is None:
                return None
            found += inner
        return found
    if kind == STR:
        return [value] if is_short(value) else None
    if kind == CHAR:
        return [ord(value)] if type(value) is str and len(value) == 1 else None
    if isinstance(kind, Member):
        return [list(kind.kind).index(value)] if type(value) is kind.kind else None  # type: ignore[call-overload]
    wanted: Any = kind.kind if isinstance(kind, Number) else bool if kind == BOOL else int
    return [int(value)] if type(value) is wanted else None


def is_short(value: Any) -> bool:
    """Return whether a value is a string that machine code tells from others by two words."""
    return type(value) is str and 0 < len(value) <= LONGEST_TEXT and all(0 < ord(one) < 256 for one in value)


class Universe:
    """The members that sets of one item type may have. What is learned in a round holds from the next round on."""

    def __init__(self, item: Type, leaves: list[Type], number: int) -> None:
        self.item = item
        self.leaves = leaves
        self.number = number
        self.spans: list[tuple[int, int]] = []
        """The least and the greatest value of each register; nothing before a member was seen."""
        self.alive = False
        self.texts: dict[str, int] = {}
        """The strings that members have, with their numbers."""
        self._seen: list[tuple[int, int]] = []
        self._dead = False
        self._widened = 0

    @property
    def seen(self) -> bool:
        """Whether any member was seen."""
        return bool(self._seen)

    def settle(self) -> None:
        """Begin a round with what was learned before."""
        self.spans = list(self._seen)
        self.alive = not self._dead and 0 < self.size <= MOST_MEMBERS

    @property
    def size(self) -> int:
        size = 1 if self.spans else 0
        for low, high in self.spans:
            size *= high - low + 1
        return size

    @property
    def words(self) -> int:
        return -(-self.size // BITS_OF_A_WORD)

    @property
    def ascends(self) -> bool:
        """Whether members are in the order of their numbers."""
        return all(kind in (INT, BOOL, CHAR) for kind in self.leaves)

    def header(self, is_set: bool) -> int:
        """The header of a set in memory; those of frozensets differ."""
        return layout.BITS | (self.number << 1 | is_set) << layout.CLASS_SHIFT

    def _leaves(self, value: Any) -> list[int] | None:
        """What the registers of a value hold, strings by their numbers; a new string has a new number."""
        values = _values(self.item, value)
        if values is None:
            return None
        return [self.texts.setdefault(one, len(self.texts)) if isinstance(one, str) else one for one in values]

    def number_of(self, value: Any) -> int | None:
        """The number of a member, or None for a value that is outside."""
        values = self._leaves(value)
        if values is None or not self.spans:
            return None
        found = 0
        for one, (low, high) in zip(values, self.spans, strict=True):
            if not low <= one <= high:
                return None
            found = found * (high - low + 1) + one - low
        return found

    def mask(self, values: Iterable[Any]) -> list[int] | None:
        """The words of a set, or None if one of its members is outside."""
        bits = 0
        for value in values:
            number = self.number_of(value)
            if number is None:
                return None
            bits |= 1 << number
        whole = (1 << BITS_OF_A_WORD) - 1
        words = [bits >> BITS_OF_A_WORD * place & whole for place in range(self.words)]
        return [word - (1 << 64) if word >> 63 else word for word in words]

    def known_texts(self) -> tuple[str, ...]:
        """The strings that members have, by their numbers."""
        last = max((high for kind, (_, high) in zip(self.leaves, self.spans, strict=True) if kind == STR), default=-1)
        return tuple(self.texts)[: last + 1]

    def members(self) -> list[Any]:
        """All members, by their numbers."""
        found: list[list[int]] = [[]]
        for low, high in self.spans:
            found = [[*each, one] for each in found for one in range(low, high + 1)]
        texts = list(self.texts)
        return [_value(self.item, iter(each), texts) for each in found]

    def see(self, value: Any) -> bool:
        """Take a value in: whether the universe is larger now."""
        values = None if self._dead else self._leaves(value)
        if values is None:
            return False
        spans = self._seen or [(one, one) for one in values]
        larger = [(min(low, one), max(high, one)) for one, (low, high) in zip(values, spans, strict=True)]
        grown, self._seen = larger != self._seen, larger
        return grown

    def knows(self, value: Any) -> bool:
        """Whether a value has a number, from the next round on at least."""
        values = self._leaves(value)
        pairs = zip(values or (), self._seen, strict=False)
        return values is not None and all(low <= one <= high for one, (low, high) in pairs)

    def widen(self) -> None:
        """Make the universe larger, since a value was outside: by half of each range on either side."""
        before, self._widened = self._seen, self._widened + 1
        self._seen = [
            _wider(kind, low, high, max(1, (high - low + 1) // 2))
            for kind, (low, high) in zip(self.leaves, before, strict=True)
        ]
        if self._seen == before or self._widened > MOST_WIDENED:
            self._dead = True

    def give_up(self) -> bool:
        """Hold sets of these members as tables: whether that is new."""
        new, self._dead = not self._dead, True
        return new


def _wider(kind: Type, low: int, high: int, by: int) -> tuple[int, int]:
    if kind == BOOL:
        return 0, 1
    if isinstance(kind, Member):
        return 0, len(list(kind.kind)) - 1  # type: ignore[call-overload]
    if kind == STR:
        return low, high
    return (max(0, low - by) if kind == CHAR else low - by), high + by


def _value(kind: Type, leaves: Iterator[int], texts: list[str]) -> Any:
    if isinstance(kind, Flat):
        items = [_value(item, leaves, texts) for item in kind.items]
        return tuple(items) if kind.kind is tuple else tuple.__new__(kind.kind, items)
    value = next(leaves)
    if kind == STR:
        return texts[value]
    if kind == CHAR:
        return chr(value)
    if isinstance(kind, Member):
        return list(kind.kind)[value]  # type: ignore[call-overload]
    return bool(value) if kind == BOOL else value


class Universes:
    """The universes of a build, by the types of their members."""

    def __init__(self, progress: Progress | None = None) -> None:
        self._progress = progress
        self._found: dict[Type, Universe | None] = {}
        self.all: list[Universe] = []

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_progress": None}  # what is kept on the disk is not learned from

    def of(self, item: Type | None) -> Universe | None:
        """The universe of the members of a set whose items are of a type, if the set is bits."""
        if item is None:
            return None
        found = self._found.get(item)
        return found if found is not None and found.alive else None

    @property
    def alive(self) -> bool:
        """Whether any sets are held as bits."""
        return any(universe.alive for universe in self.all)

    def begin(self) -> None:
        """Begin a round with what was learned before."""
        for universe in self.all:
            universe.settle()

    def _universe(self, item: Type) -> Universe | None:
        if item not in self._found:
            leaves = leaves_of(item)
            self._found[item] = None
            if leaves is not None:
                self._found[item] = Universe(item, leaves, len(self.all))
                self.all.append(self._found[item])  # type: ignore[arg-type]
        return self._found[item]

    def see(self, item: Type | None, values: Iterable[Any]) -> None:
        """Take the members of a set in."""
        universe = None if item is None else self._universe(item)
        if universe is not None and [True for value in values if universe.see(value)]:
            self._changed()

    def see_sets(self, kind: Type | None, value: Any) -> None:
        """Take in the members of all sets in a value of a type."""
        if isinstance(kind, Frozen | SetOf):
            item = kind.item if isinstance(kind, Frozen) else kind.node.item
            self.see(item, value)
            universe = None if item is None else self._universe(item)
            if universe is not None and not all(map(universe.knows, value)):
                self.give_up(universe)
            if isinstance(item, Frozen):
                for one in value:
                    self.see_sets(item, one)
        elif isinstance(kind, Flat):
            for item, one in zip(kind.items, field_values(value), strict=True):
                self.see_sets(item, one)
        elif isinstance(kind, Row | ListOf):
            item = kind.item if isinstance(kind, Row) else kind.node.item
            if has_sets(item):
                for one in value:
                    self.see_sets(item, one)

    def see_leaves(self, kind: Type | None, values: Iterable[Any]) -> None:
        """Let the numbers and characters in values of a type be members, where no set of such members was seen."""
        found: dict[Type, set[Any]] = {INT: set(), CHAR: set()}
        for value in values:
            _collect(kind, value, found)
        for item, members in found.items():
            known = self._found.get(item)
            if members and (known is None or not known.seen):
                small = item == CHAR or (min(members) >= LEAST_LEAF and max(members) <= GREATEST_LEAF)
                self.see(item, members if small else ())

    def give_up(self, universe: Universe | None) -> None:
        """Hold sets of this universe as tables from the next round on."""
        if universe is not None and universe.give_up():
            self._changed()

    def learn(self, detail: int) -> None:
        """Learn from a guard that failed: a value was outside of a universe, or a set was held in the other way."""
        for universe in self.all:
            if detail == OF_ANY:
                universe.give_up()
            elif universe.number == detail - 1:
                universe.widen()

    def _changed(self) -> None:
        if self._progress is not None:
            self._progress.changed()


def _collect(kind: Type | None, value: Any, found: dict[Type, set[Any]]) -> None:
    """Collect the numbers and characters in a value of a type."""
    if kind in (INT, CHAR):
        found[kind].add(value)
    elif kind == STR:
        found[CHAR].update(value)
    elif isinstance(kind, Flat):
        for item, one in zip(kind.items, field_values(value), strict=True):
            _collect(item, one, found)
    elif isinstance(kind, Row):
        for one in value:
            _collect(kind.item, one, found)


def has_sets(kind: Type | None) -> bool:
    """Return whether a value of a type may have sets inside that are held as bits."""
    if isinstance(kind, Flat):
        return any(map(has_sets, kind.items))
    if isinstance(kind, Row):
        return has_sets(kind.item)
    return isinstance(kind, Frozen | SetOf | ListOf)
