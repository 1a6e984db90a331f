"""Code for defaultdicts: in `defaultdict(int)`, a missing key gets the value 0."""

from __future__ import annotations

import ast
from typing import Any, Final

import attrs

from advsearch.lowering.row_rules import MISSING, ORDER
from advsearch.lowering.rows import growing_dicts
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.values import Closure, Entries, Known, Value
from advsearch.system.typed import is_hashable

_FACTORIES: Final = (int, float, bool, str, tuple, frozenset)


def defaultdict_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    value = _value_of(f, node, given[0]) if given else None
    if value is None or named or len(given) > 2:
        raise f.refuse(
            node, "this call of defaultdict is not supported", "use int, tuple, or a lambda that returns a constant"
        )
    made: Any = growing_dicts.made(f, node)
    if len(given) == 2:
        made = growing_dicts.in_memory(f, growing_dicts.from_pairs(f, node, given[1]), node)
    table: Entries = attrs.evolve(made, missing=(type(value.value), value.value), counts=False)
    return table


def _value_of(f: Body, node: ast.Call, factory: Value) -> Known | None:
    from advsearch.lowering.rows.closures import call_closure

    if isinstance(factory, Known) and factory.value in _FACTORIES:
        return Known(factory.value())
    if isinstance(factory, Closure) and isinstance(factory.tree, ast.Lambda):
        made = call_closure(f, node, factory, [], {})
        return made if isinstance(made, Known) and is_hashable(made.value) else None
    return None


def read(f: Body, node: ast.AST, table: Entries, key: Value) -> Value:
    """Generate code for `table[key]`, which adds a missing key to the dict."""
    assert table.missing is not None
    plain, default = attrs.evolve(table, missing=None), Known(table.missing[1])
    key = growing_dicts.settled(f, key)
    # no order of keys is visible, so the missing key need not be added
    if f.in_sets and _only_items(f, node):
        return growing_dicts.entry(f, node, plain, key, default)
    if table.pairs.site is not None and not f.in_sets:
        return growing_dicts.set_default(f, node, plain, key, default)
    # an argument cannot grow, and a loop over a set would add keys in an undefined order
    f.emit(f"if {growing_dicts.is_missing(f, node, plain, key)}:")
    f.emit(f"    fail(block, {ORDER if f.in_sets else MISSING}, {f.line_of(node)})")
    return growing_dicts.entry(f, node, plain, key, default)


def _only_items(f: Body, node: ast.AST) -> bool:
    owner = node.target if isinstance(node, ast.AugAssign) else node
    name = owner.value.id if isinstance(owner, ast.Subscript) and isinstance(owner.value, ast.Name) else None
    tree = f.tree if f.tree is not None else f.source.tree
    owners = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Subscript)}
    return name is not None and all(
        id(one) in owners or isinstance(one.ctx, ast.Store)
        for one in ast.walk(tree)
        if isinstance(one, ast.Name) and one.id == name
    )
