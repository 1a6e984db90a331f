"""Slices and sums of sequences: `row[1:3]`, `row + [x]` and `[0] * n`."""

from __future__ import annotations

import ast

from advsearch.lowering.row_rules import FULL
from advsearch.lowering.rows import joins, sharing, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, atom, item_of, load, moved, type_of
from advsearch.lowering.rows.joins import join
from advsearch.lowering.rows.numbers import bounds, wrapped
from advsearch.lowering.rows.sequences import (
    as_kind,
    as_sequence,
    item_place,
    items_place,
    length_of,
    made_item,
    made_list,
    put_length,
    store_items,
)
from advsearch.lowering.rows.storing import copy, same_layout, store
from advsearch.lowering.rows.types import NEVER, Int, Never, Seq, Tup, Type, cells
from advsearch.lowering.rows.values import Known, Pieces, Place, Scalar, Value, text_of


def sliced(
    f: Body, value: Value, node: ast.Subscript, ends: tuple[Value | None, Value | None, Value | None]
) -> Value:
    start, stop, step = ends
    if step is not None and not (isinstance(step, Known) and isinstance(step.value, int)):
        raise f.refuse(node, "the step of a slice is not a constant", "write a constant step")
    stride = 1 if step is None or not isinstance(step, Known) else int(step.value)
    known = all(end is None or isinstance(end, Known) for end in (start, stop))
    own = type_of(f, value)
    if isinstance(own, Tup) and known and isinstance(value, Pieces | Place):
        plain = [None if end is None else end.value for end in (start, stop) if not isinstance(end, Place)]  # type: ignore[union-attr]
        numbers = range(len(own.items))[slice(plain[0], plain[1], stride)]
        items = tuple(item_of(f, value, at) for at in numbers)
        return Pieces(Tup(tuple(own.items[at] for at in numbers)), items)
    place = as_sequence(f, value)
    kind = place.kind
    assert isinstance(kind, Seq)
    sharing.check_rows(f, node, kind.item)
    length = length_of(f, place)
    if kind.fixed and known:
        plain = [None if end is None else end.value for end in (start, stop)]  # type: ignore[union-attr]
        numbers = range(kind.most)[slice(plain[0], plain[1], stride)]
        return _fixed_slice(f, node, place, numbers)
    if stride > 1:
        return _stepped_slice(f, node, place, length, (start, stop), stride)
    if stride != -1 or start is not None or stop is not None:
        if stride == 1:
            return _plain_slice(f, node, place, length, start, stop)
        raise f.refuse(node, f"a slice has the step {stride}", "write two slices, such as x[1:n][::-1]")
    made = made_list(f, node, Seq(kind.kind, kind.item, kind.least, kind.most))
    count = atom(f, length, "length")
    put_length(f, made, count.text)
    with f.block(f"for {(at := f.fresh('at'))} in range({count.text}):"):
        source = load(f, item_place(place, f"{count.text} - 1 - {at}"))
        store(f, source, item_place(made, at), node)
    return made


def _fixed_slice(f: Body, node: ast.AST, place: Place, numbers: range) -> Value:
    kind = place.kind
    assert isinstance(kind, Seq)
    part = Seq(kind.kind, kind.item, len(numbers), len(numbers))
    if numbers.step == 1 and kind.kind is not list and len(numbers):
        return moved(items_place(place), part, numbers.start * cells(kind.item))
    made = made_list(f, node, part)
    put_length(f, made, str(len(numbers)))
    if len(numbers):
        with f.block(f"for {(at := f.fresh('at'))} in range({len(numbers)}):"):
            source = f"{numbers.start} + {at} * {numbers.step}" if numbers.step != 1 else f"{numbers.start} + {at}"
            store(f, load(f, item_place(place, source)), item_place(made, at), node)
    return made


