"""Code for calls that convert values: `int(x)`, `float(x)`, `str(x)`, `list(x)`, `set(x)`."""

from __future__ import annotations

import ast
from string import digits

from advsearch.lowering.row_rules import RAISED
from advsearch.lowering.rows import (
    comprehensions,
    dicts,
    distinct,
    growing_dicts,
    numerals,
    sequences,
    sets,
    slices,
    special,
    streams,
    types,
)
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.calls import Handler, folded, folds
from advsearch.lowering.rows.convert import as_type, copied, exploded, item_of, runtime, type_of
from advsearch.lowering.rows.numbers import bounds, number, truth
from advsearch.lowering.rows.ranges import is_range, stream_of_range
from advsearch.lowering.rows.storing import with_kind
from advsearch.lowering.rows.types import FLOAT, INT, Bool, Float, Int, Mark, Members, Seq, Tup
from advsearch.lowering.rows.values import Entries, Known, Lazy, Pieces, Scalar, Stream, Table, Value

_DIGITS = frozenset(digits)


def int_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    value = runtime(f, given[0])
    kind = getattr(value, "kind", None)
    if isinstance(kind, Bool):
        assert isinstance(value, Scalar)
        return Scalar(Int(0, 1), f"(1 if {value.text} else 0)")
    if isinstance(kind, Int):
        plain = kind.members is None and not kind.beside
        return value if plain else with_kind(exploded(f, value), Int(kind.low, kind.high))
    if isinstance(kind, Float):
        scalar = exploded(f, value)
        assert isinstance(scalar, Scalar)
        return Scalar(INT, f"whole(block, {scalar.text}, {f.line_of(node)})")
    if len(given) > 1 or named:
        raise f.refuse(node, "int is called with a base", "look each digit up in a constant dict")
    if isinstance(kind, Mark) and _is_digit_perhaps(kind):
        return _digit(f, node, value)
    if isinstance(kind, types.Maybe):
        return int_call(f, node, [as_type(f, value, kind.inner, node)], {})
    if isinstance(kind, types.Mixed):
        return int_call(f, node, [as_type(f, value, kind.number, node)], {})
    return numerals.as_number(f, node, value)


def _is_digit_perhaps(kind: Mark) -> bool:
    digits = kind.any_character or any(one in _DIGITS for one in kind.values)
    return digits and all(one is None or len(str(one)) == 1 for one in kind.values)


def _digit(f: Body, node: ast.Call, value: Value) -> Scalar:
    scalar = exploded(f, value)
    assert isinstance(scalar, Scalar)
    name = f.fresh("digit")
    f.emit(f"{name} = {scalar.text}")
    f.emit(f"if {name} < 48 or {name} > 57:")
    f.emit(f"    {name} = 48 + fail(block, {RAISED}, {f.line_of(node)})")
    return Scalar(Int(0, 9), f"{name} - 48")


def float_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return as_type(f, number(f, given[0], node), FLOAT, node)


def bool_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    from advsearch.lowering.rows import changing, iterators
    from advsearch.lowering.rows.conditions import asked

    if len(node.args) == 1 and iterators.is_true(f, node.args[0]):
        return Known(True)
    if len(node.args) != 1 or changing.is_needed(f, node.args[0]):  # the code of the argument is written only once
        return truth(f, given[0], node)
    return asked(f, node.args[0])


def str_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return numerals.as_text(f, given[0], node)


def repr_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return numerals.as_text(f, given[0], node, "", numerals.REPR)


