"""Compiled functions that can be called with Python values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from advsearch.machine import codec, layout
from advsearch.machine.building import Build
from advsearch.machine.building import Entry as EntryPoint
from advsearch.machine.classes import fields_of
from advsearch.machine.compiling import PREFIX, Entry, Text, compiled
from advsearch.machine.loaded import Fault, Loaded
from advsearch.machine.machine_memory import MachineMemory
from advsearch.machine.memory import word_at
from advsearch.machine.unit import Unit
from advsearch.machine.values import Constant

FIRST_ARENA: Final = 16 << 20
FIRST_KEPT: Final = 1 << 20
MOST_KEY_WORDS: Final = 1 << 10
GREATEST_ARENA: Final = 1 << 30


class Failure(Exception):
    """Raised where machine code ended with an error: the class of the error in Python, and where it was raised."""

    def __init__(self, kind: type[BaseException], file: str, line: int) -> None:
        self.kind = kind
        self.file = file
        self.line = line
        place = f"{file}:{line}: " if line else ""
        super().__init__(f"{place}{kind.__name__}")


class Rebuilt(Exception):
    """Raised if the program was built anew, since it met something unlike all that was played.

    The fields of machines are what they are in the Python objects: write what the call needs, and call again.
    """


class Program:
    """Machine code for some functions, and memory to run it in."""

    def __init__(
        self, entries: Mapping[str, Entry], *, unit: Unit | None = None, kept: bool = True, optimise: int = 1
    ) -> None:
        self.unit = unit or Unit()
        self._entries = entries
        self._kept_on_disk = kept
        self._optimise = optimise
        self.memory = MachineMemory(self.unit)
        self.build()

    def build(self) -> None:
        """Compile with all that is known so far, and load the code."""
        self.text: Text = compiled(self._entries, self.unit)
        points = [EntryPoint(PREFIX + name, "q" * _parameters(entry)) for name, entry in self._entries.items()]
        build = Build(
            self.text.text,
            (*points, EntryPoint("begin")),
            cells=tuple(variable for _, _, variable in self.unit.fields.owners()),
            runtime=(*codec.NEEDED, "keep", "key"),
            optimise=self._optimise,
        )
        self._loaded = Loaded(build, kept=self._kept_on_disk)
        self.begin()
        self._make_room_for_keys()

    def _make_room_for_keys(self) -> None:
        """Build again if the keys of the states that were played need more words."""
        most = 0
        for state in self.unit.samples:
            row = self._loaded.direct("key", self._codec.encode(state))
            most = max(most, word_at(row + layout.LENGTH) if row else 0)
        self._loaded.rewind()
        if most > self.unit.fields.key_words:
            self.unit.fields.key_words = most + most // 2
            self.build()

    def begin(self) -> None:
        """Take new memory, build the constants in it, and write the fields of machines as they are in Python."""
        loaded, text = self._loaded, self.text
        loaded.begin(FIRST_ARENA, GREATEST_ARENA)
        loaded.keep(FIRST_KEPT, GREATEST_ARENA)
        forms: list[codec.Form | None] = [None] * (len(text.classes) + 1)
        for kind, number in text.classes.items():
            forms[number] = codec.Form(kind, fields_of(kind) or ())
        self._codec = codec.Codec(loaded, tuple(forms), tuple(text.constants))
        loaded.direct("begin")  # hashes of constants need the table that the codec wrote
        loaded.settle()
        self.memory.attach(loaded, self._codec)

    def stop(self) -> None:
        """Ask the call that runs to stop; any thread may do so."""
        self._loaded.stop()

    def call(self, name: str, *values: Any) -> Any:
        """Return what a function returns. Raises `Failure` if it ends with an error."""
        loaded = self._loaded
        scalars = self.memory.scalars()
        while True:
            loaded.rewind()
            loaded.forgive()
            try:
                word = loaded.call(PREFIX + name, *map(self._codec.encode, values))
            except codec.Full:
                fault: Fault | None = Fault(layout.E_MEMORY, 0, 0)
            else:
                fault = loaded.fault()
            if fault is None:
                return self._codec.decode(word)
            self._grow(fault)
            self.memory.put_scalars(scalars)

    def _grow(self, fault: Fault) -> None:
        """Go on with more memory, or raise what the error means."""
        if fault.code == layout.E_MEMORY and self._loaded.more():
            return
        if fault.code == layout.E_KEPT and self._loaded.more_kept():
            return
        if fault.code == layout.E_KEY_ROOM and self.unit.fields.key_words < MOST_KEY_WORDS:
            self.unit.fields.key_words *= 2
        elif fault.code == layout.E_GUARD and self.unit.guards:
            self.unit.guards = False
        elif fault.code == layout.E_OVERFLOW and not self.unit.big:
            self.unit.big = True
        else:
            raise self._failure(fault)
        self.build()
        raise Rebuilt

    def _failure(self, fault: Fault) -> Failure:
        kind = self.text.errors.get(fault.detail) if fault.code == layout.E_RAISED else None
        file, line = self.text.places.get(fault.place, ("", 0))
        return Failure(kind or layout.ERRORS.get(fault.code, RuntimeError), file, line)


def _parameters(entry: Entry) -> int:
    return sum(not isinstance(argument, Constant) for argument in entry.arguments)
