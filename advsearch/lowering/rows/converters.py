"""Converters of attrs fields: `field(converter=abs)` calls `abs` for each value of the field."""

from __future__ import annotations

import ast
from typing import Any, Final

import attrs

from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.types import field_names
from advsearch.lowering.rows.values import Known, Value

_NAME: Final = "the value of a field"  # names in the author's code cannot contain spaces


def converter_of(kind: type, field: str) -> Any:
    return getattr(attrs.fields_dict(kind)[field], "converter", None) if attrs.has(kind) else None


def converted(f: Body, node: ast.AST, kind: type, fields: list[Value]) -> list[Value]:
    found: list[Value] = []
    for name, value in zip(field_names(kind), fields, strict=True):
        function = converter_of(kind, name)
        if isinstance(function, attrs.Converter):
            raise f.refuse(
                node,
                f"the converter of `{kind.__name__}.{name}` is an attrs.Converter",
                "convert the value before the object is made",
            )
        found.append(value if function is None else _call(f, node, name, function, value))
    return found


def _call(f: Body, node: ast.AST, field: str, function: Any, value: Value) -> Value:
    from advsearch.lowering.rows.calls import called

    call = ast.Call(
        ast.Name(getattr(function, "__name__", "converter"), ast.Load()), [ast.Name(_NAME, ast.Load())], []
    )
    for one in ast.walk(call):
        ast.copy_location(one, node)
    # inferred types are stored by syntax node, so each call needs its own
    call = f.program.constants.setdefault(("converter", id(node), field, id(function)), call)
    f.program.keep((node, function))
    f.scope[_NAME] = value
    try:
        return called(f, call, Known(function), [value], {})
    finally:
        del f.scope[_NAME]