def sequence_call(kind: type) -> Handler:
    def made(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
        if not given:
            if kind is tuple:
                return Known(())
            empty = sequences.made_list(f, node, Seq(kind, types.NEVER, 0, 0))
            sequences.put_length(f, empty, "0")
            return empty
        return as_kind_of_sequence(f, node, given[0], kind)

    return made


def deque_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    if named or len(given) > 1:
        raise f.refuse(node, "a deque is made with a maxlen", "delete items with popleft()")
    return sequence_call(list)(f, node, given, named)


def as_kind_of_sequence(f: Body, node: ast.AST, value: Value, kind: type) -> Value:
    value = special.iterated(f, node, value) or value
    if isinstance(value, Entries):
        value = growing_dicts.keys(f, value)
    own = getattr(value, "kind", None)
    if isinstance(value, Lazy):
        return comprehensions.collected(f, value.node, kind)
    if is_range(own):
        value = stream_of_range(f, value, node)
    if isinstance(value, Known):
        items = tuple(value.value)
        if kind is tuple:
            return Known(items)
        if not items:
            return sequence_call(list)(f, node, [], {})  # type: ignore[arg-type]
        from advsearch.lowering.rows.attributes import constant_table

        return slices.as_list(f, constant_table(f, items, "table"), node, list)
    if isinstance(value, Stream):
        return comprehensions.from_stream(f, value, kind, node)
    if isinstance(own, Members):
        comprehensions.order_shows(f, node)
        f.unordered_calls.add(id(node))
        return comprehensions.from_stream(f, streams.stream_of(f, value, node, any_order=True), kind, node)
    if kind is tuple and isinstance(own, Tup) and issubclass(own.kind, tuple):
        return (
            value
            if own.kind is tuple
            else Pieces(Tup(own.items), tuple(item_of(f, value, at) for at in range(len(own.items))))
        )
    if kind is tuple and isinstance(own, Seq) and own.kind is tuple:
        return value
    return slices.as_list(f, value, node, kind)


def set_call(frozen: bool) -> Handler:
    def made(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
        if not given:
            if distinct.is_known(f, node):
                return distinct.of_values(f, node, [])
            kind = f.program.learn(f.key(node, "empty"), Members(types.NEVER, frozen))
            assert isinstance(kind, Members)
            return sets.empty(kind)
        if isinstance(given[0], Known):
            return Known(frozenset(given[0].value) if frozen else set(given[0].value))
        return comprehensions.gathered(f, node, given[0], frozen)

    return made


def dict_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    if len(given) == 1 and not named:
        return Known(dict(given[0].value)) if isinstance(given[0], Known) else dicts.from_pairs(f, node, given[0])
    if folds(given, named):
        return folded(f, node, dict, given, named)
    if not given:
        return Table(tuple(map(Known, named)), tuple(dicts.entered(f, one) for one in named.values()), node)
    raise f.refuse(node, "this call of dict is not supported", "use a tuple or list, with indices as keys")


def fromkeys_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    if folds(given, named):
        return folded(f, node, dict.fromkeys, given, named)
    seen, table = f.unordered, growing_dicts.made(f, node)
    value = given[1] if len(given) > 1 else Known(None)
    value = copied(f, value, "value") if isinstance(value, Scalar | Pieces) else value
    comprehensions.run_items(
        f, given[0], node, lambda key: growing_dicts.put(f, node, table, key, value), any_order=True
    )
    return Entries(table.pairs, f.unordered == seen)


def ord_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    kind = type_of(f, given[0])
    if not isinstance(kind, Mark) or not all(isinstance(one, str) and len(one) == 1 for one in kind.values):
        raise f.refuse(
            node, "ord is called with a value that may not be one character", "pass one character, such as text[0]"
        )
    value = exploded(f, runtime(f, given[0]))
    assert isinstance(value, Scalar)
    codes = [ord(one) for one in kind.values] + [0, 0x10FFFF] * kind.any_character
    return Scalar(Int(min(codes), max(codes)), value.text)


def chr_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    value = as_type(f, given[0], Int(0, 0x10FFFF), node)
    assert isinstance(value, Scalar)
    limits = bounds(value.kind)
    if limits.high - limits.low < 256:
        return Scalar(Mark(frozenset(map(chr, range(limits.low, limits.high + 1)))), value.text)
    return Scalar(types.CHARACTER, value.text)
