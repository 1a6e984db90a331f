"""What one build knows: its versions of functions, constants, containers and places, over all rounds of inference."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from advsearch.machine import layout
from advsearch.machine.constants import Constants
from advsearch.machine.facts import FactStore
from advsearch.machine.fields import FieldStore
from advsearch.machine.types import MOST_LIMBS, Endless, Node, Progress, Type
from advsearch.machine.universes import Universes

BUILTIN_ERRORS: Final[dict[type[BaseException], int]] = {
    IndexError: layout.E_INDEX,
    KeyError: layout.E_KEY,
    ZeroDivisionError: layout.E_DIVISION,
    ValueError: layout.E_VALUE,
    TypeError: layout.E_TYPE,
    AssertionError: layout.E_ASSERTION,
}
"""Errors of Python that machine code raises itself, and that an author may catch."""
_MADE: Final = {**{code: error for error, code in BUILTIN_ERRORS.items()}, layout.E_EMPTY: ValueError}


MOST_VERSIONS: Final = 3_000
FEW_SHIFTS: Final = 3
"""After so many shifts have overflowed, all are widened."""
OVER_A_SHIFT: Final = 1 << 6
"""Beside the limbs in the detail of an overflow: it was a shift."""
OVER_A_BOX: Final = 1 << 7
"""An int of one register needed 64 bits, where 63 can be stored."""


class Version:
    """A function compiled for one combination of types of its arguments."""

    def __init__(self, name: str, progress: Progress) -> None:
        self.name = name
        self.result: Type | None = None
        self.slots: dict[Any, Type] = {}
        self.facts = FactStore(progress)
        self.fails = False
        self.allocates = False
        """Whether it takes memory from the arena."""
        self.makes_rows = False
        """Whether it does so itself, without a test of the arena's end."""
        self.leaves_memory = False
        """Whether some of what it takes is still taken when it returns."""
        self.alike: list[int] = []
        """For each register of the arguments, the first one that holds the same in all calls."""
        self.calls: set[Version] = set()
        self.again = False
        """Whether it calls the function again that it is the last call of."""
        self.relies = False
        """Whether it may rely on what the text of a search guarantees."""
        self.text: Callable[[], str] | None = None
        """Puts together the text of this round, or None if this round has not written it."""
        self._progress = progress

    def note_alike(self, words: list[str]) -> None:
        """Learn which registers of the arguments hold the same."""
        if len(self.alike) != len(words):  # the first call, or sets have become bits or tables since
            if self.alike:
                self._progress.changed()
            self.alike = [words.index(word) for word in words]
            return
        classes: dict[tuple[int, str], int] = {}
        now = [
            classes.setdefault((old, word), place)
            for place, (old, word) in enumerate(zip(self.alike, words, strict=True))
        ]
        if now != self.alike:
            self.alike = now
            self._progress.changed()

    def passed(self, count: int) -> list[int]:
        """The registers of `count` that are passed: one of those that hold the same."""
        return [place for place in range(count) if not self.alike or self.alike[place] == place]

    def note(self, **effects: bool) -> None:
        """Learn what a call of it may do."""
        for name, holds in effects.items():
            if holds and not getattr(self, name):
                setattr(self, name, True)
                self._progress.changed()


class NeedsFloats(Exception):
    """Raised where a value of a search is a float, in a build whose values are ints."""


