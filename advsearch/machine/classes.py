"""The fields of classes whose objects are values, such as attrs classes, dataclasses and NamedTuples."""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
from types import FunctionType
from typing import Any, Final

import attrs

from advsearch.machine.source import tree_of

_NEVER: Final = (BaseException, enum.Enum, tuple, list, dict, set, frozenset, int, str, float, complex)
_LIBRARIES: Final = frozenset(
    {"builtins", "collections", "random", "functools", "itertools", "types", "typing", "re"}
)


@functools.cache
def fields_of(kind: Any) -> tuple[str, ...] | None:
    """The names of the fields of an object, in order, or None if its objects are no values of this kind."""
    if attrs.has(kind):
        return tuple(field.name for field in attrs.fields(kind))
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    if issubclass(kind, tuple):
        return getattr(kind, "_fields", None)
    return _assigned_fields(kind)


def is_plain(kind: type) -> bool:
    """Whether objects get their fields from an `__init__` that the author wrote."""
    return not attrs.has(kind) and not dataclasses.is_dataclass(kind) and not issubclass(kind, tuple)


def initializer(kind: type) -> FunctionType | None:
    found = next((vars(base)["__init__"] for base in kind.__mro__ if "__init__" in vars(base)), None)
    return found if isinstance(found, FunctionType) else None


def _assigned_fields(kind: type) -> tuple[str, ...] | None:
    # The fields of an object of a plain class are those that its `__init__` assigns.
    if kind.__module__ in _LIBRARIES or issubclass(kind, _NEVER):
        return None
    function = initializer(kind)
    if function is None:
        return None
    tree = tree_of(function)
    assert isinstance(tree, ast.FunctionDef)
    own = tree.args.args[0].arg
    names: dict[str, None] = {}
    for node in ast.walk(tree):
        stored = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if stored and isinstance(node.value, ast.Name) and node.value.id == own:  # type: ignore[attr-defined]
            names[node.attr] = None  # type: ignore[attr-defined]
    return tuple(names)


def field_values(value: Any) -> tuple[Any, ...]:
    kind: Any = type(value)
    fields = fields_of(kind)
    if type(value) is tuple or fields is None:
        return tuple(value)
    return tuple(getattr(value, name) for name in fields)
