"""Types of values in rows: what a value may be, how two types join, and how many cells a value takes.

A type is a promise about every value of an expression. Types of whole numbers carry bounds; a join that keeps growing
is widened, so that the search for types ends.
"""

from __future__ import annotations

import enum
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
_THRESHOLDS: Final = (1, 7, 63, 255, 4_095, (1 << 16) - 1, (1 << 32) - 1, COUNT, GREATEST, (1 << _WIDEST) - 1)


class Clash(Exception):
    """Two types have no join: a value that is sometimes one thing and sometimes another."""

    def __init__(self, one: Type, other: Type) -> None:
        self.one, self.other = one, other
        super().__init__(f"sometimes {named(one)} and sometimes {named(other)}")


@attrs.frozen
class Never:
    """No value: the items of a list that is always empty."""


@attrs.frozen
class Bool:
    """True or False."""


@attrs.frozen
class Int:
    """A whole number between two bounds."""

    low: int = LEAST
    high: int = GREATEST


@attrs.frozen
class Float:
    """A float."""


@attrs.frozen
class Mark:
    """One of some known values without parts: characters, words, members of an Enum, and perhaps None.

    With `any_character` it may also be any character.
    """

    values: frozenset[Any]
    any_character: bool = False


@attrs.frozen
class Maybe:
    """None or a value of another type, which is no `Mark`."""

    inner: Type


@attrs.frozen
class Mixed:
    """A whole number of one cell, or one of some known values without parts."""

    number: Int
    marks: Mark


@attrs.frozen
class Tup:
    """A tuple of a fixed length with a type for each item, or an object with these fields."""

    items: tuple[Type, ...]
    kind: type = tuple
    """`tuple`, or the class: attrs, dataclass, NamedTuple."""


@attrs.frozen
class Seq:
    """A tuple, list or text whose items have one type, and whose length is between two bounds."""

    kind: type
    """`tuple`, `list` or `str`."""
    item: Type
    least: int
    most: int

    @property
    def fixed(self) -> bool:
        return self.least == self.most


@attrs.frozen
class Members:
    """A set of whole numbers, of tuples of whole numbers, or of marks: one bit for each value it may have."""

    item: Type
    """`Int`, `Tup` of `Int`, `Bool`, `Mark`, or `Never` for the empty set."""
    frozen: bool = True


Type: TypeAlias = Never | Bool | Int | Float | Mark | Mixed | Maybe | Tup | Seq | Members

NONE_TYPE: Final = Mark(frozenset({None}))
BOOL: Final = Bool()
INT: Final = Int()
FLOAT: Final = Float()
NEVER: Final = Never()
CHARACTER: Final = Mark(frozenset(), any_character=True)


# --- layout -----------------------------------------------------------------------------------------------------


