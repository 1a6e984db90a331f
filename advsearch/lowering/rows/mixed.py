"""`1 if won else "draw"` is stored as one number, which is very negative for `"draw"`."""

from __future__ import annotations

import ast
from collections.abc import Callable

from advsearch.lowering.rows import types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, atom, exploded, is_one_of, number_of, scalar_as
from advsearch.lowering.rows.joins import within
from advsearch.lowering.rows.types import BOOL, NONE, Bool, Clash, Int, Mark, Maybe, Mixed, Type
from advsearch.lowering.rows.values import Scalar, Value


def mixed_as(f: Body, value: Scalar, own: Mixed, kind: Type, line: int) -> Value:
    if isinstance(kind, Int | Bool):
        low, high = (kind.low, kind.high) if isinstance(kind, Int) else (0, 1)
        return Scalar(kind, f"fits(block, {value.text}, {max(low, types.FAR // 2)}, {high}, {line})")
    if isinstance(kind, Mixed):
        if within(own, kind):
            return Scalar(kind, value.text)
        name = atom(f, value)
        marks = [f.program.book.mixed_code(one) for one in f.program.book.ordered(kind.marks)]
        tests = [f"{name.text} == {number_of(code)}" for code in marks]
        tests.append(f"{max(kind.number.low, types.FAR // 2)} <= {name.text} <= {kind.number.high}")
        f.emit(f"there(block, {' or '.join(tests)}, {line})")
        return Scalar(kind, name.text)
    if isinstance(kind, Mark):
        name = atom(f, value)
        back = Scalar(kind, f"({NONE} if {name.text} == {NONE} else {name.text} - {number_of(types.FAR)})")
        made = atom(f, back)
        f.emit(f"there(block, {is_one_of(f, made, kind)}, {line})")
        return Scalar(kind, made.text)
    raise Clash(own, kind)


def as_mixed(f: Body, value: Scalar, kind: Mixed, line: int) -> Value:
    own = value.kind
    if isinstance(own, Int | Bool):
        made = scalar_as(f, value, kind.number, line)
        assert isinstance(made, Scalar)
        return Scalar(kind, made.text)
    if isinstance(own, Maybe):
        if within(own, kind):
            return Scalar(kind, value.text)
        raise Clash(own, kind)
    if not isinstance(own, Mark):
        raise Clash(own, kind)
    made = scalar_as(f, value, kind.marks, line)
    assert isinstance(made, Scalar)
    far = number_of(types.FAR)
    if None not in own.values:
        return Scalar(kind, f"({made.text}) + {far}")
    name = atom(f, made)
    return Scalar(kind, f"({NONE} if {name.text} == {NONE} else {name.text} + {far})")


def as_text(f: Body, value: Value, node: ast.AST, text_of: Callable[[Value], Value]) -> Value:
    # Generate `str(value)`; `text_of` does so for a value that is certainly an integer or a string.
    from advsearch.lowering.rows.conditions import chosen

    scalar = exploded(f, value)
    assert isinstance(scalar, Scalar)
    name = atom(f, scalar)
    kind = name.kind
    assert isinstance(kind, Mixed)
    is_number = Scalar(BOOL, f"{name.text} >= {types.FAR // 2}")
    number = text_of(Scalar(kind.number, f"({name.text} if {is_number.text} else {kind.number.low})"))
    code = number_of(f.program.book.mixed_code(f.program.book.ordered(kind.marks)[0]))
    mark = as_type(f, Scalar(kind, f"({code} if {is_number.text} else {name.text})"), kind.marks, node)
    return chosen(f, node, is_number, number, text_of(mark))
