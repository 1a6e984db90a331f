"""The numbers that stand for values in memory: `"a"` is stored as 97.

The class `Book` numbers longer strings and Enum members in the order of their first use.
"""

from __future__ import annotations

import enum
import functools
import operator
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, Final, TypeAlias

from advsearch.lowering.rows import classes, types, written
from advsearch.lowering.rows.bare import is_bare
from advsearch.lowering.rows.joins import join
from advsearch.lowering.rows.types import NONE, Bool, Int, Mark, Maybe, Seq, Tup, Type, field_names

_FIRST: Final = 0x11_0000  # the first number after all Unicode code points
_LONG: Final = 6  # a longer tuple has one type for all its items
_VOCABULARY: Final = 16  # with at most so many different strings, each string is stored as one number


Write: TypeAlias = Callable[[Any, list[Any]], None]  # appends the numbers of a value to a list


class Unseen(Exception):
    """Raised if a value does not belong to the expected type."""


class Book:
    def __init__(self) -> None:
        self._codes: dict[Any, int] = {}

    def code(self, mark: Any) -> int:
        if mark is None:
            return NONE
        if isinstance(mark, str) and len(mark) == 1:
            return ord(mark)
        if mark not in self._codes:
            if isinstance(mark, enum.Enum):
                for member in (*type(mark), mark):  # in the order of the Enum, whichever member is seen first
                    self._codes.setdefault(member, _FIRST + len(self._codes))
            else:
                self._codes[mark] = _FIRST + len(self._codes)
        return self._codes[mark]

    def mixed_code(self, mark: Any) -> int:
        """The number of a string or Enum member, different from all ints of the game."""
        return NONE if mark is None else types.FAR + self.code(mark)

    def ordered(self, kind: Mark) -> list[Any]:
        flags = sorted((one for one in kind.values if isinstance(one, enum.Flag)), key=operator.attrgetter("value"))
        for one in flags:  # in the order of their numbers, because a set has no order
            self.code(one)
        return sorted(kind.values, key=self.code)


# --- from values to types -------------------------------------------------------------------------------------


class Untyped(Exception):
    """Raised for a value that cannot be stored as numbers."""


def type_of(value: Any) -> Type:
    return type_of_all([value])


def type_of_all(values: Iterable[Any]) -> Type:
    """The common type of all values; raises `Untyped` or `types.Clash`."""
    kinds: dict[type, list[Any]] = {}
    for value in values:
        kinds.setdefault(type(value), []).append(value)
    found: Type = types.NEVER
    texts = kinds.pop(str, None)
    for kind, ones in kinds.items():
        if float in kinds and issubclass(kind, int) and max(map(abs, ones)) > types.EXACT:
            raise types.Clash(types.FLOAT, types.INT)
        found = join(found, _type_of_kind(kind, ones))
    return found if texts is None else join(found, _type_of_texts(set(texts)))


def _type_of_kind(kind: type, values: list[Any]) -> Type:
    if kind is bool:
        return Bool()
    if issubclass(kind, int):
        members = classes.int_enum(kind)
        if members is None and classes.has_operators(kind):
            raise Untyped(f"the class {kind.__name__} is an int with operators of its own")
        beside = types.NO_CLASSES if kind is int or members is not None else frozenset({kind})
        return Int(int(min(values)), int(max(values)), members, beside)
    if kind is float:
        return types.FLOAT
    if values[0] is None:
        return types.NONE_TYPE
    if issubclass(kind, enum.Enum) or is_bare(kind):
        return Mark(frozenset(values))
    if kind in (frozenset, set):
        return types.Members(_type_of_members(list(_distinct(list(chain.from_iterable(values))))), kind is frozenset)
    if kind in (tuple, list):
        return _type_of_sequences(kind, values)
    names = field_names(kind)
    if names:
        has_attribute = written.unlike_values(kind, values)
        if has_attribute:
            raise Untyped(f"the class {kind.__name__} is not supported, because an object {has_attribute}")
        fields = (type_of_all(_distinct([getattr(value, name) for value in values])) for name in names)
        return Tup(tuple(fields), kind)
    raise Untyped(f"a value has the unsupported class {kind.__name__}{written.reason(kind)}")


def _distinct(values: Sequence[Any]) -> Iterable[Any]:
    try:
        # True == 1, but both are kept
        return [value for _, value in dict.fromkeys(zip(map(_classes_in, values), values, strict=True))]
    except TypeError:
        return values


def _classes_in(value: Any) -> Any:
    parts = tuple if isinstance(value, tuple) else frozenset
    return (type(value), parts(map(_classes_in, value))) if isinstance(value, tuple | frozenset) else type(value)


