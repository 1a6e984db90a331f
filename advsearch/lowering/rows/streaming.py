"""`filter` and `itertools.islice`, written as Python generators and compiled like functions of a game."""

from __future__ import annotations

import ast
import itertools
import operator
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from advsearch.lowering.rows import endless, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.calls import Handler, folded, folds
from advsearch.lowering.rows.conversions import as_kind_of_sequence
from advsearch.lowering.rows.convert import as_type
from advsearch.lowering.rows.functions import call_function
from advsearch.lowering.rows.numbers import bounds, wrapped
from advsearch.lowering.rows.types import INT
from advsearch.lowering.rows.values import Known, Lazy, Scalar, Value


def _compressed(items: Sequence[Any], flags: Sequence[Any]) -> Iterator[Any]:
    for at in range(min(len(items), len(flags))):
        if flags[at]:
            yield items[at]


def _accumulated(items: Sequence[Any], function: Callable[[Any, Any], Any]) -> Iterator[Any]:
    if len(items) > 0:
        total = items[0]
        yield total
        for at in range(1, len(items)):
            total = function(total, items[at])
            yield total


def _accumulated_from(items: Sequence[Any], function: Callable[[Any, Any], Any], initial: Any) -> Iterator[Any]:
    total = initial
    yield total
    for one in items:
        total = function(total, one)
        yield total


def _sliced(items: Sequence[Any], start: int, stop: int, step: int) -> Iterator[Any]:
    for at in range(start, min(stop, len(items)), step):
        yield items[at]


def _starmapped(function: Callable[..., Any], rows: Sequence[Any]) -> Iterator[Any]:
    for row in rows:
        yield function(*row)


def _kept(function: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
    for one in items:
        if function(one):
            yield one


def _left_out(function: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
    for one in items:
        if not function(one):
            yield one


def _first_ones(function: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
    for one in items:
        if not function(one):
            return
        yield one


def _later_ones(function: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
    begun = False
    for one in items:
        if begun or not function(one):
            begun = True
            yield one


def _longest(items: Sequence[Any], others: Sequence[Any], filler: Any) -> Iterator[Any]:
    for at in range(max(len(items), len(others))):
        yield (items[at] if at < len(items) else filler, others[at] if at < len(others) else filler)


def _listed(f: Body, node: ast.Call, value: Value) -> Value:
    return as_kind_of_sequence(f, node, value, tuple)


def _by_function(form: Callable[..., Any]) -> Handler:
    def handler(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
        function = given[0]
        if isinstance(function, Known) and function.value is None:
            function = Known(bool)
        return call_function(f, node, form, [function, _listed(f, node, given[1])], {})

    return handler


def _compress(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    flags = given[1] if len(given) > 1 else named["selectors"]
    return call_function(f, node, _compressed, [_listed(f, node, one) for one in (given[0], flags)], {})


def _accumulate(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    function = given[1] if len(given) > 1 else named.get("func", Known(None))
    if isinstance(function, Known) and function.value is None:
        function = Known(operator.add)
    initial = named.get("initial", Known(None))
    items = _listed(f, node, given[0])
    if isinstance(initial, Known) and initial.value is None:
        return call_function(f, node, _accumulated, [items, function], {})
    return call_function(f, node, _accumulated_from, [items, function, initial], {})


def _islice(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    ends: list[Value] = [Known(0), *given[1:]] if len(given) == 2 else [*given[1:]]
    ends += [Known(1)] * (3 - len(ends))
    for at, default in enumerate((0, types.COUNT, 1)):
        end = ends[at]
        if isinstance(end, Known) and end.value is None:
            ends[at] = Known(default)
            continue
        number = as_type(f, end, INT, node)
        assert isinstance(number, Scalar)
        if bounds(number.kind).low < 0:
            f.emit(f"there(block, {wrapped(number.text)} >= 0, {f.line_of(node)})")
    items = endless.stream_of(f, node, given[0])
    if items is not None:
        return endless.sliced(f, node, items, *ends)
    return call_function(f, node, _sliced, [_listed(f, node, given[0]), *ends], {})


def _takewhile(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    if isinstance(given[1], Lazy):
        return endless.first_ones(f, node, given[0], given[1])
    items = endless.stream_of(f, node, given[1])
    if items is None:
        return _by_function(_first_ones)(f, node, given, named)
    return endless.first_ones(f, node, given[0], endless.as_generator(f, node, items))


def _zip_longest(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    if len(given) != 2:
        raise f.refuse(
            node, f"zip_longest is called with {len(given)} values", "pass two values, or loop over a range"
        )
    filler = named.get("fillvalue", Known(None))
    return call_function(f, node, _longest, [*(_listed(f, node, one) for one in given), filler], {})


def _from_iterable(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return flattened(f, node, given[0])


def flattened(f: Body, node: ast.Call, rows: Value) -> Value:
    """Generate `chain(*rows)` as `(item for row in rows for item in row)`."""
    name = f"the rows of {f.program.keep(node)}"  # the author's code cannot contain this name
    tree = ast.GeneratorExp(
        ast.Name("item", ast.Load()),
        [
            ast.comprehension(ast.Name("row", ast.Store()), ast.Name(name, ast.Load()), [], 0),
            ast.comprehension(ast.Name("item", ast.Store()), ast.Name("row", ast.Load()), [], 0),
        ],
    )
    for one in ast.walk(tree):
        ast.copy_location(one, node)
    f.scope[name] = f.as_list(rows) if isinstance(rows, Lazy) else rows
    return Lazy(f.program.constants.setdefault(("flattened", id(node)), tree), f, dict(f.scope))


def _unless_known(function: Any, handler: Handler) -> Handler:
    ends = function not in (itertools.count, itertools.cycle, itertools.repeat)

    def made(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
        plain = folds(given, named) and (ends or (function is itertools.repeat and len(given) > 1))
        if plain and all(not callable(one.value) for one in given if isinstance(one, Known)):
            return folded(f, node, function, given, named)
        return handler(f, node, given, named)

    return made


STREAMING: Final[dict[Any, Handler]] = {
    function: _unless_known(function, handler)
    for function, handler in {
        filter: _by_function(_kept),
        itertools.accumulate: _accumulate,
        itertools.chain.from_iterable: _from_iterable,
        itertools.compress: _compress,
        itertools.count: endless.count_call,
        itertools.cycle: endless.cycle_call,
        itertools.dropwhile: _by_function(_later_ones),
        itertools.filterfalse: _by_function(_left_out),
        itertools.islice: _islice,
        itertools.repeat: endless.repeat_call,
        itertools.starmap: _by_function(_starmapped),
        itertools.takewhile: _takewhile,
        itertools.zip_longest: _zip_longest,
    }.items()
}
