"""The types of values: which values a type contains, and how many cells a value takes. For example, the type `Int(0,
5)` contains the integers from 0 to 5, and a value takes one cell, a number in memory. Bounds that keep growing from
round to round are widened, so that the type inference ends.
"""

from __future__ import annotations

import enum
import functools
import math
from typing import Any, Final, TypeAlias

import attrs

WORD: Final = 63
"""An integer of more bits than this takes several cells of memory, which are called limbs."""
LEAST: Final = -(1 << 63) + 1
GREATEST: Final = (1 << 63) - 1
NONE: Final = -(1 << 63)
"""The number that stands for None in memory."""
COUNT: Final = 1 << 52
"""The upper bound of a counter such as `n` in `n += 1`. No search runs long enough to reach this bound."""
STEP: Final = 256
"""A counter (see `COUNT`) grows by at most this much in one step."""
FAR: Final = -(1 << 61)
"""The number that is added to the number of a word in a `Mixed` type, so that words differ from integers."""
EXACT: Final = 1 << 53
"""Every integer up to this size can be represented exactly as a float."""
_WIDEST: Final = 64 * WORD
THRESHOLDS: Final = (63, 4_095, COUNT, -FAR // 4, GREATEST, (1 << _WIDEST) - 1)


NO_CLASSES: Final[frozenset[type]] = frozenset()


class Clash(Exception):
    """Raised if a value may have two types, and no type contains both."""

    def __init__(self, one: Type, other: Type) -> None:
        self.one, self.other = one, other
        super().__init__(f"sometimes {named(one)} and sometimes {named(other)}")


@attrs.frozen(cache_hash=True)
class Never:
    """The type that has no values, for example the type of the items of a list that is always empty."""


@attrs.frozen(cache_hash=True)
class Bool:
    """The type of True and False."""


@attrs.frozen(cache_hash=True)
class Int:
    """The type of integers between two bounds."""

    low: int = LEAST
    high: int = GREATEST
    members: Any = None
    """The IntEnum to which all values belong; None for plain integers."""
    beside: frozenset[type] = NO_CLASSES
    """The classes of values that are not plain ints: bool, or subclasses of int."""


@attrs.frozen(cache_hash=True)
class Float:
    """The type of floats."""

    beside: frozenset[type] = NO_CLASSES
    """The classes of values that are not floats in Python: int, bool, or subclasses of int."""


@attrs.frozen(cache_hash=True)
class Mark:
    """The type of some words, characters, Enum members or None; `any_character` adds all characters."""

    values: frozenset[Any]
    any_character: bool = False


@attrs.frozen(cache_hash=True)
class Maybe:
    """The type of None and of the values of `inner`, which is not a `Mark`."""

    inner: Type


@attrs.frozen(cache_hash=True)
class Mixed:
    """The type of an integer or a mark (see `Mark`) in one cell of memory."""

    number: Int
    marks: Mark


class _Held(enum.Enum):
    """The Enum of the constant `HELD` (see `Either`)."""

    VALUE = enum.auto()


HELD: Final = _Held.VALUE


@attrs.frozen(cache_hash=True)
class Either:
    """The type of a value that is a mark (see `Mark`) or a value of the type `inner`. The first cell in memory
    contains the mark, or `HELD` if the next cells contain a value of `inner`.
    """

    marks: Mark
    inner: Type

    @property
    def sign(self) -> Mark:
        return Mark(self.marks.values | {HELD}, self.marks.any_character)


@attrs.frozen
class Family:
    """A group of classes that can share a type: all numbers, frozensets, or one class of objects."""

    name: str
    kind: type


@attrs.frozen(cache_hash=True)
class Sum:
    """The type of a value that may have several classes, for example int or tuple. The first cell contains a number
    for the class. The next cells belong to the types in `kinds`, and only the cells of the value's class may differ
    from 0.
    """

    kinds: tuple[Type, ...]
    """One type for each class, sorted by the name of the class."""

    @property
    def sign(self) -> Mark:
        return Mark(frozenset(family(one) for one in self.kinds))

    def of(self, kind: Type) -> Type | None:
        wanted = family(kind)
        return next((one for one in self.kinds if wanted is not None and family(one) == wanted), None)


@attrs.frozen(cache_hash=True)
class Tup:
    """The type of tuples of a fixed length, or of objects with fields."""

    items: tuple[Type, ...]
    kind: type = tuple
    """`tuple`, or the attrs class, dataclass or NamedTuple of the objects."""


class ListOrTuple(list[Any]):
    """The class of a value that may be a list or a tuple, and can only be read."""


LISTS_AND_TUPLES: Final = frozenset({list, tuple, ListOrTuple})


@attrs.frozen(cache_hash=True)
class Seq:
    """The type of tuples, lists or strings whose items have one type."""

    kind: type
    item: Type
    least: int
    most: int

    @property
    def fixed(self) -> bool:
        return self.least == self.most


@attrs.frozen(cache_hash=True)
class Members:
    """The type of sets, with one bit for each possible member."""

    item: Type
    """`Int`, `Bool`, `Mark`, a `Tup` of these, or `Never` for the empty set."""
    frozen: bool | None = True
    """None if the value may be a set or a frozenset, and is only read."""


@attrs.frozen(cache_hash=True)
class Dict:
    """The type of dicts whose keys are known only at run time."""

    pairs: Seq
    """The type of the dict's list of pairs (key, value)."""
    ordered: bool = True
    """False for a dict made from a set, whose keys may have another order than in Python."""
    counts: bool = False
    missing: tuple[type, Any] | None = None
    """For a defaultdict, the class and the value that a missing key gets."""


Type: TypeAlias = Never | Bool | Int | Float | Mark | Mixed | Maybe | Either | Sum | Tup | Seq | Members | Dict

NONE_TYPE: Final = Mark(frozenset({None}))
BOOL: Final = Bool()
INT: Final = Int()
FLOAT: Final = Float()
NEVER: Final = Never()
CHARACTER: Final = Mark(frozenset(), any_character=True)


def family(kind: Type) -> Family | None:
    """The `Family` of a type; None for types such as lists and strings."""
    match kind:
        case Bool() | Int() | Float():
            return Family("int", int)
        case Members(_, frozen) if frozen:
            return Family("frozenset", frozenset)
        case Tup() | Seq() if kind.kind not in (str, list, range, ListOrTuple):
            return Family(f"{kind.kind.__module__}.{kind.kind.__qualname__}", kind.kind)
    return None


def is_either_kind(kind: Type | None) -> bool:
    return isinstance(kind, Seq) and kind.kind is ListOrTuple


def are_listlike(one: Type, other: Type) -> bool:
    """Whether a comparison depends on a value being a list or a tuple."""
    return (is_either_kind(one) and isinstance(other, Seq | Tup)) or (
        is_either_kind(other) and isinstance(one, Seq | Tup)
    )


# --- layout ---------------------------------------------------------------------------------------------------


def limbs(bits: int) -> int:
    """The number of cells that an integer of `bits` bits takes."""
    return max(1, -(-bits // WORD))


def is_wide(kind: Type) -> bool:
    return isinstance(kind, Int | Members) and cells(kind) > 1


def universe(item: Type) -> tuple[range, ...]:
    """The ranges of numbers for an item of a set: `Int(3, 5)` has `(range(3, 6),)`."""
    match item:
        case Int(low, high):
            return (range(low, high + 1),)
        case Bool():
            return (range(2),)
        case Tup(items):
            return tuple(axis for inner in items for axis in universe(inner))
        case Mark(values):
            return (range(len(values)),)
        case Maybe(Int(low, high)):
            return (range(low - 1, high + 1),)
        case Never():
            return ()
    raise Clash(item, Int(0, 0))


def bits_of(members: Members) -> int:
    return 0 if isinstance(members.item, Never) else possible_values(members.item)


def possible_values(item: Type) -> int:
    # `len` of a range fails beyond 63 bits
    return math.prod(max(0, axis.stop - axis.start) for axis in universe(item))


@functools.lru_cache(maxsize=65_536)
def cells(kind: Type) -> int:
    """The number of cells (numbers in memory) that a value takes."""
    match kind:
        case Bool() | Float() | Mark() | Mixed():
            return 1
        case Int(low, high):
            return 1 if low < 0 else limbs(high.bit_length())
        case Maybe(inner):
            return 1 if is_scalar(kind) else 1 + cells(inner)
        case Either(_, inner):
            return 1 + cells(inner)
        case Sum(kinds):
            return 1 + sum(map(cells, kinds))
        case Tup(items):
            return sum(map(cells, items))
        case Seq(_, item, least, most):
            return most * cells(item) + (least != most)
        case Members():
            return limbs(bits_of(kind))
        case Dict(pairs):
            return cells(pairs)
        case _:
            return 0


def is_scalar(kind: Type) -> bool:
    """Whether a value is one number in generated code."""
    match kind:
        case Bool() | Float() | Mark() | Mixed():
            return True
        case Int() | Members():
            return cells(kind) == 1
        case Maybe(inner):
            return isinstance(inner, Int | Bool) and cells(inner) == 1
        case _:
            return False


FLAT: Final = 6


def is_flat(kind: Type) -> bool:
    """Whether a value is kept in variables: it is small, and contains no sequence."""
    return _no_sequence(kind) and (cells(kind) <= FLAT or isinstance(kind, Int | Members))


def _no_sequence(kind: Type) -> bool:
    match kind:
        case Tup(items) | Sum(items):
            return all(map(_no_sequence, items))
        case Maybe(inner) | Either(_, inner):
            return _no_sequence(inner)
        case Seq() | Dict() | Never():
            return False
        case _:
            return True


def field_names(kind: type) -> tuple[str, ...]:
    """The names of the fields of a class of plain values; else ()."""
    of_class: Any = kind
    return _field_names(of_class)


@functools.lru_cache(maxsize=1_024)
def _field_names(kind: Any) -> tuple[str, ...]:
    from advsearch.lowering.rows import written

    if kind is range:
        return ("start", "stop", "step")
    if attrs.has(kind):
        return tuple(field.name for field in attrs.fields(kind))
    if hasattr(kind, "__dataclass_fields__"):
        return tuple(kind.__dataclass_fields__)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return tuple(kind._fields)
    return written.names_of(kind)


# --- names ----------------------------------------------------------------------------------------------------


def named(kind: Type) -> str:
    match kind:
        case Never() | Bool():
            return "nothing" if isinstance(kind, Never) else "a bool"
        case Float(beside) | Int(beside=beside) if beside or isinstance(kind, Float):
            own = "a float" if isinstance(kind, Float) else "an int"
            return " or ".join([own, *sorted("an int" if one is int else f"a {one.__name__}" for one in beside)])
        case Int():
            return "an int" if cells(kind) == 1 else f"an int of {kind.high.bit_length()} bits"
        case Mark(values, any_character):
            shown = ["a character"] * any_character + sorted(_shown(value) for value in values)
            return " or ".join(shown[:4] + ["..."] * (len(shown) > 4))
        case Mixed(_, marks):
            return f"an int or {named(marks)}"
        case Maybe(inner):
            return f"None or {named(inner)}"
        case Either(marks, inner):
            return f"{named(marks)} or {named(inner)}"
        case Sum(kinds):
            return " or ".join(map(named, kinds))
        case Tup(items, tuple_kind):
            if tuple_kind is range:
                return "a range"
            return f"a tuple of {len(items)}" if tuple_kind is tuple else f"a {tuple_kind.__name__}"
        case Seq():
            classes: dict[type, str] = {tuple: "a tuple", list: "a list", str: "a string"}
            return classes.get(kind.kind, "a list or tuple")
        case Dict():
            return "a Counter" if kind.counts else "a dict"
        case _:
            return "a set"


def _shown(value: Any) -> str:
    return str(value) if isinstance(value, enum.Enum) else repr(value)
