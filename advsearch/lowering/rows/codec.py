"""Translation of states to cells, and of the cells of an action back to the action."""

from __future__ import annotations

from typing import Any

import attrs

from advsearch.errors import CompiledTierUnavailable
from advsearch.lowering.rows import book as books
from advsearch.lowering.rows.types import Type


@attrs.frozen(eq=False)
class Encode:
    """A function that takes a state and returns its cells."""

    kind: Type
    book: books.Book
    name: str
    _write: list[books.Write] = attrs.field(init=False, factory=list)
    """The writer of cells, once a state has been translated; it is not kept on the disk."""

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
                f"a state of {self.name} has {error}; it is searched on the reference tier"
            ) from error
        return tuple(row)


@attrs.frozen(eq=False)
class Decode:
    """A function that takes the cells of an action and returns the action."""

    kind: Type
    book: books.Book

    def __call__(self, row: tuple[int, ...]) -> Any:
        return books.taken(row, 0, self.kind, self.book)
