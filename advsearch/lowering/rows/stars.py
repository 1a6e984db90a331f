"""Calls with `*` and a list of unknown length: `max(*numbers)`.

In derived rules, only functions such as `max`, `zip` and `def f(*items)` accept `*numbers`.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import itertools
from types import FunctionType, MethodType
from typing import Any, Final

import attrs

from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import type_of
from advsearch.lowering.rows.expressions import in_order
from advsearch.lowering.rows.types import INT, Members, field_names
from advsearch.lowering.rows.values import (
    Bound,
    Closure,
    Entries,
    Known,
    Place,
    Scalar,
    Stream,
    Table,
    Value,
    plain_function,
)
from advsearch.lowering.source import source_of

_COMBINED: Final = frozenset({"union", "intersection", "difference"})
_ONE_BY_ONE: Final = "name the arguments one by one"


def unknown_length(f: Body, node: ast.Call, function: Value) -> tuple[list[Value], dict[str, Value]]:
    from advsearch.lowering.rows.displays import with_stars
    from advsearch.lowering.rows.sequences import length_of

    called = function.value if isinstance(function, Known) else None
    names = named(f, node, function, [f.value(one.value) for one in node.keywords])
    if called in (min, max):
        made = ast.copy_location(ast.Tuple(node.args, ast.Load()), node)
        display = f.program.constants.setdefault(("stars", f.program.keep(node)), made)
        items = with_stars(f, display, tuple)
        assert isinstance(items, Place)
        # for a single argument, Python compares the items of that argument
        f.emit(f"there(block, {length_of(f, items).text} > 1, {f.line_of(node)})")
        return [items], names
    if len(node.args) == 1 and (called in (zip, itertools.chain, itertools.product) or of_sets(function)):
        assert isinstance(node.args[0], ast.Starred)
        value = f.value(node.args[0].value)
        return [Stream(Scalar(INT, "star"), lambda _index: value)], {"*": value, **names}
    own = _own_parameters(function)
    if own is not None and own.vararg is not None:
        bound = isinstance(function, Bound) or isinstance(called, MethodType)
        first = [one.arg for one in (*own.posonlyargs, *own.args)][bound:]
        before = node.args[: len(first)]
        if len(before) == len(first) and not any(isinstance(one, ast.Starred) for one in before):
            given = in_order(f, before)
            made = ast.copy_location(ast.Tuple(node.args[len(first) :], ast.Load()), node)
            display = f.program.constants.setdefault(("stars", f.program.keep(node)), made)
            return given, {own.vararg.arg: with_stars(f, display, tuple), **names}
    raise f.refuse(node, "a call contains *x, but the length of x is not known", "pass x itself, without *")


def names_parameters(function: Value) -> bool:
    """Whether a function has no parameter of the form `*items`."""
    own = _own_parameters(function)
    if own is not None:
        return own.vararg is None
    return isinstance(function, Known) and isinstance(function.value, type) and bool(field_names(function.value))


def is_single(node: ast.Call) -> bool:
    """Whether a call has one starred argument, and no keywords."""
    return not node.keywords and sum(isinstance(one, ast.Starred) for one in node.args) == 1


def needed(function: Value) -> int | None:
    """The number of arguments of a function or class without default values; None if it is not known."""
    own = _own_parameters(function)
    if own is not None:
        plain = not (own.vararg or own.kwarg or own.defaults or own.kwonlyargs)
        bound = isinstance(function, Bound) or isinstance(getattr(function, "value", None), MethodType)
        return len(own.posonlyargs) + len(own.args) - bound if plain else None
    kind = function.value if isinstance(function, Known) else None
    if not isinstance(kind, type) or not field_names(kind):
        return None
    found = inspect.signature(kind).parameters.values()
    plain = all(one.kind is one.POSITIONAL_OR_KEYWORD and one.default is one.empty for one in found)
    return len(found) if plain else None


def _own_parameters(function: Value) -> ast.arguments | None:
    if isinstance(function, Closure):
        return function.tree.args  # type: ignore[no-any-return]
    plain = plain_function(function)
    return source_of(plain).tree.args if isinstance(plain, FunctionType) else None


def named(f: Body, node: ast.Call, function: Value, values: list[Value]) -> dict[str, Value]:
    # A dict with keys known only at run time gets the name `**`, as in `attrs.evolve(x, **{name: 1})`.
    found: dict[str, Value] = {}
    for keyword, value in zip(node.keywords, values, strict=True):
        if keyword.arg is not None:
            found[keyword.arg] = value
            continue
        stars = any(isinstance(one, ast.Starred) for one in node.args)
        if isinstance(value, Entries) and "**" not in found and _replaces(function) and not stars:
            found["**"] = value
            continue
        table = _table(value)
        if table is None:
            raise f.refuse(node, "a call contains **x, but the keys of x are not known", _ONE_BY_ONE)
        for key, part in zip(table.keys, table.values, strict=True):
            name = key.value if isinstance(key, Known) else "**"
            if name in found or not isinstance(name, str) or (name == "**" and not _replaces(function)):
                raise f.refuse(node, "a call contains **x, but a key of x is not a constant", _ONE_BY_ONE)
            found[name] = Table((key,), (part,), node) if name == "**" else part
    return found


def check_unchanged(f: Body, node: ast.Call, values: list[Value], changes: int) -> None:
    """Refuse `f(**x, y=z())` if `z` can change `x`: Python reads `x` first."""
    early = [
        keyword.arg is None and isinstance(value, Entries)
        for keyword, value in zip(node.keywords, values, strict=True)
    ]
    if any(early[:-1]) and f.changes != changes:
        raise f.refuse(
            node,
            "a call contains **x, and a later argument changes a list or dict",
            "change the list or dict on a line of its own",
        )


def _table(value: Value) -> Table | None:
    if isinstance(value, Known) and isinstance(value.value, dict):
        return Table(tuple(map(Known, value.value)), tuple(map(Known, value.value.values())))
    return value if isinstance(value, Table) else None


def _replaces(function: Value) -> bool:
    if isinstance(function, Bound):
        return bool(function.function == "_replace")
    called = function.value if isinstance(function, Known) else None
    return called is attrs.evolve or called is dataclasses.replace


def of_sets(function: Value) -> bool:
    if isinstance(function, Bound):
        return function.function in _COMBINED and isinstance(getattr(function.owner, "kind", None), Members)
    called: Any = function.value if isinstance(function, Known) else None
    owner = getattr(called, "__objclass__", type(getattr(called, "__self__", None)))
    return owner in (set, frozenset) and getattr(called, "__name__", "") in _COMBINED


def combined_sets(f: Body, node: ast.Call, function: Value, values: Value) -> Value:
    from advsearch.lowering.rows.callables import reduce_call

    if isinstance(function, Bound):
        name, start = function.function, [function.owner]
        kind = type_of(f, function.owner)
    else:
        assert isinstance(function, Known)
        name, start = function.value.__name__, []
        kind = None
        if hasattr(function.value, "__self__"):
            start = [Known(function.value.__self__)]
    frozen = kind.frozen if isinstance(kind, Members) else True
    return reduce_call(f, node, [Known(getattr(frozenset if frozen else set, name)), values, *start], {})
