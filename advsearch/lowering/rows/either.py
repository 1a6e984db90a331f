"""Values that are either a string or a tuple, as in `str | tuple[int, int]`.

The first number in memory, `sign`, is the number of the string, or `HELD` if a tuple follows.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import attrs

from advsearch.lowering.rows import types
from advsearch.lowering.rows.bare import is_mark
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import (
    as_type,
    atom,
    blank,
    is_one_of,
    item_of,
    load,
    moved,
    number_of,
    runtime,
    scalar_as,
    type_of,
)
from advsearch.lowering.rows.joins import join, within
from advsearch.lowering.rows.numbers import tested, wrapped
from advsearch.lowering.rows.types import BOOL, HELD, Clash, Either, Mark, Seq, Type, cells
from advsearch.lowering.rows.values import Known, Pieces, Place, Scalar, Value


def parted(f: Body, value: Value) -> tuple[Scalar, Value]:
    """A value's first number and its tuple; the tuple is valid only if the number is `HELD`."""
    value = runtime(f, value)
    kind = getattr(value, "kind", None)
    assert isinstance(kind, Either)
    sign = item_of(f, value, 0)
    assert isinstance(sign, Scalar)
    return attrs.evolve(atom(f, sign, "sign"), kind=kind.sign), item_of(f, value, 1)


def holds_value(f: Body, sign: Scalar) -> Scalar:
    return Scalar(BOOL, f"{sign.text} == {number_of(f.program.book.code(HELD))}")


def inner_of(value: Value, kind: Either) -> Value:
    if isinstance(value, Pieces):
        return value.items[1]
    assert isinstance(value, Place)
    return attrs.evolve(value, kind=kind.inner, offset=value.offset + 1)


def either_of_known(f: Body, value: Any, kind: Either, line: int) -> Value:
    if not is_mark(value):
        return Pieces(kind, (_held(f, kind), as_type(f, Known(value), kind.inner)))
    made = as_type(f, Known(value), kind.marks)
    assert isinstance(made, Scalar)
    return _of_mark(f, made, kind)


def _of_mark(f: Body, mark: Scalar, kind: Either) -> Value:
    sign = Scalar(kind.sign, mark.text)
    if types.is_flat(kind):
        return Pieces(kind, (sign, blank(kind.inner)))
    place = f.made(kind)
    f.emit(f"put(block, {place.start}, {sign.text})")
    # zeros, so that equal states are equal in memory
    clear(f, moved(place, kind.inner, 1), kind.inner)
    return place


def clear(f: Body, place: Place, kind: Type) -> None:
    f.emit(f"clear(block, {place.start}, {cells(kind)})")


def _held(f: Body, kind: Either) -> Scalar:
    return Scalar(kind.sign, number_of(f.program.book.code(HELD)))


def as_either(f: Body, value: Scalar | Pieces | Place, kind: Either, node: ast.AST | None) -> Value:
    from advsearch.lowering.rows.storing import holds

    own, line = value.kind, f.line_of(node) if node is not None else 0
    if isinstance(own, Mark):
        scalar = load(f, value) if isinstance(value, Place) else value
        assert isinstance(scalar, Scalar)
        mark = scalar_as(f, scalar, kind.marks, line)
        assert isinstance(mark, Scalar)
        return _of_mark(f, mark, kind)
    if not isinstance(own, Either):
        return Pieces(kind, (_held(f, kind), as_type(f, value, kind.inner, node)))
    if isinstance(value, Place) and holds(kind, own):
        return attrs.evolve(value, kind=kind)
    sign, inner = parted(f, value)
    if not within(own.marks, kind.marks):
        f.emit(f"there(block, {is_one_of(f, sign, kind.sign)}, {line})")
    if within(own.inner, kind.inner) and types.is_flat(kind):
        return Pieces(kind, (Scalar(kind.sign, sign.text), as_type(f, inner, kind.inner, node)))
    place = f.made(kind)
    _store_parts(f, Scalar(kind.sign, sign.text), inner, place, kind, node)
    return place


def either_as(f: Body, value: Scalar | Pieces | Place, own: Either, kind: Type, node: ast.AST | None) -> Value:
    """Convert to the string or the tuple alone; other values fail at run time."""
    sign, inner = parted(f, value)
    line = f.line_of(node) if node is not None else 0
    if isinstance(kind, Mark):
        if not own.marks.any_character and not kind.any_character and not own.marks.values & kind.values:
            raise Clash(own, kind)
        f.emit(f"there(block, {is_one_of(f, sign, kind)}, {line})")
        return Scalar(kind, sign.text)
    f.emit(f"there(block, {holds_value(f, sign).text}, {line})")
    return as_type(f, inner, kind, node)