def _type_of_members(items: Sequence[Any]) -> Type:
    texts = all(isinstance(one, str) for one in items)
    item = Mark(frozenset(items)) if texts and 0 < len(items) <= _VOCABULARY**2 else type_of_all(items)
    if not has_bits(item):
        raise Untyped("a set has items other than small ints, tuples of small ints, short strings and Enum members")
    return item


def has_bits(item: Type) -> bool:
    if isinstance(item, Tup):
        from advsearch.lowering.rows.value_classes import is_member

        return is_member(item.kind) and all(map(has_bits, item.items))
    return isinstance(item, Int | Bool | Mark | types.Never) or (
        isinstance(item, Maybe) and isinstance(item.inner, Int)
    )


def _type_of_texts(texts: set[str]) -> Type:
    lengths = {len(text) for text in texts}
    words = all(text.replace("_", "a").replace("-", "a").isalpha() or not text for text in texts)
    if lengths == {1} or (words and len(texts) <= _VOCABULARY and lengths != {0}):
        return Mark(frozenset(texts))
    characters = frozenset(chain.from_iterable(texts))
    return Seq(str, Mark(characters) if characters else types.NEVER, min(lengths), max(lengths))


def _type_of_sequences(kind: type, values: list[Any]) -> Type:
    lengths = {len(value) for value in values}
    length = lengths.pop() if len(lengths) == 1 else None
    if kind is tuple and length is not None and length <= _LONG:
        columns = zip(*values, strict=True) if length else ()
        return Tup(tuple(type_of_all(_distinct(column)) for column in columns))
    item = type_of_all(_distinct(list(chain.from_iterable(values))))
    least, most = (length, length) if length is not None else (min(lengths), max(lengths))
    return Seq(kind, item, least, most)


# --- from values to cells and back ----------------------------------------------------------------------------


def put_cells(value: Any, kind: Type, book: Book, row: list[Any]) -> None:
    """Append the numbers of a value to the list `row`, or raise `Unseen`."""
    writer_of(kind, book)(value, row)


def writer_of(kind: Type, book: Book) -> Write:
    from advsearch.lowering.rows import codec, members

    match kind:
        case Tup():
            return _tuple_writer(kind, book)
        case Seq():
            return _sequence_writer(kind, book)
        case Mark():
            return _mark_writer(kind, book)
        case Maybe(inner):
            return _maybe_writer(kind, inner, book)
        case types.Either():
            return codec.either_writer(kind, book)
        case types.Mixed():
            return codec.mixed_writer(kind, book)
        case types.Sum():
            return codec.sum_writer(kind, book)
    count = 0 if isinstance(kind, types.Never) else types.cells(kind)
    of_class = classes.of_whole_numbers(kind)

    def write_bool(value: Any, row: list[Any]) -> None:
        expected(isinstance(value, bool), value, kind)
        row.append(int(value))

    def write_int(value: Any, row: list[Any]) -> None:
        if not (type(value) in of_class and low <= value <= high):
            raise _unlike(value, kind)
        _put_limbs(int(value), count, row)

    def write_float(value: Any, row: list[Any]) -> None:
        exact = isinstance(value, float) or (type(value) in of_class and abs(value) <= types.EXACT)
        expected(exact, value, kind)
        row.append(float(value))

    def write_members(value: Any, row: list[Any]) -> None:
        assert isinstance(kind, types.Members)
        expected(isinstance(value, frozenset | set), value, kind)
        _put_limbs(sum(1 << members.place_of(one, kind.item, book) for one in value), count, row)

    def refuse(value: Any, row: list[Any]) -> None:
        raise Unseen(f"the value {value!r} is in a place that was empty in all earlier states")

    if isinstance(kind, Int):
        low, high = kind.low, kind.high
        return write_int
    return {Bool: write_bool, types.Float: write_float, types.Members: write_members}.get(type(kind), refuse)


def _mark_writer(kind: Mark, book: Book) -> Write:
    values, any_character = kind.values, kind.any_character

    def write(value: Any, row: list[Any]) -> None:
        expected(value in values or (any_character and isinstance(value, str) and len(value) == 1), value, kind)
        row.append(book.code(value))

    return write


def _maybe_writer(kind: Maybe, inner: Type, book: Book) -> Write:
    write_inner, scalar, blank = writer_of(inner, book), types.is_scalar(kind), [0] * types.cells(inner)

    def write(value: Any, row: list[Any]) -> None:
        if not scalar:
            row.append(int(value is not None))
        if value is not None:
            write_inner(value, row)
        elif scalar:
            row.append(NONE)
        else:
            row.extend(blank)

    return write


