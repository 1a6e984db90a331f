"""Lists and sets with two names. The second name is refused if Python would show a change made through one name under
the other name too.

In the generated code every list has cells of its own. So a second name, an inner list, or a copy of a list of lists
is a separate copy. This is allowed if nothing is changed afterwards.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from typing import Any, Final

from advsearch.lowering.rows import order
from advsearch.lowering.rows.bindings import assigned_names
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.types import Maybe, Members, Seq, Tup, Type
from advsearch.lowering.rows.values import Known, Table, Value

_PICKING: Final = frozenset({"min", "max", "next"})


def check_name(f: Body, name: str, value: Value, node: ast.AST) -> None:
    """Refuse a second name for a list or set, or for a part of one, if either is changed."""
    kind = getattr(value, "kind", None)
    if not is_changeable(kind) and not (isinstance(value, Known) and isinstance(value.value, list | set)):
        return
    source = node.iter if isinstance(node, ast.For) else None
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr):
        source = node.value
    if source is None:
        return
    held = isinstance(source, ast.Attribute | ast.IfExp | ast.BoolOp) and isinstance(value, Known)
    if held and name in f.mutated and any(isinstance(one, ast.Attribute) for one in ast.walk(source)):
        text = ast.unparse(source)
        raise f.refuse(node, f"`{name}` is a second name for `{text}`", f"make a copy: list({text})")
    shown = "set" if isinstance(kind, Members) or isinstance(getattr(value, "value", None), set) else "list"
    for owner, part in shared(source, isinstance(node, ast.For)):
        if owner == name or _is_left(f, node, owner):
            continue
        changed = name in f.mutated
        changed |= _changes_inside(f, name) if part else owner in f.mutated
        if owner in f.given or owner in f.sharing:
            f.sharing.add(name)
        if changed:
            of = f"a part of `{owner}`" if part else f"the {shown} `{owner}`"
            raise f.refuse(
                node, f"`{name}` is a second name for {of}", f"make a copy: {shown}({ast.unparse(source)})"
            )


def check_rows(f: Body, node: ast.AST, item: Type) -> None:
    """Refuse a copy of a list of lists if items of the inner lists are changed, because Python would share the inner
    lists.
    """
    if not holds_changeable(item):
        return
    f.shares_rows = True
    if _all_inner_changes(f):
        raise f.refuse(
            node, "a copy of a list of lists or sets shares the inner ones", "write [list(row) for row in ...]"
        )


def check_item(f: Body, node: ast.AST, value: Value) -> None:
    """Refuse a list or set with a name as an item of a new list, if either is changed."""
    owners = [owner for owner, _ in shared(node, False)] if isinstance(node, ast.expr) else []
    if not owners or not is_changeable(getattr(value, "kind", None)):
        return
    f.shares_rows = True
    if _all_inner_changes(f) or any(owner in f.mutated for owner in owners):
        raise f.refuse(
            node,
            f"`{ast.unparse(node)}` is put into a list, which would share it",
            "make a copy: list(...) or set(...)",
        )


def check_result(f: Body, node: ast.AST, kind: Type) -> None:
    """Refuse to return a list that is an argument, is a part of an argument, or contains lists of an argument."""
    source = node.value if isinstance(node, ast.Return) else None
    if source is None or not holds_changeable(kind):
        return
    for owner, part in shared(source, False):
        if is_changeable(kind) and (owner in f.given or owner in f.sharing):
            what = f"a part of `{owner}`" if part else f"the list `{owner}`"
            raise f.refuse(node, f"the function returns {what}, which is an argument", "return a copy: list(...)")
    inner = kind.item if isinstance(kind, Seq) else kind
    if f.shares_rows and (not isinstance(kind, Seq) or holds_changeable(inner)):
        raise f.refuse(node, "the result shares lists with an argument", "return [list(row) for row in ...]")


def gives_away(f: Body, node: ast.Tuple) -> bool:
    """Whether the lists in a returned tuple were made by the function and have one name each, so that nobody else
    has a name for them."""
    names = {one.id: getattr(f.scope.get(one.id), "kind", None) for one in node.elts if isinstance(one, ast.Name)}
    lists = [name for name, kind in names.items() if isinstance(kind, Seq) and kind.kind is list]
    read = [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]
    return all(read.count(name) == 1 and _is_made_here(f, name) for name in lists) and not any(
        holds_changeable(kind.item) for kind in names.values() if isinstance(kind, Seq)
    )


def _is_made_here(f: Body, name: str) -> bool:
    """Whether each assignment to a name makes a list of its own."""
    made = 0
    for one in ast.walk(_tree(f)):
        if isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store):
            made += 1
        for target, value in _assignments(one):
            if isinstance(target, ast.Name) and target.id == name:
                if not isinstance(value, ast.List | ast.ListComp | ast.BinOp | ast.Call):
                    return False
                made -= 1
    return name not in f.given and made == 0 and name in assigned_names(_tree(f).body)


def _assignments(node: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    """The targets of an assignment with their values; () if one value has several names."""
    if not isinstance(node, ast.Assign) or len(node.targets) > 1:
        return []
    target, value = node.targets[0], node.value
    if not isinstance(target, ast.Tuple):
        return [(target, value)]
    return list(zip(target.elts, value.elts, strict=False)) if isinstance(value, ast.Tuple) else []


def check_changed(f: Body, node: ast.AST, owner: ast.expr) -> None:
    """Refuse to change a list that has no name and is not part of a list with a name."""
    root = owner
    while isinstance(root, ast.Subscript):
        root = root.value
    if not isinstance(root, ast.Name) or isinstance(f.scope.get(root.id), Table):
        raise f.refuse(
            node, f"`{ast.unparse(owner)}` is changed", "write if and else, and change a list that has a name"
        )


def is_changeable(kind: Type | None) -> bool:
    """Whether values of a type can be changed in place."""
    return (isinstance(kind, Seq) and kind.kind is list) or (isinstance(kind, Members) and not kind.frozen)


def holds_changeable(kind: Type) -> bool:
    """Whether a value of a type can be changed in place, or contains such a value."""
    match kind:
        case Seq(_, item):
            return is_changeable(kind) or holds_changeable(item)
        case Tup(items):
            return any(map(holds_changeable, items))
        case Maybe(inner):
            return holds_changeable(inner)
    return is_changeable(kind)


def _tree(f: Body) -> Any:
    return f.source.tree if f.tree is None else f.tree


def shared(node: ast.expr, part: bool) -> Iterator[tuple[str, bool]]:
    """The names whose lists a value may be, or be a part of."""
    if isinstance(node, ast.Name):
        yield node.id, part
    elif isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        yield from shared(node.value, True)
    elif isinstance(node, ast.IfExp):
        yield from shared(node.body, part)
        yield from shared(node.orelse, part)
    elif isinstance(node, ast.BoolOp):
        for one in node.values:
            yield from shared(one, part)
    elif isinstance(node, ast.NamedExpr):
        yield from shared(node.target, part)
    elif isinstance(node, ast.Call) and (part or getattr(node.func, "id", "") in _PICKING):
        for one in node.args:  # for a part: enumerate(...), zip(...), reversed(...)
            yield from shared(one, True)
    elif isinstance(node, ast.GeneratorExp):
        for generator in node.generators:
            yield from shared(generator.iter, True)
    elif part and isinstance(node, ast.Subscript):
        yield from shared(node.value, True)


def _is_left(f: Body, node: ast.AST, owner: str) -> bool:
    """Whether a name is assigned before it is read again."""
    inside = isinstance(node, ast.For) and any(
        isinstance(one, ast.Name) and one.id == owner for part in node.body for one in ast.walk(part)
    )
    return not inside and order.dead_after(f, node, owner)


def _changes_inside(f: Body, name: str) -> bool:
    """Whether a list inside another list is changed while a name may refer to it."""
    return any(not simple or not order.dead_after(f, one, name) for one, simple in _all_inner_changes(f))


def _all_inner_changes(f: Body) -> list[tuple[ast.AST, bool]]:
    """The statements of `_inner_changes`, and those with a call of a function that may change an inner list."""
    tree = _tree(f)
    found = list(_inner_changes(tree))
    inner = {call for call, changes in f.program.changing_calls.items() if any(one.inner for one in changes)}
    for one in ast.walk(tree) if inner else ():
        if isinstance(one, ast.stmt) and not isinstance(one, ast.FunctionDef):
            parts = [part for part in ast.iter_child_nodes(one) if isinstance(part, ast.expr)]
            if any(id(part) in inner for top in parts for part in ast.walk(top)):
                found.append((one, not hasattr(one, "body")))
    return found


@functools.lru_cache(maxsize=1_024)
def _inner_changes(tree: Any) -> tuple[tuple[ast.AST, bool], ...]:
    """The statements that change a list or set inside another. For each, whether it contains no other statements."""
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
    """Whether a statement has the form `x[0] += [...]`."""
    return (
        isinstance(node, ast.AugAssign)
        and isinstance(node.target, ast.Subscript)
        and isinstance(node.value, ast.List | ast.ListComp | ast.Set | ast.SetComp)
    )
