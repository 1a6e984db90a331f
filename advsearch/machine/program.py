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
from advsearch.machine.unit import Unit
from advsearch.machine.values import Constant

FIRST_ARENA: Final = 16 << 20
FIRST_KEPT: Final = 1 << 20
MOST_KEY_WORDS: Final = 1 << 10
GREATEST_ARENA: Final = 4 << 30


class Failure(Exception):
    """Raised where machine code ended with an error: the class of the error in Python, and where it was raised."""

    def __init__(self, kind: type[BaseException], file: str, line: int) -> None:
        self.kind = kind
        self.file = file
        self.line = line
        place = f"{file}:{line}: " if line else ""
        super().__init__(f"{place}{kind.__name__}")


class Program:
    """Machine code for some functions, and memory to run it in."""

    def __init__(
        self, entries: Mapping[str, Entry], *, unit: Unit | None = None, kept: bool = True, optimise: int = 1
    ) -> None:
        self.unit = unit or Unit()
        self._entries = entries
        self._kept_on_disk = kept
        self._optimise = optimise
        self._arena = FIRST_ARENA
        self._room_for_kept = FIRST_KEPT
        self.build()

    def build(self) -> None:
        """Compile with all that is known so far, and load the code."""
        self.text: Text = compiled(self._entries, self.unit)
        points = [EntryPoint(PREFIX + name, "q" * _parameters(entry)) for name, entry in self._entries.items()]
        build = Build(
            self.text.text,
            (*points, EntryPoint("begin")),
            cells=tuple(variable for _, _, variable in self.unit.fields.owners()),
            runtime=(*codec.NEEDED, "keep"),
            optimise=self._optimise,
        )
        self._loaded = Loaded(build, kept=self._kept_on_disk)
        self.begin()

    def begin(self) -> None:
        """Take new memory, build the constants in it, and write the fields of machines as they are in Python."""
        loaded, text = self._loaded, self.text
        loaded.begin(self._arena)
        loaded.keep(self._room_for_kept)
        forms: list[codec.Form | None] = [None] * (len(text.classes) + 1)
        for kind, number in text.classes.items():
            forms[number] = codec.Form(kind, fields_of(kind) or ())
        self._codec = codec.Codec(loaded, tuple(forms), tuple(text.constants))
        loaded.direct("begin")  # hashes of constants need the table that the codec wrote
        loaded.settle()
        self.memory = MachineMemory(loaded, self._codec, self.unit)
        self.memory.fill()

    def stop(self) -> None:
        """Ask the call that runs to stop; any thread may do so."""
        self._loaded.stop()

    def call(self, name: str, *values: Any) -> Any:
        """Return what a function returns. Raises `Failure` if it ends with an error."""
        while True:
            loaded = self._loaded
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

    def _grow(self, fault: Fault) -> None:
        """Begin anew with more memory, or raise what the error means."""
        if fault.code == layout.E_MEMORY and self._arena < GREATEST_ARENA:
            self._arena *= 4
        elif fault.code == layout.E_KEPT and self._room_for_kept < GREATEST_ARENA:
            self._room_for_kept *= 4
        elif fault.code == layout.E_KEY_ROOM and self.unit.fields.key_words < MOST_KEY_WORDS:
            self.unit.fields.key_words *= 2
            self.build()
            return
        else:
            raise self._failure(fault)
        self.begin()

    def _failure(self, fault: Fault) -> Failure:
        kind = self.text.errors.get(fault.detail) if fault.code == layout.E_RAISED else None
        file, line = self.text.places.get(fault.place, ("", 0))
        return Failure(kind or layout.ERRORS.get(fault.code, RuntimeError), file, line)


def _parameters(entry: Entry) -> int:
    return sum(not isinstance(argument, Constant) for argument in entry.arguments)
