"""Generates `attrs.evolve(x, **changes)`, where the keys of `changes` are known only at run time."""

from __future__ import annotations

import ast

from advsearch.lowering.row_rules import RAISED
from advsearch.lowering.rows import growing_dicts, membership
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.types import BOOL, Tup, field_names
from advsearch.lowering.rows.values import Entries, Known, Scalar, Value


def _may_name(table: Entries, name: str) -> bool:
    item = getattr(table.pairs.kind, "item", None)
    return isinstance(item, Tup) and membership.may_equal(item.items[0], name)


def _public_names(kind: type) -> list[str]:
    # attrs removes the leading underscore of a field `_x` in arguments.
    names = list(field_names(kind))
    return names if issubclass(kind, tuple) else [name.lstrip("_") for name in names]


def with_entries(
    f: Body, node: ast.AST, kind: type, fields: list[Value], table: Entries, given: set[str]
) -> list[Value]:
    """The fields of an object after `attrs.evolve(x, **table)`."""
    # A key that is no field, or is in `given`, is an error at run time.
    from advsearch.lowering.rows.conditions import chosen

    made, tests = list(fields), ["0"]
    for at, name in enumerate(_public_names(kind)):
        if name not in given and _may_name(table, name):
            found, value = growing_dicts.found(f, node, table, Known(name))
            tests.append(f"({found} >= 0)")
            made[at] = chosen(f, node, Scalar(BOOL, f"{found} >= 0"), value, made[at])
    f.emit(f"if {' + '.join(tests)} != {growing_dicts.size(f, table).text}:")
    f.emit(f"    fail(block, {RAISED}, {f.line_of(node)})")
    return made
