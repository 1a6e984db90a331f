"""Python values to words and back.

What goes in is built by the runtime's own functions, or row by row as `layout` says, so that machine code never meets
a word that is none. A value that has no form here is refused with its type.
"""

from __future__ import annotations

import ctypes
import enum
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs

from advsearch.machine import layout
from advsearch.machine.bit_shapes import Shape
from advsearch.machine.content import constant_number
from advsearch.machine.loaded import Loaded
from advsearch.machine.memory import bytes_at, put_bytes, put_words, word_at, words_at
from advsearch.machine.set_tables import Removed, SetTable, table_of

_FULL: Final = (layout.E_MEMORY, layout.E_KEPT)


class NoForm(Exception):
    """Raised for a value that machine code cannot hold."""


class Full(Exception):
    """Raised if the arena has no room for a value."""


@attrs.frozen
class Form:
    """How the objects of a class are held: their fields, in order."""

    kind: type
    fields: tuple[str, ...]
    """For a named tuple, its fields; their values are the items."""

    @property
    def header(self) -> int:
        return layout.TUPLE if issubclass(self.kind, tuple) else layout.OBJECT

    def make(self, values: list[Any]) -> Any:
        """Return an object with these values, without a call of the author's code."""
        if issubclass(self.kind, tuple):
            return tuple.__new__(self.kind, values)
        made = object.__new__(self.kind)
        for name, value in zip(self.fields, values, strict=True):
            if value is not NOTHING:
                object.__setattr__(made, name, value)
        return made


class _Nothing:
    def __repr__(self) -> str:
        return "NOTHING"


NOTHING: Final = _Nothing()
"""What an unset field is decoded to."""
_SPECIAL: Final[dict[int, Any]] = {
    layout.FALSE: False,
    layout.TRUE: True,
    layout.NONE: None,
    layout.NOTHING: NOTHING,
}


