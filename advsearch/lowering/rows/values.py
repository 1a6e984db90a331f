"""The values of expressions: `x + 1` has the value `Scalar(Int(1, 6), "x + 1")`. A `Scalar` is a type and a source
text.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeAlias

import attrs

from advsearch.lowering.rows.types import (
    BOOL,
    Dict,
    Either,
    Int,
    Maybe,
    Members,
    Seq,
    Sum,
    Tup,
    Type,
    cells,
    is_scalar,
)
from advsearch.lowering.source import Source, seen_through


@attrs.frozen(eq=False)
class Known:
    """A value that is known when code is generated: a constant or a function."""

    value: Any


@attrs.frozen
class Scalar:
    """One number in generated code; `text` is an expression without side effects."""

    kind: Type
    text: str


@attrs.frozen
class Pieces:
    """A value in pieces: the tuple `(x, y)` as `x` and `y`."""

    kind: Type
    items: tuple[Value, ...]


@attrs.frozen
class Place:
    """A value in memory, at the address `text + offset`."""

    # With a `space`, the address is in this constant table.
    kind: Type
    text: str
    offset: int = 0
    space: str = ""
    steady: bool = False
    fresh: bool = False
    # The key of an inferred type, and the indices that lead to this value's type in it. None if the value cannot be
    # changed.
    site: tuple[Hashable, tuple[int, ...]] | None = None
    # Whether the value is a state in which the game is known to go on.
    unfinished: bool = False

    @property
    def start(self) -> str:
        if self.text in ("", "0"):
            return str(self.offset)
        return f"{self.text} + {self.offset}" if self.offset else self.text


@attrs.frozen(eq=False)
class Stream:
    """A value that a loop can run over: a length and its items."""

    length: Scalar
    at: Callable[[Scalar], Value]
    # The start, the stop and the constant step of a range.
    span: tuple[Value, Value, int] | None = None
    # Like `span`, for a `range` object of Python, whose step may be known only at run time.
    ends: tuple[Scalar, Scalar, Scalar] | None = None
    # Whether the items come from a set, in an order that may differ from Python's.
    unordered: bool = False
    of_dict: str = ""


@attrs.frozen(eq=False)
class Lazy:
    node: Any
    body: Any
    scope: dict[str, Value]


@attrs.frozen(eq=False)
class Closure:
    """A function or lambda inside another function."""

    source: Source
    tree: Any
    body: Any
    # For a function passed as an argument: the parameter that replaces each outer name.
    names: dict[str, str] | None = None
    depth: int = 0
    # The default values of the last parameters; None for a parameter without one.
    defaults: tuple[Value | None, ...] = ()


@attrs.frozen(eq=False)
class Bound:
    function: Any
    owner: Value


def plain_function(value: Value) -> Any:
    """The function inside a value, without wrappers: `game.count` gives the function `count` of the class."""
    own = seen_through(value.function if isinstance(value, Bound) else getattr(value, "value", None))
    return getattr(own, "__func__", own)


@attrs.frozen(eq=False)
class Table:
    """A dict whose keys are written in the source."""

    keys: tuple[Value, ...]
    values: tuple[Value, ...]
    node: Any = None


@attrs.frozen
class Among:
    """The index of one of several constant dicts."""

    index: Scalar
    options: tuple[Any, ...] = attrs.field(eq=id)


@attrs.frozen
class Entries:
    """A dict in memory: the list of its pairs."""

    pairs: Place
    ordered: bool = True
    counts: bool = False
    missing: tuple[type, Any] | None = None

    among: Among | None = None

    @property
    def kind(self) -> Dict:
        assert isinstance(self.pairs.kind, Seq)
        return Dict(self.pairs.kind, self.ordered, self.counts, self.missing)


def entries_at(place: Place, kind: Dict) -> Entries:
    return Entries(attrs.evolve(place, kind=kind.pairs), kind.ordered, kind.counts, kind.missing)


Value: TypeAlias = Known | Scalar | Pieces | Place | Stream | Lazy | Closure | Bound | Table | Entries


class NotYet(Exception):
    """Raised if the type of a value is not known yet."""


LIMB: Type = Int(0, (1 << 63) - 1)


def kind_of(value: Value) -> Type | None:
    return value.kind if isinstance(value, Scalar | Pieces | Place) else None


def leaves(value: Value) -> list[Scalar]:
    if isinstance(value, Scalar):
        return [value]
    assert isinstance(value, Pieces), value
    return [leaf for item in value.items for leaf in leaves(item)]


def parts(kind: Type) -> tuple[Type, ...]:
    # The types of the parts of a value that is kept in pieces.
    match kind:
        case Tup(items):
            return items
        case Maybe(inner):
            return (BOOL, inner)
        case Either(_, inner):
            return (kind.sign, inner)
        case Sum(kinds):
            return (kind.sign, *kinds)
        case Int() | Members():
            return (LIMB,) * cells(kind)
        case Seq(_, item, least, most) if least == most:
            return (item,) * most
    raise AssertionError(f"expected a type with items, got {kind}")


def rebuilt(kind: Type, texts: list[str]) -> Value:
    # Build a value from source texts, which are removed from `texts`.
    if is_scalar(kind):
        return Scalar(kind, texts.pop(0))
    return Pieces(kind, tuple(rebuilt(part, texts) for part in parts(kind)))


def text_of(number: int) -> Scalar:
    return Scalar(Int(number, number), str(number))
