"""Types of values in rows: which values a type contains, how two types join, and how many cells a value takes.

The type of an expression contains every value that the expression can have. Types of whole numbers have bounds. A
join whose bounds keep growing is widened, so that the type inference ends.
"""

from __future__ import annotations

import enum
import functools
from typing import Any, Final, TypeAlias

import attrs

WORD: Final = 63
"""Bits of a limb: a number of more bits takes several cells of so many bits each."""
LEAST: Final = -(1 << 63) + 1
GREATEST: Final = (1 << 63) - 1
NONE: Final = -(1 << 63)
"""The cell of None."""
COUNT: Final = 1 << 52
"""The bound of numbers that grow by small steps: to get beyond takes longer than any search."""
STEP: Final = 256
"""The largest small step."""
FAR: Final = -(1 << 61)
"""What is added to the code of a mark where it might else be a number."""
_WIDEST: Final = 64 * WORD
THRESHOLDS: Final = (63, 4_095, COUNT, GREATEST, (1 << _WIDEST) - 1)


class Clash(Exception):
    """Raised if two types have no join, because a value has sometimes one type and sometimes the other."""

    def __init__(self, one: Type, other: Type) -> None:
        self.one, self.other = one, other
        super().__init__(f"sometimes {named(one)} and sometimes {named(other)}")


@attrs.frozen(cache_hash=True)
class Never:
    """The type without values, such as that of the items of a list that is always empty."""


@attrs.frozen(cache_hash=True)
class Bool:
    """The type of True and False."""


@attrs.frozen(cache_hash=True)
class Int:
    """The type of whole numbers between two bounds."""

    low: int = LEAST
    high: int = GREATEST


@attrs.frozen(cache_hash=True)
class Float:
    """The type of floats."""


@attrs.frozen(cache_hash=True)
class Mark:
    """The type of some known values without parts: characters, words, members of an Enum, and perhaps None.

    With `any_character` it contains all characters, too.
    """

    values: frozenset[Any]
    any_character: bool = False


@attrs.frozen(cache_hash=True)
class Maybe:
    """The type of None and all values of another type, which is not a `Mark`."""

    inner: Type


@attrs.frozen(cache_hash=True)
class Mixed:
    """The type of whole numbers of one cell and some known values without parts."""

    number: Int
    marks: Mark
    """The known values; their codes lie beyond all numbers."""


class _Held(enum.Enum):
    """The sign of an `Either` whose value is no mark."""

    VALUE = enum.auto()


HELD: Final = _Held.VALUE


@attrs.frozen(cache_hash=True)
class Either:
    """The type of some known values without parts, but not None, and of all tuples, lists or objects of another type.

    The first cell, the sign, has the mark, or `HELD` where the value is in the cells behind it. They are 0 else.
    """

    marks: Mark
    inner: Type
    """`Tup` or `Seq`, but no text."""

    @property
    def sign(self) -> Mark:
        return Mark(self.marks.values | {HELD}, self.marks.any_character)


@attrs.frozen(cache_hash=True)
class Tup:
    """The type of tuples with a fixed length and a type for each item, or of objects with these fields."""

    items: tuple[Type, ...]
    kind: type = tuple
    """`tuple`, or the class: attrs, dataclass, NamedTuple."""


@attrs.frozen(cache_hash=True)
class Seq:
    """The type of tuples, lists or strings with one type for all items, and a length between two bounds."""

    kind: type
    """`tuple`, `list` or `str`."""
    item: Type
    least: int
    most: int

    @property
    def fixed(self) -> bool:
        return self.least == self.most


@attrs.frozen(cache_hash=True)
class Members:
    """The type of sets of whole numbers, tuples of them, or marks, with one bit for each possible member."""

    item: Type
    """`Int`, `Tup` of `Int`, `Bool`, `Mark`, or `Never` for the empty set."""
    frozen: bool | None = True
    """None for a value that is sometimes a set and sometimes a frozenset: it cannot be changed."""


Type: TypeAlias = Never | Bool | Int | Float | Mark | Mixed | Maybe | Either | Tup | Seq | Members

