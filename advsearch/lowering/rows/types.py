"""The types of values: `Int(0, 5)` contains the integers from 0 to 5. A value is stored as one or more numbers,
called cells.
"""

from __future__ import annotations

import enum
import functools
import math
from typing import Any, Final, TypeAlias

import attrs

# A larger integer takes several numbers (limbs) of this many bits.
WORD: Final = 63
LEAST: Final = -(1 << 63) + 1
GREATEST: Final = (1 << 63) - 1
# Stands for None in memory.
NONE: Final = -(1 << 63)
# The upper bound of a counter such as `n` in `n += 1`. No search runs long enough to reach this bound.
COUNT: Final = 1 << 52
# A counter (see `COUNT`) grows by at most this much in one step.
STEP: Final = 256
# Is added to the number of a string in a `Mixed` type, so that strings differ from integers.
FAR: Final = -(1 << 61)
# Every integer up to this size can be represented exactly as a float.
EXACT: Final = 1 << 53
_WIDEST: Final = 64 * WORD
THRESHOLDS: Final = (63, 4_095, COUNT, -FAR // 4, GREATEST, (1 << _WIDEST) - 1)


NO_CLASSES: Final[frozenset[type]] = frozenset()


class Clash(Exception):
    """Raised if a value can have two types, and no type contains both."""

    def __init__(self, one: Type, other: Type) -> None:
        self.one, self.other = one, other
        super().__init__(f"sometimes {named(one)} and sometimes {named(other)}")


@attrs.frozen(cache_hash=True)
class Never:
    """The type of the items of `[]`, which has no values."""


@attrs.frozen(cache_hash=True)
class Bool:
    """The type of True and False."""


@attrs.frozen(cache_hash=True)
class Int:
    low: int = LEAST
    high: int = GREATEST
    # The IntEnum to which all values belong; None for plain integers.
    members: Any = None
    # The classes of values that are not plain ints: bool, or subclasses of int.
    beside: frozenset[type] = NO_CLASSES


@attrs.frozen(cache_hash=True)
class Float:
    # The classes of values that are not floats in Python: int, bool, or subclasses of int.
    beside: frozenset[type] = NO_CLASSES


@attrs.frozen(cache_hash=True)
class Mark:
    """The type of `"a" if x else None`: some strings, Enum members or None."""

    # `any_character` adds all characters.
    values: frozenset[Any]
    any_character: bool = False


@attrs.frozen(cache_hash=True)
class Maybe:
    """The type of `(1, 2) if x else None`."""

    inner: Type


@attrs.frozen(cache_hash=True)
class Mixed:
    """The type of `1 if x else "draw"`, stored as one number."""

    number: Int
    marks: Mark


class _Held(enum.Enum):
    VALUE = enum.auto()


HELD: Final = _Held.VALUE


@attrs.frozen(cache_hash=True)
class Either:
    """The type of `(1, 2) if x else "pass"`."""

    # The first cell contains the mark, or `HELD` if the next cells contain a value of `inner`.
    marks: Mark
    inner: Type

    @property
    def sign(self) -> Mark:
        return Mark(self.marks.values | {HELD}, self.marks.any_character)


@attrs.frozen
class Family:
    name: str
    kind: type


@attrs.frozen(cache_hash=True)
class Sum:
    """The type of `1 if x else (2, 3)`, a value of several classes."""

    # The first cell contains a number for the class; all cells of other classes are 0.
    # One type for each class, sorted by the name of the class.
    kinds: tuple[Type, ...]

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
    # `tuple`, or the attrs class, dataclass or NamedTuple of the objects.
    kind: type = tuple


class ListOrTuple(list[Any]):
    """The class of `[0] if x else (0,)`, which is never changed."""


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

    # `Int`, `Bool`, `Mark`, a `Tup` of these, or `Never` for the empty set.
    item: Type
    # None if the value may be a set or a frozenset, and is only read.
    frozen: bool | None = True


@attrs.frozen(cache_hash=True)
class Dict:
    """The type of dicts whose keys are known only at run time."""

    # The type of the dict's list of pairs (key, value).
    pairs: Seq
    # False for a dict made from a set, whose keys may have another order than in Python.
    ordered: bool = True
    counts: bool = False
    # For a defaultdict, the class and the value that a missing key gets.
    missing: tuple[type, Any] | None = None


Type: TypeAlias = Never | Bool | Int | Float | Mark | Mixed | Maybe | Either | Sum | Tup | Seq | Members | Dict

NONE_TYPE: Final = Mark(frozenset({None}))
BOOL: Final = Bool()
INT: Final = Int()
FLOAT: Final = Float()
NEVER: Final = Never()
CHARACTER: Final = Mark(frozenset(), any_character=True)


def family(kind: Type) -> Family | None:
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
    """How many 63-bit numbers an integer of `bits` bits takes."""
    return max(1, -(-bits // WORD))


def is_wide(kind: Type) -> bool:
    return isinstance(kind, Int | Members) and cells(kind) > 1


def universe(item: Type) -> tuple[range, ...]:
    """One range of possible values for each number in a set's item: `Int(3, 5)` has `(range(3, 6),)`."""
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
    """How many numbers in memory a value takes."""
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
