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
from advsearch.machine.values import Constant

FIRST_ARENA: Final = 16 << 20
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

    def __init__(self, entries: Mapping[str, Entry], *, kept: bool = True, optimise: int = 1) -> None:
        self.text: Text = compiled(entries)
        points = [EntryPoint(PREFIX + name, "q" * _parameters(entry)) for name, entry in entries.items()]
        text = self.text.text
        build = Build(text, (*points, EntryPoint("begin")), runtime=codec.NEEDED, optimise=optimise)
        self._loaded = Loaded(build, kept=kept)
        self._arena = FIRST_ARENA
        self._begin()

    def _begin(self) -> None:
        """Take new memory, and build the constants in it."""
        loaded, text = self._loaded, self.text
        loaded.begin(self._arena)
        loaded.direct("begin")
        loaded.settle()
        forms: list[codec.Form | None] = [None] * (len(text.classes) + 1)
        for kind, number in text.classes.items():
            forms[number] = codec.Form(kind, fields_of(kind) or ())
        self._codec = codec.Codec(loaded, tuple(forms), tuple(text.constants))

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
            if fault.code != layout.E_MEMORY or self._arena >= GREATEST_ARENA:
                raise self._failure(fault)
            self._arena *= 4
            self._begin()

    def _failure(self, fault: Fault) -> Failure:
        kind = self.text.errors.get(fault.detail) if fault.code == layout.E_RAISED else None
        file, line = self.text.places.get(fault.place, ("", 0))
        return Failure(kind or layout.ERRORS.get(fault.code, RuntimeError), file, line)


def _parameters(entry: Entry) -> int:
    return sum(not isinstance(argument, Constant) for argument in entry.arguments)