class Codec:
    """Encodes values into the arena of an instance, and decodes words of its memory.

    `classes[i]` is class `i` of the build; class 0 of a tuple is `tuple` itself. `constants` are the objects with a
    word of their own. `literals` are the strings that the build compares by address, with their words.
    """

    def __init__(
        self,
        loaded: Loaded,
        classes: tuple[Form | None, ...] = (None,),
        constants: tuple[Any, ...] = (),
        literals: Mapping[str, int] | None = None,
        universes: Sequence[Sequence[Any]] = (),
    ) -> None:
        self._loaded = loaded
        self._classes = classes
        self._constants = constants
        self._literals = dict(literals or {})
        self._universes = universes
        self._number_constants()
        self._numbers = {id(each): number for number, each in enumerate(constants)}
        self._class_numbers = {form.kind: number for number, form in enumerate(classes) if form is not None}
        self._open: list[int] = []
        self._plain: dict[type, Callable[[Any], int]] = {
            int: self._int,
            str: self._str,
            float: self._float,
            range: self._range,
        }
        self._encoders: dict[type, Callable[[Any, Shape | None], int]] = {
            tuple: self._tuple,
            list: self._list,
            set: self._set,
            frozenset: self._set,
            dict: self._dict,
        }
        self._decoders: dict[int, Callable[[int], Any]] = {
            layout.STRING: self._string_at,
            layout.TUPLE: self._tuple_at,
            layout.LIST: lambda at: self._items_at(word_at(at + layout.LIST_ITEMS), word_at(at + layout.LENGTH)),
            layout.SET: lambda at: set(self._members_at(at)),
            layout.FROZEN: lambda at: frozenset(self._members_at(at)),
            layout.DICT: self._dict_at,
            layout.BITS: self._bits_at,
            layout.FLOAT: lambda at: ctypes.c_double.from_address(at + layout.FLOAT_BITS).value,
            layout.RANGE: lambda at: range(*self._items_at(at + layout.RANGE_START, 3)),
            layout.OBJECT: self._object_at,
            layout.WIDE_INT: self._wide_at,
        }

    def _number_constants(self) -> None:
        """Write the content number of each constant where `number` reads it."""
        numbers = [hash(constant_number(each)) for each in self._constants]
        self._loaded.set("NUMBERS", self._loaded.block("numbers", 8 * len(numbers) + 8))
        put_words(self._loaded.get("NUMBERS"), numbers)

    # --- to words ---------------------------------------------------------------------------------------------

    def encode(self, value: Any, shape: Shape | None = None) -> int:
        """Return the word of a value, whose rows are written to the arena. `shape` tells which sets in it are bits.

        Raises `NoForm` for a value without a form, and `Full` if the arena is too small.
        """
        if value is None:
            return layout.NONE
        if value is True:
            return layout.TRUE
        if value is False:
            return layout.FALSE
        number = self._numbers.get(id(value))
        if number is not None:
            return number << layout.TAG_BITS | layout.CONSTANT_TAG
        plain = self._plain.get(type(value))
        if plain is not None:
            return plain(value)
        encoder = self._encoders.get(type(value))
        if encoder is not None:
            return self._guarded(encoder, value, shape)
        form = self._class_numbers.get(type(value))
        if isinstance(value, int) and isinstance(value, enum.Enum):
            return self._int(int(value))
        if form is None:
            raise NoForm(f"a value of the type {type(value).__qualname__!r} has no form in machine code")
        return self._guarded(lambda given, inner: self._object(form, given, inner), value, shape)

    def _guarded(self, encoder: Callable[[Any, Shape | None], int], value: Any, shape: Shape | None) -> int:
        if id(value) in self._open:
            raise NoForm("a value that contains itself has no form in machine code")
        self._open.append(id(value))
        try:
            return encoder(value, shape)
        finally:
            self._open.pop()

    def _row(self, words: list[int]) -> int:
        address = self._room(len(words))
        put_words(address, words)
        return address

    def _room(self, words: int) -> int:
        at = self._loaded.get("ARENA")
        if at + 8 * words > self._loaded.get("LIMIT"):
            raise Full
        self._loaded.set("ARENA", at + 8 * words)
        return at

    def _called(self, name: str, *given: int) -> int:
        """The result of a function of the runtime, which must not fail here."""
        found: int = self._loaded.direct(name, *given)
        if found == 0:
            fault = self._loaded.fault()
            self._loaded.set("ERR", 0)
            if fault is not None and fault.code in _FULL:
                raise Full
            raise NoForm(f"a value has no form in machine code: error {fault}")
        return found

    def _int(self, value: int) -> int:
        if layout.LEAST_INT <= value <= layout.MOST_INT:
            return value << 1 | 1
        limbs = max(value, ~value).bit_length() // 64 + 1
        words = struct.unpack(f"<{limbs}q", value.to_bytes(8 * limbs, "little", signed=True))
        return self._row([layout.WIDE_INT, limbs, *words])

    def _float(self, value: float) -> int:
        return self._row([layout.FLOAT, struct.unpack("<q", struct.pack("<d", value))[0]])

    def _str(self, value: str) -> int:
        if len(value) == 1:
            return ord(value) << layout.TAG_BITS | layout.CHARACTER_TAG
        found = self._literals.get(value)
        if found is not None:
            return found
        narrow = all(ord(each) < 256 for each in value)
        content = value.encode("latin-1") if narrow else struct.pack(f"<{len(value)}I", *map(ord, value))
        words = -(-len(content) // 8)
        address = self._room(2 + words)
        header = layout.NARROW if narrow else layout.WIDE
        put_bytes(address, struct.pack("<2q", header, len(value)) + content.ljust(8 * words, b"\0"))
        return address

    def _items(self, values: Sequence[Any], shape: Shape | None) -> list[int]:
        if shape is None:
            return [self.encode(each) for each in values]
        return [self.encode(each, shape.of(place)) for place, each in enumerate(values)]

    def _tuple(self, value: tuple[Any, ...], shape: Shape | None) -> int:
        return self._row([layout.TUPLE, len(value), *self._items(value, shape)])

    def _list(self, value: list[Any], shape: Shape | None) -> int:
        count = len(value)
        items = self._items(value, shape)
        address = self._room(layout.LIST_WORDS + count)
        put_words(address, [layout.LIST, count, address + 8 * layout.LIST_WORDS, count, *items])
        return address

    def _set(self, value: set[Any] | frozenset[Any], shape: Shape | None) -> int:
        """A set with the very table of CPython, where that can be read and needs no hash that depends on a seed."""
        if shape is not None and shape.bits is not None:
            bits = shape.bits.mask(value)
            if bits is None:
                raise NoForm("a set has a member that machine code does not know")
            return self._row([shape.bits.header(isinstance(value, set)), len(bits), *bits])
        header = layout.SET if isinstance(value, set) else layout.FROZEN
        inner = None if shape is None else shape.every
        table = table_of(value)
        words = [] if table is None else self._slots(table, inner)
        if table is not None and words:
            row = self._called("new_set", header, len(table.slots))
            put_words(word_at(row + layout.SET_TABLE), words)
            filled = sum(slot is not None for slot in table.slots)
            put_words(row + layout.SET_FILL, [filled, table.finger])
            put_words(row + layout.LENGTH, [len(value)])
            return row
        row = self._called("new_set", header, 8)
        for member in value:
            self._called("set_add", row, self.encode(member, inner))
        return row

    def _slots(self, table: SetTable, shape: Shape | None) -> list[int]:
        """The words of the slots of a table; none if machine code has another hash for a member."""
        words: list[int] = []
        for slot in table.slots:
            if slot is None:
                words += (0, 0)
            elif isinstance(slot, Removed):
                words += (-1, layout.GONE)
            else:
                word = self.encode(slot[1], shape)
                if self._loaded.direct("hash", word) != slot[0]:
                    return []
                words += (slot[0], word)
        return words

    def _dict(self, value: dict[Any, Any], shape: Shape | None) -> int:
        row = self._called("new_dict")
        keys, values = (None, None) if shape is None else (shape.keys, shape.every)
        for key, each in value.items():
            self._called("dict_set", row, self.encode(key, keys), self.encode(each, values))
        return row

    def _range(self, value: range) -> int:
        ends = [self.encode(each) for each in (value.start, value.stop, value.step)]
        if not all(word & layout.INT_TAG for word in ends):
            raise NoForm(f"expected a range within 62 bits, got {value!r}")
        return self._row([layout.RANGE, 3, *ends])

    def _object(self, number: int, value: Any, shape: Shape | None) -> int:
        form = self._classes[number]
        assert form is not None
        if isinstance(value, tuple):
            items = self._items(value, shape)
        else:
            items = [
                self._field(value, name, None if shape is None else shape.of(place))
                for place, name in enumerate(form.fields)
            ]
        return self._row([form.header | number << layout.CLASS_SHIFT, len(items), *items])

    def _field(self, value: Any, name: str, shape: Shape | None) -> int:
        try:
            return self.encode(getattr(value, name), shape)
        except AttributeError:
            return layout.NOTHING

    # --- from words -------------------------------------------------------------------------------------------

    def decode(self, word: int) -> Any:
        """Return the value of a word."""
        if word & layout.INT_TAG:
            return word >> 1
        tag = word & layout.TAG_MASK
        if tag == layout.CHARACTER_TAG:
            return chr(word >> layout.TAG_BITS)
        if tag == layout.CONSTANT_TAG:
            return self._constants[word >> layout.TAG_BITS]
        if tag == layout.SPECIAL_TAG:
            return _SPECIAL[word]
        return self._decoders[word_at(word) & layout.KIND_MASK](word)

    def _items_at(self, address: int, count: int) -> list[Any]:
        return [self.decode(word) for word in words_at(address, count)]

    def _string_at(self, address: int) -> str:
        count = word_at(address + layout.LENGTH)
        if word_at(address) == layout.NARROW:
            return bytes_at(address + layout.ITEMS, count).decode("latin-1")
        return "".join(map(chr, struct.unpack(f"<{count}I", bytes_at(address + layout.ITEMS, 4 * count))))

    def _tuple_at(self, address: int) -> Any:
        items = self._items_at(address + layout.ITEMS, word_at(address + layout.LENGTH))
        form = self._classes[word_at(address) >> layout.CLASS_SHIFT]
        return tuple(items) if form is None else form.make(items)

    def _members_at(self, address: int) -> list[Any]:
        count = word_at(address + layout.SET_MASK) + 1
        slots = words_at(word_at(address + layout.SET_TABLE), 2 * count)
        return [self.decode(word) for word in slots[1::2] if word not in (0, layout.GONE)]

    def _bits_at(self, address: int) -> set[Any] | frozenset[Any]:
        universe = word_at(address) >> layout.CLASS_SHIFT
        bits = words_at(address + layout.ITEMS, word_at(address + layout.LENGTH))
        members = [
            member
            for number, member in enumerate(self._universes[universe >> 1])
            if bits[number // 64] >> number % 64 & 1
        ]
        return set(members) if universe & 1 else frozenset(members)

    def _dict_at(self, address: int) -> dict[Any, Any]:
        count = word_at(address + layout.DICT_COUNT)
        words = words_at(word_at(address + layout.DICT_ENTRIES), 3 * count)
        return {
            self.decode(key): self.decode(value) for key, value in zip(words[1::3], words[2::3], strict=True) if key
        }

    def _object_at(self, address: int) -> Any:
        form = self._classes[word_at(address) >> layout.CLASS_SHIFT]
        assert form is not None
        return form.make(self._items_at(address + layout.ITEMS, word_at(address + layout.LENGTH)))

    def _wide_at(self, address: int) -> int:
        limbs = word_at(address + layout.LENGTH)
        return int.from_bytes(bytes_at(address + layout.ITEMS, 8 * limbs), "little", signed=True)