class Unit:
    def __init__(self, *, real: bool = False) -> None:
        self.real = real
        """Whether the values of the search are floats."""
        self.progress = Progress()
        self.universes = self.progress.universes = Universes(self.progress)
        self.constants = Constants(self.progress)
        self.versions: dict[Any, Version] = {}
        self.reached: list[Version] = []
        self.centres: set[Any] = set()
        """Functions with a loop in which they are called again, be it through others."""
        self.rounds = 0
        self.places: dict[tuple[str, int], int] = {}
        """Lines of the author's files, with the numbers that errors carry."""
        self.errors: dict[type[BaseException], int] = {}
        """Classes of exceptions that the program raises, with the details of their codes."""
        self._sites: dict[Any, Node] = {}
        self._kept: list[ast.AST] = []
        self.fields = FieldStore(self.progress)
        self.least_limbs = 1
        """How many limbs at least an int has that may need more than 63 bits."""
        self._shifts: dict[tuple[str, int], int] = {}
        """Lines in which a shift overflowed, with the limbs that shifts of their functions have since."""
        self._limbs: dict[int, int] = {}
        """How many limbs at least the results of operations have, by their places."""
        self.samples: list[Any] = []
        """States that were played, whose common shape is assumed and checked."""
        self.guards = True
        self.state = Node(self.progress)
        """The type of all states."""
        self.catches = False
        """Whether rules go on after an error, so that the order in which errors are raised can be observed."""
        self.calls: list[tuple[str, int]] = []
        """The lines of the author's from which a function of a library is called."""
        self._asked: dict[Any, Any] = {}

    def begin(self) -> None:
        """Begin a round: all code is written again, with what was learned."""
        self.rounds += 1
        self.progress.changes = 0
        self.universes.begin()
        self.constants.begin()
        self.reached = []
        for version in self.versions.values():
            version.text = None

    def site(self, *key: Any) -> Node:
        """The item type of the containers that are made at one place of the program."""
        node = self._sites.get(key)
        if node is None:
            self._kept += [part for part in key if isinstance(part, ast.AST)]
            node = self._sites[key] = Node(self.progress)
        return node.find()

    def version(self, key: Any, name: str) -> Version:
        found = self.versions.get(key)
        if found is None:
            if len(self.versions) > MOST_VERSIONS:
                raise Endless("a function with arguments of ever new types")
            found = self.versions[key] = Version(f"{name}.{len(self.versions)}", self.progress)
            self.progress.changed()
        return found

    def once(self, key: Any, ask: Callable[[], Any]) -> Any:
        """A constant that is computed while compiling: the same object in every round."""
        if key not in self._asked:
            self._asked[key] = ask()
        return self._asked[key]

    def place(self, file: str, line: int) -> int:
        return self.places.setdefault((file, line), len(self.places) + 1)

    # --- overflows -----------------------------------------------------------------------------------------------

    def limbs_at(self, place: int, op: ast.operator, file: str, lines: range) -> int:
        """How many limbs at least a result has at a place in a function of these lines, if it may need them."""
        found = [self.least_limbs, self._limbs.get(place, 1)]
        if isinstance(op, ast.LShift):
            everywhere = len(self._shifts) > FEW_SHIFTS
            for (at, line), count in self._shifts.items():
                if everywhere or (at == file and line in lines):
                    found.append(count)
        return max(found)

    def widen(self, place: int, detail: int) -> bool:
        """Learn that a result overflowed; False if no wider int can mend it."""
        count = (detail & OVER_A_SHIFT - 1) + 1
        if not detail or count > MOST_LIMBS + 1 or self.least_limbs > MOST_LIMBS:
            return False
        if detail & OVER_A_BOX:
            self.least_limbs += 1
        elif detail & OVER_A_SHIFT:  # where one set of bits needs more of them, others in the function will, too
            self._shifts[next(at for at, number in self.places.items() if number == place)] = count
        else:
            self._limbs[place] = count
        return True

    # --- exceptions ----------------------------------------------------------------------------------------------

    def error_code(self, kind: type[BaseException]) -> int:
        """The code of an exception that the program raises."""
        if kind in BUILTIN_ERRORS:
            return BUILTIN_ERRORS[kind]
        if kind not in self.errors:
            self.errors[kind] = len(self.errors) + 1
            self.progress.changed()
        return layout.E_RAISED | self.errors[kind] << layout.DETAIL_SHIFT

    def caught_codes(self, kinds: tuple[type[BaseException], ...]) -> list[int]:
        """The codes of the exceptions that `except` with these classes catches."""
        own = [self.error_code(kind) for kind in self.errors if issubclass(kind, kinds)]
        return sorted({*own, *(code for code, kind in _MADE.items() if issubclass(kind, kinds))})