def _tuple_writer(kind: Tup, book: Book) -> Write:
    names = field_names(kind.kind)
    of_class: Any = kind.kind
    writers = [writer_of(inner, book) for inner in kind.items]

    def write(value: Any, row: list[Any]) -> None:
        if not isinstance(value, of_class) or not (names or len(value) == len(writers)):
            raise _unlike(value, kind)
        parts = [getattr(value, name) for name in names] if names else value
        for part, write_part in zip(parts, writers, strict=True):
            write_part(part, row)

    return write


def _sequence_writer(kind: Seq, book: Book) -> Write:
    of_class: Any = (list, tuple) if types.is_either_kind(kind) else kind.kind
    least, most, size = kind.least, kind.most, types.cells(kind.item)
    write_part = writer_of(kind.item, book)

    def write(value: Any, row: list[Any]) -> None:
        if not isinstance(value, of_class) or not least <= len(value) <= most:
            raise _unlike(value, kind)
        if least != most:
            row.append(len(value))
        for part in value:
            write_part(part, row)
        row.extend([0] * ((most - len(value)) * size))

    return write


def _put_limbs(value: int, count: int, row: list[Any]) -> None:
    if count == 1:
        row.append(value)
        return
    for _ in range(count):
        row.append(value & types.GREATEST)
        value >>= types.WORD


def _unlike(value: Any, kind: Type) -> Unseen:
    return Unseen(f"expected {types.named(kind)}, got {value!r}")


def expected(good: bool, value: Any, kind: Type) -> None:
    if not good:
        raise _unlike(value, kind)


def fields_of(value: Any) -> Sequence[Any]:
    names = field_names(type(value))
    return [getattr(value, name) for name in names] if names else tuple(value)


def made(kind: type, parts: Sequence[Any]) -> Any:
    """Make a tuple or an object from its parts, without a call of `__init__`."""
    if kind in (tuple, range):
        return range(*parts) if kind is range else tuple(parts)
    if issubclass(kind, tuple):
        return tuple.__new__(kind, parts)
    blank = object.__new__(kind)
    for name, part in zip(field_names(kind), parts, strict=True):
        object.__setattr__(blank, name, part)
    return blank


def taken(cells: Sequence[Any], start: int, kind: Type, book: Book) -> Any:
    """Read a value of type `kind` from the numbers `cells[start:]`."""
    from advsearch.lowering.rows import codec

    match kind:
        case Bool():
            return bool(cells[start])
        case Int(members=members):
            number = _whole(cells[start : start + types.cells(kind)])
            return number if members is None else members(number)
        case types.Float():
            return float(cells[start])
        case Mark():
            return _mark_of(cells[start], kind, book)
        case types.Mixed(_, marks):
            code = cells[start]
            if code >= types.FAR // 2:
                return int(code)
            return None if code == NONE else _mark_of(code - types.FAR, marks, book)
        case Maybe(inner):
            if types.is_scalar(kind):
                return None if cells[start] == NONE else taken(cells, start, inner, book)
            return taken(cells, start + 1, inner, book) if cells[start] else None
        case types.Either(marks, inner):
            if cells[start] == book.code(types.HELD):
                return taken(cells, start + 1, inner, book)
            return _mark_of(cells[start], marks, book)
        case types.Sum():
            return taken(cells, *codec.place_of(kind, start, cells[start], book), book)
        case Tup(items, tuple_kind):
            parts = []
            for inner in items:
                parts.append(taken(cells, start, inner, book))
                start += types.cells(inner)
            return made(tuple_kind, parts)
        case Seq(seq_kind, inner, least, most):
            length = least if least == most else cells[start]
            start += least != most
            size = types.cells(inner)
            parts = [taken(cells, start + number * size, inner, book) for number in range(length)]
            return "".join(parts) if seq_kind is str else seq_kind(parts)
        case types.Members(inner):
            from advsearch.lowering.rows import members

            mask = _whole(cells[start : start + types.cells(kind)])
            places = (place for place in range(mask.bit_length()) if mask >> place & 1)
            return (frozenset if kind.frozen else set)(members.value_at(place, inner, book) for place in places)
    raise Unseen("a value has a type that no earlier state had")


def _whole(limbs: Sequence[int]) -> int:
    if len(limbs) == 1:
        return int(limbs[0])
    return functools.reduce(lambda number, limb: number << types.WORD | int(limb), reversed(limbs), 0)


def _mark_of(code: int, kind: Mark, book: Book) -> Any:
    for value in kind.values:
        if book.code(value) == code:
            return value
    if kind.any_character:
        return chr(code)
    raise Unseen(f"the code {code} is unknown")
