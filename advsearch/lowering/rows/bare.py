"""Values without parts: strings, members of Enums, and objects of classes without fields."""

from __future__ import annotations

import enum
from typing import Any

import attrs


def is_mark(value: Any) -> bool:
    return isinstance(value, str | enum.Enum) or is_bare(type(value))


def is_bare(kind: type) -> bool:
    """Whether a class has no fields, so that all its objects are equal."""
    if getattr(kind, "__hash__", None) is None or not any("__eq__" in vars(one) for one in kind.__mro__[:-1]):
        return False
    return (attrs.has(kind) and not attrs.fields(kind)) or getattr(kind, "__dataclass_fields__", None) == {}
