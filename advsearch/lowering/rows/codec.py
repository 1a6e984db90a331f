"""Converts a state to numbers, and numbers to an action."""

from __future__ import annotations

import enum
from typing import Any

import attrs

from advsearch.errors import CompiledTierUnavailable
from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import types
from advsearch.lowering.rows.bare import is_mark
from advsearch.lowering.rows.types import Type


@attrs.frozen(eq=False)
class Encode:
    kind: Type
    book: books.Book
    name: str
    # filled at the first call, because functions are not stored on disk
    _write: list[books.Write] = attrs.field(init=False, factory=list)

    def __reduce__(self) -> tuple[Any, ...]:
        return Encode, (self.kind, self.book, self.name)

    def __call__(self, state: Any) -> tuple[int, ...]:
        row: list[Any] = []
        if not self._write:
            self._write.append(books.writer_of(self.kind, self.book))
        try:
            self._write[0](state, row)
        except books.Unseen as error:
            raise CompiledTierUnavailable(
                f"a state of {self.name} is not supported: {error}; ask for tier=reference"
            ) from error
        return tuple(row)


@attrs.frozen(eq=False)
class Decode:
    kind: Type
    book: books.Book

    def __call__(self, row: tuple[int, ...]) -> Any:
        return books.taken(row, 0, self.kind, self.book)


def mixed_writer(kind: types.Mixed, book: books.Book) -> books.Write:
    write_number, write_mark = books.writer_of(kind.number, book), books.writer_of(kind.marks, book)

    def write(value: Any, row: list[Any]) -> None:
        if isinstance(value, int) and not isinstance(value, enum.Enum):
            write_number(value, row)
        else:
            write_mark(value, row)
            row[-1] = book.mixed_code(value)

    return write


def sum_writer(kind: types.Sum, book: books.Book) -> books.Write:
    families = [types.family(one) for one in kind.kinds]
    classes = [(int, float) if one is not None and one.kind is int else one.kind if one else () for one in families]
    writers = [books.writer_of(one, book) for one in kind.kinds]

    def write(value: Any, row: list[Any]) -> None:
        own = next((at for at, one in enumerate(classes) if type(value) is one), None)
        if own is None:
            own = next((at for at, one in enumerate(classes) if isinstance(value, one)), None)
        if own is None:
            raise books.Unseen(f"expected {types.named(kind)}, got {value!r}")
        row.append(book.code(families[own]))
        for at, (one, write_one) in enumerate(zip(kind.kinds, writers, strict=True)):
            if at == own:
                write_one(value, row)
            else:
                row.extend([0] * types.cells(one))

    return write


def either_writer(kind: types.Either, book: books.Book) -> books.Write:
    write_mark, write_inner = books.writer_of(kind.marks, book), books.writer_of(kind.inner, book)
    held, blank = book.code(types.HELD), [0] * types.cells(kind.inner)

    def write(value: Any, row: list[Any]) -> None:
        if is_mark(value):
            write_mark(value, row)
            row.extend(blank)
        else:
            row.append(held)
            write_inner(value, row)

    return write


def place_of(kind: types.Sum, start: int, sign: int, book: books.Book) -> tuple[int, Type]:
    at = [book.code(types.family(one)) for one in kind.kinds].index(sign)
    return start + 1 + sum(map(types.cells, kind.kinds[:at])), kind.kinds[at]
