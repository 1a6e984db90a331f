"""Characters and Enum members are stored as numbers: `letter == "a"` becomes `letter == 97`. `{"a": 1, "b":
2}[letter]` becomes `1 if letter == 97 else 2`.
"""

from __future__ import annotations

import ast
import contextlib
import enum
from typing import Any

from advsearch.lowering.row_rules import MISSING
from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import classes, flags, joins, types
from advsearch.lowering.rows.bare import is_bare
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, atom, exploded, runtime, type_of
from advsearch.lowering.rows.ranges import is_same
from advsearch.lowering.rows.types import Bool, Int, Mark, Type
from advsearch.lowering.rows.values import Bound, Known, Scalar, Value
from advsearch.lowering.source import Method, Property, class_attribute


def by_case(
    f: Body, node: ast.AST, code: Scalar, cases: list[tuple[Any, Any]], default: Value | None = None
) -> Value:
    """Generate `dict(cases)[code]` or, with a default, `dict(cases).get(code, default)`."""
    groups: list[tuple[list[Any], Any]] = []
    for key, result in cases:
        for keys, other in groups:
            if type(other) is type(result) and other == result and is_same(other, result):
                keys.append(key)
                break
        else:
            groups.append(([key], result))
    if len(groups) == 1 and default is None and _covers(f, code.kind, groups[0][0]):
        return Known(groups[0][1])
    kind: Type = types.NEVER if default is None else type_of(f, default)
    for _, result in groups:
        kind = joins.join(kind, type_of(f, Known(result)))
    name = atom(f, code)
    if types.is_scalar(kind):
        if default is None:
            last = as_type(f, Known(groups[-1][1]), kind)
            assert isinstance(last, Scalar)
            text = last.text
            if not _covers(f, code.kind, [key for keys, _ in groups for key in keys]):
                text = f"({text} if {_is(f, name, groups[-1][0])} else fail(block, {MISSING}, {f.line_of(node)}))"
            groups = groups[:-1]
        else:
            made = as_type(f, default, kind, node)
            assert isinstance(made, Scalar)
            text = made.text
        for keys, result in reversed(groups):
            one = as_type(f, Known(result), kind)
            assert isinstance(one, Scalar)
            text = f"({one.text} if {_is(f, name, keys)} else {text})"
        return Scalar(kind, text)
    from advsearch.lowering.rows.conditions import Storage

    slot = Storage(f, kind, "case", f.key(node, "case"))
    for at, (keys, result) in enumerate(groups):
        with f.block(f"{'el' * (at > 0)}if {_is(f, name, keys)}:"):
            slot.put(Known(result), node)
    with f.block("else:"):
        if default is not None:
            slot.put(default, node)
        else:
            f.emit(f"fail(block, {MISSING}, {f.line_of(node)})")
            slot.put(Known(groups[0][1]), node)
    return slot.value


def _is(f: Body, name: Scalar, keys: list[Any]) -> str:
    tests = []
    for key in keys:
        code = int(key) if isinstance(key, int) and not isinstance(name.kind, Mark) else f.program.book.code(key)
        if isinstance(name.kind, types.Mixed) and not isinstance(key, int):
            code = f.program.book.mixed_code(key)
        tests.append(f"{name.text} == {code if code >= 0 else f'({code})'}")
    return " or ".join(tests)


def _covers(f: Body, kind: Type, keys: list[Any]) -> bool:
    match kind:
        case Mark(values, any_character):
            return not any_character and values <= set(keys)
        case Int(low, high):
            return high - low < len(keys) and all(number in keys for number in range(low, high + 1))
        case Bool():
            return True in keys and False in keys
    return False


def attribute_of_mark(f: Body, node: ast.AST, owner: Value, kind: Mark, name: str) -> Value:
    values = [one for one in f.program.book.ordered(kind) if one is not None]
    if all(isinstance(one, str) and not isinstance(one, enum.Enum) for one in values):
        return Bound(name, owner)
    if all(isinstance(one, str) for one in values) and not _is_enum_attribute(values, name):
        return Bound(name, owner)
    classes = {type(one) for one in values}
    if len(classes) != 1 or not (issubclass(next(iter(classes)), enum.Enum) or is_bare(next(iter(classes)))):
        raise f.refuse(node, f"`.{name}` of {types.named(kind)} is not supported", "use values of one type")
    found = class_attribute(next(iter(classes)), name)
    if name not in ("value", "name") or not issubclass(next(iter(classes)), enum.Enum):
        if isinstance(found, Property):
            return f.call(node, found.function, [owner])
        if isinstance(found, Method):
            return Bound(found.function, owner)
    scalar = exploded(f, owner)
    assert isinstance(scalar, Scalar)
    cases = [(one, getattr(one, name)) for one in values]
    return by_case(f, node, Scalar(Mark(frozenset(values)), scalar.text), cases)