def _stepped_slice(
    f: Body, node: ast.AST, place: Place, length: Scalar, ends: tuple[Value | None, Value | None], stride: int
) -> Value:
    kind = place.kind
    assert isinstance(kind, Seq)
    length = atom(f, length, "length")
    first = atom(f, _end(f, ends[0], length, text_of(0), node), "first")
    last = _end(f, ends[1], length, length, node)
    a, b = bounds(first.kind), bounds(last.kind)
    least, most = (max(0, -(-(one - other) // stride)) for one, other in ((b.low, a.high), (b.high, a.low)))
    made = made_list(f, node, Seq(kind.kind, kind.item, least, most))
    count = f.fresh("count_of")
    f.emit(f"{count} = max(0, ({last.text} - {first.text} + {stride - 1}) // {stride})")
    put_length(f, made, count)
    if not isinstance(kind.item, Never):
        with f.block(f"for {(at := f.fresh('at'))} in range({count}):"):
            store(f, load(f, item_place(place, f"{first.text} + {at} * {stride}")), item_place(made, at), node)
    return made


def _end(f: Body, end: Value | None, length: Scalar, default: Scalar, node: ast.AST) -> Scalar:
    if end is None or (isinstance(end, Known) and end.value is None):
        return default
    scalar = as_type(f, end, types.INT, node)
    assert isinstance(scalar, Scalar)
    own, limits = bounds(scalar.kind), bounds(length.kind)
    if own.low >= 0 and own.high <= limits.low:
        return scalar
    low = 0 if own.low < 0 else min(own.low, limits.low)
    return Scalar(
        Int(low, min(limits.high, own.high) if own.low >= 0 else limits.high), f"cut({scalar.text}, {length.text})"
    )


def _plain_slice(
    f: Body, node: ast.AST, place: Place, length: Scalar, start: Value | None, stop: Value | None
) -> Value:
    kind = place.kind
    assert isinstance(kind, Seq)
    length = atom(f, length, "length")
    first = atom(f, _end(f, start, length, text_of(0), node), "first")
    last = _end(f, stop, length, length, node)
    a, b = bounds(first.kind), bounds(last.kind)
    low, high = max(0, b.low - a.high), max(0, b.high - a.low)
    count = last.text if first.text == "0" else f"{wrapped(last.text)} - {first.text}"
    made = made_list(f, node, Seq(kind.kind, kind.item, low if low == high else 0, high))
    name = f.fresh("count_of")
    f.emit(f"{name} = {count}" if b.low >= a.high else f"{name} = max(0, {count})")
    put_length(f, made, name)
    source = Place(Seq(kind.kind, kind.item, kind.most, kind.most), *_start(item_place(place, first.text)))
    if isinstance(kind.item, Never):
        return made
    target = made.kind
    assert isinstance(target, Seq)
    store_items(f, source, made, target, node, name)
    return made


def _start(place: Place) -> tuple[str, int, str]:
    return place.text, place.offset, place.space


def concatenated(f: Body, node: ast.AST, values: list[Value]) -> Value:
    """Generate `a + b + c` for sequences of one class."""
    kinds = [type_of(f, value) for value in values]
    if any(map(types.is_either_kind, kinds)):
        raise f.refuse(
            node,
            "+ is used with a value that is sometimes a list and sometimes a tuple",
            "write list(...) or tuple(...) around the value",
        )
    tuples = [kind for kind in kinds if isinstance(kind, Tup) and kind.kind is tuple]
    if len(tuples) == len(kinds):
        items = [
            item_of(f, value, at) for value, kind in zip(values, tuples, strict=True) for at in range(len(kind.items))
        ]
        if sum(map(cells, kinds)) <= types.FLAT * 2:
            return Pieces(Tup(tuple(type_of(f, item) for item in items)), tuple(items))
    sequences = [as_kind(kind) for kind in kinds]
    item: Type = NEVER
    for one in sequences:
        item = join(item, one.item)
    sharing.check_rows(f, node, item)
    least, most = sum(one.least for one in sequences), sum(one.most for one in sequences)
    made = made_list(f, node, Seq(sequences[0].kind, item, least, most))
    return fill(f, node, made, values)


def fill(f: Body, node: ast.AST, made: Place, values: list[Value]) -> Value:
    target = made.kind
    assert isinstance(target, Seq)
    at: int | str = 0
    for value in values:
        kind = type_of(f, value)
        if isinstance(kind, Tup):
            for number in range(len(kind.items)):
                place = item_place(made, str(at + number) if isinstance(at, int) else f"{at} + {number}")
                store(f, item_of(f, value, number), place, node)
            at = at + len(kind.items) if isinstance(at, int) else f"{at} + {len(kind.items)}"
            continue
        place = as_sequence(f, value)
        own = place.kind
        assert isinstance(own, Seq)
        if own.most == 0:
            continue
        length = atom(f, length_of(f, place), "length")
        if isinstance(own.item, Never):
            continue
        if not own.fixed and target.most < types.GREATEST:
            length = _with_room(f, node, length, at, target)
        store_items(f, place, made, target, node, length.text, str(at))
        if isinstance(at, int) and length.text.isdigit():
            at += int(length.text)
        else:
            name = f.fresh("end")
            f.emit(f"{name} = {at} + {length.text}" if at else f"{name} = {length.text}")
            at = name
    put_length(f, made, str(at))
    return made


def _with_room(f: Body, node: ast.AST, length: Scalar, at: int | str, target: Seq) -> Scalar:
    # If `length` items may not fit into `target` from the index `at` on, generate a test.
    highest = bounds(length.kind).high
    if isinstance(at, int) and at + highest <= target.most:
        return length
    name = f.fresh("length")
    f.emit(f"{name} = roomy(block, {length.text}, {target.most} - {wrapped(str(at))}, {f.line_of(node)})")
    return Scalar(length.kind, name)


def repeated(f: Body, node: ast.AST, value: Value, times: Value) -> Value:
    from advsearch.lowering.rows import iterators

    for part in ast.walk(node):
        if isinstance(part, ast.Tuple) and any(iterators.is_true(f, one) for one in part.elts):
            raise f.refuse(
                node,
                "a tuple that contains an iterator is multiplied",
                "make groups of n items with x[i : i + n] for i in range(0, len(x), n)",
            )
    own = type_of(f, value)
    if isinstance(own, Tup) and isinstance(times, Known) and cells(own) * times.value <= types.FLAT:
        repeats = max(0, int(times.value))
        for one in own.items:
            sharing.check_rows(f, node, one)
        items = tuple(item_of(f, value, at) for at in range(len(own.items)))
        return Pieces(Tup(own.items * repeats), items * repeats)
    kind = as_kind(own)
    if kind.kind is list and isinstance(kind.item, Seq) and kind.item.kind is list:
        raise f.refuse(
            node,
            "a product of a list of lists repeats the same inner lists",
            "write [[...] for _ in range(n)]",
        )
    sharing.check_rows(f, node, kind.item)
    count = as_type(f, times, types.INT, node)
    assert isinstance(count, Scalar)
    limits = bounds(count.kind)
    most = max(0, limits.high) * kind.most
    bounded = most <= 64 * f.program.most_items
    least = max(0, limits.low) * kind.least
    made_kind = Seq(kind.kind, kind.item, least if bounded else 0, most if bounded else f.program.most_items)
    made = made_list(f, node, made_kind)
    target = made.kind
    assert isinstance(target, Seq)
    if isinstance(target.item, Never) or kind.most == 0:
        put_length(f, made, "0")
        return made
    total = f.fresh("total")
    if kind.fixed and kind.most == 1:
        f.emit(f"{total} = {count.text}" if limits.low >= 0 else f"{total} = max(0, {count.text})")
        if not bounded:
            f.emit(f"{total} = roomy(block, {total}, {target.most}, {f.line_of(node)})")
        put_length(f, made, total)
        item = item_of(f, value, 0) if isinstance(own, Tup) else value
        if not isinstance(own, Tup | types.Mark):
            item = load(f, item_place(as_sequence(f, value), "0"))
        with f.block(f"for {(at := f.fresh('at'))} in range({total}):"):
            store(f, item, item_place(made, at), node)
        return made
    source = as_sequence(f, value)
    length = atom(f, length_of(f, source), "length")
    f.emit(f"{total} = max(0, {count.text}) * {length.text}")
    if not bounded:
        f.emit(f"if {total} > {target.most}:")
        f.emit(f"    {total} = fail(block, {FULL}, {f.line_of(node)})")
    put_length(f, made, total)
    with f.block(f"for {(at := f.fresh('at'))} in range({total}):"):
        store(f, load(f, item_place(source, f"{at} % {length.text}")), item_place(made, at), node)
    return made


def as_list(f: Body, value: Value, node: ast.AST, kind: type) -> Place:
    own = as_kind(type_of(f, value))
    sharing.check_rows(f, node, own.item)
    made = made_list(f, node, Seq(kind, own.item, own.least, own.most))
    if isinstance(own.item, Never):
        put_length(f, made, "0")
        return made
    target = made.kind
    if (
        isinstance(value, Place)
        and same_layout(Seq(kind, own.item, own.least, own.most), target)
        and joins.within(own.item, made_item(made))
        and isinstance(value.kind, Seq)
    ):
        copy(f, Place(target, value.text, value.offset, value.space, value.steady), made)
    else:
        fill(f, node, made, [value])
    return made
