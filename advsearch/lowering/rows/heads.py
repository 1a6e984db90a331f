"""Loops whose body changes a name in the head: `for x in board: board = ...`.

Python evaluates `board` once, so generated code copies the items before the loop. A generator expression that reads
`board` is refused, because Python evaluates it during the loop.
"""

from __future__ import annotations

import ast
from typing import Any, Final

from advsearch.lowering.iterators import gives_iterator, returns_iterator
from advsearch.lowering.rows import changing, sharing
from advsearch.lowering.rows.bindings import assigned_names, free_names, outer_names
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.storing import store
from advsearch.lowering.rows.streams import is_endless
from advsearch.lowering.rows.values import Bound, Closure, Entries, Known, Place, Stream, Value
from advsearch.lowering.source import seen_through

# generated code reads these iterators item by item, as Python does
_READS_LIVE: Final = (enumerate, zip, map, reversed)


def unchanged(f: Body, node: ast.For, items: Value) -> Value:
    """The items of `for x in board`, copied if the body assigns `board`."""
    assigned = set(assigned_names([node.target, *node.body]))
    changed = {
        name
        for name in changing.mutated_names(f.program, node.body)
        if sharing.is_changeable(getattr(f.scope.get(name), "kind", None))
    }
    late = _read_late(f, node.iter) & (assigned | changed) | _read_if_changed(f, node.iter) & changed
    if late:
        raise f.refuse(
            node,
            f"a loop changes `{min(late)}`, but Python reads `{min(late)}` again for each item",
            "write `for ... in tuple(...)`",
        )
    read = outer_names(node.iter) & assigned
    ranges = isinstance(items, Stream) and items.span is not None
    fresh = isinstance(items, Place) and items.fresh
    if not read or ranges or fresh or not isinstance(items, Stream | Place | Entries):
        return items
    name = min(read)
    if read & changed or isinstance(items, Entries) or is_endless(items):
        raise f.refuse(node, f"the loop over `{name}` assigns `{name}`", "use two names")
    if isinstance(items, Stream):
        return f.as_list(items)
    made = f.made(items.kind)
    store(f, items, made, node)
    return made


def _read_late(f: Body, node: ast.expr) -> frozenset[str]:
    names: frozenset[str] = frozenset()
    match node:
        case ast.GeneratorExp(item, [first, *rest]):
            own = assigned_names([one.target for one in node.generators])
            names = frozenset().union(*map(outer_names, [item, *first.ifs, *rest])).difference(own)
            names |= _read_late(f, first.iter)
        case ast.Lambda():
            names = outer_names(node)
        case ast.Name(name) if isinstance(f.scope.get(name), Closure):
            names = frozenset({name})
        case ast.Call(function, given) if _gives_iterator(f, function):
            names = frozenset().union(*(_read_late(f, one) for one in [function, *given]))
    inner = [one.tree for one in map(f.scope.get, names) if isinstance(one, Closure)]
    return names.union(*map(free_names, inner))


def _read_if_changed(f: Body, node: ast.expr) -> frozenset[str]:
    match node:
        case ast.Name() | ast.Subscript() | ast.Attribute():
            return frozenset()
        case ast.Call(function, given) if _called(f, function) in _READS_LIVE:
            return frozenset().union(*(_read_if_changed(f, one) for one in given))
    return _live(f, node)


def _live(f: Body, node: ast.expr) -> frozenset[str]:
    match node:
        case ast.Name() | ast.IfExp() | ast.BoolOp():
            return outer_names(node)
        case ast.Subscript(value, index) if not isinstance(index, ast.Slice):
            return _live(f, value)
        case ast.GeneratorExp(_, [first, *_]):
            return _live(f, first.iter)
        case ast.Call(function, given) if _gives_iterator(f, function):
            return frozenset().union(*(_live(f, one) for one in given))
    return frozenset()


def _gives_iterator(f: Body, function: ast.expr) -> bool:
    called = _called(f, function)
    return returns_iterator(called.tree) if isinstance(called, Closure) else gives_iterator(called)


def _called(f: Body, function: ast.expr) -> Any:
    if any(isinstance(one, ast.Call) for one in ast.walk(function)):
        return None
    with f.captured():
        called = f.value(function)
    if isinstance(called, Known | Bound):
        return seen_through(called.value if isinstance(called, Known) else called.function)
    return called
