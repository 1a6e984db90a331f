"""Compiled functions that can be called with Python values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from advsearch.lowering.refusals import Refused, refuse
from advsearch.machine import codec, layout
from advsearch.machine.building import Build
from advsearch.machine.building import Entry as EntryPoint
from advsearch.machine.compiling import Entry, compiled, type_of_argument
from advsearch.machine.constants import Constants, NoForm
from advsearch.machine.fields import LENGTH, STATE, VALUE, fields_of_machine
from advsearch.machine.fitting import fits
from advsearch.machine.instance import Failure as Failure
from advsearch.machine.instance import Grown, Instance, Unlike, UnlikeAction, UnlikeArgument, UnlikePlay
from advsearch.machine.instance import Rebuilt as Rebuilt
from advsearch.machine.machine_memory import MachineMemory
from advsearch.machine.made import Field, Given, Made
from advsearch.machine.types import Endless, Type, join
from advsearch.machine.unit import Unit
from advsearch.machine.values import Constant
from advsearch.search.kit.fields import Arena

MOST_KEY_WORDS: Final = 1 << 10


class Program:
    """Machine code for some functions, and memory to run it in."""

    def __init__(
        self,
        entries: Mapping[str, Entry],
        *,
        unit: Unit | None = None,
        kept: bool = True,
        optimise: int = 1,
        loads: bool = True,
    ) -> None:
        """Compile functions, and load the code unless `loads` is False."""
        self.unit = unit or Unit()
        self._entries = dict(entries)
        self._kept_on_disk = kept
        self._optimise = optimise
        self.memory = MachineMemory(self._widen_actions)
        if loads:
            self.build()

    def build(self) -> None:
        """Compile with all that is known so far, and load the code."""
        self.made = self.compiled()
        try:
            self._instance = Instance(self.made, kept=self._kept_on_disk, memory=self.memory)
        except Rebuilt:  # by an action in a field: all is built by now
            return
        self._make_room_for_keys()

    def compiled(self) -> Made:
        """Compile with all that is known so far."""
        text = compiled(self._entries, self.unit)
        points = [EntryPoint(layout.ENTRY + name, "q" * len(_given(entry))) for name, entry in self._entries.items()]
        fields = self.unit.fields
        build = Build(
            text.text,
            (*points, EntryPoint("begin")),
            cells=tuple(variable for _, _, variable in fields.owners()),
            optimise=self._optimise,
        )
        given = {
            name: tuple(Given(type_of_argument(self.unit, one), one == VALUE) for one in _given(entry))
            for name, entry in self._entries.items()
        }
        return Made(
            build, given, text.places, text.constants, text.classes, text.errors,
            tuple(self._field(*each) for each in fields.owners()), text.universes,
            fields.action.item, fields.key_words, self.unit.real,
        )  # fmt: skip

    def _field(self, owner: Any, name: str, variable: str) -> Field:
        if isinstance(owner, Arena) or name.endswith(LENGTH):
            return Field(owner, name, variable, None)
        kind: Any = type(owner)
        declared = fields_of_machine(kind)[name]
        return Field(owner, name, variable, declared, self.unit.fields.cell(owner, name, declared).unsigned)

    def _make_room_for_keys(self) -> None:
        """Build again if the keys of the states that were played need more words."""
        if self.learn_keys(self._instance):
            self.build()

    def learn_keys(self, instance: Instance) -> bool:
        """Learn how many words the keys of the states that were played need: whether they need more."""
        fields = self.unit.fields
        most = instance.words_of_keys(self.unit.samples, self.unit.state.item) if fields.encodes else 0
        if most <= fields.key_words:
            return False
        fields.expect_words(most + most // 2)
        return True

    def begin(self) -> None:
        """Take new memory, and write the fields of machines as they are in Python."""
        self._instance.begin()

    def stop(self) -> None:
        """Ask the call that runs to stop; any thread may do so."""
        self._instance.loaded.stop()

    def call(self, name: str, *values: Any) -> Any:
        """Return what a function returns. Raises `Failure` if it ends with an error.

        A value of another type than the build knows leads to a wider build and raises `Rebuilt`; one that no build
        can hold is refused.
        """
        scalars = self.memory.scalars()
        while True:
            try:
                return self._instance.call(name, *values)
            except Grown:
                self.memory.put_scalars(scalars)
            except codec.NoForm as error:
                raise _refused(values, str(error)) from None
            except RecursionError:
                what = "a value that contains itself, or is very deep"
                raise refuse("", 0, what, "give a value without it") from None
            except Unlike as unlike:
                self.learn(unlike)
                self.build()
                raise Rebuilt from None

    # --- learning ---------------------------------------------------------------------------------------------

    def learn(self, unlike: Unlike) -> None:
        """Take what a call met into what the next build knows. Raises the error that it means if nothing helps."""
        if isinstance(unlike, UnlikeAction):
            self.unit.fields.action.learn(self._wider(self.unit.fields.action.item, unlike.value))
        elif isinstance(unlike, UnlikeArgument):
            self._learn_argument(unlike.name, unlike.place, unlike.value)
        elif isinstance(unlike, UnlikePlay):
            self._learn_fault(unlike)

    def _learn_fault(self, unlike: UnlikePlay) -> None:
        fault = unlike.fault
        if fault.code == layout.E_KEY_ROOM and self.unit.fields.key_words < MOST_KEY_WORDS:
            self.unit.fields.expect_words(2 * self.unit.fields.key_words)
        elif fault.code == layout.E_GUARD and fault.detail:
            self.unit.universes.learn(fault.detail)
        elif fault.code == layout.E_GUARD and self.unit.guards:
            self.unit.guards = False
        elif fault.code != layout.E_OVERFLOW or not self.unit.widen(fault.place, fault.detail):
            raise unlike.failure

    def _learn_argument(self, name: str, place: int, value: Any) -> None:
        if _given(self._entries[name])[place] == VALUE:
            kind = "a float" if self.unit.real else "a whole number of 63 bits"
            raise refuse("", 0, f"the value {value!r:.80} in a search whose values are each {kind}", f"give {kind}")
        self._widen(name, place, value)

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
        self.learn(UnlikeAction(value))
        self.build()
        raise Rebuilt

    def _wider(self, known: Type | None, value: Any) -> Type:
        """A type that the value is of, too."""
        constants = Constants(self.unit.progress)  # a list may have changed since its type was asked for
        constants.classes, constants.members = self.unit.constants.classes, self.unit.constants.members
        try:
            kind = join(known, constants.type_of(value))
            assert kind is not None
            self.unit.universes.see_sets(kind, value)
            self.unit.universes.begin()
            if not fits(kind)(value):
                raise NoForm("it is unlike all that machine code can hold")
        except (NoForm, Endless, AttributeError, RecursionError) as error:
            raise _refused(value, str(error)) from None
        return kind


def _given(entry: Entry) -> list[Type]:
    """The types of the arguments that are given at each call."""
    return [argument for argument in entry.arguments if not isinstance(argument, Constant)]


def _refused(value: Any, why: str) -> Refused:
    kind = type(value).__qualname__
    instead = "use numbers, strings, tuples or your own classes"
    return refuse("", 0, f"a value of the class `{kind}` is given to machine code: {why}", instead)
