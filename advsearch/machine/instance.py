"""One loaded copy of a program, with memory of its own. It runs one call at a time; others run in other copies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final

import attrs

from advsearch.limits import Budget
from advsearch.machine import codec, layout
from advsearch.machine.bit_shapes import shape_of
from advsearch.machine.classes import fields_of
from advsearch.machine.fitting import Check, fits
from advsearch.machine.loaded import Fault, Loaded
from advsearch.machine.machine_memory import MachineMemory
from advsearch.machine.made import Made
from advsearch.machine.memory import word_at
from advsearch.machine.store import Code
from advsearch.machine.types import Type

FIRST_ARENA: Final = 16 << 20
FIRST_KEPT: Final = 1 << 20
GREATEST_ARENA: Final = 1 << 30
MOST_KEPT: Final = 1 << 14
"""How many values may be kept before a new search forgets them."""


class Failure(Exception):
    """Raised where machine code ended with an error: the class of the error in Python, and where it was raised."""

    def __init__(self, kind: type[BaseException], file: str, line: int) -> None:
        self.kind = kind
        self.file = file
        self.line = line
        place = f"{file}:{line}: " if line else ""
        super().__init__(f"{place}{kind.__name__}")


class Unlike(Exception):
    """Raised where a call met something unlike all that its build knows. A wider build has to be made."""


@attrs.define(eq=False)
class UnlikeArgument(Unlike):
    """A value of another type was given."""

    name: str
    place: int
    value: Any


@attrs.define(eq=False)
class UnlikeAction(Unlike):
    """An action of another type was written into a field."""

    value: Any


@attrs.define(eq=False)
class UnlikePlay(Unlike):
    """What the build relies on did not hold."""

    fault: Fault
    failure: Failure
    """The error that it is if no build knows more."""


class Grown(Exception):
    """Raised by a call that ran out of memory. There is more now: write the fields, and call again."""


class Rebuilt(Exception):
    """Raised if the program was built anew, since it met something unlike all that was played.

    The fields of machines are what they are in the Python objects: write what the call needs, and call again.
    """


class Instance:
    """A loaded copy of a program. Its memory begins as the Python objects are."""

    def __init__(
        self,
        made: Made,
        code: Code | None = None,
        *,
        kept: bool = True,
        memory: MachineMemory | None = None,
        misfit: Callable[[Any], None] | None = None,
    ) -> None:
        self.made = made
        self.loaded = Loaded(made.build, code, kept=kept)
        self.memory = memory or MachineMemory(misfit or _misfit)
        self._checks: dict[str, list[Check]] = {
            name: [fits(each.type) for each in given] for name, given in made.given.items()
        }
        self._shapes = {name: [shape_of(each.type) for each in given] for name, given in made.given.items()}
        self.memory.know_types(made)
        self.begin()

    def begin(self) -> None:
        """Take new memory, build the constants in it, and write the fields of machines as they are in Python."""
        loaded, made = self.loaded, self.made
        loaded.begin(FIRST_ARENA, GREATEST_ARENA)
        loaded.keep(FIRST_KEPT, GREATEST_ARENA)
        forms: list[codec.Form | None] = [None] * (len(made.classes) + 1)
        for kind, number in made.classes.items():
            forms[number] = codec.Form(kind, fields_of(kind) or ())
        self.codec = codec.Codec(loaded, tuple(forms), tuple(made.constants), universes=made.universes)
        loaded.direct("begin")  # hashes of constants need the table that the codec wrote
        loaded.settle()
        self.memory.attach(made, loaded, self.codec)

    def renew(self, left: Collection[Any] = (), *, forgets: bool = True) -> None:
        """Begin a search: the fields are as in Python again, and arenas and lists are empty, but for those in `left`.

        This takes some hundredths of a millisecond, and memory is new only where it was used.
        """
        self.loaded.rewind()
        self.loaded.forgive()
        if forgets and self.loaded.get("KEPT_COUNT") > MOST_KEPT:
            self.loaded.keep(FIRST_KEPT, GREATEST_ARENA)
        self.memory.renew(left)

    def words_of_keys(self, states: Iterable[Any], kind: Type | None) -> int:
        """The most words that the key of one of these states has, which are of a type."""
        most, shape = 0, shape_of(kind)
        for state in states:
            row = self.loaded.direct("key", self.codec.encode(state, shape))
            most = max(most, word_at(row + layout.LENGTH) if row else 0)
        self.loaded.rewind()
        return most

    def encoded(self, name: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """The values, each of which is of its type."""
        checks, given = self._checks[name], self.made.given[name]
        if len(values) != len(checks):
            raise TypeError(f"`{name}` takes {len(checks)} values, got {len(values)}")
        changed = list(values)
        for place, check in enumerate(checks):
            if check(values[place]):
                continue
            changed[place] = self._number(name, place, values[place]) if given[place].is_value else None
            if changed[place] is None:
                raise UnlikeArgument(name, place, values[place])
        return tuple(changed)

    def _number(self, name: str, place: int, value: Any) -> Any:
        """A value of the search in the number type of the build."""
        if self.made.real and isinstance(value, int) and abs(value) <= 1 << 53:
            return float(value)
        raise UnlikeArgument(name, place, value)

    def call(
        self, name: str, *values: Any, budget: Budget | None = None, notice: Callable[[], None] | None = None
    ) -> Any:
        """Return what a function returns.

        Raises `Failure` if it ends with an error, `Unlike` if it met something that this build does not know, and
        `Grown` after a lack of memory that is mended. While it runs, `notice` is called again and again.
        """
        given = self.encoded(name, values)
        loaded = self.loaded
        loaded.rewind()
        loaded.forgive()
        word = 0
        try:
            words = list(map(self.codec.encode, given, self._shapes[name]))
            word = loaded.call(layout.ENTRY + name, *words, budget=budget, notice=notice)
            fault = loaded.fault()
        except codec.Full:
            fault = Fault(layout.E_MEMORY, 0, 0)
        if fault is None:
            return self.codec.decode(word)
        if fault.code == layout.E_MEMORY and loaded.more():
            raise Grown
        if fault.code == layout.E_KEPT and loaded.more_kept():
            raise Grown
        if fault.code in (layout.E_KEY_ROOM, layout.E_GUARD, layout.E_OVERFLOW):
            raise UnlikePlay(fault, self.failure(fault))
        raise self.failure(fault)

    def failure(self, fault: Fault) -> Failure:
        """The error of a call, as Python would raise it."""
        kind = self.made.errors.get(fault.detail) if fault.code == layout.E_RAISED else None
        file, line = self.made.places.get(fault.place, ("", 0))
        return Failure(kind or layout.ERRORS.get(fault.code, RuntimeError), file, line)


def _misfit(value: Any) -> None:
    raise UnlikeAction(value)
