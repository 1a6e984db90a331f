"""Compiled functions that can be called with Python values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from advsearch.lowering.refusals import Refused, refuse
from advsearch.machine import codec, layout
from advsearch.machine.building import Build
from advsearch.machine.building import Entry as EntryPoint
from advsearch.machine.classes import fields_of
from advsearch.machine.compiling import PREFIX, Entry, Text, compiled, type_of_argument
from advsearch.machine.constants import Constants, NoForm
from advsearch.machine.fields import STATE, VALUE
from advsearch.machine.fitting import Check, fits
from advsearch.machine.loaded import Fault, Loaded
from advsearch.machine.machine_memory import MachineMemory
from advsearch.machine.memory import word_at
from advsearch.machine.types import Endless, Type, join
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
        self._entries = dict(entries)
        self._kept_on_disk = kept
        self._optimise = optimise
        self.memory = MachineMemory(self.unit, self._widen_actions)
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
        self._checks = {name: self._checks_of(entry) for name, entry in self._entries.items()}
        self.memory.know_types()
        try:
            self.begin()
        except Rebuilt:  # by an action in a field: all is built by now
            return
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
        """Return what a function returns. Raises `Failure` if it ends with an error.

        A value of another type than the build knows leads to a wider build and raises `Rebuilt`; one that no build
        can hold is refused.
        """
        values = self._checked(name, values)
        loaded = self._loaded
        scalars = self.memory.scalars()
        while True:
            loaded.rewind()
            loaded.forgive()
            try:
                word = loaded.call(PREFIX + name, *map(self._codec.encode, values))
            except codec.NoForm as error:
                raise _refused(values, str(error)) from None
            except codec.Full:
                fault: Fault | None = Fault(layout.E_MEMORY, 0, 0)
            else:
                fault = loaded.fault()
            if fault is None:
                return self._codec.decode(word)
            self._grow(fault)
            self.memory.put_scalars(scalars)

    # --- values that are given --------------------------------------------------------------------------------

    def _checks_of(self, entry: Entry) -> list[Check]:
        return [fits(type_of_argument(self.unit, argument)) for argument in _given(entry)]

    def _checked(self, name: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """The values, each of which is of its type."""
        checks = self._checks[name]
        if len(values) != len(checks):
            raise TypeError(f"`{name}` takes {len(checks)} values, got {len(values)}")
        try:
            misfits = [place for place, check in enumerate(checks) if not check(values[place])]
        except RecursionError:
            raise refuse("", 0, "a value that contains itself, or is very deep", "give a value without it") from None
        if not misfits:
            return values
        changed = list(values)
        wider = False
        for place in misfits:
            if _given(self._entries[name])[place] == VALUE:
                changed[place] = self._number(values[place])
            else:
                self._widen(name, place, values[place])
                wider = True
        if wider:
            self.build()
            raise Rebuilt
        return tuple(changed)

    def _number(self, value: Any) -> Any:
        """A value of the search in the number type of the build."""
        if self.unit.real and isinstance(value, int) and abs(value) <= 1 << 53:
            return float(value)
        kind = "a float" if self.unit.real else "a whole number of 63 bits"
        raise refuse("", 0, f"the value {value!r:.80} in a search whose values are each {kind}", f"give {kind}")

    def _widen(self, name: str, place: int, value: Any) -> None:
        """Learn the type of a value, which the next build knows."""
        entry = self._entries[name]
        argument = _given(entry)[place]
        kind = self._wider(type_of_argument(self.unit, argument), value)
        if argument == STATE:
            self.unit.state.learn(kind)
            return
        types = iter((*_given(entry)[:place], kind, *_given(entry)[place + 1 :]))
        arguments = tuple(one if isinstance(one, Constant) else next(types) for one in entry.arguments)
        self._entries[name] = attrs.evolve(entry, arguments=arguments)

    def _widen_actions(self, value: Any) -> None:
        """Build anew for an action that is unlike all actions before."""
        self.unit.fields.action.learn(self._wider(self.unit.fields.action.item, value))
        self.build()
        raise Rebuilt

    def _wider(self, known: Type | None, value: Any) -> Type:
        """A type that the value is of, too."""
        constants = Constants(self.unit.progress)  # a list may have changed since its type was asked for
        constants.classes, constants.members = self.unit.constants.classes, self.unit.constants.members
        try:
            kind = join(known, constants.type_of(value))
            assert kind is not None
            if not fits(kind)(value):
                raise NoForm("it is unlike all that machine code can hold")
        except (NoForm, Endless, AttributeError, RecursionError) as error:
            raise _refused(value, str(error)) from None
        return kind

    # --- errors -----------------------------------------------------------------------------------------------

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
    return len(_given(entry))


def _given(entry: Entry) -> list[Type]:
    """The types of the arguments that are given at each call."""
    return [argument for argument in entry.arguments if not isinstance(argument, Constant)]


def _refused(value: Any, why: str) -> Refused:
    kind = type(value).__qualname__
    instead = "use numbers, strings, tuples or your own classes"
    return refuse("", 0, f"a value of the class `{kind}` is given to machine code: {why}", instead)
