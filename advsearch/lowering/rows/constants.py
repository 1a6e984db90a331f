"""Constants become literals, or tables in memory: `(1, 2, 3)[i]` reads a table."""

from __future__ import annotations

from typing import Any

from advsearch.lowering.row_rules import UNSEEN
from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import classes, joins, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, blank, number_of
from advsearch.lowering.rows.either import either_of_known
from advsearch.lowering.rows.types import (
    BOOL,
    Bool,
    Clash,
    Either,
    Float,
    Mark,
    Maybe,
    Members,
    Mixed,
    Tup,
    Type,
    field_names,
    is_flat,
    is_scalar,
)
from advsearch.lowering.rows.values import LIMB, Known, Pieces, Scalar, Value


def literal(f: Body, value: Any) -> Scalar | None:
    """The source text of a constant, or None if it needs several numbers."""
    kind = None if isinstance(value, str) and len(value) != 1 else _scalar_type(value)
    if kind is None:
        return None
    code = f.program.book.code(value) if isinstance(kind, Mark) else value
    return Scalar(kind, number_of(code))


def _scalar_type(value: Any) -> Type | None:
    if isinstance(value, tuple | list | set | frozenset) or types.field_names(type(value)):
        return None
    kind = books.type_of(value)
    return kind if is_scalar(kind) else None


def runtime_of_known(f: Body, value: Any, hint: str) -> Value:
    kind = books.type_of(value)
    if is_scalar(kind):
        return as_type(f, Known(value), kind)
    if types.is_wide(kind) or (isinstance(kind, Tup) and is_flat(kind)):
        return as_type(f, Known(value), kind)
    return f.program.table(value, kind, hint)


def known_as(f: Body, value: Any, kind: Type, line: int) -> Value:
    if isinstance(value, range) and getattr(kind, "kind", range) in types.LISTS_AND_TUPLES:
        value = list(value) if getattr(kind, "kind", range) is list else tuple(value)
    if isinstance(kind, Maybe) and not is_scalar(kind):
        if value is None:
            return Pieces(kind, (Scalar(BOOL, "False"), blank(kind.inner)))
        return Pieces(kind, (Scalar(BOOL, "True"), known_as(f, value, kind.inner, line)))
    if isinstance(kind, Either):
        return either_of_known(f, value, kind, line)
    if isinstance(kind, types.Sum):
        fitting = kind.of(books.type_of(value))
        if fitting is None:
            raise Clash(books.type_of(value), kind)
        return as_type(f, as_type(f, Known(value), fitting), kind)
    if isinstance(kind, Tup) and is_flat(kind):
        names = field_names(kind.kind)
        if isinstance(value, kind.kind):
            whole: Any = value
            items = [getattr(whole, name) for name in names] if names else list(whole)
            if len(items) != len(kind.items):
                raise Clash(books.type_of(value), kind)
            return Pieces(
                kind, tuple(known_as(f, item, one, line) for item, one in zip(items, kind.items, strict=True))
            )
        raise Clash(books.type_of(value), kind)
    row: list[Any] = []
    try:
        books.put_cells(classes.as_number(value, kind), kind, f.program.book, row)
    except books.Unseen:
        own = books.type_of(value)
        if not joins.are_similar(own, kind):
            raise Clash(own, kind) from None
        f.emit(f"fail(block, {UNSEEN}, {line})")
        return blank(kind)
    if is_scalar(kind):
        return Scalar(_narrow(value, kind), number_of(row[0]))
    if types.is_wide(kind):
        return Pieces(kind, tuple(Scalar(LIMB, number_of(limb)) for limb in row))
    return f.program.table(value, kind, "table")


def _narrow(value: Any, kind: Type) -> Type:
    return (
        kind
        if isinstance(kind, Members | Float | Maybe | Bool | Mixed)
        else books.type_of(value)
        if value is not None
        else kind
    )