def _is_enum_attribute(values: list[Any], name: str) -> bool:
    return any(
        name in ("name", "value") or getattr(type(one), name, None) is not getattr(str, name, None) for one in values
    )


def attribute_of_int_enum(f: Body, node: ast.AST, owner: Value, kind: Int, name: str) -> Value:
    found = class_attribute(kind.members, name)
    scalar = exploded(f, owner)
    assert isinstance(scalar, Scalar)
    plain = Scalar(Int(kind.low, kind.high), scalar.text)
    if name == "value":
        return plain
    if name != "name":
        if isinstance(found, Property):
            return f.call(node, found.function, [owner])
        if isinstance(found, Method):
            return Bound(found.function, owner)
        if hasattr(int, name):
            return Bound(name, plain)
    if issubclass(kind.members, enum.Flag):
        return flags.looked_up(f, node, lambda one: getattr(one, name), [owner])
    cases = [(int(one), getattr(one, name)) for one in kind.members if kind.low <= one <= kind.high]
    return by_case(f, node, plain, cases)


def _member_of_parts(f: Body, node: ast.AST, kind: type, value: Value, cases: list[tuple[Any, Any]]) -> Value:
    from advsearch.lowering.rows import comparisons

    own = books.type_of_all([member for _, member in cases])
    if not isinstance(own, Mark):
        raise f.refuse(node, f"`{kind.__name__}(...)` is called with a tuple", "pass a number")
    text = f"fail(block, {MISSING}, {f.line_of(node)})"
    for key, member in reversed(cases):
        test = comparisons.equal(f, node, value, Known(key))
        one = as_type(f, Known(member), own)
        assert isinstance(one, Scalar)
        text = f"({one.text} if {test.value if isinstance(test, Known) else test.text} else {text})"
    return Scalar(own, text)


def member_of_enum(f: Body, node: ast.AST, kind: Any, value: Value) -> Value:
    """Generate `Color(value)` or `Color[name]` for an Enum."""
    if not issubclass(kind, enum.Enum):
        raise f.refuse(node, f"`{kind.__name__}[...]` is not supported", "use an Enum, a tuple or a list")
    by_name = isinstance(node, ast.Subscript)
    held = type_of(f, value)
    if by_name and isinstance(held, types.Either):
        value = as_type(f, value, held.marks, node)
    cases = [(one.name if by_name else one.value, one) for one in kind]
    scalar = exploded(f, runtime(f, value)) if types.is_flat(type_of(f, value)) else value
    if not isinstance(scalar, Scalar):
        return _member_of_parts(f, node, kind, value, cases)
    if issubclass(kind, int) and not by_name and isinstance(scalar.kind, Int | Bool):
        if isinstance(scalar.kind, Int) and scalar.kind.members is kind:
            return scalar
        if issubclass(kind, enum.Flag):
            return _flags_of_number(f, node, kind, scalar)
        numbers = sorted(map(int, kind))
        if len(numbers) <= numbers[-1] - numbers[0]:
            return by_case(f, node, scalar, cases)
        made = as_type(f, scalar, Int(numbers[0], numbers[-1]), node)
        assert isinstance(made, Scalar)
        whole = made.kind
        assert isinstance(whole, Int | Bool)
        return Scalar(Int(getattr(whole, "low", 0), getattr(whole, "high", 1), kind), made.text)
    own = scalar.kind
    if isinstance(own, Mark) and own.values and all(isinstance(one, kind) for one in own.values):
        return scalar
    if issubclass(kind, enum.Flag) and not by_name and isinstance(own, Int):
        return _flags_of_number(f, node, kind, scalar)
    return by_case(f, node, scalar, cases)


def _flags_of_number(f: Body, node: ast.AST, kind: Any, number: Scalar) -> Value:
    most = classes.bounds_of_members(kind)[1]
    made = as_type(f, number, Int(0, most), node)
    assert isinstance(made, Scalar)
    if issubclass(kind, int):
        return Scalar(Int(0, most, kind), made.text)
    cases = []
    for value in range(most + 1 if most < len(kind) ** 2 + 256 else 0):
        with contextlib.suppress(ValueError):
            cases.append((value, kind(value)))
    return by_case(f, node, made, cases)