def store_either(f: Body, value: Value, target: Place, kind: Either, node: ast.AST | None) -> None:
    from advsearch.lowering.rows.storing import parts_to_store

    parts = parts_to_store(f, value, target, kind, node)
    if parts is not None:
        sign, inner = parts
        assert isinstance(sign, Scalar)
        _store_parts(f, sign, inner, target, kind, node)


def _store_parts(f: Body, sign: Scalar, inner: Value, target: Place, kind: Either, node: ast.AST | None) -> None:
    from advsearch.lowering.rows.storing import store

    place = moved(target, kind.inner, 1)
    if sign.text == _held(f, kind).text:
        store(f, inner, place, node)
    else:
        sign = atom(f, sign)
        with f.block(f"if {holds_value(f, sign).text}:"):
            store(f, inner, place, node)
        with f.block("else:"):
            clear(f, place, kind.inner)
    f.emit(f"put(block, {target.start}, {sign.text})")


# --- questions ------------------------------------------------------------------------------------------------


def equal(f: Body, node: ast.AST, one: Value, other: Value) -> Known | Scalar:
    from advsearch.lowering.rows import comparisons, sums

    if not isinstance(type_of(f, one), Either):
        one, other = other, one
    if not isinstance(type_of(f, one), Either):
        return sums.equal(f, node, one, other)
    b = type_of(f, other)
    if isinstance(b, Seq) and b.kind is str:
        raise Clash(type_of(f, one), b)
    sign, inner = parted(f, one)
    held = holds_value(f, sign)
    if isinstance(b, Mark):
        return comparisons.equal_marks(f, sign, other, _kind_of_sign(sign), b)
    if not isinstance(b, Either):
        return _where(f, held, held, lambda: comparisons.equal(f, node, inner, other))
    sign2, inner2 = parted(f, other)
    same = comparisons.equal_marks(f, sign, sign2, _kind_of_sign(sign), _kind_of_sign(sign2))
    assert isinstance(same, Scalar)
    return _where(f, same, held, lambda: comparisons.equal(f, node, inner, inner2))


def equal_mixed(f: Body, one: Value, other: Value, a: Type, b: Type) -> Known | Scalar:
    try:
        kind = join(a, b)
    except Clash:
        return Known(False)
    if not isinstance(kind, types.Mixed):
        return Known(False)
    x, y = as_type(f, one, kind), as_type(f, other, kind)
    assert isinstance(x, Scalar)
    assert isinstance(y, Scalar)
    return Scalar(BOOL, f"{wrapped(x.text)} == {wrapped(y.text)}")


def _kind_of_sign(sign: Scalar) -> Mark:
    assert isinstance(sign.kind, Mark)
    return sign.kind


def _where(f: Body, first: Scalar, held: Scalar, write: Callable[[], Known | Scalar]) -> Known | Scalar:
    with f.captured(1) as lines:
        test = write()
    text = str(bool(test.value)) if isinstance(test, Known) else f"({test.text})"
    if first is held and not lines:
        return test if text == "False" else Scalar(BOOL, f"{held.text} and {text}")
    if not lines:
        return Scalar(BOOL, f"{first.text} and ({held.text.replace('==', '!=')} or {text})")
    return Scalar(BOOL, tested(f, "equal", first.text, f" and {held.text}", lines, text))


def in_set(f: Body, node: ast.AST, value: Value, members: Value, item: Type) -> Known | Scalar:
    from advsearch.lowering.rows.sets import contains

    sign, inner = parted(f, value)
    if isinstance(item, Mark):
        return contains(f, members, sign, node)
    held = holds_value(f, sign)
    return _where(f, held, held, lambda: contains(f, members, inner, node))


def answered(f: Body, node: ast.AST, value: Value, kind: Either, ask: Callable[[Value], Value]) -> Value:
    """Generate code for `len`, with one case for each string and one for tuples."""
    from advsearch.lowering.rows.marks import by_case

    sign, inner = parted(f, value)
    if kind.marks.any_character:
        raise f.refuse(node, f"the length or class of {types.named(kind)} is read", "use values of one type")
    cases = []
    for mark in f.program.book.ordered(kind.marks):
        found = ask(Known(mark))
        assert isinstance(found, Known)
        cases.append((mark, found.value))
    return by_case(f, node, sign, cases, ask(inner))


def left_over(value: Value, kind: Either, marks: Mark, parts_too: bool) -> Value | None:
    """Narrow the type of `x` after the test `x != "red"`."""
    some = bool(marks.values) or marks.any_character
    if not parts_too:
        if not some:
            return None
        if isinstance(value, Pieces):
            return attrs.evolve(value.items[0], kind=marks)  # type: ignore[arg-type]
        assert isinstance(value, Place)
        return attrs.evolve(value, kind=marks)
    if not some:
        return inner_of(value, kind)
    return attrs.evolve(value, kind=Either(marks, kind.inner))  # type: ignore[arg-type]
