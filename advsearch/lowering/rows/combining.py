"""`pairwise` and other functions of itertools, written as plain Python generator functions.

The lowering compiles them like functions of a game.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import attrs

from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.calls import Handler, folded, folds
from advsearch.lowering.rows.conversions import as_kind_of_sequence
from advsearch.lowering.rows.convert import type_of
from advsearch.lowering.rows.functions import call_function
from advsearch.lowering.rows.sharing import holds_changeable
from advsearch.lowering.rows.streaming import flattened
from advsearch.lowering.rows.types import Seq, Tup
from advsearch.lowering.rows.values import Known, Place, Value


def _pairs(items: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    for one in range(len(items)):
        for two in range(one + 1, len(items)):
            yield items[one], items[two]


def _triples(items: Sequence[Any]) -> Iterator[tuple[Any, Any, Any]]:
    for one in range(len(items)):
        for two in range(one + 1, len(items)):
            for three in range(two + 1, len(items)):
                yield items[one], items[two], items[three]


def _pairs_or_twice(items: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    for one in range(len(items)):
        for two in range(one, len(items)):
            yield items[one], items[two]


def _triples_or_twice(items: Sequence[Any]) -> Iterator[tuple[Any, Any, Any]]:
    for one in range(len(items)):
        for two in range(one, len(items)):
            for three in range(two, len(items)):
                yield items[one], items[two], items[three]


def _ordered_pairs(items: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    for one in range(len(items)):
        for two in range(len(items)):
            if one != two:
                yield items[one], items[two]


def _quadruples(items: Sequence[Any]) -> Iterator[tuple[Any, Any, Any, Any]]:
    for one in range(len(items)):
        for two in range(one + 1, len(items)):
            for three in range(two + 1, len(items)):
                for four in range(three + 1, len(items)):
                    yield items[one], items[two], items[three], items[four]


def _ordered_triples(items: Sequence[Any]) -> Iterator[tuple[Any, Any, Any]]:
    for one in range(len(items)):
        for two in range(len(items)):
            for three in range(len(items)):
                if one != two and one != three and two != three:
                    yield items[one], items[two], items[three]


def _neighbours(items: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    for one in range(len(items) - 1):
        yield items[one], items[one + 1]


def _product_of_two(items: Sequence[Any], others: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    for one in items:
        for two in others:
            yield one, two


def _product_of_three(
    items: Sequence[Any], others: Sequence[Any], more: Sequence[Any]
) -> Iterator[tuple[Any, Any, Any]]:
    for one in items:
        for two in others:
            for three in more:
                yield one, two, three


def _product_of_four(
    items: Sequence[Any], others: Sequence[Any], more: Sequence[Any], last: Sequence[Any]
) -> Iterator[tuple[Any, Any, Any, Any]]:
    for one in items:
        for two in others:
            for three in more:
                for four in last:
                    yield one, two, three, four


def _product_of_all(rows: Sequence[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    total = 1
    for row in rows:
        total *= len(row)
    for number in range(total):
        made, left, size = [], number, total
        for row in rows:
            size //= len(row)
            made.append(row[left // size])
            left %= size
        yield tuple(made)


def _chained(items: Iterable[Any], others: Iterable[Any]) -> Iterator[Any]:
    yield from items
    yield from others


def _chained_three(items: Iterable[Any], others: Iterable[Any], more: Iterable[Any]) -> Iterator[Any]:
    yield from items
    yield from others
    yield from more


# function: {(number of iterables, number of items in each result): its form}
_FORMS: Final[dict[Any, dict[tuple[int, int | None], Callable[..., Any]]]] = {
    itertools.combinations: {(1, 2): _pairs, (1, 3): _triples, (1, 4): _quadruples},
    itertools.combinations_with_replacement: {(1, 2): _pairs_or_twice, (1, 3): _triples_or_twice},
    itertools.permutations: {(1, 2): _ordered_pairs, (1, 3): _ordered_triples},
    itertools.pairwise: {(1, None): _neighbours},
    itertools.product: {
        (2, None): _product_of_two,
        (3, None): _product_of_three,
        (4, None): _product_of_four,
    },
    itertools.chain: {(2, None): _chained, (3, None): _chained_three},
}


_OF_LENGTH: Final = frozenset({"combinations", "combinations_with_replacement", "permutations"})


def _listed(f: Body, node: ast.Call, value: Value, source: ast.expr | None = None) -> Value:
    if isinstance(source, ast.List) and isinstance(value, Place) and isinstance(value.kind, Seq):
        kind = value.kind
        if holds_changeable(kind.item):  # nothing else refers to the list, and a copy would share the inner lists
            return attrs.evolve(value, kind=attrs.evolve(kind, kind=tuple))
    return as_kind_of_sequence(f, node, value, tuple)


def _call(function: Any) -> Handler:
    def handler(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
        if folds(given, named):
            return folded(f, node, function, given, named)
        name = function.__name__
        if name == "chain" and "*" in named:
            return flattened(f, node, named["*"])
        if name == "product" and "*" in named and len(named) == 1:
            return call_function(f, node, _product_of_all, [_listed(f, node, named["*"])], {})
        if name == "chain" and len(given) > 3:
            rest = handler(f, node, given[2:], named)
            return call_function(f, node, _chained_three, [*(_listed(f, node, one) for one in given[:2]), rest], {})
        size = named.get("r", named.get("repeat"))
        if size is None and name in _OF_LENGTH and len(given) == 2:
            given, size = given[:1], given[1]
        count = size.value if isinstance(size, Known) else None
        if name == "product" and isinstance(count, int):
            given, count = given * count, None
        if name == "permutations" and count is None and len(given) == 1:
            kind = type_of(f, given[0])
            count = len(kind.items) if isinstance(kind, Tup) and issubclass(kind.kind, tuple) else None
        form = _FORMS[function].get((len(given), count))
        if form is None or (size is not None and not isinstance(size, Known)):
            raise f.refuse(node, f"this call of {name} is not supported", "write nested loops with `yield`")
        sources = node.args if len(node.args) == len(given) else [None] * len(given)
        items = [_listed(f, node, one, source) for one, source in zip(given, sources, strict=True)]
        return call_function(f, node, form, items, {})

    return handler


COMBINING: Final[dict[Any, Handler]] = {function: _call(function) for function in _FORMS}
