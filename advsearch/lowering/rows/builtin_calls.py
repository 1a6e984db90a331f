"""Built-in functions, and those of attrs, dataclasses, math and advsearch.bits."""

from __future__ import annotations

import ast

from advsearch.lowering.rows import (
    bit_methods,
    choices,
    comparisons,
    comprehensions,
    either,
    growing_dicts,
    methods,
    sequences,
    sets,
    streams,
    types,
    wide,
)
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.calls import Handler, called, folds
from advsearch.lowering.rows.convert import as_type, atom, blank, exploded, item_of, load, runtime, type_of
from advsearch.lowering.rows.marks import by_case
from advsearch.lowering.rows.numbers import arithmetic, bounds, negated, number, wrapped
from advsearch.lowering.rows.types import BOOL, FLOAT, INT, Bool, Float, Int, Mark, Members, Seq, Tup
from advsearch.lowering.rows.values import Entries, Known, Lazy, NotYet, Pieces, Place, Scalar, Stream, Value


def len_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return length(f, node, given[0])


def length(f: Body, node: ast.AST, value: Value) -> Value:
    if isinstance(value, Known):
        return Known(len(value.value))
    if isinstance(value, Entries):
        return growing_dicts.size(f, value)
    kind = getattr(value, "kind", None)
    if isinstance(kind, Members):
        return sets.size(f, value)
    if isinstance(kind, Tup) and issubclass(kind.kind, tuple):
        return Known(len(kind.items))
    if isinstance(value, Stream):
        return value.length
    if isinstance(kind, types.Either) and all(isinstance(one, str) for one in kind.marks.values):
        return either.answered(f, node, value, kind, lambda one: length(f, node, one))
    if isinstance(kind, types.Maybe):
        return length(f, node, as_type(f, value, kind.inner, node))
    if isinstance(kind, Mark) and all(isinstance(one, str) for one in kind.values):
        return sequences.length_of(f, sequences.as_sequence(f, value))
    if not isinstance(kind, Seq):
        raise f.refuse(
            node,
            f"len is called with {types.named(kind) if kind else 'this value'}",
            "call it with a tuple, a list, a string or a set",
        )
    assert isinstance(value, Place)
    return sequences.length_of(f, value)


def truth_of_items(f: Body, value: Value, node: ast.AST) -> Scalar | None:
    """The truth of a value that is true exactly if it has items."""
    kind = getattr(value, "kind", None)
    if isinstance(kind, Seq):
        size = length(f, node, value)
        assert isinstance(size, Scalar)
        return Scalar(BOOL, f"{size.text} != 0")
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
        return _range_of_either_step(f, node, given)
    low, high = (Known(0), given[0]) if len(given) == 1 else (given[0], given[1])
    return streams.span(f, low, high, step.value)


def _range_of_either_step(f: Body, node: ast.Call, given: list[Value]) -> Value:
    """A range whose step may be positive or negative, which is known only at run time."""
    low, high, step = (as_type(f, one, INT, node) for one in given)
    assert isinstance(low, Scalar)
    assert isinstance(high, Scalar)
    assert isinstance(step, Scalar)
    low, high, step = atom(f, low), atom(f, high), atom(f, step)
    name = f.fresh("length")
    line = f.line_of(node)
    up, down = (
        f"({high.text} - {low.text} + {step.text} - 1) // {step.text}",
        f"({low.text} - {high.text} - {step.text} - 1) // -{step.text}",
    )
    f.emit(f"{name} = max(0, {up} if {step.text} > 0 else {down}) if {step.text} != 0 else fail(block, 4, {line})")
    a, b = bounds(low.kind), bounds(high.kind)
    values = Int(min(a.low, b.low), max(a.high, b.high))
    most = max(0, values.high - values.low)
    return Stream(
        Scalar(Int(0, most), name), lambda index: Scalar(values, f"{low.text} + {wrapped(index.text)} * {step.text}")
    )


def enumerate_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    start = given[1] if len(given) > 1 else named.get("start", Known(0))
    return streams.enumerated(f, streams.stream_of(f, given[0], node), start)


def zip_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    if "*" in named:
        return _turned(f, node, named["*"])
    return streams.zipped(f, [streams.stream_of(f, one, node) for one in given])


def _turned(f: Body, node: ast.Call, rows: Value) -> Value:
    """Write `zip(*rows)`, which gives the columns of rows of equal length."""
    place = sequences.as_sequence(f, runtime(f, rows))
    kind = place.kind
    assert isinstance(kind, Seq)
    if isinstance(kind.item, types.Never):
        raise NotYet
    stream = streams.stream_of(f, place, node)
    item = kind.item
    if isinstance(item, Tup):
        columns = []
        for at in range(len(item.items)):
            column = Stream(stream.length, lambda index, at=at: item_of(f, stream.at(index), at))  # type: ignore[misc]
            columns.append(comprehensions.from_stream(f, column, tuple, node, at))
        return streams.pair(f, tuple(columns))
    if not isinstance(item, Seq) or not item.fixed:
        raise f.refuse(node, "zip(*...) is called with rows of different lengths", "write loops over indices")
    inner = item

    def column_at(index: Scalar) -> Value:
        column = Stream(
            stream.length, lambda row: load(f, sequences.item_place(as_place(f, stream.at(row)), index.text))
        )
        return comprehensions.from_stream(f, column, tuple, node, "column")

    return Stream(Scalar(Int(inner.most, inner.most), str(inner.most)), column_at)


def as_place(f: Body, value: Value) -> Place:
    return sequences.as_sequence(f, value)


def reversed_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return streams.backwards(f, streams.stream_of(f, given[0], node))


def abs_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
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


def next_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return choices.first(f, node, given[0], given[1] if len(given) > 1 else None)


def pow_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    if len(given) != 2:
        raise f.refuse(node, "pow is called with three arguments", "write (a ** b) % c")
    return arithmetic(f, node, ast.Pow(), given[0], given[1])


def isinstance_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    classes = given[1].value if isinstance(given[1], Known) else ()
    if isinstance(given[0], Known):
        return Known(isinstance(given[0].value, classes))
    kind = type_of(f, given[0])
    if isinstance(kind, types.Either):
        return either.answered(f, node, given[0], kind, lambda one: isinstance_call(f, node, [one, given[1]], {}))
    samples: dict[type, type] = {Bool: bool, Int: int, Float: float}
    own = kind.kind if isinstance(kind, Tup | Seq) else samples.get(type(kind))
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
        answers = {isinstance(one, classes) for one in [0, *kind.marks.values, *["a"] * kind.marks.any_character]}
        if len(answers) == 1:
            return Known(answers.pop())
    if own is None:
        raise f.refuse(node, f"isinstance is called with {types.named(kind)}", "compare values")
    return Known(issubclass(own, classes))


def replace_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return methods.replaced(f, node, given[0], named)


def bits_call(name: str) -> Handler:
    """Write a call of a function of advsearch.bits."""

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


def negative_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return negated(f, node, given[0])


def round_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    value = number(f, given[0], node)
    if len(given) == 1 and isinstance(value, Scalar) and not isinstance(value.kind, Float):
        return value
    raise f.refuse(node, "round is called with a float", "use whole numbers, or int(...)")


def operator_call(sign: ast.operator) -> Handler:
    def made(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
        return arithmetic(f, node, sign, given[0], given[1])

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
