"""Code for calls of functions in Python's library: `len(items)`, `math.isqrt(n)`."""

from __future__ import annotations

import ast
from typing import Any

from advsearch.lowering.rows import (
    bit_methods,
    choices,
    comparisons,
    comprehensions,
    either,
    growing_dicts,
    methods,
    ranges,
    sequences,
    sets,
    special,
    streams,
    sums,
    types,
    wide,
)
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.calls import Handler, called, folds
from advsearch.lowering.rows.classes import of_numbers
from advsearch.lowering.rows.convert import as_type, atom, blank, exploded, item_of, load, runtime, type_of
from advsearch.lowering.rows.marks import by_case
from advsearch.lowering.rows.numbers import arithmetic, bounds, number, wrapped
from advsearch.lowering.rows.types import BOOL, FLOAT, Bool, Float, Int, Mark, Members, Seq, Tup
from advsearch.lowering.rows.values import Entries, Known, Lazy, NotYet, Pieces, Place, Scalar, Stream, Value


def len_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return length(f, node, given[0])


def length(f: Body, node: ast.AST, value: Value) -> Value:
    made = special.called(f, node, value, "__len__")
    if made is not None:
        return made
    if isinstance(value, Known):
        return Known(len(value.value))
    if isinstance(value, Entries):
        return growing_dicts.size(f, value)
    kind = getattr(value, "kind", None)
    if isinstance(kind, Members):
        return sets.size(f, value)
    if ranges.is_range(kind):
        return ranges.stream_of_range(f, value, node).length
    if isinstance(kind, Tup) and issubclass(kind.kind, tuple):
        return Known(len(kind.items))
    if isinstance(value, Stream):
        return value.length
    if isinstance(kind, types.Either) and all(isinstance(one, str) for one in kind.marks.values):
        return either.answered(f, node, value, kind, lambda one: length(f, node, one))
    if isinstance(kind, types.Sum):
        return sums.by_class(f, node, value, lambda one: length(f, node, one), _has_length)
    if isinstance(kind, types.Maybe):
        return length(f, node, as_type(f, value, kind.inner, node))
    if isinstance(kind, Mark) and all(isinstance(one, str) for one in kind.values):
        return sequences.length_of(f, sequences.as_sequence(f, value))
    if not isinstance(kind, Seq):
        raise f.refuse(
            node,
            f"len is called with {types.named(kind) if kind else 'this value'}",
            "pass a tuple, a list, a string or a set",
        )
    assert isinstance(value, Place)
    return sequences.length_of(f, value)


def _has_length(kind: types.Type) -> bool:
    return isinstance(kind, Seq | Members) or (isinstance(kind, Tup) and issubclass(kind.kind, tuple))


def truth_of_items(f: Body, value: Value, node: ast.AST) -> Scalar | None:
    kind = getattr(value, "kind", None)
    if isinstance(kind, Seq | types.Dict):
        size = length(f, node, value)
        assert isinstance(size, Scalar)
        return Scalar(BOOL, f"{size.text} != 0")
    if ranges.is_range(kind):
        value = ranges.stream_of_range(f, value, node)
    if isinstance(value, Stream):
        return Scalar(BOOL, f"{wrapped(value.length.text)} != 0")
    if isinstance(value, Lazy):
        return Scalar(BOOL, "True")
    return None


def range_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    if folds(given, named):
        return Known(range(*[one.value for one in given if isinstance(one, Known)]))
    step = given[2] if len(given) == 3 else Known(1)
    if not isinstance(step, Known):
        return ranges.of_either_step(f, node, given)
    low, high = (Known(0), given[0]) if len(given) == 1 else (given[0], given[1])
    return ranges.span(f, low, high, step.value)


def enumerate_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    start = given[1] if len(given) > 1 else named.get("start", Known(0))
    return streams.enumerated(f, streams.stream_of(f, given[0], node), start)


def zip_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    if "*" in named:
        return _turned(f, node, named["*"])
    from advsearch.lowering.rows import endless

    changes = f.changes
    inner = [endless.stream_of(f, node, one) or streams.stream_of(f, one, node) for one in given]
    if f.changes != changes and len(given) > 1:
        raise f.refuse(node, "zip reads an iterator that changes a value", "write a loop")
    return streams.zipped(f, inner)


