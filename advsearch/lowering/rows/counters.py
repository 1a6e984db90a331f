"""Counters: dicts in which a missing key has the number 0.

Their operators are written as plain Python functions, and compiled like functions of a game.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

import attrs

from advsearch.lowering.rows import comparisons, growing_dicts, lists, streams
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.comprehensions import run_items
from advsearch.lowering.rows.functions import call_function
from advsearch.lowering.rows.numbers import truth
from advsearch.lowering.rows.values import Entries, Known, Scalar, Table, Value


def _added(one: dict[Any, int], other: dict[Any, int]) -> dict[Any, int]:
    made = {}
    for key, number in one.items():
        total = number + other.get(key, 0)
        if total > 0:
            made[key] = total
    for key, number in other.items():
        if number > 0 and key not in one:
            made[key] = number
    return made


def _subtracted(one: dict[Any, int], other: dict[Any, int]) -> dict[Any, int]:
    made = {}
    for key, number in one.items():
        left = number - other.get(key, 0)
        if left > 0:
            made[key] = left
    for key, number in other.items():
        if number < 0 and key not in one:
            made[key] = -number
    return made


def _united(one: dict[Any, int], other: dict[Any, int]) -> dict[Any, int]:
    made = {}
    for key, number in one.items():
        greater = max(number, other.get(key, 0))
        if greater > 0:
            made[key] = greater
    for key, number in other.items():
        if number > 0 and key not in one:
            made[key] = number
    return made


def _common(one: dict[Any, int], other: dict[Any, int]) -> dict[Any, int]:
    made = {}
    for key, number in one.items():
        less = min(number, other.get(key, 0))
        if less > 0:
            made[key] = less
    return made


def _positive(one: dict[Any, int]) -> dict[Any, int]:
    return {key: number for key, number in one.items() if number > 0}


def _negative(one: dict[Any, int]) -> dict[Any, int]:
    return {key: -number for key, number in one.items() if number < 0}


def _is_part(one: dict[Any, int], other: dict[Any, int]) -> bool:
    return all(number <= other.get(key, 0) for key, number in one.items()) and all(
        one.get(key, 0) <= number for key, number in other.items()
    )


def _is_same(one: dict[Any, int], other: dict[Any, int]) -> bool:
    return all(number == other.get(key, 0) for key, number in one.items()) and all(
        number == one.get(key, 0) for key, number in other.items()
    )


def _elements(one: dict[Any, int]) -> Iterator[Any]:
    for key, number in one.items():
        for _ in range(number):
            yield key


def _most_common(one: dict[Any, int]) -> list[tuple[Any, int]]:
    return sorted(one.items(), key=lambda pair: pair[1], reverse=True)


def _first_most_common(one: dict[Any, int], number: int) -> list[tuple[Any, int]]:
    return sorted(one.items(), key=lambda pair: pair[1], reverse=True)[: max(0, number)]


def _total(one: dict[Any, int]) -> int:
    return sum(one.values())


_OPERATORS: Final[dict[type[ast.operator], Callable[..., Any]]] = {
    ast.Add: _added,
    ast.Sub: _subtracted,
    ast.BitOr: _united,
    ast.BitAnd: _common,
}
_UNARY: Final[dict[type[ast.unaryop], Callable[..., Any]]] = {ast.UAdd: _positive, ast.USub: _negative}
_METHODS: Final[dict[tuple[str, int], Callable[..., Any]]] = {
    ("elements", 0): _elements,
    ("most_common", 0): _most_common,
    ("most_common", 1): _first_most_common,
    ("total", 0): _total,
}


def is_counter(value: Value) -> bool:
    plain = value.value if isinstance(value, Known) else None
    return isinstance(plain, Counter) or (isinstance(value, Entries) and value.counts)


def counter_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    from advsearch.lowering.rows.calls import folded, folds

    if folds(given, named):
        return folded(f, node, Counter, given, named)
    if named or len(given) != 1:
        raise f.refuse(node, "this call of Counter is not supported", "call Counter() with items, or with a dict")
    seen = f.unordered
    table = attrs.evolve(growing_dicts.made(f, node), counts=True)
    _update(f, node, table, given[0], ast.Add())
    return attrs.evolve(table, ordered=f.unordered == seen)


def _update(f: Body, node: ast.AST, table: Entries, items: Value, sign: ast.operator) -> None:
    from advsearch.lowering.rows.convert import item_of
    from advsearch.lowering.rows.expressions import operated

    def change(key: Value, number: Value) -> None:
        key = growing_dicts.settled(f, key)
        old = growing_dicts.entry(f, node, table, key, None)
        growing_dicts.put(f, node, table, key, operated(f, node, sign, old, number))

    items = growing_dicts.in_memory(f, items, None if isinstance(items, Table) else node)
    if not isinstance(items, Entries):
        run_items(f, items, node, lambda one: change(one, Known(1)), any_order=True)
        return
    view = growing_dicts.view(f, items, "items")
    if streams.is_empty(view):
        return
    with streams.each(f, view, node, any_order=True) as pair:
        change(item_of(f, pair, 0), item_of(f, pair, 1))


def operated(f: Body, node: ast.AST, operation: ast.operator, one: Value, other: Value) -> Value:
    form = _OPERATORS.get(type(operation))
    if form is None or not is_counter(one) or not is_counter(other):
        raise f.refuse(
            node, "a Counter is combined with a value of another type", "write Counter(...) around that value"
        )
    return _made(f, node, form, one, other)


def replace(f: Body, node: ast.AST, table: Entries, made: Value) -> None:
    lists.cleared(f, node, table.pairs)
    growing_dicts.add_pairs(f, node, table, made)


def signed(f: Body, node: ast.UnaryOp, value: Value) -> Value:
    if not is_counter(value) or type(node.op) not in _UNARY:
        raise f.refuse(node, f"`{ast.unparse(node)}` of a dict is not supported", "write a comprehension")
    return _made(f, node, _UNARY[type(node.op)], value)


def _made(f: Body, node: ast.AST, form: Callable[..., Any], *given: Value) -> Value:
    tables = [growing_dicts.in_memory(f, one, node) for one in given]
    result = call_function(f, node, form, tables, {})
    assert isinstance(result, Entries)
    ordered = all(isinstance(one, Entries) and one.ordered for one in tables)
    return attrs.evolve(result, counts=True, ordered=ordered)


def ordered(f: Body, node: ast.AST, sign: str, one: Value, other: Value) -> Known | Scalar:
    if not is_counter(one) or not is_counter(other):
        raise f.refuse(
            node, "a Counter is compared with a value of another type", "write Counter(...) around that value"
        )
    if sign in (">", ">="):
        one, other = other, one
    tables = [growing_dicts.in_memory(f, value, node) for value in (one, other)]
    part = truth(f, call_function(f, node, _is_part, tables, {}), node)
    if sign in ("<=", ">="):
        return part
    return comparisons.every([part, comparisons.opposite(equal(f, node, tables))])


def equal(f: Body, node: ast.AST, tables: list[Value]) -> Known | Scalar:
    """`==` of two counters, in which a missing key counts as 0."""
    return truth(f, call_function(f, node, _is_same, tables, {}), node)


def method(f: Body, node: ast.Call, table: Entries, name: str, given: list[Value]) -> Value | None:
    form = _METHODS.get((name, len(given)))
    if form is not None:
        made = call_function(f, node, form, [table, *given], {})
        return streams.stream_of(f, made, node) if name == "elements" else made
    match name, given:
        case "update", [items]:
            _update(f, node, table, items, ast.Add())
        case "subtract", [items]:
            _update(f, node, table, items, ast.Sub())
        case _:
            return None
    return Known(None)
