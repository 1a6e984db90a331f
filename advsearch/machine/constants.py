"""Constants of a build: their types, and their words in the data of the machine code."""

from __future__ import annotations

import enum
import re
import struct
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, Final

import attrs

from advsearch.machine import layout
from advsearch.machine.classes import field_values, fields_of
from advsearch.machine.types import (
    BOOL,
    BYTES,
    CHAR,
    FLOAT,
    INT,
    NONE,
    NOTHING,
    RANGE,
    STR,
    DictOf,
    Flat,
    Frozen,
    ListOf,
    Member,
    Node,
    Number,
    Only,
    Progress,
    Row,
    SetOf,
    Type,
    family,
    joined,
    type_of_int,
    universe_of,
)
from advsearch.search.kit import fields as kit

MOST_FLAT: Final = 8
MOST_MIXED: Final = 20


class NoForm(Exception):
    """A Python value that machine code cannot hold."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(what)


_INSTEAD: Final = {
    complex: "use a pair of numbers, and add them one by one",
    re.Pattern: "test the string with its own methods, such as `startswith`, or in a loop",
    bytearray: "use a list of ints",
}


def instead_of(kind: type, otherwise: str = "use numbers, strings, tuples or your own classes") -> str:
    """What to use instead of values of a class that machine code cannot hold."""
    return _INSTEAD.get(kind, otherwise)


@attrs.frozen
class Place:
    """The word of a constant: in the text, or in a variable that is filled when the build is loaded."""

    text: str
    later: bool = False


@attrs.frozen
class Table:
    """Constant numbers in a row, for look-ups: each takes as few bits as the largest needs."""

    name: str
    bits: int
    each: int
    """How many numbers belong to one place."""


@attrs.frozen(eq=False)
class Later:
    """A constant that is built when the machine code is loaded: a row, or a set or dict by its items."""

    variable: str
    value: Any
    header: int
    words: tuple[Place, ...]


class Constants:
    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._nodes: dict[tuple[int, int], Node] = {}
        self._types: dict[Any, Type] = {}
        self._kept: dict[int, Any] = {}
        self.members: dict[Any, int] = {}
        """Members of enums and other constant objects, with their numbers."""
        self.classes: dict[type, int] = {}
        self.begin()

    def begin(self) -> None:
        """Forget the data of the round before."""
        self.data: list[str] = []
        self.later: list[Later] = []
        self._places: dict[Any, Place] = {}
        self._rows: dict[str, tuple[Any, ...]] = {}
        """Constant tuples by the words that point to them."""
        self._tables: dict[str, Table | None] = {}
        self._words: dict[Any, str] = {}

    # --- identity ------------------------------------------------------------------------------------------------

    def key(self, value: Any) -> Any:
        """Equal keys mean constants that no program can tell apart; what can be changed is known by its identity."""
        if value is None or (isinstance(value, bool | int | str) and not isinstance(value, enum.Enum)):
            return type(value), value
        if isinstance(value, float):
            return float, value.hex()
        if type(value) is tuple:
            return tuple, *map(self.key, value)
        if type(value) is frozenset:
            return frozenset, frozenset(map(self.key, value))
        if type(value) is range:
            return range, value.start, value.stop, value.step
        self._kept[id(value)] = value
        return type(value), id(value)

    def member(self, value: Any) -> int:
        """The word of a member of an enum, or of another constant object."""
        if isinstance(value, enum.Enum) and value not in self.members:
            for one in type(value):  # all members of a class have numbers in a row
                self.members.setdefault(one, len(self.members))
        return self.members.setdefault(value, len(self.members)) << layout.TAG_BITS | layout.CONSTANT_TAG

    def member_words(self, kind: Any) -> tuple[int, int]:
        """The first and the last word of the members of an enum."""
        words = [self.member(one) for one in kind]
        return min(words), max(words)

    def class_number(self, kind: type) -> int:
        return self.classes.setdefault(kind, len(self.classes) + 1)

    def header(self, kind: type) -> int:
        if issubclass(kind, tuple):
            return layout.TUPLE | (0 if kind is tuple else self.class_number(kind) << layout.CLASS_SHIFT)
        return layout.OBJECT | self.class_number(kind) << layout.CLASS_SHIFT

    # --- types ---------------------------------------------------------------------------------------------------

    def type_of(self, value: Any) -> Type:
        if type(value) in _SIMPLE and not (type(value) is int and not _is_short(value)):
            return _SIMPLE[type(value)]
        key = self.key(value)
        known = self._types.get(key)
        if known is None:
            known = self._new_type(value)
            if not isinstance(value, list | set | dict):
                self._types[key] = known
        return known

    def _new_type(self, value: Any) -> Type:
        if value is kit.NOTHING:
            return NOTHING
        if isinstance(value, int) and not isinstance(value, enum.Enum):
            return type_of_int(value)
        if isinstance(value, kit.Machine | FunctionType | BuiltinFunctionType | MethodType | type):
            return Only(value)
        if isinstance(value, enum.Enum):
            if isinstance(value, int):
                return Number(type(value))
            self.member(value)
            return Member(type(value))
        if type(value) is str:
            return CHAR if len(value) == 1 else STR
        if type(value) is tuple:
            items = [self.type_of(item) for item in value]
            mixed = len({family(item) for item in items}) > 1
            flat = len(items) <= MOST_FLAT or (mixed and len(items) < MOST_MIXED)
            return Flat(tuple(items)) if flat else Row(joined(items))
        if type(value) is frozenset:
            return Frozen(joined(map(self.type_of, value)), self._progress.universes)
        if type(value) is list:
            return ListOf(self._node(value, 0, value))
        if type(value) is set:
            return SetOf(self._node(value, 0, value))
        if isinstance(value, dict):
            if type(value) not in (dict, Counter, defaultdict):
                raise NoForm(f"a value of the class `{type(value).__name__}`")
            default = Counter if isinstance(value, Counter) else getattr(value, "default_factory", None)
            return DictOf(self._node(value, 0, value.keys()), self._node(value, 1, value.values()), default)
        if not isinstance(value, type) and fields_of(_class(value)) is not None:
            self.class_number(type(value))
            return Flat(tuple(map(self.type_of, field_values(value))), type(value))
        raise NoForm(f"a value of the class `{type(value).__name__}`")

    def _node(self, value: Any, place: int, items: Iterable[Any]) -> Node:
        self._kept[id(value)] = value
        node = self._nodes.get((id(value), place))
        if node is None:
            node = self._nodes[id(value), place] = Node(self._progress)
            node.sealed = True
            for item in items:
                node.learn(self.type_of(item))
        return node.find()

    # --- words ---------------------------------------------------------------------------------------------------

    def place(self, value: Any) -> Place:
        word = self.immediate(value)
        if word is not None:
            return Place(str(word))
        key = self.key(value)
        if key not in self._places:
            self._places[key] = self._placed(value)
        return self._places[key]

    def immediate(self, value: Any) -> int | None:
        """The word of a value that needs no memory."""
        if value is None:
            return layout.NONE
        if value is kit.NOTHING:
            return layout.NOTHING
        if isinstance(value, bool):
            return layout.TRUE if value else layout.FALSE
        if isinstance(value, enum.Enum) and not isinstance(value, int):
            return self.member(value)
        if isinstance(value, kit.Machine | FunctionType | BuiltinFunctionType | MethodType | type):
            return self.member(value)
        if isinstance(value, int):
            if not _is_short(value):
                return None
            return int(value) << 1 | layout.INT_TAG
        if isinstance(value, str) and len(value) == 1:
            return ord(value) << layout.TAG_BITS | layout.CHARACTER_TAG
        return None

    def _placed(self, value: Any) -> Place:
        if isinstance(value, set | frozenset):
            universe = universe_of(self.type_of(value))
            if universe is not None:
                bits = self.bits(value)
                return self._row(
                    universe.header(isinstance(value, set)), [Place(str(word)) for word in (len(bits), *bits)]
                )
            header = layout.SET if isinstance(value, set) else layout.FROZEN
            return self._filled_later(value, header, tuple(map(self.place, value)))
        if isinstance(value, dict):
            pairs = [self.place(one) for pair in value.items() for one in pair]
            return self._filled_later(value, layout.DICT, tuple(pairs))
        if isinstance(value, int):
            limbs = (value.bit_length() + 64) // 64
            words = struct.unpack(f"<{limbs}q", value.to_bytes(8 * limbs, "little", signed=True))
            return self._row(layout.WIDE_INT, (Place(str(limbs)), *(Place(str(word)) for word in words)))
        if isinstance(value, float):
            return self._row(layout.FLOAT, (Place(str(float_bits(value))),))
        if isinstance(value, str):
            return self._string(value)
        if isinstance(value, bytes):
            data = value + b"\0" * (-len(value) % 8)
            parts = [Place(str(word)) for (word,) in struct.iter_unpack("<q", data)]
            return self._row(layout.NARROW, (Place(str(len(value))), *parts))
        if isinstance(value, range):
            ends = (value.start, value.stop, value.step)
            return self._row(layout.RANGE, (Place("3"), *map(self.place, ends)))
        if isinstance(value, list):
            row = self.place(tuple(value))
            if row.later:
                return self._filled_later(value, layout.LIST, (row,))
            count = Place(str(len(value)))
            return self._row(layout.LIST, (count, _behind(row.text, layout.ITEMS), count))
        items = tuple(map(self.place, field_values(value)))
        header = self.header(type(value))
        if any(item.later for item in items):
            return self._filled_later(value, header, items)
        place = self._row(header, (Place(str(len(items))), *items))
        if type(value) is tuple:
            self._rows[place.text] = value
        return place

    # --- tables --------------------------------------------------------------------------------------------------

    def table(self, word: str) -> Table | None:
        """The items of a constant tuple of ints, or of tuples of so many ints each, as plain numbers."""
        if word not in self._rows:
            return None
        if word not in self._tables:
            self._tables[word] = self._table(self._rows[word])
        return self._tables[word]

    def _table(self, rows: tuple[Any, ...]) -> Table | None:
        wide = type(rows[0]) is tuple if rows else False
        each = len(rows[0]) if wide else 1
        numbers = [number for row in rows for number in row] if wide and _are_like(rows, each) else list(rows)
        if not numbers or not all(type(number) is int and _is_short(number) for number in numbers):
            return None
        bits = next(bits for bits in _UNSIGNED if bits == 64 or (min(numbers) >= 0 and max(numbers) < 1 << bits))
        name = f"@c{len(self.data)}"
        items = ", ".join(f"i{bits} {number}" for number in numbers)
        self.data.append(f"{name} = internal constant [{len(numbers)} x i{bits}] [{items}], align 64")
        return Table(name, bits, each)

    def bits(self, value: set[Any] | frozenset[Any]) -> list[int]:
        """The words of a constant set, whose members belong to the universe from the next round on."""
        universe, universes = universe_of(self.type_of(value)), self._progress.universes
        assert universe is not None
        assert universes is not None
        universes.see(universe.item, value)
        return universe.mask(value) or [0] * universe.words

    def _row(self, header: int, words: Iterable[Place]) -> Place:
        texts = [f"i64 {header}", *(f"i64 {word.text}" for word in words)]
        name = f"@c{len(self.data)}"
        self.data.append(f"{name} = internal constant [{len(texts)} x i64] [{', '.join(texts)}], align 8")
        return Place(f"ptrtoint (ptr {name} to i64)")

    def words(self, key: Any, words: Sequence[str]) -> str:
        """A pointer to some words, which are not changed."""
        if key not in self._words:
            self._words[key] = name = f"@c{len(self.data)}"
            texts = ", ".join(f"i64 {word}" for word in words)
            self.data.append(f"{name} = internal constant [{len(words)} x i64] [{texts}], align 8")
        return self._words[key]

    def _string(self, value: str) -> Place:
        wide = any(ord(character) > 255 for character in value)
        data = value.encode("utf-32-le" if wide else "latin-1", "surrogatepass")
        data += b"\0" * (-len(data) % 8)
        words = (Place(str(word)) for (word,) in struct.iter_unpack("<q", data))
        return self._row(layout.WIDE if wide else layout.NARROW, (Place(str(len(value))), *words))

    def _filled_later(self, value: Any, header: int, words: tuple[Place, ...]) -> Place:
        name = f"@c{len(self.data)}"
        self.data.append(f"{name} = internal global i64 0")
        self.later.append(Later(name, value, header, words))
        return Place(name, later=True)


_SIMPLE: Final[dict[type, Type]] = {bytes: BYTES, int: INT, bool: BOOL, float: FLOAT, type(None): NONE, range: RANGE}


_UNSIGNED: Final = (8, 16, 32, 64)


def _are_like(rows: tuple[Any, ...], count: int) -> bool:
    return all(type(row) is tuple and len(row) == count for row in rows)


def _is_short(value: int) -> bool:
    return layout.LEAST_INT <= value <= layout.MOST_INT


def _class(value: Any) -> Any:
    return type(value)


def float_bits(value: float) -> int:
    return int(struct.unpack("<q", struct.pack("<d", value))[0])


def _behind(text: str, offset: int) -> Place:
    name = text.removeprefix("ptrtoint (ptr ").removesuffix(" to i64)")
    return Place(f"ptrtoint (ptr getelementptr (i8, ptr {name}, i64 {offset}) to i64)")