def _turned(f: Body, node: ast.Call, rows: Value) -> Value:
    place = sequences.as_sequence(f, runtime(f, rows))
    kind = place.kind
    assert isinstance(kind, Seq)
    if isinstance(kind.item, types.Never):
        raise NotYet
    stream = _rows(f, node, streams.stream_of(f, place, node), kind.item)
    item = type_of(f, stream.at(Scalar(Int(0, 0), "0")))
    if isinstance(item, Tup) and not ranges.is_range(item):
        columns = []
        for at in range(len(item.items)):
            column = Stream(stream.length, lambda index, at=at: item_of(f, stream.at(index), at))  # type: ignore[misc]
            columns.append(comprehensions.from_stream(f, column, tuple, node, at))
        return streams.pair(f, tuple(columns))
    if not isinstance(item, Seq | Mark) and not ranges.is_range(item):
        raise f.refuse(
            node,
            f"zip(*x) is called, but an item of x is {types.named(item)}",
            "make each item a tuple, a list or a string",
        )
    width = _least_width(f, node, stream)

    def column_at(index: Scalar) -> Value:
        column = Stream(
            stream.length, lambda row: load(f, sequences.item_place(as_place(f, stream.at(row)), index.text))
        )
        return comprehensions.from_stream(f, column, tuple, node, "column")

    return Stream(width, column_at)


def _rows(f: Body, node: ast.Call, rows: Stream, item: types.Type) -> Stream:
    match item:
        case types.Maybe(inner) | types.Either(_, inner):
            only: types.Type = inner
        case Mark(values, any_character) | types.Mixed(_, Mark(values, any_character)):
            only = Mark(frozenset(one for one in values if isinstance(one, str)), any_character)
        case _:
            return rows
    if only == item or (isinstance(only, Mark) and not only.values and not only.any_character):
        return rows
    return Stream(rows.length, lambda index: as_type(f, rows.at(index), only, node))


def _least_width(f: Body, node: ast.Call, rows: Stream) -> Scalar:
    kind = type_of(f, rows.at(Scalar(Int(0, 0), "0")))
    own = sequences.as_kind(kind) if not ranges.is_range(kind) else None
    many = bounds(rows.length.kind)
    if own is not None and own.fixed and many.low > 0:
        return Scalar(Int(own.most, own.most), str(own.most))
    width = f.fresh("width")
    most = own.most if own is not None else f.program.most_items
    f.emit(f"{width} = {most}" if many.low > 0 else f"{width} = {most} if {wrapped(rows.length.text)} > 0 else 0")
    with streams.each(f, rows, node) as row:
        size = length(f, node, row)
        text = size.text if isinstance(size, Scalar) else str(size.value) if isinstance(size, Known) else "0"
        f.emit(f"{width} = min({width}, {text})")
    return Scalar(Int(0 if own is None or many.low == 0 else own.least, most), width)


def as_place(f: Body, value: Value) -> Place:
    return sequences.as_sequence(f, value)


def reversed_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return streams.backwards(f, streams.stream_of(f, given[0], node))


def abs_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    made = special.called(f, node, given[0], "__abs__")
    if made is not None:
        return made
    value = number(f, given[0], node)
    if isinstance(value, Pieces):
        return value
    assert isinstance(value, Scalar)
    if isinstance(value.kind, Float):
        return Scalar(FLOAT, f"abs({value.text})")
    limits = bounds(value.kind)
    low = 0 if limits.low <= 0 <= limits.high else min(abs(limits.low), abs(limits.high))
    return Scalar(Int(low, max(abs(limits.low), abs(limits.high))), f"abs({value.text})")


def divmod_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    one, other = (number(f, value, node) for value in given)
    one = atom(f, one) if isinstance(one, Scalar) else one
    other = atom(f, other) if isinstance(other, Scalar) else other
    parts = tuple(arithmetic(f, node, sign, one, other) for sign in (ast.FloorDiv(), ast.Mod()))
    return Pieces(Tup(tuple(type_of(f, part) for part in parts)), parts)


def iter_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    if len(given) != 1 or named:
        raise f.refuse(node, "iter is called with two arguments", "write a loop")
    of_set = isinstance(getattr(given[0], "kind", None), Members)
    stream = streams.stream_of(f, given[0], node, any_order=of_set)
    return Stream(stream.length, stream.at, unordered=of_set or stream.unordered, of_dict=stream.of_dict)


def next_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return choices.first(f, node, given[0], given[1] if len(given) > 1 else None)


def pow_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    if len(given) != 2:
        raise f.refuse(node, "pow is called with three arguments", "write (a ** b) % c")
    return arithmetic(f, node, ast.Pow(), given[0], given[1])


def _check_classes(f: Body, node: ast.AST, classes: Any) -> None:
    for one in classes if isinstance(classes, tuple) else getattr(classes, "__args__", (classes,)):
        # memory does not store the class of an int
        if isinstance(one, type) and issubclass(one, int) and one is not int and one is not bool:
            construct = f"isinstance is called with an int and the class {one.__name__}"
            raise f.refuse(node, construct, "write == instead of isinstance")


