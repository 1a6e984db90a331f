"""Functions of itertools, as generators that are lowered like an author's own."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.calls import Handler, folded, folds
from advsearch.lowering.rows.conversions import as_kind_of_sequence
from advsearch.lowering.rows.functions import call_function
from advsearch.lowering.rows.values import Known, Value


def _pairs(items: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    for one in range(len(items)):
        for two in range(one + 1, len(items)):
            yield items[one], items[two]


def _triples(items: Sequence[Any]) -> Iterator[tuple[Any, Any, Any]]:
    for one in range(len(items)):
        for two in range(one + 1, len(items)):
            for three in range(two + 1, len(items)):
                yield items[one], items[two], items[three]


def _ordered_pairs(items: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    for one in range(len(items)):
        for two in range(len(items)):
            if one != two:
                yield items[one], items[two]


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


def _chained(items: Iterable[Any], others: Iterable[Any]) -> Iterator[Any]:
    yield from items
    yield from others


def _chained_three(items: Iterable[Any], others: Iterable[Any], more: Iterable[Any]) -> Iterator[Any]:
    yield from items
    yield from others
    yield from more


_FORMS: Final[dict[Any, dict[tuple[int, int | None], Callable[..., Any]]]] = {
    itertools.combinations: {(1, 2): _pairs, (1, 3): _triples},
    itertools.permutations: {(1, 2): _ordered_pairs},
    itertools.pairwise: {(1, None): _neighbours},
    itertools.product: {(2, None): _product_of_two, (3, None): _product_of_three},
    itertools.chain: {(2, None): _chained, (3, None): _chained_three},
}
"""Of a function, by how many values it combines and how many items of each it takes: the generator."""


def _call(function: Any) -> Handler:
    def handler(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
        if folds(given, named):
            return folded(f, node, function, given, named)
        name = function.__name__
        size = named.get("r", named.get("repeat"))
        if size is None and name in ("combinations", "permutations") and len(given) == 2:
            given, size = given[:1], given[1]
        count = size.value if isinstance(size, Known) else None
        if name == "product" and len(given) == 1 and isinstance(count, int):
            given, count = given * count, None
        form = _FORMS[function].get((len(given), count))
        if form is None or (size is not None and not isinstance(size, Known)):
            raise f.refuse(node, f"this call of `{name}` is not supported", "write nested loops with yield")
        items = [as_kind_of_sequence(f, node, one, tuple) for one in given]
        return call_function(f, node, form, items, {})

    return handler


COMBINING: Final[dict[Any, Handler]] = {function: _call(function) for function in _FORMS}
