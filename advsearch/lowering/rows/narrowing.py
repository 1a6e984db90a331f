"""After a test `if 0 <= row < 6`, `row` has the type `Int(0, 5)`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import attrs

from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import either, sums, types
from advsearch.lowering.rows.bare import is_mark
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import load, number_of
from advsearch.lowering.rows.ranges import is_range
from advsearch.lowering.rows.types import Bool, Clash, Either, Int, Mark, Maybe, Mixed, Tup, Type, is_scalar
from advsearch.lowering.rows.values import Known, NotYet, Pieces, Place, Scalar, Stream, Value, kind_of
from advsearch.lowering.signs import FLIPPED, NEGATED


def narrow(f: Body, test: ast.expr, holds: bool) -> None:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        narrow(f, test.operand, not holds)
    elif isinstance(test, ast.BoolOp):
        if isinstance(test.op, ast.And) == holds:
            for part in test.values:
                narrow(f, part, holds)
    elif isinstance(test, ast.Name) and holds:
        _not_none(f, test.id)
    elif isinstance(test, ast.NamedExpr) and holds:
        _not_none(f, test.target.id)
    elif isinstance(test, ast.Call):
        _by_class(f, test, holds)
    elif isinstance(test, ast.Compare) and (holds or len(test.ops) == 1):
        sides = [test.left, *test.comparators]
        for at, operation in enumerate(test.ops):
            kind = type(operation) if holds else NEGATED[type(operation)]
            _by_comparison(f, sides[at], kind, sides[at + 1])
            if kind in FLIPPED:
                _by_comparison(f, sides[at + 1], FLIPPED[kind], sides[at])


def _by_class(f: Body, test: ast.Call, holds: bool) -> None:
    if not (isinstance(test.func, ast.Name) and test.func.id == "isinstance" and isinstance(test.args[0], ast.Name)):
        return
    name = test.args[0].id
    value, classes = f.scope.get(name), _quiet(f, test.args[1])
    if isinstance(value, Scalar | Pieces | Place) and isinstance(classes, Known):
        left = kept(f, value, lambda one: issubclass(one, classes.value) == holds)
        if left is not None:
            f.scope[name] = load(f, left) if isinstance(left, Place) else left


def kept(f: Body, value: Scalar | Pieces | Place, keeps: Callable[[type], bool]) -> Value | None:
    # Narrow `value` to the classes that `keeps` accepts; None if none is left.
    kind = value.kind
    match kind:
        case Maybe(inner):
            if not keeps(type(None)):
                return _kept_again(f, _inner(value, kind), keeps)
            return Known(None) if not any(map(keeps, classes_of(inner))) else value
        case Either(marks):
            if marks.any_character and not keeps(str) and not any(map(keeps, classes_of(kind.inner))):
                return None
            left = frozenset(one for one in marks.values if keeps(type(one)))
            parts_too = any(map(keeps, classes_of(kind.inner)))
            found = either.left_over(value, kind, Mark(left, marks.any_character and keeps(str)), parts_too)
            return None if found is None else _kept_again(f, found, keeps) if not left else found
        case types.Sum():
            return sums.left_over(f, value, kind, lambda one: any(map(keeps, classes_of(one))))
        case Mixed(number, marks) if isinstance(value, Scalar):
            held = frozenset(one for one in marks.values if keeps(type(one)))
            others = Mark(held, marks.any_character and keeps(str))
            if keeps(int):
                some = bool(others.values) or others.any_character
                return Scalar(Mixed(number, others) if some else number, value.text)
            text = f"{value.text} - {number_of(types.FAR)}"
            there = f"({types.NONE} if {value.text} == {types.NONE} else {text})"
            return Scalar(others, there if None in held else f"({text})")
        case Mark(marks) if marks and not kind.any_character:
            found_marks = frozenset(one for one in marks if keeps(type(one)))
            return attrs.evolve(value, kind=Mark(found_marks)) if found_marks else None
    return value


def _kept_again(f: Body, value: Value, keeps: Callable[[type], bool]) -> Value | None:
    return kept(f, value, keeps) if isinstance(value, Scalar | Pieces | Place) else value


def classes_of(kind: Type) -> list[type]:
    match kind:
        case Maybe(inner):
            return [type(None), *classes_of(inner)]
        case Either(marks, inner):
            return [*classes_of(marks), *classes_of(inner)]
        case types.Sum(kinds):
            return [one for each in kinds for one in classes_of(each)]
        case Mixed(number, marks):
            return [*classes_of(number), *classes_of(marks)]
        case Mark(marks, any_character):
            return [*map(type, marks), *[str] * any_character]
        case Tup() | types.Seq():
            return [kind.kind]
        case types.Members(_, frozen):
            return [frozenset] if frozen else [set] if frozen is not None else [set, frozenset]
        case Bool():
            return [bool]
        case types.Float(beside):
            return [float, *beside]
        case types.Dict():
            return [dict]
        case Int() if kind.members is not None:
            return [kind.members]
        case Int(beside=beside):
            return [int, *beside]
    return [int]


def _keep(f: Body, name: str, value: Value, kind: Either, keeps: Callable[[Any], bool], parts_too: bool) -> None:
    if kind.marks.any_character:
        return
    left = either.left_over(value, kind, Mark(frozenset(filter(keeps, kind.marks.values))), parts_too)
    if left is not None:
        f.scope[name] = load(f, left) if isinstance(left, Place) else left


def _of_either(f: Body, name: str, value: Value, kind: Either, operation: type[ast.cmpop], against: Value) -> None:
    if isinstance(against, Known) and operation in (ast.In, ast.NotIn):
        if isinstance(against.value, tuple | list | set | frozenset | dict):
            among, holds = list(against.value), operation is ast.In
            parts_too = not holds or not all(map(is_mark, among))
            _keep(f, name, value, kind, lambda one: (one in among) == holds, parts_too)
    elif isinstance(against, Known) and is_mark(against.value):
        if operation in (ast.Eq, ast.Is, ast.NotEq, ast.IsNot):
            holds = operation in (ast.Eq, ast.Is)
            _keep(f, name, value, kind, lambda one: (one == against.value) == holds, not holds)
    elif operation is ast.Eq and isinstance(kind_of(against), Tup | types.Seq):
        _keep(f, name, value, kind, lambda _: False, True)


def _by_length(f: Body, side: ast.Call, operation: type[ast.cmpop], other: ast.expr) -> None:
    function, items = side.func, side.args
    if not (isinstance(function, ast.Name) and function.id == "len" and len(items) == 1):
        return
    value = f.scope.get(items[0].id) if isinstance(items[0], ast.Name) else None
    against = _quiet(f, other)
    if not (isinstance(value, Pieces | Place) and isinstance(value.kind, Either) and isinstance(against, Known)):
        return
    kind, least, most = value.kind, *_lengths(value.kind.inner)
    if operation not in (ast.Eq, ast.NotEq) or not isinstance(against.value, int):
        return
    size, holds = against.value, operation is ast.Eq
    parts_too = least <= size <= most if holds else not least == most == size
    if all(isinstance(one, str) for one in kind.marks.values):
        _keep(f, items[0].id, value, kind, lambda one: (len(one) == size) == holds, parts_too)  # type: ignore[attr-defined]


def _lengths(kind: Type) -> tuple[int, int]:
    if isinstance(kind, types.Seq):
        return kind.least, kind.most
    return (len(kind.items), len(kind.items)) if isinstance(kind, Tup) else (0, 0)


def _not_none(f: Body, name: str) -> None:
    value = f.scope.get(name)
    kind = kind_of(value) if value is not None else None
    if isinstance(kind, Maybe):
        assert isinstance(value, Scalar | Pieces | Place)
        f.scope[name] = _inner(value, kind)
    elif isinstance(kind, Mark) and kind.values == {None}:
        f.scope.pop(name)  # no other value was seen yet, so the next lines are not reached
    elif isinstance(kind, Mixed) and None in kind.marks.values and isinstance(value, Scalar):
        left = Mark(kind.marks.values - {None}, kind.marks.any_character)
        f.scope[name] = Scalar(Mixed(kind.number, left) if left.values else kind.number, value.text)
    elif isinstance(kind, Mark) and None in kind.values and len(kind.values) > 1:
        assert isinstance(value, Scalar | Place)
        f.scope[name] = attrs.evolve(value, kind=Mark(kind.values - {None}, kind.any_character))


def _inner(value: Scalar | Pieces | Place, kind: Maybe) -> Value:
    if is_scalar(kind):
        return attrs.evolve(value, kind=kind.inner)
    if isinstance(value, Pieces):
        return value.items[1]
    assert isinstance(value, Place)
    return attrs.evolve(value, kind=kind.inner, offset=value.offset + 1)


def _quiet(f: Body, node: ast.expr) -> Value | None:
    if any(
        isinstance(one, ast.Call | ast.NamedExpr | ast.Lambda | ast.GeneratorExp) for one in ast.walk(node)
    ) and not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("len", "range")):
        return None
    try:
        with f.captured():
            return f.value(node)
    except NotYet:
        return None


def _by_comparison(f: Body, side: ast.expr, operation: type[ast.cmpop], other: ast.expr) -> None:
    if isinstance(side, ast.NamedExpr):
        side = side.target
    if isinstance(side, ast.Call):
        _by_length(f, side, operation, other)
    if not isinstance(side, ast.Name) or side.id not in f.scope:
        return
    value = f.scope[side.id]
    if not isinstance(value, Scalar | Pieces | Place):
        return
    against = _quiet(f, other)
    if against is None:
        return
    if isinstance(against, Known) and against.value is None:
        if operation in (ast.IsNot, ast.NotEq):
            _not_none(f, side.id)
        return
    if isinstance(value.kind, Maybe) and operation is not ast.NotEq and operation is not ast.NotIn:
        _not_none(f, side.id)
        value = f.scope[side.id]
        if not isinstance(value, Scalar) and not isinstance(kind_of(value), Either):
            return
    if isinstance(value, Pieces | Place) and isinstance(value.kind, Either):
        _of_either(f, side.id, value, value.kind, operation, against)
        return
    items = _items_of(against) if operation is ast.In else None
    if items is not None and isinstance(value, Pieces) and isinstance(items, Tup) and isinstance(value.kind, Tup):
        f.scope[side.id] = _among(value, items)
    elif isinstance(value, Scalar) and isinstance(value.kind, Int):
        made = _bounded(f, value.kind, operation, against)
        if made is not None and made.low <= made.high and types.cells(made) == 1:
            f.scope[side.id] = Scalar(attrs.evolve(value.kind, low=made.low, high=made.high), value.text)
    elif isinstance(value, Scalar) and isinstance(value.kind, Mixed):
        _of_mixed(f, side.id, value, value.kind, operation, against)
    elif isinstance(value, Scalar) and isinstance(value.kind, Mark):
        left = _of_marks(value.kind, operation, against)
        if left is not None and left.values:
            f.scope[side.id] = Scalar(left, value.text)


def _bounded(f: Body, kind: Int, operation: type[ast.cmpop], against: Value) -> Int | None:
    limits = _limits(against)
    if operation is ast.In:
        limits = _limits_of_items(against)
        return None if limits is None else Int(max(kind.low, limits.low), min(kind.high, limits.high))
    if limits is None:
        return None
    if operation is ast.Lt:
        return Int(kind.low, min(kind.high, limits.high - 1))
    if operation is ast.LtE:
        return Int(kind.low, min(kind.high, limits.high))
    if operation is ast.Gt:
        return Int(max(kind.low, limits.low + 1), kind.high)
    if operation is ast.GtE:
        return Int(max(kind.low, limits.low), kind.high)
    if operation in (ast.Eq, ast.Is):
        return Int(max(kind.low, limits.low), min(kind.high, limits.high))
    if operation in (ast.NotEq, ast.IsNot) and limits.low == limits.high:
        return Int(kind.low + (kind.low == limits.low), kind.high - (kind.high == limits.low))
    return None


def _limits(value: Value) -> Int | None:
    if isinstance(value, Known):
        return Int(int(value.value), int(value.value)) if isinstance(value.value, int) else None
    kind: Type | None = kind_of(value)
    return Int(0, 1) if isinstance(kind, Bool) else kind if isinstance(kind, Int) else None


def _items_of(value: Value) -> Type | None:
    if isinstance(value, Known) and isinstance(value.value, tuple | list | set | frozenset | dict):
        try:
            return books.type_of_all(list(value.value))
        except (books.Untyped, Clash):
            return None
    kind = kind_of(value)
    return kind.item if isinstance(kind, types.Members | types.Seq) else None


def _among(value: Pieces, items: Tup) -> Value:
    if len(value.items) != len(items.items):
        return value
    parts: list[Value] = []
    for part, kind in zip(value.items, items.items, strict=True):
        if isinstance(part, Scalar) and isinstance(part.kind, Int) and isinstance(kind, Int):
            low, high = max(part.kind.low, kind.low), min(part.kind.high, kind.high)
            part = Scalar(attrs.evolve(part.kind, low=low, high=high), part.text) if low <= high else part
        parts.append(part)
    own = value.kind.kind if isinstance(value.kind, Tup) else tuple
    return Pieces(Tup(tuple(kind_of(part) or items for part in parts), own), tuple(parts))


def _limits_of_items(value: Value) -> Int | None:
    inner = _items_of(value)
    if isinstance(inner, Int) and not isinstance(value, Known):
        return inner
    if isinstance(value, Known) and isinstance(value.value, range | tuple | list | set | frozenset | dict):
        numbers = list(value.value)
        if numbers and all(isinstance(one, int) for one in numbers):
            return Int(int(min(numbers)), int(max(numbers)))
    ends = value.ends if isinstance(value, Stream) else value.items if isinstance(value, Pieces) else None
    if ends is not None and (isinstance(value, Stream) or is_range(kind_of(value))):
        low, high, step = map(_limits, ends)
        if step is None or step.low <= 0:
            return None
        return Int(low.low, high.high - 1) if low is not None and high is not None else None
    return None


def _of_mixed(f: Body, name: str, value: Scalar, kind: Mixed, operation: type[ast.cmpop], against: Value) -> None:
    if operation in (ast.NotEq, ast.IsNot, ast.NotIn):
        left = _of_marks(kind.marks, operation, against)
        if left is not None and not left.values and not left.any_character:
            f.scope[name] = Scalar(kind.number, value.text)
        elif left is not None:
            f.scope[name] = Scalar(Mixed(kind.number, left), value.text)
    elif _limits(against) is not None or isinstance(kind_of(against), Int):
        f.scope[name] = Scalar(kind.number, value.text)


def _of_marks(kind: Mark, operation: type[ast.cmpop], against: Value) -> Mark | None:
    if not isinstance(against, Known):
        return None
    if operation in (ast.Eq, ast.Is):
        return Mark(kind.values & {against.value}) if against.value in kind.values else None
    if operation in (ast.NotEq, ast.IsNot):
        try:
            return Mark(kind.values - {against.value}, kind.any_character)
        except TypeError:
            return None
    if operation in (ast.In, ast.NotIn) and isinstance(against.value, tuple | list | set | frozenset | dict | str):
        inside = frozenset(one for one in kind.values if one is not None and one in against.value)
        if operation is ast.In:
            return Mark(inside)
        return Mark(kind.values - inside, kind.any_character)
    return None
