"""The values of expressions during code generation.

Each expression has a value of one of the classes in this module. `Known` values are computed during the lowering. A
scalar is an expression in the generated code. A small value is taken apart into scalars. Any other value is stored in
memory.
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
from advsearch.lowering.source import Source


@attrs.frozen(eq=False)
class Known:
    """A value that is known during the lowering: a setting, a constant, a function, or the result of a call with
    known arguments.
    """

    value: Any


@attrs.frozen
class Scalar:
    """One number in generated code. `text` is an expression without side effects."""

    kind: Type
    text: str


@attrs.frozen
class Pieces:
    """A value in pieces. For example, a tuple consists of its items, and a `Maybe` of a flag and a value."""

    kind: Type
    items: tuple[Value, ...]


@attrs.frozen
class Place:
    """A value in memory. The cells begin at the offset `text + offset`. If `space` is given, they are in the table
    with this name, and not in the memory block.
    """

    kind: Type
    text: str
    offset: int = 0
    space: str = ""
    steady: bool = False
    """Whether the cells stay unchanged while the function runs."""
    fresh: bool = False
    """Whether the value has no name yet."""
    site: tuple[Hashable, tuple[int, ...]] | None = None
    """The key of an inferred type, and the path of indices from this type to the value's type. None if the value
    cannot be changed.
    """
    unfinished: bool = False
    """Whether the value is a state in which the game is known to go on."""

    @property
    def start(self) -> str:
        """The source text of the offset."""
        if self.text in ("", "0"):
            return str(self.offset)
        return f"{self.text} + {self.offset}" if self.offset else self.text


@attrs.frozen(eq=False)
class Stream:
    """A value that a loop can run over, such as a range, `enumerate(...)` or `zip(...)`. There is an item for each
    index.
    """

    length: Scalar
    at: Callable[[Scalar], Value]
    span: tuple[Value, Value, int] | None = None
    """The start, the stop and the step, if the items are those of a range."""
    ends: tuple[Scalar, Scalar, Scalar] | None = None
    """The start, the stop and the step, if the value is a `range` object in Python; None for iterators.

    The step may be known only at run time.
    """
    unordered: bool = False
    """Whether the items come from a set, so that their order may differ from Python's."""
    of_dict: str = ""
    """If the items are the keys, values or pairs of a dict in memory: the offset of the dict."""


@attrs.frozen(eq=False)
class Lazy:
    """A generator expression for which no code has been generated yet."""

    node: Any
    body: Any
    scope: dict[str, Value]


@attrs.frozen(eq=False)
class Closure:
    """A function or lambda that is defined inside another function."""

    source: Source
    tree: Any
    body: Any
    names: dict[str, str] | None = None
    """For a function that is passed as an argument: maps each outer name to the parameter with the name's value."""
    depth: int = 0
    """The number of comprehensions and lambdas around the definition of the function."""
    defaults: tuple[Value | None, ...] = ()
    """The default values of the last parameters, evaluated at the definition of the function. None for a parameter
    without a default.
    """


@attrs.frozen(eq=False)
class Bound:
    """A method together with its object, before it is called."""

    function: Any
    owner: Value


@attrs.frozen(eq=False)
class Table:
    """A dict whose keys are written in the source, with its keys and values in order."""

    keys: tuple[Value, ...]
    values: tuple[Value, ...]
    node: Any = None
    """The syntax node of the dict."""


@attrs.frozen
class Among:
    """The index of one of several constant dicts."""

    index: Scalar
    options: tuple[Any, ...] = attrs.field(eq=id)
    """All dicts from which one is chosen."""


@attrs.frozen
class Entries:
    """A dict in memory: the list of its pairs."""

    pairs: Place
    ordered: bool = True
    """Whether the keys have the same order as in Python. False for a dict that was made from a set."""
    counts: bool = False
    """Whether the dict is a Counter, in which a missing key has the number 0."""
    missing: tuple[type, Any] | None = None
    """For a defaultdict, the class and the value that a missing key gets; else None."""

    among: Among | None = None
    """The index of the dict, if the dict is one of several constant dicts in a table; else None."""

    @property
    def kind(self) -> Dict:
        assert isinstance(self.pairs.kind, Seq)
        return Dict(self.pairs.kind, self.ordered, self.counts, self.missing)


def entries_at(place: Place, kind: Dict) -> Entries:
    """The dict at a place in memory."""
    return Entries(attrs.evolve(place, kind=kind.pairs), kind.ordered, kind.counts, kind.missing)


Value: TypeAlias = Known | Scalar | Pieces | Place | Stream | Lazy | Closure | Bound | Table | Entries


class NotYet(Exception):
    """Raised if the type of a value is not known in this round of type inference. The type may be known in the next
    round. If earlier code was refused, the type stays unknown.
    """


LIMB: Type = Int(0, (1 << 63) - 1)


def kind_of(value: Value) -> Type | None:
    """The type of a value in variables or in memory; None for other values."""
    return value.kind if isinstance(value, Scalar | Pieces | Place) else None


def leaves(value: Value) -> list[Scalar]:
    """The scalars into which a value is taken apart, in the order of its cells."""
    if isinstance(value, Scalar):
        return [value]
    assert isinstance(value, Pieces), value
    return [leaf for item in value.items for leaf in leaves(item)]


def parts(kind: Type) -> tuple[Type, ...]:
    """The types of the parts into which a value of this type is taken apart."""
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
    """Build a value of the type `kind` from source texts. Remove the used texts from `texts`."""
    if is_scalar(kind):
        return Scalar(kind, texts.pop(0))
    return Pieces(kind, tuple(rebuilt(part, texts) for part in parts(kind)))


def text_of(number: int) -> Scalar:
    """A scalar with a fixed value."""
    return Scalar(Int(number, number), str(number))
