"""`x in items` becomes a loop that compares `x` with each item."""

from __future__ import annotations

import ast
import enum
from types import MappingProxyType
from typing import Any, Final

from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import sets, special, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.comparisons import Truth, equal, is_settled
from advsearch.lowering.rows.convert import exploded, runtime, type_of
from advsearch.lowering.rows.numbers import bounds, truth, wrapped
from advsearch.lowering.rows.ranges import contains, is_range
from advsearch.lowering.rows.sequences import as_sequence
from advsearch.lowering.rows.streams import each, stream_of
from advsearch.lowering.rows.types import BOOL, Bool, Clash, Float, Int, Mark, Maybe, Members, Seq, Tup
from advsearch.lowering.rows.values import Entries, Known, Pieces, Scalar, Stream, Table, Value


def contained(f: Body, node: ast.AST, one: Value, container: Value) -> Truth:
    from advsearch.lowering.rows import growing_dicts

    if isinstance(container, Table):
        from advsearch.lowering.rows.dicts import has_entry

        found_there = has_entry(f, node, container, one)
        assert isinstance(found_there, Known | Scalar)
        return found_there
    if isinstance(container, Entries):
        return growing_dicts.has(f, node, container, one)
    if isinstance(container, Known) and not special.has(container, "__contains__") and not _of_flags(container, one):
        return _in_constant(f, node, one, container.value)
    made = special.called(f, node, container, "__contains__", one)
    if made is not None:
        return truth(f, made, node)
    kind = getattr(container, "kind", None)
    if isinstance(kind, Members):
        return sets.contains(f, container, one, node)
    if (isinstance(container, Stream) and container.ends is not None) or is_range(kind):
        value = exploded(f, runtime(f, one)) if types.is_flat(type_of(f, one)) else one
        if isinstance(value, Scalar) and isinstance(value.kind, Int | Bool):
            return contains(f, container, value)
    if isinstance(kind, Seq | Mark) and (isinstance(kind, Mark) or kind.kind is str):
        from advsearch.lowering.rows.texts import found_at

        place = found_at(f, node, container, is_settled(f, one))
        return Scalar(BOOL, f"{place.text} >= 0")
    return found(f, node, one, special.iterated(f, node, container) or container)


def _of_flags(container: Known, one: Value) -> bool:
    return isinstance(container.value, enum.Flag) and not isinstance(one, Known)


def found(f: Body, node: ast.AST, one: Value, container: Value) -> Truth:
    kind = getattr(container, "kind", None)
    if isinstance(kind, Tup) and issubclass(kind.kind, tuple) and isinstance(container, Pieces):
        texts = []
        for item in container.items:
            test = equal(f, node, one, item)
            if isinstance(test, Known) and test.value:
                return test
            if isinstance(test, Scalar):
                texts.append(wrapped(test.text))
        return Scalar(BOOL, " or ".join(texts)) if texts else Known(False)
    name = f.fresh("found")
    one = is_settled(f, one)
    f.emit(f"{name} = False")
    with each(f, container, node, any_order=True) as item:
        test = equal(f, node, one, item)
        with f.block(f"if {test.value if isinstance(test, Known) else test.text}:"):
            f.emit(f"{name} = True")
            f.emit("break")
    return Scalar(BOOL, name)


def _in_constant(f: Body, node: ast.AST, one: Value, values: Any) -> Truth:
    if isinstance(values, range):
        return contained(f, node, one, stream_of(f, Known(values), node))
    kind = type_of(f, one)
    if isinstance(values, str):
        if not values:
            return equal(f, node, one, Known(""))  # the empty string contains only itself
        if not isinstance(kind, Mark) or any(len(str(mark)) != 1 for mark in kind.values):
            return contained(f, node, one, as_sequence(f, Known(values)))
        return _among(f, node, one, sorted(set(values)))
    if isinstance(values, dict | set | frozenset | tuple | list | MappingProxyType):
        return _among(f, node, one, list(values))
    raise f.refuse(
        node,
        f"`in` is used with an object of the class {type(values).__name__}",
        "use a tuple, list, set, dict, range or string",
    )


_CHAIN: Final = 5


def _among(f: Body, node: ast.AST, one: Value, values: list[Any]) -> Truth:
    kind = type_of(f, one)
    fitting = [value for value in values if may_equal(kind, value)]
    if not fitting:
        return Known(False)
    if isinstance(kind, Int | Bool) and all(isinstance(value, int) for value in fitting):
        numbers = sorted({int(value) for value in fitting})
        if numbers[-1] - numbers[0] == len(numbers) - 1 and len(numbers) > 2:
            return contained(f, node, one, stream_of(f, Known(range(numbers[0], numbers[-1] + 1)), node))
    if len(fitting) > _CHAIN and not isinstance(kind, Mark | Float | Maybe):
        try:
            members = sets.as_set_of(f, frozenset(fitting))
            return sets.contains(f, members, one, node)
        except (books.Untyped, Clash, TypeError):
            pass
    one = is_settled(f, exploded(f, runtime(f, one)) if types.is_flat(kind) else one)
    texts = []
    for value in fitting:
        test = equal(f, node, one, Known(value))
        if isinstance(test, Known) and test.value:
            return test
        if isinstance(test, Scalar):
            texts.append(wrapped(test.text))
    return Scalar(BOOL, " or ".join(texts)) if texts else Known(False)


def may_equal(kind: types.Type, value: Any) -> bool:
    try:
        own = books.type_of(value)
    except books.Untyped:
        return False
    match kind, own:
        case Mark(), Mark():
            return kind.any_character or value in kind.values
        case (Int() | Bool(), Int() | Bool()):
            limits = bounds(kind)
            return limits.low <= int(value) <= limits.high
        case Tup(), Tup():
            return len(kind.items) == len(own.items)
    return True
