"""Lists and sets with two names: refused where a change through one would have to show through the other.

Every list of the text has cells of its own, so a second name, a part that is taken out, and a copy that keeps the
inner lists are copies. They may stand where nothing is changed afterwards.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from typing import Any

from advsearch.lowering.rows import order
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.types import Members, Seq, Type
from advsearch.lowering.rows.values import Known, Value


def check_name(f: Body, name: str, value: Value, node: ast.AST) -> None:
    """Refuse a name for a list or set, or for a part of one, that has a name already, if either is changed."""
    kind = getattr(value, "kind", None)
    if not is_changeable(kind) and not (isinstance(value, Known) and isinstance(value.value, list | set)):
        return
    source = node.iter if isinstance(node, ast.For) else None
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr):
        source = node.value
    if source is None:
        return
    shown = "set" if isinstance(kind, Members) or isinstance(getattr(value, "value", None), set) else "list"
    for owner, part in _shared(source, isinstance(node, ast.For)):
        if owner == name or _is_left(f, node, owner):
            continue
        changed = name in f.mutated
        changed |= _changes_inside(f, name) if part else owner in f.mutated
        if changed:
            of = f"a part of {owner}" if part else f"the {shown} {owner}"
            raise f.refuse(node, f"{name}, a second name for {of}", f"write {shown}({ast.unparse(source)})")


def check_rows(f: Body, node: ast.AST, item: Type) -> None:
    """Refuse a copy of a list whose items are lists, which the copy would share, if items of items are changed."""
    if is_changeable(item) and _inner_changes(_tree(f)):
        raise f.refuse(
            node, "a copy of a list of lists or sets, which shares the inner ones", "write [list(row) for row in ...]"
        )


def check_item(f: Body, node: ast.AST, value: Value) -> None:
    """Refuse an item of a new list that is a list or set with a name, if items of items or it are changed."""
    shared = [owner for owner, _ in _shared(node, False)] if isinstance(node, ast.expr) else []
    if not shared or not is_changeable(getattr(value, "kind", None)):
        return
    if _inner_changes(_tree(f)) or any(owner in f.mutated for owner in shared):
        raise f.refuse(
            node, f"{ast.unparse(node)} inside a list, which would share it", "write list(...) or set(...)"
        )


def is_changeable(kind: Type | None) -> bool:
    """Whether values of a type can be changed in place."""
    return (isinstance(kind, Seq) and kind.kind is list) or (isinstance(kind, Members) and not kind.frozen)


def _tree(f: Body) -> Any:
    return f.source.tree if f.tree is None else f.tree


def _shared(node: ast.expr, part: bool) -> Iterator[tuple[str, bool]]:
    """The names whose lists a value may be, or be a part of."""
    if isinstance(node, ast.Name):
        yield node.id, part
    elif isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        yield from _shared(node.value, True)
    elif isinstance(node, ast.IfExp):
        yield from _shared(node.body, part)
        yield from _shared(node.orelse, part)
    elif isinstance(node, ast.BoolOp):
        for one in node.values:
            yield from _shared(one, part)
    elif isinstance(node, ast.NamedExpr):
        yield from _shared(node.target, part)
    elif part and isinstance(node, ast.Call):  # enumerate(...), zip(...), reversed(...)
        for one in node.args:
            yield from _shared(one, part)
    elif part and isinstance(node, ast.Subscript):
        yield from _shared(node.value, True)


def _is_left(f: Body, node: ast.AST, owner: str) -> bool:
    """Whether a name is not read again before it is assigned."""
    inside = isinstance(node, ast.For) and any(
        isinstance(one, ast.Name) and one.id == owner for part in node.body for one in ast.walk(part)
    )
    return not inside and order.dead_after(f, node, owner)


def _changes_inside(f: Body, name: str) -> bool:
    """Whether a list inside another is changed while a name may stand for it."""
    return any(not simple or not order.dead_after(f, one, name) for one, simple in _inner_changes(_tree(f)))


@functools.lru_cache(maxsize=1_024)
def _inner_changes(tree: Any) -> tuple[tuple[ast.AST, bool], ...]:
    """The statements that change a list or set inside another, and whether each holds no other statements."""
    found = []
    for one in ast.walk(tree):
        if isinstance(one, ast.stmt) and not isinstance(one, ast.FunctionDef):
            parts = [part for part in ast.iter_child_nodes(one) if isinstance(part, ast.expr)]
            if any(_is_inner(part) for top in parts for part in ast.walk(top)) or _grows_inner(one):
                found.append((one, not hasattr(one, "body")))
    return tuple(found)


def _is_inner(node: ast.AST) -> bool:
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        return isinstance(node.value, ast.Subscript)
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in order.CHANGING
        and isinstance(node.func.value, ast.Subscript)
    )


def _grows_inner(node: ast.stmt) -> bool:
    """`x[0] += [...]`"""
    return (
        isinstance(node, ast.AugAssign)
        and isinstance(node.target, ast.Subscript)
        and isinstance(node.value, ast.List | ast.ListComp | ast.Set | ast.SetComp)
    )
