"""Values that a loop can run over: `range(3)`, lists, sets or `zip(a, b)`. A `Stream` has a length, and an item for
each index.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import sets, special, sums, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, atom, load, runtime, type_of
from advsearch.lowering.rows.numbers import bounds, wrapped
from advsearch.lowering.rows.ranges import is_range, not_kept, span, stream_of_range
from advsearch.lowering.rows.sequences import (
    as_sequence,
    is_sequence,
    item_place,
    length_of,
    made_list,
    push,
    put_length,
)
from advsearch.lowering.rows.types import INT, Int, Mark, Members, Never, Seq, Tup
from advsearch.lowering.rows.values import Entries, Known, Lazy, NotYet, Pieces, Place, Scalar, Stream, Value, text_of


def stream_of(f: Body, value: Value, node: ast.AST, *, any_order: bool = False) -> Stream:
    """Convert a value to a `Stream`; a set only if `any_order` is true."""
    if isinstance(value, Stream):
        if value.unordered:
            check_order(f, node, any_order)
        return value
    value = special.iterated(f, node, value) or value
    if isinstance(value, Known):
        return _constant(f, value.value, node, any_order)
    if isinstance(value, Entries):
        from advsearch.lowering.rows import growing_dicts

        return stream_of(f, growing_dicts.keys(f, value), node, any_order=any_order)
    if isinstance(value, Lazy):
        value = f.as_list(value)
    kind = getattr(value, "kind", None)
    while isinstance(kind, types.Maybe | types.Either):
        value = as_type(f, value, kind.inner, node)
        kind = kind.inner
    if isinstance(kind, types.Sum):
        value = sums.only(f, value, kind, lambda one: is_sequence(one) or isinstance(one, Members), node) or value
        kind = getattr(value, "kind", None)
    if isinstance(kind, Never):
        raise NotYet
    if is_range(kind):
        return stream_of_range(f, value, node)
    if is_sequence(kind) or (isinstance(kind, Mark) and all(isinstance(one, str) for one in kind.values)):
        place = as_sequence(f, value)
        return Stream(length_of(f, place), lambda index: load(f, item_place(place, index.text)))
    if isinstance(kind, Members):
        check_order(f, node, any_order)
        return _ascending(f, value, kind, node)
    shown = types.named(kind) if kind is not None else "a function"
    raise f.refuse(node, f"a loop runs over {shown}", "loop over a range, a tuple, a list or a string")


def check_order(f: Body, node: ast.AST, any_order: bool) -> None:
    if not any_order:
        raise f.refuse(node, "a loop runs over a set, whose order is not defined", "loop over sorted(...)")
    f.unordered += 1


def _constant(f: Body, value: Any, node: ast.AST, any_order: bool) -> Stream:
    if isinstance(value, range):
        return span(f, Known(value.start), Known(value.stop), value.step)
    if isinstance(value, frozenset | set):
        if not all(isinstance(one, int) or _whole(one) for one in value):
            check_order(f, node, any_order)
    elif not isinstance(value, tuple | list | str | dict):
        try:
            value = list(iter(value)) if hasattr(value, "__iter__") else None
        except Exception:  # whatever error the object raises, no loop can run over it
            value = None
        if value is None:
            raise f.refuse(
                node, "a loop over this value is not supported", "loop over a range, a tuple, a list or a string"
            )
    key = value if isinstance(value, tuple | list) else None
    items = tuple(value)
    if not items:
        return Stream(text_of(0), lambda _index: Known(None))
    from advsearch.lowering.rows import inner_dicts

    if inner_dicts.are_dicts(items):
        return Stream(text_of(len(items)), lambda index: inner_dicts.chosen(f, node, items, index))
    item = books.type_of_all(items)
    kind = Seq(tuple, item, len(items), len(items))
    kept = f.program.constants.setdefault((id(key) if key is not None else items, kind), items)
    f.program.keep(value)
    place = f.program.table(kept, kind, "items")
    return Stream(text_of(len(items)), lambda index: load(f, item_place(place, index.text)))


def _whole(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, int) or _whole(one) for one in value)


def _ascending(f: Body, value: Value, kind: Members, node: ast.AST) -> Stream:
    size = types.bits_of(kind)
    made = made_list(f, node, Seq(list, kind.item, 0, size), "members")
    put_length(f, made, "0")
    with each_bit(f, sets.mask(f, value)) as place:
        push(f, made, sets.member(f, place, kind.item), node)
    return Stream(length_of(f, made), lambda index: load(f, item_place(made, index.text)))


@contextmanager
def each_bit(f: Body, number: Scalar | Pieces) -> Iterator[Scalar]:
    """Generate a loop over the 1 bits of a number, the lowest first."""
    limbs = [number] if isinstance(number, Scalar) else list(number.items)
    names = []
    for limb in limbs:
        assert isinstance(limb, Scalar)
        left = f.fresh("left")
        f.emit(f"{left} = {limb.text}")
        names.append(left)
    place = f.fresh("place")
    with f.block(
        f"while {names[0] if len(names) == 1 else ' | '.join(names)} != 0:"
        if len(names) == 1
        else f"while ({' | '.join(names)}) != 0:"
    ):
        for at, left in enumerate(names):
            shift = f"{types.WORD * at} + " if at else ""
            if len(names) == 1:
                f.emit(f"{place} = lowest({left})")
                f.emit(f"{left} &= {left} - 1")
                continue
            header = "else:" if at == len(names) - 1 else f"{'el' * (at > 0)}if {left} != 0:"
            with f.block(header):
                f.emit(f"{place} = {shift}lowest({left})")
                f.emit(f"{left} &= {left} - 1")
        most = types.cells(number.kind) * types.WORD
        f.changing += 1
        f.turns.append(most)
        yield Scalar(Int(0, most - 1), place)
        f.turns.pop()
        f.changing -= 1


def is_endless(value: Value) -> bool:
    return isinstance(value, Stream) and value.length.text == str(types.COUNT)


def is_empty(value: Value) -> bool:
    if isinstance(value, Known):
        return hasattr(value.value, "__len__") and not len(value.value)
    if isinstance(value, Stream):
        return value.length.text == "0"
    match getattr(value, "kind", None):
        case Seq() as kind:
            return kind.most == 0
        case Tup(items, kind):
            return issubclass(kind, tuple) and not items
        case Members(item):
            return isinstance(item, Never)
        case types.Dict(pairs):
            return pairs.most == 0
    return False


@contextmanager
def each(f: Body, value: Value, node: ast.AST, hint: str = "", *, any_order: bool = False) -> Iterator[Value]:
    """`with each(f, value, node) as item:` generates a loop over the items of `value`."""
    kind = getattr(value, "kind", None)
    if isinstance(kind, Never):
        raise NotYet
    if isinstance(kind, Members):
        check_order(f, node, any_order)
        with each_bit(f, sets.mask(f, value)) as place, f.over_set(True):
            yield sets.member(f, place, kind.item)
        return
    seen = f.unordered
    stream = stream_of(f, value, node, any_order=any_order)
    of_set = f.unordered != seen
    if stream.length.text == "0":
        with f.block("while False:"):
            yield Known(None)
        return
    f.changing += 1
    f.turns.append(bounds(stream.length.kind).high)
    if stream.span is not None:
        low, high, step = stream.span
        assert isinstance(low, Scalar)
        assert isinstance(high, Scalar)
        name = hint or f.fresh("number")
        ends = (
            f"{low.text}, {high.text}, {step}"
            if step != 1
            else f"{low.text}, {high.text}"
            if low.text != "0"
            else high.text
        )
        item = stream.at(text_of(0))
        assert isinstance(item, Scalar)
        with f.block(f"for {name} in range({ends}):"):
            yield Scalar(item.kind, name)
    else:
        name = f.fresh("at")
        with f.block(f"for {name} in range({stream.length.text}):"), f.over_set(of_set, stream.of_dict):
            if is_endless(stream):
                f.emit("if failed(block):")
                f.emit("    break")
            yield stream.at(Scalar(Int(0, max(0, bounds(stream.length.kind).high - 1)), name))
    f.turns.pop()
    f.changing -= 1


def enumerated(f: Body, stream: Stream, start: Value) -> Stream:
    def at(index: Scalar) -> Value:
        number = index
        if not (isinstance(start, Known) and start.value == 0):
            first = as_type(f, start, INT)
            assert isinstance(first, Scalar)
            a, b = bounds(first.kind), bounds(index.kind)
            number = Scalar(Int(a.low + b.low, a.high + b.high), f"{wrapped(first.text)} + {wrapped(index.text)}")
        item = stream.at(index)
        return pair(f, (number, item))

    return Stream(stream.length, at)


def zipped(f: Body, streams: list[Stream]) -> Stream:
    lengths = [stream.length for stream in streams]
    limits = [bounds(length.kind) for length in lengths]
    kind = Int(min(one.low for one in limits), min(one.high for one in limits))
    if len({length.text for length in lengths}) == 1:
        text = lengths[0].text
    elif all(length.text.isdigit() for length in lengths):
        text = str(kind.low)
    else:
        text = f"min({', '.join(length.text for length in lengths)})"
    return Stream(Scalar(kind, text), lambda index: pair(f, tuple(stream.at(index) for stream in streams)))


def backwards(f: Body, stream: Stream) -> Stream:
    if stream.span is not None:
        low, _high, step = stream.span
        count = atom(f, stream.length, "length")
        assert isinstance(low, Scalar)
        limits, size = bounds(low.kind), bounds(count.kind)
        if abs(step) == 1:
            shift = "+" if step > 0 else "-"
            last_kind = Int(limits.low + step * size.low - step, limits.high + step * size.high - step)
            if step < 0:
                last_kind = Int(limits.low - size.high + 1, limits.high - size.low + 1)
            last = Scalar(
                last_kind, f"{low.text} {shift} {count.text} - 1" if step > 0 else f"{low.text} - {count.text} + 1"
            )
            stop = (
                Scalar(Int(limits.low - 1, limits.high - 1), f"{low.text} - 1")
                if step > 0
                else Scalar(Int(limits.low + 1, limits.high + 1), f"{low.text} + 1")
            )
            return not_kept(span(f, last, stop, -step))
    length = atom(f, stream.length, "length")
    most = bounds(length.kind)

    def at(index: Scalar) -> Value:
        a = bounds(index.kind)
        text = f"{length.text} - 1 - {wrapped(index.text)}"
        return stream.at(Scalar(Int(max(0, most.low - 1 - a.high), max(0, most.high - 1 - a.low)), text))

    return Stream(length, at)


def pair(f: Body, items: tuple[Value, ...]) -> Value:
    kept = Scalar | Pieces | Place | Entries
    ready = tuple(item if isinstance(item, kept) else runtime(f, item) for item in items)
    return Pieces(Tup(tuple(type_of(f, item) for item in ready)), ready)
