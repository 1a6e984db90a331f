"""The fields of machines whose text is machine code: Python reads and writes them in the memory of the build."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Collection, Iterable
from types import MethodType
from typing import Any, Final

from advsearch.machine import layout
from advsearch.machine.bit_shapes import Shape, shape_of
from advsearch.machine.codec import Codec
from advsearch.machine.constants import float_bits
from advsearch.machine.fields import LENGTH, Declared, Form, fields_of_machine, record_layout
from advsearch.machine.fitting import fits
from advsearch.machine.loaded import Loaded
from advsearch.machine.made import Made
from advsearch.search.kit.fields import NOTHING, Arena, Blank, Machine

_INTEGERS: Final[dict[int, Any]] = {1: ctypes.c_int8, 2: ctypes.c_int16, 4: ctypes.c_int32, 8: ctypes.c_int64}

_LETTERS: Final = {1: "b", 2: "h", 4: "i", 8: "q"}


class MachineMemory:
    """The blocks of lists and arenas, and the variables of fields, of one instance of a build."""

    def __init__(self, misfit: Callable[[Any], None]) -> None:
        self._misfit = misfit
        """What is done with an action of another type than the build knows; it does not return."""
        self._fits = fits(None)
        self._takes_ints = False
        self._shape: Shape | None = None

    def know_types(self, made: Made) -> None:
        """Take the types that a build was made with."""
        self._fits = fits(made.action)
        self._takes_ints = self._fits(0)
        self._shape = shape_of(made.action)

    def attach(self, made: Made, loaded: Loaded, codec: Codec) -> None:
        """Use an instance of a build, and write the fields into it."""
        self._loaded = loaded
        self._codec = codec
        self.real = made.real
        self.key_words = made.key_words
        self._fields = made.fields
        self._found = {(id(field.owner), field.name): field for field in made.fields}
        for field in made.fields:
            if field.name.endswith(LENGTH):
                loaded.set(field.variable, len(getattr(field.owner, field.name.removesuffix(LENGTH))))
            elif field.declared is None:
                size = record_layout(field.owner.kind, self.key_words).size * field.owner.size
                loaded.set(field.variable, loaded.block(field.variable, size))
            elif field.declared.is_list:
                size = field.declared.size * len(getattr(field.owner, field.name))
                loaded.set(field.variable, loaded.block(field.variable, size))
        self._fill(())

    def renew(self, left: Collection[Any]) -> None:
        """Clear all blocks but those of the owners in `left`, and write the fields as they are in Python."""
        kept = {id(owner) for owner in left}
        for field in self._fields:
            if field.variable in self._loaded.blocks and id(field.owner) not in kept:
                self._loaded.blocks[field.variable].clear()
        self._fill(kept)

    def resize(self, arena: Arena[Any], size: int) -> None:
        """Give an arena an empty block for so many records."""
        field = self._found.get((id(arena), "rows"))
        if field is not None:
            records = size * record_layout(arena.kind, self.key_words).size
            self._loaded.set(field.variable, self._loaded.block(field.variable, records))

    def adopt(self, owner: Any, other: Any) -> None:
        """Write the fields of `owner` as they are in another object of its class."""
        for field in self._fields:
            if field.owner is not owner:
                continue
            if field.name.endswith(LENGTH):
                self._loaded.set(field.variable, len(getattr(other, field.name.removesuffix(LENGTH))))
            elif field.declared is not None and field.declared.is_list:
                values = getattr(other, field.name)
                address = self._loaded.block(field.variable, field.declared.size * len(values))
                self._loaded.set(field.variable, address)
                self._fill_list(field.declared, address, values)
            elif field.declared is not None:
                self._loaded.set(field.variable, self._word(field.declared, getattr(other, field.name)))

    def scalars(self) -> dict[str, int]:
        """The words of all fields that are no lists."""
        return {field.variable: self._loaded.get(field.variable) for field in self._fields}

    def put_scalars(self, words: dict[str, int]) -> None:
        for variable, word in words.items():
            self._loaded.set(variable, word)

    def _fill(self, kept: Collection[int]) -> None:
        """Write the fields as they are in the Python objects, into blocks of zeros."""
        for field in self._fields:
            declared = field.declared
            if declared is None:
                continue
            value = getattr(field.owner, field.name)
            if not declared.is_list:
                self._loaded.set(field.variable, self._word(declared, value))
            elif id(field.owner) not in kept and not isinstance(value, Blank):
                self._fill_list(declared, self._loaded.get(field.variable), value)

    def _fill_list(self, declared: Declared, address: int, values: Iterable[Any]) -> None:
        """Write a list into a block of zeros."""
        for place, item in enumerate(values):
            if item is not NOTHING:  # which is zero
                self._store(address + place * declared.size, declared, item)

    # --- one value -----------------------------------------------------------------------------------------------

    def _word(self, declared: Declared, value: Any) -> int:
        if declared.form is Form.KEPT:
            word = layout.NOTHING if value is NOTHING else self._kept(value)
            return word ^ layout.NOTHING
        if declared.form is Form.REAL or (declared.form is Form.VALUE and self.real):
            return float_bits(float(value))
        return ctypes.c_int64(int(value)).value

    def _kept(self, value: Any) -> int:
        if type(value) is int and self._takes_ints and layout.LEAST_INT <= value <= layout.MOST_INT:
            return value << 1 | layout.INT_TAG
        if not self._fits(value):
            self._misfit(value)
        word = self._codec.encode(value, self._shape)
        return word if word & layout.TAG_MASK else int(self._loaded.direct("keep", word))

    def value(self, declared: Declared, word: int, unsigned: bool) -> Any:
        if declared.form is Form.KEPT:
            word ^= layout.NOTHING
            if word & layout.INT_TAG and self._takes_ints:
                return word >> 1
            return NOTHING if word == layout.NOTHING else self._codec.decode(word)
        if declared.form is Form.REAL or (declared.form is Form.VALUE and self.real):
            return struct.unpack("<d", struct.pack("<q", word))[0]
        if declared.form is Form.TRUTH:
            return bool(word)
        return word & (1 << 64) - 1 if unsigned else word

    def _store(self, address: int, declared: Declared, value: Any) -> None:
        _INTEGERS[declared.size].from_address(address).value = self._word(declared, value)

    # --- fields --------------------------------------------------------------------------------------------------

    def read(self, owner: Any, name: str, declared: Declared) -> Any:
        field = self._found.get((id(owner), name))
        if field is None:  # the text does not use it
            return getattr(owner, name)
        return self.value(declared, self._loaded.get(field.variable), field.unsigned)

    def write(self, owner: Any, name: str, declared: Declared, value: Any) -> None:
        field = self._found.get((id(owner), name))
        if field is None:
            setattr(owner, name, value)
        else:
            self._loaded.set(field.variable, self._word(declared, value))

    def address(self, owner: Any, name: str) -> int | None:
        """Where the block of a list or arena begins, or None if the text does not use it."""
        field = self._found.get((id(owner), name))
        return None if field is None else self._loaded.get(field.variable)

    def read_at(self, address: int, declared: Declared, unsigned: bool = False) -> Any:
        return self.value(declared, _INTEGERS[declared.size].from_address(address).value, unsigned)

    def write_at(self, address: int, declared: Declared, value: Any) -> None:
        self._store(address, declared, value)


def _class(value: Any) -> Any:
    return type(value)


def seen(memory: MachineMemory, value: Any) -> Any:
    """An object as it is in machine code: the fields of machines are those in its memory."""
    if isinstance(value, Arena):
        return SeenArena(memory, value)
    return SeenMachine(memory, value) if isinstance(value, Machine) else value


class SeenMachine:
    """A machine whose fields are in the memory of a build. Its methods run in Python, on these fields."""

    def __init__(self, memory: MachineMemory, machine: Any) -> None:
        vars(self)["_memory"] = memory
        vars(self)["_machine"] = machine

    def __getattr__(self, name: str) -> Any:
        memory, machine = self._memory, self._machine
        declared = fields_of_machine(_class(machine)).get(name)
        if declared is not None:
            if declared.is_list:
                return SeenList(memory, machine, name, declared)
            return memory.read(machine, name, declared)
        found = getattr(type(machine), name, None)
        if isinstance(found, property) and found.fget is not None:
            return found.fget(self)
        value = MethodType(found, self) if callable(found) else seen(memory, getattr(machine, name))
        if isinstance(value, SeenMachine | MethodType):
            vars(self)[name] = value  # found at once the next time
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        declared = fields_of_machine(_class(self._machine)).get(name)
        if declared is None:
            vars(self).pop(name, None)
            setattr(self._machine, name, value)
        else:
            self._memory.write(self._machine, name, declared, value)


class SeenList:
    def __init__(self, memory: MachineMemory, machine: Any, name: str, declared: Declared) -> None:
        self._memory, self._declared = memory, declared
        self._values = getattr(machine, name)
        self._address = memory.address(machine, name)

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[index] for index in range(*place.indices(len(self)))]
        if self._address is None:
            return self._values[place]
        at = range(len(self))[place]
        return self._memory.read_at(self._address + at * self._declared.size, self._declared)


class SeenArena:
    def __init__(self, memory: MachineMemory, arena: Any) -> None:
        self._memory, self._arena = memory, arena
        self._address = memory.address(arena, "rows")
        self._layout = record_layout(arena.kind, memory.key_words)

    def __len__(self) -> int:
        return int(self._arena.size)

    def __getitem__(self, index: int) -> Any:
        if self._address is None:
            return self._arena[index]
        return SeenRecord(
            self._memory, self._arena.kind, self._layout.offsets, self._address + index * self._layout.size
        )

    def first(self, count: int) -> list[Any]:
        """The first records as they are now."""
        if self._address is None:
            return [self[index] for index in range(count)]
        content = ctypes.string_at(self._address, count * self._layout.size)
        fields = fields_of_machine(self._arena.kind)
        names = [name for name in fields if fields[name].form is not Form.KEY]
        columns = [self._column(content, fields[name], self._layout.offsets[name]) for name in names]
        kept = {name: fields[name] for name in names if fields[name].form is Form.KEPT}
        return [Copied(self._memory, kept, zip(names, row, strict=True)) for row in zip(*columns, strict=True)]

    def _column(self, content: bytes, declared: Declared, offset: int) -> list[Any]:
        """One field of each record."""
        before, after = offset, self._layout.size - offset - declared.size
        words = [word for (word,) in struct.iter_unpack(f"<{before}x{_LETTERS[declared.size]}{after}x", content)]
        form = declared.form
        if form in (Form.WHOLE, Form.KEPT) or (form is Form.VALUE and not self._memory.real):
            return words
        return [self._memory.value(declared, word, False) for word in words]

    def put(self, name: str, values: Iterable[Any]) -> None:
        """Write a field of the first records, one value into each."""
        if self._address is None:
            self._arena.put(name, values)
            return
        declared = fields_of_machine(self._arena.kind)[name]
        address = self._address + self._layout.offsets[name]
        for value in values:
            self._memory.write_at(address, declared, value)
            address += self._layout.size


class Copied:
    """A record as it was at a moment. What its kept values are is told when it is asked."""

    def __init__(self, memory: MachineMemory, kept: dict[str, Declared], fields: Iterable[tuple[str, Any]]) -> None:
        self._memory, self._kept, self._fields = memory, kept, dict(fields)

    def __getattr__(self, name: str) -> Any:
        if name not in self._fields:
            raise AttributeError(name)
        value = self._fields[name]
        if name in self._kept:
            value = self._memory.value(self._kept[name], value, False)
        vars(self)[name] = value
        return value


class SeenRecord:
    def __init__(self, memory: MachineMemory, kind: type, offsets: dict[str, int], address: int) -> None:
        own = vars(self)
        own["_memory"], own["_fields"], own["_offsets"], own["_address"] = (
            memory, fields_of_machine(kind), offsets, address
        )  # fmt: skip

    def __getattr__(self, name: str) -> Any:
        if name not in self._fields:
            raise AttributeError(name)
        return self._memory.read_at(self._address + self._offsets[name], self._fields[name])

    def __setattr__(self, name: str, value: Any) -> None:
        self._memory.write_at(self._address + self._offsets[name], self._fields[name], value)