NONE_TYPE: Final = Mark(frozenset({None}))
BOOL: Final = Bool()
INT: Final = Int()
FLOAT: Final = Float()
NEVER: Final = Never()
CHARACTER: Final = Mark(frozenset(), any_character=True)


def has_either(kind: Type) -> bool:
    """Whether values of a type have parts that are a mark or have parts themselves."""
    match kind:
        case Either():
            return True
        case Maybe(inner) | Seq(_, inner):
            return has_either(inner)
        case Tup(items):
            return any(map(has_either, items))
    return False


# --- layout ---------------------------------------------------------------------------------------------------


def limbs(bits: int) -> int:
    """How many cells a number of this many bits takes."""
    return max(1, -(-bits // WORD))


def is_wide(kind: Type) -> bool:
    """Whether a number or a set of this type takes more than one cell."""
    return isinstance(kind, Int | Members) and cells(kind) > 1


def universe(item: Type) -> tuple[range, ...]:
    """The ranges of the numbers by which an item of a set is represented."""
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
    size = 0 if isinstance(members.item, Never) else 1
    for axis in universe(members.item):
        size *= len(axis)
    return size


@functools.lru_cache(maxsize=65_536)
def cells(kind: Type) -> int:
    """How many cells a value of the type takes."""
    match kind:
        case Bool() | Float() | Mark() | Mixed():
            return 1
        case Int(low, high):
            return 1 if low < 0 else limbs(high.bit_length())
        case Maybe(inner):
            return 1 if is_scalar(kind) else 1 + cells(inner)
        case Either(_, inner):
            return 1 + cells(inner)
        case Tup(items):
            return sum(map(cells, items))
        case Seq(_, item, least, most):
            return most * cells(item) + (least != most)
        case Members():
            return limbs(bits_of(kind))
        case _:
            return 0


def is_scalar(kind: Type) -> bool:
    """Whether a value of this type is one number in generated code."""
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
"""Values of at most so many cells are kept in variables."""


def is_flat(kind: Type) -> bool:
    """Whether a value of this type is kept in variables, because it is small and its items are not looked up by an
    index.
    """
    return _no_sequence(kind) and (cells(kind) <= FLAT or isinstance(kind, Int | Members))


def _no_sequence(kind: Type) -> bool:
    match kind:
        case Tup(items):
            return all(map(_no_sequence, items))
        case Maybe(inner) | Either(_, inner):
            return _no_sequence(inner)
        case Seq() | Never():
            return False
        case _:
            return True


def field_names(kind: type) -> tuple[str, ...]:
    """The fields of a class of plain values in the order of their cells; () for other types."""
    if attrs.has(kind):
        return tuple(field.name for field in attrs.fields(kind))
    if hasattr(kind, "__dataclass_fields__"):
        return tuple(kind.__dataclass_fields__)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return tuple(kind._fields)
    return ()


# --- names ----------------------------------------------------------------------------------------------------


def named(kind: Type) -> str:
    """The name of a type in messages to the author of the game."""
    match kind:
        case Never():
            return "nothing"
        case Bool():
            return "a bool"
        case Int():
            return "an int" if cells(kind) == 1 else f"an int of {kind.high.bit_length()} bits"
        case Float():
            return "a float"
        case Mark(values, any_character):
            shown = ["a character"] * any_character + sorted(_shown(value) for value in values)
            return " or ".join(shown[:4] + ["..."] * (len(shown) > 4))
        case Mixed(_, marks):
            return f"an int or {named(marks)}"
        case Maybe(inner):
            return f"None or {named(inner)}"
        case Either(marks, inner):
            return f"{named(marks)} or {named(inner)}"
        case Tup(items, tuple_kind):
            return f"a tuple of {len(items)}" if tuple_kind is tuple else f"a {tuple_kind.__name__}"
        case Seq():
            return "a tuple" if kind.kind is tuple else "a list" if kind.kind is list else "a string"
        case _:
            return "a set"


def _shown(value: Any) -> str:
    return str(value) if isinstance(value, enum.Enum) else repr(value)
