"""A `range` in a variable is stored as three numbers: start, stop and step."""

from __future__ import annotations

import ast
from typing import Any

import attrs

from advsearch.lowering.row_rules import RAISED
from advsearch.lowering.rows import classes, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, atom, item_of, type_of
from advsearch.lowering.rows.numbers import bounds, wrapped
from advsearch.lowering.rows.types import BOOL, INT, Int, Tup, Type
from advsearch.lowering.rows.values import Known, Pieces, Scalar, Stream, Value, text_of


def is_range(kind: Type | None) -> bool:
    return isinstance(kind, Tup) and kind.kind is range


def record(ends: tuple[Scalar, Scalar, Scalar]) -> Pieces:
    return Pieces(Tup(tuple(end.kind for end in ends), range), ends)


def span(f: Body, start: Value, stop: Value, step: int) -> Stream:
    """Generate `range(start, stop, step)` with a constant step."""
    low, high = (classes.plain(as_type(f, one, INT)) for one in (start, stop))
    assert isinstance(low, Scalar)
    assert isinstance(high, Scalar)
    low, high = atom(f, low, "start"), atom(f, high, "stop")
    a, b = bounds(low.kind), bounds(high.kind)
    if step > 0:
        most = max(0, -(-(b.high - a.low) // step))
        least = max(0, -(-(b.low - a.high) // step))
        values = Int(a.low, max(a.low, b.high - 1))
        text = f"{high.text} - {low.text}" if low.text != "0" else high.text
        count = text if step == 1 else f"({text} + {step - 1}) // {step}"
    else:
        most = max(0, -(-(a.high - b.low) // -step))
        least = max(0, -(-(a.low - b.high) // -step))
        values = Int(min(a.high, b.low + 1), a.high)
        text = f"{low.text} - {high.text}"
        count = text if step == -1 else f"({text} + {-step - 1}) // {-step}"
    if a.low == a.high and b.low == b.high:
        length = text_of(most)
    else:
        length = Scalar(Int(least, most), f"max(0, {count})" if least == 0 else count)

    def at(index: Scalar) -> Value:
        scaled = wrapped(index.text) if abs(step) == 1 else f"{wrapped(index.text)} * {abs(step)}"
        if low.text == "0" and step > 0:
            return Scalar(values, scaled)
        return Scalar(values, f"{low.text} {'+' if step > 0 else '-'} {scaled}")

    return Stream(length, at, (low, high, step), ends=(low, high, text_of(step)))


def of_either_step(f: Body, node: ast.AST, given: list[Value]) -> Stream:
    """Generate `range(start, stop, step)` with a step that is known only at run time."""
    low, high, step = (classes.plain(as_type(f, one, INT, node)) for one in given)
    assert isinstance(low, Scalar)
    assert isinstance(high, Scalar)
    assert isinstance(step, Scalar)
    low, high, step = atom(f, low, "start"), atom(f, high, "stop"), atom(f, step, "step")
    name = f.fresh("length")
    line = f.line_of(node)
    up, down = (
        f"({high.text} - {low.text} + {step.text} - 1) // {step.text}",
        f"({low.text} - {high.text} - {step.text} - 1) // -{step.text}",
    )
    f.emit(
        f"{name} = max(0, {up} if {step.text} > 0 else {down}) if {step.text} != 0 else fail(block, {RAISED}, {line})"
    )
    a, b = bounds(low.kind), bounds(high.kind)
    values = Int(min(a.low, b.low), max(a.high, b.high))
    most = max(0, values.high - values.low)
    return Stream(
        Scalar(Int(0, most), name),
        lambda index: Scalar(values, f"{low.text} + {wrapped(index.text)} * {step.text}"),
        ends=(low, high, step),
    )


def stream_of_range(f: Body, value: Value, node: ast.AST) -> Stream:
    start, stop, step = ends_of(f, value)
    limits = bounds(step.kind)
    if limits.low == limits.high != 0:
        return span(f, start, stop, limits.low)
    return of_either_step(f, node, [start, stop, step])


def ends_of(f: Body, value: Value) -> tuple[Scalar, Scalar, Scalar]:
    if isinstance(value, Stream):
        assert value.ends is not None
        return value.ends
    if isinstance(value, Known):
        return text_of(value.value.start), text_of(value.value.stop), text_of(value.value.step)
    found = [item_of(f, value, at) for at in range(3)]
    start, stop, step = (atom(f, one) if isinstance(one, Scalar) else one for one in found)
    assert isinstance(start, Scalar)
    assert isinstance(stop, Scalar)
    assert isinstance(step, Scalar)
    return start, stop, step


def as_items(f: Body, value: Value, kind: type, node: ast.AST | None) -> Value:
    from advsearch.lowering.rows.comprehensions import from_stream

    if isinstance(value, Known):
        return Known(tuple(value.value))
    return from_stream(f, stream_of_range(f, value, node or ast.Constant(0)), kind, ast.Constant(0))


def item(f: Body, node: ast.AST, value: Value, index: Value) -> Value:
    from advsearch.lowering.rows.sequences import checked_index

    stream = value if isinstance(value, Stream) else stream_of_range(f, value, node)
    number = as_type(f, index, INT, node)
    assert isinstance(number, Scalar)
    length = atom(f, stream.length, "length")
    place = Scalar(Int(0, max(0, bounds(length.kind).high - 1)), checked_index(f, number, length, node))
    return stream.at(atom(f, place, "index"))


def sliced(f: Body, node: ast.AST, value: Value, ends: tuple[Value | None, Value | None, Value | None]) -> Value:
    start, stop, step = ends_of(f, value)
    stride = ends[2]
    limits = bounds(step.kind)
    by = 1 if stride is None else stride.value if isinstance(stride, Known) else None
    if not isinstance(by, int) or limits.low != limits.high or (by != 1 and ends[:2] != (None, None)):
        raise f.refuse(
            node, "this slice of a range is not supported", "write range(...) with the start, the stop and the step"
        )
    stream = span(f, start, stop, limits.low)
    length = atom(f, stream.length, "length")
    first, last = _cut(f, ends[0], length, 0, node), _cut(f, ends[1], length, None, node)
    if by < 0:
        first, last = Scalar(Int(-1, bounds(length.kind).high - 1), f"{length.text} - 1"), text_of(-1)
    moved = [_moved(start, one, limits.low) for one in (first, last)]
    return span(f, moved[0], moved[1], limits.low * by)


def _cut(f: Body, end: Value | None, length: Scalar, default: int | None, node: ast.AST) -> Scalar:
    if end is None:
        return length if default is None else text_of(default)
    number = as_type(f, end, INT, node)
    assert isinstance(number, Scalar)
    return Scalar(Int(0, bounds(length.kind).high), f"cut({number.text}, {length.text})")


def _moved(start: Scalar, index: Scalar, step: int) -> Scalar:
    a, b = bounds(start.kind), bounds(index.kind)
    corners = (b.low * step, b.high * step)
    return Scalar(
        Int(a.low + min(corners), a.high + max(corners)), f"{wrapped(start.text)} + {wrapped(index.text)} * ({step})"
    )


def contains(f: Body, value: Value, number: Scalar) -> Known | Scalar:
    start, stop, step = ends_of(f, value)
    name = atom(f, number)
    limits, first, last = bounds(name.kind), bounds(start.kind), bounds(stop.kind)
    by = bounds(step.kind)
    if by == Int(1, 1):
        tests = [f"{start.text} <= {name.text}"] * (limits.low < first.high)
        tests += [f"{name.text} < {stop.text}"] * (limits.high >= last.low)
        return Scalar(BOOL, " and ".join(tests)) if tests else Known(True)
    above = f"{start.text} <= {name.text} < {stop.text}"
    below = f"{stop.text} < {name.text} <= {start.text}"
    if by.low == by.high:
        within = above if by.low > 0 else below
        return Scalar(BOOL, f"{within} and ({name.text} - {start.text}) % {abs(by.low)} == 0")
    there = f.fresh("found")
    f.emit(f"{there} = {step.text} != 0 and ({above} if {step.text} > 0 else {below})")
    return Scalar(BOOL, f"{there} and ({name.text} - {start.text}) % abs({step.text}) == 0")


def equal(f: Body, node: ast.AST, one: Value, other: Value) -> Scalar:
    """Generate `==` of two ranges, which compares their items."""
    if not all(is_range(type_of(f, value)) for value in (one, other)):
        raise types.Clash(type_of(f, one), type_of(f, other))
    firsts, steps, lengths = [], [], []
    for value in (one, other):
        start, _, step = ends_of(f, value)
        stream = value if isinstance(value, Stream) else stream_of_range(f, value, node)
        firsts.append(start.text)
        steps.append(step.text)
        lengths.append(atom(f, stream.length, "length").text)
    same = f"{firsts[0]} == {firsts[1]} and ({lengths[0]} == 1 or {steps[0]} == {steps[1]})"
    return Scalar(BOOL, f"{lengths[0]} == {lengths[1]} and ({lengths[0]} == 0 or {same})")


def is_same(one: Any, other: Any) -> bool:
    """Whether two constants behave alike: 1 and True do not."""
    return bool(classes_in(one) == classes_in(other))


def classes_in(value: Any) -> Any:
    """A key that differs for 1 and True, and for 0.0 and -0.0."""
    if isinstance(value, range):
        return range, value.start, value.stop, value.step
    if isinstance(value, tuple | list):
        return type(value), tuple(map(classes_in, value))
    if isinstance(value, frozenset):
        return type(value), frozenset((classes_in(one), one) for one in value)
    return (float, repr(value)) if isinstance(value, float) else type(value)


def not_kept(stream: Stream) -> Stream:
    # A copy of a `Stream` that is treated as an iterator, not a range.
    return attrs.evolve(stream, ends=None)
