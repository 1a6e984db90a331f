"""Infers the types of a game's functions, again and again until no type changes. The assignment `x = 3` widens the
type of `x` from `Int(0, 2)` to `Int(0, 3)`.
"""

from __future__ import annotations

import ast
import keyword
from collections.abc import Hashable
from typing import Any, Final

import attrs

from advsearch.lowering.refusals import NotLowered, Refusal
from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import spare, types
from advsearch.lowering.rows.joins import join, widened
from advsearch.lowering.rows.runtime import RUNTIME
from advsearch.lowering.rows.types import Float, Int, Maybe, Seq, Tup, Type
from advsearch.lowering.rows.values import Entries, Place, Value
from advsearch.lowering.source import Source

MOST_ROUNDS: Final = 40
# A set may have at most this many possible members, because each takes one bit.
MOST_MEMBERS: Final = 1 << 13
# A value may consist of at most this many numbers in memory.
MOST_CELLS: Final = 1 << 16
# An inferred type may change this many times before its bounds are widened.
_PATIENCE: Final = 2
RESERVED: Final = frozenset({*RUNTIME, *keyword.kwlist, "block", "free", "target", "depth", "key"})


@attrs.define(eq=False)
class Spec:
    """A function of the game, translated for arguments of certain types."""

    source: Source
    name: str
    key: Hashable
    parameters: list[str] = attrs.field(factory=list)
    lines: list[str] = attrs.field(factory=list)
    round: int = 0
    frame: int = 0
    callees: set[Spec] = attrs.field(factory=set)
    recursive: bool = False
    unordered: bool = False
    annotation: str = ""

    @property
    def returns(self) -> Hashable:
        return (self, "return")

    def reached(self) -> set[Spec]:
        found: set[Spec] = set()
        left = [self]
        while left:
            one = left.pop()
            for callee in one.callees:
                if callee not in found:
                    found.add(callee)
                    left.append(callee)
        return found


@attrs.frozen
class Change:
    name: str
    resizes: bool
    inner: bool
    boxed: bool = False