def limbs(bits: int) -> int:
    """How many cells so many bits take."""
    return max(1, -(-bits // WORD))


def is_wide(kind: Type) -> bool:
    """Whether a number or set takes more than one cell."""
    return isinstance(kind, Int | Members) and cells(kind) > 1


def universe(item: Type) -> tuple[range, ...]:
    """The ranges of the numbers of an item of a set."""
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


def cells(kind: Type) -> int:
    """How many cells a value of the type takes."""
    match kind:
        case Bool() | Float() | Mark() | Mixed():
            return 1
        case Int(low, high):
            return 1 if low < 0 else limbs(high.bit_length())
        case Maybe(inner):
            return 1 if is_scalar(kind) else 1 + cells(inner)
        case Tup(items):
            return sum(map(cells, items))
        case Seq(_, item, least, most):
            return most * cells(item) + (least != most)
        case Members():
            return limbs(bits_of(kind))
        case _:
            return 0


def is_scalar(kind: Type) -> bool:
    """Whether a value is one number in the code."""
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
    """Whether a value is kept in variables: it is small and has no items to be looked up."""
    return _no_sequence(kind) and (cells(kind) <= FLAT or isinstance(kind, Int | Members))


def _no_sequence(kind: Type) -> bool:
    match kind:
        case Tup(items):
            return all(map(_no_sequence, items))
        case Maybe(inner):
            return _no_sequence(inner)
        case Seq() | Never():
            return False
        case _:
            return True


def field_names(kind: type) -> tuple[str, ...]:
    """The fields of a class of plain values in the order of its cells; () for others."""
    if attrs.has(kind):
        return tuple(field.name for field in attrs.fields(kind))
    if hasattr(kind, "__dataclass_fields__"):
        return tuple(kind.__dataclass_fields__)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return tuple(kind._fields)
    return ()


# --- joins ------------------------------------------------------------------------------------------------------


def join(one: Type, other: Type) -> Type:
    """The smallest type of all values of both."""
    if one == other:
        return one
    match one, other:
        case Never(), _:
            return other
        case _, Never():
            return one
        case Int(low, high), Int(low2, high2):
            return Int(min(low, low2), max(high, high2))
        case Int(low, high), Bool():
            return Int(min(low, 0), max(high, 1))
        case Bool(), Int():
            return join(other, one)
        case (Float(), Int() | Bool()) | (Int() | Bool(), Float()):
            return FLOAT
        case Mark(), Mark():
            return _joined_marks(one, other)
        case Mixed(), Mixed():
            marks = _joined_marks(one.marks, other.marks)
            return _mixed(join(one.number, other.number), marks, one, other)
        case (Mixed(), Int() | Bool() | Mark() | Maybe()):
            return _with_mixed(one, other)
        case (Int() | Bool() | Mark() | Maybe(), Mixed()):
            return _with_mixed(other, one)
        case Maybe(inner), Maybe(inner2):
            return Maybe(join(inner, inner2))
        case (Maybe(inner), Mark(values)) if values == {None}:
            return one
        case (Mark(values), _) if values == {None}:
            return other if isinstance(other, Maybe) else Maybe(other)
        case (_, Mark(values)) if values == {None}:
            return one if isinstance(one, Maybe) else Maybe(one)
        case Maybe(Int() | Bool()), Mark():
            return _with_mixed(Mixed(join(one.inner, Int(0, 0)), NONE_TYPE), other)
        case Mark(), Maybe(Int() | Bool()):
            return join(other, one)
        case Maybe(inner), _:
            return Maybe(join(inner, other))
        case _, Maybe(inner):
            return Maybe(join(one, inner))
        case Int() | Bool(), Mark():
            return _mixed(join(one, Int(0, 0)), other, one, other)
        case Mark(), Int() | Bool():
            return join(other, one)
        case Seq(), Seq() if one.kind is other.kind:
            item = join(one.item, other.item)
            return Seq(one.kind, item, min(one.least, other.least), max(one.most, other.most))
        case Tup(), Tup() if one.kind is other.kind:
            if len(one.items) == len(other.items):
                return Tup(tuple(map(join, one.items, other.items)), one.kind)
            return join(as_sequence(one), as_sequence(other))
        case (Tup(), Seq()) if one.kind is other.kind:
            return join(as_sequence(one), other)
        case (Seq(), Tup()) if one.kind is other.kind:
            return join(one, as_sequence(other))
        case (Mark(), Seq()) if other.kind is str and _texts(one):
            return join(_as_text(one), other)
        case (Seq(), Mark()) if one.kind is str and _texts(other):
            return join(one, _as_text(other))
        case Members(), Members():
            return Members(join(one.item, other.item), one.frozen and other.frozen)
    raise Clash(one, other)


def _mixed(number: Type, marks: Mark, one: Type, other: Type) -> Type:
    if not isinstance(number, Int) or number.low < FAR // 2 or number.high > GREATEST:
        raise Clash(one, other)
    return Mixed(number, marks)


def _with_mixed(one: Mixed, other: Type) -> Type:
    if isinstance(other, Mark):
        return Mixed(one.number, _joined_marks(one.marks, other))
    if isinstance(other, Maybe):
        return _with_mixed(Mixed(one.number, _joined_marks(one.marks, NONE_TYPE)), other.inner)
    return _mixed(join(one.number, other), one.marks, one, other)


def _joined_marks(one: Mark, other: Mark) -> Mark:
    any_character = one.any_character or other.any_character
    values = one.values | other.values
    if any_character:
        values = frozenset(value for value in values if not (isinstance(value, str) and len(value) == 1))
    return Mark(values, any_character)


def as_sequence(kind: Tup) -> Seq:
    """A tuple as a sequence of items of one type."""
    item: Type = NEVER
    for inner in kind.items:
        item = join(item, inner)
    return Seq(tuple, item, len(kind.items), len(kind.items))


def _texts(kind: Mark) -> bool:
    return all(isinstance(value, str) for value in kind.values)


def _as_text(kind: Mark) -> Seq:
    lengths = [len(value) for value in kind.values] + [1] * kind.any_character
    characters = frozenset("".join(kind.values))
    item = CHARACTER if kind.any_character else Mark(characters) if characters else NEVER
    return Seq(str, item, min(lengths), max(lengths))


def within(one: Type, other: Type) -> bool:
    """Whether every value of the first type is one of the second, in the same cells."""
    try:
        return join(one, other) == other
    except Clash:
        return False


def widened(old: Type, new: Type) -> Type:
    """The join, with bounds that still grow moved far out. A number that grows by small steps is a `COUNT`."""
    match old, new:
        case Int(low, high), Int(low2, high2):
            return Int(-_beyond(-low, -low2), _beyond(high, high2))
        case Tup(items), Tup(items2) if old.kind is new.kind and len(items) == len(items2):
            return Tup(tuple(map(widened, items, items2)), old.kind)
        case Seq(), Seq() if old.kind is new.kind:
            joined = join(old, new)
            assert isinstance(joined, Seq)
            return attrs.evolve(joined, item=widened(old.item, new.item))
        case Maybe(inner), Maybe(inner2):
            return Maybe(widened(inner, inner2))
        case Mixed(number, marks), Mixed(number2, marks2):
            wider = widened(number, number2)
            assert isinstance(wider, Int)
            return Mixed(Int(max(wider.low, FAR // 2), wider.high), _joined_marks(marks, marks2))
        case Members(item), Members(item2):
            return Members(widened(item, item2), old.frozen and new.frozen)
    return join(old, new)


def _beyond(old: int, new: int) -> int:
    if new <= old or (old == COUNT and new <= COUNT + STEP):
        return old
    return next(bound for bound in _THRESHOLDS if bound >= new) if new <= _THRESHOLDS[-1] else new


# --- names ------------------------------------------------------------------------------------------------------


def named(kind: Type) -> str:
    """The type in an author's words."""
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
        case Tup(items, tuple_kind):
            return f"a tuple of {len(items)}" if tuple_kind is tuple else f"a {tuple_kind.__name__}"
        case Seq():
            return {tuple: "a tuple", list: "a list", str: "a text"}[kind.kind]
        case _:
            return "a set"


def _shown(value: Any) -> str:
    return str(value) if isinstance(value, enum.Enum) else repr(value)


def as_sequence_item(kind: Type, separator: str) -> Type:
    """The type of the characters of texts that are joined by others."""
    characters: Type = Mark(frozenset(separator)) if separator else NEVER
    if isinstance(kind, Mark) and _texts(kind):
        kind = _as_text(kind)
    return join(characters, kind.item) if isinstance(kind, Seq) else characters


# --- room to spare ------------------------------------------------------------------------------------------------


def roomy(kind: Type, room: int) -> Type:
    """The type of states seen in a sample, with room for larger numbers and longer lists than were seen."""
    match kind:
        case Int(low, high):
            bits = high.bit_length() + room
            if high.bit_length() <= WORD < bits:
                bits = WORD
            least = 0 if low >= 0 else -(1 << min(62, (-low).bit_length() + room))
            return Int(least, max(1, (1 << bits) - 1))
        case Maybe(inner):
            return Maybe(roomy(inner, room))
        case Mixed(number, marks):
            wider = roomy(number, room)
            assert isinstance(wider, Int)
            return Mixed(Int(max(wider.low, FAR // 2), wider.high), marks)
        case Tup(items):
            return Tup(tuple(roomy(item, room) for item in items), kind.kind)
        case Seq(seq_kind, item, least, most):
            if least == most:
                return Seq(seq_kind, roomy(item, room), least, most)
            return Seq(seq_kind, roomy(item, room), 0, 2 * most * room)
        case _:
            return kind


def clipped(kind: Type, limits: Type) -> Type:
    """The type with numbers that grow beyond the sample's held to those; a value outside is then an error."""
    match kind, limits:
        case Int(low, high), Int(low2, high2):
            return Int(low if low >= -255 else low2, high if high <= max(255, high2) else high2)
        case Maybe(inner), Maybe(inner2):
            return Maybe(clipped(inner, inner2))
        case Mixed(number, marks), Mixed(number2, _):
            held = clipped(number, number2)
            assert isinstance(held, Int)
            return Mixed(held, marks)
        case Maybe(), Tup() | Seq() | Members():
            return limits  # None was never seen there: it is an error where it comes
        case Maybe(inner), _:
            return Maybe(clipped(inner, limits))
        case Tup(items), Tup(items2) if len(items) == len(items2):
            return Tup(tuple(map(clipped, items, items2)), kind.kind)
        case Seq(seq_kind, item, least, most), Seq(_, item2, least2, most2):
            if least2 == most2:
                return Seq(seq_kind, clipped(item, item2), least2, most2)
            return Seq(seq_kind, clipped(item, item2), min(least, least2), most2)
        case Tup(), Seq():
            return limits
        case Seq(), Tup():
            return limits
        case Members(), Members():
            return limits
        case _:
            return kind


def widest_number(kind: Type) -> int:
    """Bits of the widest number in values of a type."""
    match kind:
        case Int(_, high):
            return high.bit_length()
        case Maybe(inner) | Seq(_, inner):
            return widest_number(inner)
        case Tup(items):
            return max([0, *map(widest_number, items)])
        case _:
            return 0


def cut_to(kind: Type, limits: Type) -> Type:
    """The type with its sequences no longer than those of another; where a longer one comes, it is an error."""
    match kind, limits:
        case Seq(), Seq() if not limits.fixed or kind.kind is not limits.kind:
            most = min(kind.most, max(limits.most, 1))
            return Seq(kind.kind, cut_to(kind.item, limits.item), min(kind.least, most), most)
        case Tup(items), Tup(items2) if len(items) == len(items2):
            return Tup(tuple(map(cut_to, items, items2)), kind.kind)
        case Maybe(inner), Maybe(inner2):
            return Maybe(cut_to(inner, inner2))
        case _, Maybe(inner2):
            return cut_to(kind, inner2)
    return kind


def lengthened(old: Type, new: Type, room: int) -> Type:
    """The type with room in the sequences that have grown."""
    match old, new:
        case Seq(_, item, _, most), Seq(kind, item2, least2, most2):
            longer = max(most2, room) if most2 > most and kind is not list else most2
            return Seq(kind, lengthened(item, item2, room), least2, longer)
        case Tup(items), Tup(items2) if len(items) == len(items2):
            return Tup(
                tuple(lengthened(one, other, room) for one, other in zip(items, items2, strict=True)), new.kind
            )
        case Maybe(inner), Maybe(inner2):
            return Maybe(lengthened(inner, inner2, room))
    return new


def storable(one: Type, other: Type) -> bool:
    """Whether values of the first type can be stored as the second, long sequences with a guard."""
    return within(one, other) or within(_held(cut_to(one, other), other), other)


def _held(kind: Type, limits: Type) -> Type:
    """The type with its numbers within the bounds of another; where one is not, it is an error."""
    match kind, limits:
        case (Int(low, high), Int(low2, high2)) if cells(kind) == cells(limits):
            return Int(max(low, min(low2, high)), min(high, max(high2, low)))
        case Seq(), Seq():
            return Seq(kind.kind, _held(kind.item, limits.item), kind.least, kind.most)
        case Tup(items), Tup(items2) if len(items) == len(items2):
            return Tup(tuple(map(_held, items, items2)), kind.kind)
        case Tup(items), Seq(_, item):
            return Tup(tuple(_held(one, item) for one in items), kind.kind)
        case Mixed(number, marks), Mixed(number2, _):
            held = _held(number, number2)
            assert isinstance(held, Int)
            return Mixed(held, marks)
        case Int(), Mixed(number2, _):
            return _held(kind, number2)
        case Int(), Maybe(inner2):
            return _held(kind, inner2)
        case Maybe(inner), Maybe(inner2):
            return Maybe(_held(inner, inner2))
    return kind


_MOST_BITS: Final = 1 << 9
"""Sets with more bits than this use the usual bounds for their numbers, with a guard."""


def bounded(item: Type, usual: Int, usual_axis: Int) -> Type:
    """The type of an item of a set, with bounds for its numbers."""
    match item:
        case Int(low, high) if high - low >= _MOST_BITS:
            return Int(max(low, usual.low), min(high, max(usual.high, low)))
        case Tup():
            size = 1
            for axis in universe(item):
                size *= len(axis)
            return _within_axis(item, usual_axis) if size > _MOST_BITS else item
        case Maybe(Int() as inner):
            return Maybe(bounded(inner, usual, usual_axis))
        case Int() | Bool() | Mark() | Never():
            return item
    raise Clash(item, Int(0, 0))


def _within_axis(item: Type, usual: Int) -> Type:
    match item:
        case Tup(items):
            return Tup(tuple(_within_axis(one, usual) for one in items), item.kind)
        case Int(low, high):
            return Int(max(low, usual.low), min(high, max(usual.high, low)))
    return item


def bounded_sets(kind: Type, usual: Int, usual_axis: Int) -> Type:
    """The type with bounds for the numbers in its sets."""
    match kind:
        case Members(item):
            return Members(bounded(item, usual, usual_axis), kind.frozen)
        case Tup(items):
            return Tup(tuple(bounded_sets(one, usual, usual_axis) for one in items), kind.kind)
        case Seq():
            return attrs.evolve(kind, item=bounded_sets(kind.item, usual, usual_axis))
        case Maybe(inner):
            return Maybe(bounded_sets(inner, usual, usual_axis))
    return kind


def is_count(kind: Int, low: int, high: int) -> bool:
    """Whether a number leaves bounds by a small step only where they are those of a `COUNT`."""
    below = kind.low >= low or (low == -COUNT and kind.low >= low - STEP)
    return below and (kind.high <= high or (high == COUNT and kind.high <= high + STEP))
