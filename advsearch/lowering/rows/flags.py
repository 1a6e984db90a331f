"""Operations on members of Flags: `A | x` is looked up in a table of all results."""

from __future__ import annotations

import ast
import enum
import operator
from collections.abc import Callable
from typing import Any, Final

from advsearch.lowering.rows import types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom, exploded, runtime, type_of
from advsearch.lowering.rows.types import Int, Mark, Type
from advsearch.lowering.rows.values import Known, Scalar, Value

_MOST: Final = 1 << 12  # results in a table
_OPERATIONS: Final[dict[str, Callable[..., Any]]] = {
    "__len__": len,
    "__iter__": tuple,
    "__contains__": lambda flags, one: one in flags,
    "__bool__": bool,
    "__invert__": operator.invert,
    "__or__": operator.or_,
    "__and__": operator.and_,
    "__xor__": operator.xor,
    "__ror__": operator.or_,
    "__rand__": operator.and_,
    "__rxor__": operator.xor,
}
_BITWISE: Final[dict[str, ast.operator]] = {"or": ast.BitOr(), "and": ast.BitAnd(), "xor": ast.BitXor()}


def is_operation(kind: Any, name: str) -> bool:
    return issubclass(kind, enum.Flag) and name in _OPERATIONS


def called(f: Body, node: ast.AST, kind: Any, name: str, given: list[Value]) -> Value:
    if len(given) == 2 and issubclass(kind, int) and name.strip("_").removeprefix("r") in _BITWISE:
        return _bitwise(f, node, kind, name, given)
    return looked_up(f, node, _OPERATIONS[name], given)


def _bitwise(f: Body, node: ast.AST, kind: Any, name: str, given: list[Value]) -> Value:
    from advsearch.lowering.rows.numbers import arithmetic, bounds

    plain = [_number(f, node, one) for one in given]
    made = arithmetic(f, node, _BITWISE[name.strip("_").removeprefix("r")], *plain)
    if not isinstance(made, Scalar) or not isinstance(made.kind, Int) or bounds(made.kind).low < 0:
        raise f.refuse(
            node, f"`{ast.unparse(node)}` combines flags of {kind.__name__} with a negative number", "use only flags"
        )
    return Scalar(Int(made.kind.low, made.kind.high, kind), made.text)


def _number(f: Body, node: ast.AST, value: Value) -> Value:
    if isinstance(value, Known):
        return Known(int(value.value)) if isinstance(value.value, int) else value
    scalar = exploded(f, runtime(f, value))
    if not isinstance(scalar, Scalar) or not isinstance(scalar.kind, Int | types.Bool):
        raise f.refuse(node, f"flags are combined with {types.named(type_of(f, value))}", "use only flags")
    return Scalar(Int(scalar.kind.low, scalar.kind.high), scalar.text) if isinstance(scalar.kind, Int) else scalar


def looked_up(f: Body, node: ast.AST, function: Callable[..., Any], given: list[Value]) -> Value:
    """Make a table of all results of `function`, and look the result up."""
    from advsearch.lowering.rows.attributes import item

    rows: list[tuple[Any, ...]] = [()]
    index = "0"
    for value in given:
        values, place = _possible(f, node, value)
        rows = [(*row, one) for row in rows for one in values]
        index = f"({index}) * {len(values)} + {place}" if index != "0" else place
        _check_size(f, node, len(rows))
    try:
        results = tuple(function(*row) for row in rows)
    except Exception as error:
        raise f.refuse(
            node, f"`{ast.unparse(node)}` raises {type(error).__name__} for some flags", "test the flags first"
        ) from error
    if all(type(one) is type(results[0]) and one == results[0] for one in results):
        return Known(results[0])
    kept = f.program.constants.setdefault((results, tuple(map(type, results)), "flags"), results)
    return item(f, node, Known(kept), Scalar(Int(0, len(results) - 1), index))


def _check_size(f: Body, node: ast.AST, size: int) -> None:
    if size > _MOST:
        raise f.refuse(node, "an operation combines too many flags", "use integers with one bit for each flag")


def _possible(f: Body, node: ast.AST, value: Value) -> tuple[list[Any], str]:
    from advsearch.lowering.rows.marks import by_case

    if isinstance(value, Known):
        return [value.value], "0"
    kind = type_of(f, value)
    scalar = exploded(f, runtime(f, value))
    if isinstance(kind, Int) and kind.members is not None:
        _check_size(f, node, kind.high - kind.low + 1)
        name = atom(f, scalar, "flags") if isinstance(scalar, Scalar) else None
        if name is not None and kind.low >= 0:
            return values_between(kind), f"{name.text} - {kind.low}"
    if not isinstance(kind, Mark) or kind.any_character or not isinstance(scalar, Scalar):
        raise f.refuse(node, f"flags are combined with {types.named(kind)}", "use only flags")
    values = f.program.book.ordered(kind)
    _check_size(f, node, len(values))
    place = by_case(f, node, scalar, [(one, at) for at, one in enumerate(values)])
    return values, str(place.value) if isinstance(place, Known) else _text(place)


def _text(place: Value) -> str:
    assert isinstance(place, Scalar)
    return place.text


def values_between(kind: Int) -> list[Any]:
    found: list[Any] = []
    for number in range(kind.low, kind.high + 1):
        try:
            found.append(kind.members(number))
        except ValueError:
            found.append(number)
    return found


def is_flags(kind: Type) -> bool:
    return isinstance(kind, Int) and kind.members is not None and issubclass(kind.members, enum.Flag)