@attrs.define(eq=False)
class Program:
    # The most items of a list whose length has no known bound.
    most_items: int
    book: books.Book = attrs.field(factory=books.Book)
    refusals: list[Refusal] = attrs.field(factory=list)
    changed: bool = True
    # Whether a type was missing for some statement in this round.
    pending: bool = False
    # Whether all types are known. An expression that still has no type never runs.
    settled: bool = False
    waiting: list[Refusal] = attrs.field(factory=list)
    round: int = 0
    # The functions that are being generated; each one calls the next.
    writing: list[Spec] = attrs.field(factory=list)
    specs: dict[Hashable, Spec] = attrs.field(factory=dict)
    tables: dict[str, tuple[Any, ...]] = attrs.field(factory=dict)
    widest: int = types.WORD
    words: frozenset[str] = frozenset()
    # How many changes of a type may pass before its strings and tuples stop growing.
    patience: int = _PATIENCE
    # The most items of a string or tuple that grows without a known bound.
    longest_text: int = 64
    # If a set of integers needs too many bits, its integers are limited to these bounds.
    usual: Int = attrs.field(default=Int(0, 62))
    # The same for the numbers inside the tuples of a set.
    usual_axis: Int = attrs.field(default=Int(-1, 14))
    constants: dict[Hashable, Any] = attrs.field(factory=dict)
    names_of_functions: set[str] = attrs.field(factory=set)
    pure: set[int] = attrs.field(factory=set)
    # The lists and sets that a call changes, by `id(node)` of the call.
    changing_calls: dict[int, frozenset[Change]] = attrs.field(factory=dict)
    # The parameters that a function may return, by `id(tree)` of the function.
    given_back: dict[int, frozenset[str]] = attrs.field(factory=dict)
    # The arguments that a call may return, by `id(node)` of the call.
    passed_on: dict[int, tuple[ast.expr, ...]] = attrs.field(factory=dict)
    finished_test: Any = None
    _facts: dict[Hashable, Type] = attrs.field(factory=dict)
    _changes: dict[Hashable, int] = attrs.field(factory=dict)
    _places: dict[Hashable, tuple[Place, Any]] = attrs.field(factory=dict)
    _names: dict[str, int] = attrs.field(factory=dict)
    _kept: list[Any] = attrs.field(factory=list)

    # --- facts ------------------------------------------------------------------------------------------------

    def fact(self, key: Hashable) -> Type | None:
        return self._facts.get(key)

    def learn(self, key: Hashable, kind: Type) -> Type:
        """Widen the inferred type for `key` to contain `kind`; return the wider type."""
        if types.cells(kind) > MOST_CELLS:
            kind = spare.fitting(kind, MOST_CELLS, self.longest_text)
        if types.cells(kind) > MOST_CELLS:
            raise books.Untyped(
                f"a value has {types.cells(kind):,} numbers, but at most {MOST_CELLS:,} are supported"
            )
        if spare.largest_set(kind) > MOST_MEMBERS:
            raise books.Untyped(
                f"a set has {spare.largest_set(kind):,} possible members, but at most {MOST_MEMBERS:,} are supported"
            )
        old = self._facts.get(key)
        if old is None:
            self._facts[key] = kind
            self.changed = True
            return kind
        changes = self._changes.get(key, 0)
        new = spare.fitting(
            join(old, spare.cut_to(kind, old) if changes > self.patience + 1 else kind), MOST_CELLS, self.longest_text
        )
        if new != old:
            self._changes[key] = changes = changes + 1
            if changes > _PATIENCE:
                new = spare.bounded_sets(widened(old, new), self.usual, self.usual_axis)
            if _PATIENCE < changes <= self.patience + 1:
                new = spare.fitting(spare.lengthened(old, new, self.longest_text), MOST_CELLS, self.longest_text)
            if new != old:
                self._facts[key] = new
                self.changed = True
        return new

    def forget_sets(self, spec: Spec, name: str) -> None:
        for key in list(self._facts):
            of_name = isinstance(key, tuple) and key[0] is spec and name in key[2:]
            if of_name and isinstance(self._facts[key], types.Members):
                del self._facts[key]

    # --- names and tables -------------------------------------------------------------------------------------

    def name(self, stem: str) -> str:
        if stem in RESERVED or not stem.isidentifier():
            stem = f"{stem}_" if stem.isidentifier() else "lowered"
        number = self._names[stem] = self._names.get(stem, 0) + 1
        if number == 1:
            self.names_of_functions.add(stem)
        return stem if number == 1 else self.name(f"{stem}_{number}")

    def keep(self, value: Any) -> int:
        """Keep `value` alive, so that no other object gets its `id`."""
        self._kept.append(value)
        return id(value)

    def table(self, value: Any, kind: Type, hint: str) -> Place:
        key = (id(value), kind)
        if key not in self._places:
            row: list[Any] = []
            books.put_cells(value, kind, self.book, row)
            if any(isinstance(cell, float) for cell in row):
                row = [float(cell) for cell in row]
            same = (hint, kind, repr(row))  # each round may make the constant again
            if same not in self._places:
                name = self.name(hint.upper() if hint.isidentifier() else "TABLE")
                self.tables[name] = tuple(row)
                self._places[same] = (Place(kind, "", 0, name, steady=True), value)
            self._places[key] = (self._places[same][0], value)
        return self._places[key][0]

    # --- functions --------------------------------------------------------------------------------------------

    def spec(self, source: Source, tree: Any, key: Hashable) -> Spec:
        full = (id(tree), key)
        if full not in self.specs:
            self.keep(tree)
            self.specs[full] = Spec(source, self.name(getattr(tree, "name", "lowered")), full)
        return self.specs[full]

    def calls(self, caller: Spec | None, callee: Spec) -> None:
        if caller is not None:
            caller.callees.add(callee)
        if callee in self.writing:
            for one in self.writing[self.writing.index(callee) :]:
                if not one.recursive:
                    one.recursive = True
                    self.changed = True

    def raise_refusals(self) -> None:
        if self.refusals:
            raise NotLowered(self.refusals)


def shape(kind: Type) -> Type:
    """A type without bounds of numbers: `Int(0, 5)` and `Int(0, 9)` have one shape."""
    # Bounds that affect the layout in memory stay: types with one shape share one generated function.
    match kind:
        case types.Bool() | Int():
            count = types.cells(kind)
            return types.INT if count == 1 else Int(0, (1 << types.WORD * count) - 1)
        case Float():
            return kind
        case types.Mark(values):
            return types.NONE_TYPE if values == {None} else types.CHARACTER
        case types.Mixed():
            return types.Mixed(Int(0, 0), types.CHARACTER)
        case Maybe(inner):
            return Maybe(shape(inner))
        case types.Either(_, inner):
            return types.Either(types.CHARACTER, shape(inner))
        case types.Sum(kinds):
            return types.Sum(tuple(map(shape, kinds)))
        case Tup(items):
            return Tup(tuple(map(shape, items)), kind.kind)
        case Seq():
            return Seq(kind.kind, shape(kind.item), kind.least, kind.most)
        case types.Dict(pairs):
            inner = shape(pairs)
            assert isinstance(inner, Seq)
            return attrs.evolve(kind, pairs=inner)
    return kind


def shape_of(value: Value) -> Hashable:
    if isinstance(value, Place):
        return ("place", shape(value.kind), value.space, value.unfinished, _enums(value.kind))
    if isinstance(value, Entries):
        return ("dict", shape(value.kind), value.pairs.space, _enums(value.kind))
    kind = getattr(value, "kind", None)
    assert kind is not None, value
    return (shape(kind), _enums(kind))


def _enums(kind: Type) -> tuple[Hashable, ...]:
    # Methods of different IntEnums need different generated functions.
    match kind:
        case Int():
            return () if kind.members is None else (kind.members,)
        case Maybe(inner) | Seq(_, inner):
            return _enums(inner)
        case Tup(items):
            return tuple(map(_enums, items)) if any(map(_enums, items)) else ()
    return ()
