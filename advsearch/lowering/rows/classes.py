"""The classes of numbers: `True` is a bool, `1` is an int, `Color.RED` is an IntEnum.

Memory stores only the number, so each type lists its possible classes.
"""

from __future__ import annotations

import enum
import functools
import operator
from typing import Any, Final

import attrs

from advsearch.lowering.rows.types import EXACT, Bool, Either, Float, Int, Maybe, Mixed, Sum, Type
from advsearch.lowering.rows.values import Scalar, Value

_OPERATORS: Final[frozenset[str]] = frozenset(
    {name for name in vars(int) if name.startswith("__") and callable(getattr(int, name))}
    - set(vars(object))
    - {"__getnewargs__", "__trunc__", "__neg__", "__pos__", "__invert__"}
) | {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__"}


def of_whole_numbers(kind: Type | None) -> frozenset[type]:
    """The possible classes of a number, except float."""
    match kind:
        case Bool():
            return frozenset({bool})
        case Int(members=members, beside=beside):
            return beside | {int if members is None else members}
        case Float(beside):
            return beside
    return frozenset()


def beside_int(*kinds: Type) -> frozenset[type]:
    return frozenset[type]().union(*map(of_whole_numbers, kinds)) - {int}


def of_numbers(kind: Type) -> frozenset[type]:
    match kind:
        case Bool() | Int():
            return of_whole_numbers(kind)
        case Float(beside):
            return beside | {float}
        case Mixed(inner) | Maybe(inner) | Either(_, inner):
            return of_numbers(inner)
        case Sum(kinds):
            return frozenset[type]().union(*map(of_numbers, kinds))
    return frozenset()


def as_number(value: Any, kind: Type) -> Any:
    """Convert a constant to an equal number of the type: 1 becomes True."""
    if isinstance(kind, Float) and isinstance(value, int) and abs(value) <= EXACT:
        return float(value)
    if isinstance(value, int) and isinstance(kind, Int | Bool) and type(value) not in of_whole_numbers(kind):
        return bool(value) if isinstance(kind, Bool) and value in (0, 1) else int(value)
    return value


def exact(kind: Type, text: str, line: int) -> str:
    """Source text that fails at run time if the int has no equal float."""
    if isinstance(kind, Int) and max(-kind.low, kind.high) > EXACT:
        return f"fits(block, {text}, {-EXACT}, {EXACT}, {line})"
    return text


def joined(kind: Type, other: Type) -> Type:
    if not isinstance(kind, Int) or kind.members is not None:
        return kind
    return attrs.evolve(kind, beside=kind.beside | beside_int(other))


def plain(value: Value) -> Value:
    """The result of arithmetic is an int: `True % 5` is 1."""
    if not isinstance(value, Scalar):
        return value
    if isinstance(value.kind, Bool):
        return Scalar(Int(0, 1), f"(1 if {value.text} else 0)")
    if isinstance(value.kind, Int) and (value.kind.beside or value.kind.members is not None):
        return Scalar(Int(value.kind.low, value.kind.high), value.text)
    return value


def of_bits(value: Value, one: Type, other: Type) -> Value:
    """`True & False` is a bool; `&` of two IntFlags can be an IntFlag."""
    if not isinstance(value, Scalar) or not isinstance(value.kind, Int):
        return value
    flags = frozenset(kind for kind in beside_int(one, other) if issubclass(kind, enum.Flag))
    bools = frozenset({bool}) & beside_int(one) & beside_int(other)
    return Scalar(attrs.evolve(value.kind, beside=flags | bools), value.text)


def show_as_ints(kinds: frozenset[type], spec: str | None, by_repr: bool) -> bool:
    """Whether the numbers of all `kinds` print like ints. For example, a bool does not: `str(True)` is `"True"`."""
    return all(_shows_as_int(kind, spec, by_repr) for kind in kinds)


def _shows_as_int(kind: Any, spec: str | None, by_repr: bool) -> bool:
    if spec is not None and kind.__format__ is not int.__format__:
        return False
    if spec and not by_repr:
        return True
    shows = kind.__repr__ if by_repr or kind.__str__ is object.__str__ else kind.__str__
    return bool(shows is int.__repr__)


def has_operators(kind: Any, names: frozenset[str] = _OPERATORS) -> bool:
    own = [vars(one) for one in kind.__mro__ if one.__module__ not in ("enum", "builtins")]
    return any(name in one and getattr(one[name], "__module__", "") != "enum" for one in own for name in names)


def has_unary(kind: Type, name: str) -> bool:
    found: frozenset[Any] = kind.beside if isinstance(kind, Int) else frozenset()
    of_flags = name == "__invert__" and any(issubclass(one, enum.Flag) for one in found)
    return of_flags or any(has_operators(one, frozenset({name})) for one in found)


def int_enum(kind: Any) -> Any:
    """Return `kind` if it is an IntEnum or IntFlag; else None."""
    return kind if issubclass(kind, int) and issubclass(kind, enum.Enum) else None


def bounds_of_members(kind: Any) -> tuple[int, int]:
    numbers = [one.value for one in kind.__members__.values()]
    if issubclass(kind, enum.Flag):
        return 0, functools.reduce(operator.or_, numbers, 0)
    return min(numbers), max(numbers)
