"""From functions to the text of a module: rounds of inference until nothing new is learned."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import attrs

from advsearch.lowering.refusals import refuse
from advsearch.machine import aliasing, functions, inlining, layout, set_tables, wide
from advsearch.machine.assembly import Assembly
from advsearch.machine.constants import Later, Place
from advsearch.machine.fields import STATE, VALUE
from advsearch.machine.function import Function
from advsearch.machine.source import tree_of
from advsearch.machine.types import FLOAT, INT, Type
from advsearch.machine.unit import Unit
from advsearch.machine.values import Arguments, Constant, Value, Word, known

MOST_ROUNDS: Final = 40

HELPERS: Final = """\
@ZEROS = internal constant [8 x i64] zeroinitializer
@ONE = internal constant [2 x i64] [i64 0, i64 1]
"""
INTRINSICS: Final = "\n".join(
    [
        *(f"declare {{i64, i1}} @llvm.{op}.with.overflow.i64(i64, i64)" for op in ("sadd", "ssub", "smul")),
        *(f"declare i64 @llvm.{op}.i64(i64, i64)" for op in ("smin", "smax", "umin", "umax")),
        *(f"declare i64 @llvm.{op}.i64(i64, i1)" for op in ("abs", "ctlz", "cttz")),
        "declare i64 @llvm.ctpop.i64(i64)",
        "declare double @llvm.copysign.f64(double, double)",
        "declare double @pow(double, double)",
        *(f"declare double @llvm.{op}.f64(double)" for op in ("fabs", "sqrt", "log", "exp", "rint", "floor", "ceil")),
    ]
)


@attrs.frozen(eq=False)
class Entry:
    """A function that a caller may call: with constants, and with values of these types."""

    function: Any
    arguments: tuple[Constant | Type, ...]


@attrs.frozen(eq=False)
class Text:
    """The text of a module, and what a caller must know to call it."""

    text: str
    results: Mapping[str, Type | None]
    places: Mapping[int, tuple[str, int]]
    constants: Sequence[Any]
    classes: Mapping[type, int]
    errors: Mapping[int, type[BaseException]]
    rounds: int
    universes: Sequence[Sequence[Any]]
    """The members that sets may have which are held as bits, by their numbers."""


def compiled(entries: Mapping[str, Entry], unit: Unit | None = None) -> Text:
    """The text of a module with these entry points. An entry takes boxed words, and returns one."""
    unit = unit or Unit()
    before = unit.rounds
    with _deep():
        while True:
            unit.begin()
            texts, results = [], {}
            for name, entry in entries.items():
                text, results[name] = _entry(unit, name, entry)
                texts.append(text)
            begin = _begin(unit)
            if not unit.progress.changes:
                break
            if unit.rounds - before > MOST_ROUNDS:
                file, line = unit.progress.last
                what = "types that change without end, such as a tuple or an object in another one of its kind"
                raise refuse(file, line, what, "keep the parts in one flat tuple or list, and refer to them by index")
    constants = unit.constants
    data = [
        INTRINSICS,
        wide.INTRINSICS,
        HELPERS,
        unit.fields.text(),
        *constants.data,
        *texts,
        *(version.text() for version in unit.reached if version.text is not None),
        begin,
        aliasing.of_fields(unit.fields.count),
    ]
    return Text(
        "\n".join(data), results, {number: place for place, number in unit.places.items()},
        list(constants.members), dict(constants.classes), {number: kind for kind, number in unit.errors.items()},
        unit.rounds - before, [universe.members() if universe.alive else [] for universe in unit.universes.all],
    )  # fmt: skip


def type_of_argument(unit: Unit, argument: Type) -> Type:
    """The type that a build knows of an argument."""
    if argument == STATE:
        return unit.state.item or INT
    if argument == VALUE:
        return FLOAT if unit.real else INT
    return argument


@contextmanager
def _deep() -> Any:
    # calls of the author's functions are written inside each other
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 20_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _entry(unit: Unit, name: str, entry: Entry) -> tuple[str, Type | None]:
    """A function of boxed words that calls a version and boxes its result."""
    from advsearch.machine import boxing

    tree = tree_of(entry.function)
    version = unit.version(("entry", name), f"entry_{name}")
    unit.reached = [one for one in unit.reached if one is not version]
    f = Function(unit, version, tree, entry.function)
    f.written = inlining.MOST_WRITTEN  # the function is a version of its own
    given: list[Value] = []
    count = 0
    for argument in entry.arguments:
        if isinstance(argument, Constant):
            given.append(argument)
        else:
            given.append(known(boxing.unbox(f, Word(f"%a{count}"), type_of_argument(unit, argument))))
            count += 1
    result: list[Type] = []

    def work() -> None:
        value = functions.call(f, Constant(entry.function), Arguments(tuple(given), {}, tree))
        held = f.hold(value)
        result.append(held.type)
        f.finish(f"ret i64 {f.box(held)}")

    f.attempt(work)
    f.start(f.leaving)
    f.finish("ret i64 0")
    f.end_all("ret i64 0")
    parameters = ", ".join(f"i64 %a{place}" for place in range(count))
    return f"define i64 @{layout.ENTRY}{name}({parameters}) nounwind {{\n{f.text()}\n}}", result[
        0
    ] if result else None


def _begin(unit: Unit) -> str:
    """The function that builds the constants which need the runtime."""
    f = _Beginning(unit)
    universes = [universe for universe in unit.universes.all if universe.alive]
    members = [unit.constants.place(tuple(universe.members())) for universe in universes]
    for later in unit.constants.later:
        f.build(later)
    if universes:
        f.call("new_universes", len(unit.universes.all))
    for universe, place in zip(universes, members, strict=True):
        f.call("new_universe", universe.number, f.word(place))
    f.finish("ret i64 0")
    return f"define i64 @begin() nounwind {{\n{f.text()}\n}}"


class _Beginning(Assembly):
    def __init__(self, unit: Unit) -> None:
        super().__init__()
        self.unit = unit

    def call(self, name: str, *words: Any) -> str:
        return self.new(f"call i64 @{name}({', '.join(f'i64 {word}' for word in words)})")

    def word(self, place: Place) -> str:
        return self.load(place.text) if place.later else place.text

    def build(self, later: Later) -> None:
        value = later.value
        words = [self.word(place) for place in later.words]
        if isinstance(value, dict):
            made = self.call("new_dict")
            for key, item in zip(words[::2], words[1::2], strict=True):
                self.call("dict_set", made, key, item)
        elif isinstance(value, set | frozenset):
            made = self._set(later.header, value, dict(zip(map(id, value), words, strict=True)))
        elif isinstance(value, list):
            items = self.address(self.pointer(words[0]), layout.ITEMS)
            made = self.call("list_of", self.new(f"ptrtoint ptr {items} to i64"), len(value))
        else:
            made = self.call("alloc", len(words) + 2)
            for place, word in enumerate([str(later.header), str(len(words)), *words]):
                self.poke(word, made, 8 * place)
        self.store(made, later.variable)

    def _set(self, header: int, value: set[Any] | frozenset[Any], words: dict[int, str]) -> str:
        """A set with the same order, where the order of its members does not differ from run to run."""
        table = set_tables.table_of(value) if all(map(set_tables.has_fixed_hash, value)) else None
        if table is None:
            made = self.call("new_set", header, 8)
            for word in words.values():
                self.call("set_add", made, word)
            return made
        made = self.call("new_set", header, len(table.slots))
        fill = 0
        for place, slot in enumerate(table.slots):
            if isinstance(slot, tuple):
                self.call("set_place", made, place, words[id(slot[1])], slot[0])
            elif slot is not None:
                self.call("set_place", made, place, layout.GONE, -1)
            fill += slot is not None
        self.call("set_placed", made, len(value), fill, table.finger)
        return made