def isinstance_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    classes = given[1].value if isinstance(given[1], Known) else ()
    if isinstance(given[0], Known):
        return Known(isinstance(given[0].value, classes))
    kind = type_of(f, given[0])
    if isinstance(kind, types.Either):
        return either.answered(f, node, given[0], kind, lambda one: isinstance_call(f, node, [one, given[1]], {}))
    if isinstance(kind, types.Sum):
        return sums.by_class(f, node, given[0], lambda one: isinstance_call(f, node, [one, given[1]], {}))
    if special.class_in(kind.inner if isinstance(kind, types.Maybe) else kind) is None and (
        isinstance(kind, Int | types.Mixed) or (isinstance(kind, types.Maybe) and isinstance(kind.inner, Int))
    ):
        _check_classes(f, node, classes)
    numbers_in = of_numbers(kind)
    if len({issubclass(one, classes) for one in numbers_in}) > 1:
        raise f.refuse(node, f"isinstance is called with {types.named(kind)}", "pass values of one class")
    samples: dict[type, type] = {Bool: bool, Int: int, Float: float}
    own = kind.kind if isinstance(kind, Tup | Seq) else special.class_in(kind) or samples.get(type(kind))
    own = None if own is types.ListOrTuple else own
    if isinstance(kind, Members) and kind.frozen is not None:
        own = frozenset if kind.frozen else set
    if own is None and isinstance(kind, Mark):
        answers = {isinstance(one, classes) for one in [*kind.values, *["a"] * kind.any_character]}
        if len(answers) == 1:
            return Known(answers.pop())
        if not kind.any_character:
            mark = exploded(f, given[0])
            assert isinstance(mark, Scalar)
            return by_case(f, node, mark, [(one, isinstance(one, classes)) for one in f.program.book.ordered(kind)])
    if isinstance(kind, types.Maybe) and not isinstance(None, classes):
        there = comparisons.opposite(comparisons.equal(f, node, given[0], Known(None)))
        held = blank(kind.inner) if types.is_scalar(kind) else item_of(f, runtime(f, given[0]), 1)
        inner = isinstance_call(f, node, [held, given[1]], {})
        assert isinstance(inner, Known | Scalar)
        return comparisons.every([there, inner])
    if isinstance(kind, types.Mixed) and classes in (int, str):
        scalar = exploded(f, given[0])
        assert isinstance(scalar, Scalar)
        is_int = f"{wrapped(scalar.text)} >= {types.FAR // 2}"
        if classes is int:
            return Scalar(BOOL, is_int)
        name = atom(f, scalar)
        return Scalar(BOOL, f"{name.text} < {types.FAR // 2} and {name.text} != {types.NONE}")
    if isinstance(kind, types.Mixed):
        answers = {isinstance(one, classes) for one in [*kind.marks.values, *["a"] * kind.marks.any_character]}
        answers |= {issubclass(one, classes) for one in numbers_in}
        if len(answers) == 1:
            return Known(answers.pop())
    if own is None:
        raise f.refuse(node, f"isinstance tests the class of {types.named(kind)}", "write == instead of isinstance")
    return Known(issubclass(own, classes))


def replace_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return methods.replaced(f, node, given[0], named)


def bits_call(name: str) -> Handler:
    def made(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
        value = number(f, given[0], node)
        if name == "count":
            return bit_methods.bit_count(f, value)
        if name == "rest":
            value = wide.settled(f, value) if isinstance(value, Scalar | Pieces) else value
            if isinstance(value, Scalar):
                return Scalar(value.kind, f"{value.text} & {value.text} - 1")
            raise f.refuse(node, "bits.rest is called with a number beyond 63 bits", "write x & (x - 1)")
        high = bit_methods.bit_length(f, value)
        if name == "highest":
            return Scalar(Int(0, max(0, bounds(high.kind).high - 1)), f"{wrapped(high.text)} - 1")
        assert isinstance(value, Scalar)
        return Scalar(Int(0, 62), f"lowest({value.text})")

    return made


def math_call(name: str) -> Handler:
    def made(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
        value = number(f, given[0], node)
        if isinstance(value, Scalar) and name == "sqrt":
            made = as_type(f, value, FLOAT, node)
            assert isinstance(made, Scalar)
            return Scalar(FLOAT, f"root(block, {made.text}, {f.line_of(node)})")
        if isinstance(value, Scalar) and name in ("log", "exp"):
            made = as_type(f, value, FLOAT, node)
            assert isinstance(made, Scalar)
            return Scalar(
                FLOAT, f"{'logarithm' if name == 'log' else 'exponential'}(block, {made.text}, {f.line_of(node)})"
            )
        raise f.refuse(node, f"math.{name} is not supported for this number", "use whole numbers")

    return made


def map_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    of_set = len(given) == 2 and isinstance(getattr(given[1], "kind", None), Members)
    function, inner = given[0], [streams.stream_of(f, one, node, any_order=of_set) for one in given[1:]]
    zipped = streams.zipped(f, inner)
    return Stream(
        zipped.length, lambda index: called(f, node, function, [one.at(index) for one in inner], {}), unordered=of_set
    )
