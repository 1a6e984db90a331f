"""Sets are stored as bits. If a set can contain 3 to 10, its lowest bit represents 3."""

from __future__ import annotations

from typing import Any

from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import classes, types
from advsearch.lowering.rows.types import Bool, Either, Int, Mark, Maybe, Mixed, Tup, Type


def place_of(value: Any, item: Type, book: books.Book) -> int:
    """The index of the bit that represents `value` in a set."""
    place = 0
    for part, axis in zip(_flat(value, item, book), types.universe(item), strict=True):
        books.expected(part in axis, value, item)
        place = place * len(axis) + (part - axis.start)
    return place


def _flat(value: Any, item: Type, book: books.Book) -> list[int]:
    if isinstance(item, Tup):
        parts = books.fields_of(value)
        alike = type(value) is item.kind or (isinstance(value, tuple) and issubclass(item.kind, tuple))
        books.expected(alike and len(parts) == len(item.items), value, item)
        return [number for part, one in zip(parts, item.items, strict=True) for number in _flat(part, one, book)]
    if isinstance(item, Mark):
        books.expected(value in item.values, value, item)
        return [book.ordered(item).index(value)]
    if isinstance(item, Maybe) and value is None:
        return [types.universe(item)[0].start]
    held = item.inner if isinstance(item, Maybe) else item
    books.expected(type(value) in classes.of_whole_numbers(held), value, item)
    return [int(value)]


def value_at(place: int, item: Type, book: books.Book) -> Any:
    numbers: list[int] = []
    for axis in reversed(types.universe(item)):
        place, number = divmod(place, len(axis))
        numbers.insert(0, number + axis.start)
    return _from_flat(numbers, item, book)


def _from_flat(numbers: list[int], item: Type, book: books.Book) -> Any:
    if isinstance(item, Tup):
        return books.made(item.kind, [_from_flat(numbers, one, book) for one in item.items])
    number = numbers.pop(0)
    if isinstance(item, Mark):
        return book.ordered(item)[number]
    if isinstance(item, Maybe) and number == types.universe(item)[0].start:
        return None
    if isinstance(item, types.Int) and item.members is not None:
        return item.members(number)
    return bool(number) if isinstance(item, Bool) else number


def member_type(kind: Type) -> Type:
    """The type of the members of `{x}`, if `x` has the type `kind`."""
    # A set of tuples never contains None or a word; an attempt to add None is an error at run time.
    if isinstance(kind, Maybe) and isinstance(kind.inner, Int):
        return kind
    if isinstance(kind, Tup) and kind.kind is not tuple:
        return Tup(tuple(one.number if isinstance(one, Mixed) else one for one in kind.items), kind.kind)
    return member_type(kind.inner) if isinstance(kind, Maybe | Either) else kind
