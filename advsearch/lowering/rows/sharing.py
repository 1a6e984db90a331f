"""Refuses a second name for a list that is changed: `b = a; a.append(1)`.

In Python, the change of `a` also changes `b`; in generated code, `b` would be a copy of `a`.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from typing import Any, Final

from advsearch.lowering.rows import order
from advsearch.lowering.rows.bindings import assigned_names
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.types import Dict, ListOrTuple, Maybe, Members, Seq, Tup, Type
from advsearch.lowering.rows.values import Known, Place, Table, Value

_PICKING: Final = frozenset({"min", "max", "next"})


def check_name(f: Body, name: str, value: Value, node: ast.AST) -> None:
    """Refuse `b = a` for a list `a` that is changed later."""
    kind = getattr(value, "kind", None)
    source = node.iter if isinstance(node, ast.For) else None
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr):
        source = node.value
    if source is None:
        return
    if isinstance(node, ast.Assign):
        source = _own_source(node, name, source)
    if isinstance(kind, Tup) and holds_changeable(kind):
        for one in source.elts if isinstance(source, ast.Tuple) else ():
            check_item(f, one, f.scope.get(one.id, value) if isinstance(one, ast.Name) else value)
        for given in [given for one in ast.walk(source) for given in f.program.passed_on.get(id(one), ())]:
            raise f.refuse(
                node,
                f"`{name}` is a tuple that contains the list `{ast.unparse(given)}`",
                "unpack the tuple: a, b = ...",
            )
    if not is_changeable(kind) and not (
        isinstance(value, Known | Table) and isinstance(getattr(value, "value", {}), list | set | dict)
    ):
        return
    held = isinstance(source, ast.Attribute | ast.IfExp | ast.BoolOp) and isinstance(value, Known)
    if held and name in f.mutated and any(isinstance(one, ast.Attribute) for one in ast.walk(source)):
        text = ast.unparse(source)
        raise f.refuse(node, f"`{name}` is a second name for `{text}`", f"make a copy: list({text})")
    plain = getattr(value, "value", None)
    shown = "set" if isinstance(kind, Members) or isinstance(plain, set) else "list"
    shown = "dict" if isinstance(kind, Dict) or isinstance(plain, dict) or isinstance(value, Table) else shown
    for owner, part in shared(f, source, isinstance(node, ast.For)):
        if owner == name or _is_left(f, node, owner):
            continue
        changed = name in f.mutated
        changed |= _changes_inside(f, name) if part else owner in f.mutated
        changed |= part and _is_changed_inside(f, name)
        if owner in f.given or owner in f.sharing:
            f.sharing.add(name)
        if changed:
            first = f"a part of `{owner}`" if part else f"the {shown} `{owner}`"
            raise f.refuse(
                node, f"`{name}` is a second name for {first}", f"make a copy: {shown}({ast.unparse(source)})"
            )


def _is_changed_inside(f: Body, name: str) -> bool:
    """Whether a list inside `name` is changed under this name: `page[r][c] = 1`."""
    for one in filter(_is_inner, ast.walk(_tree(f))):
        top: Any = one.func if isinstance(one, ast.Call) else one
        while isinstance(top, ast.Subscript | ast.Attribute):
            top = top.value
        if isinstance(top, ast.Name) and top.id == name:
            return True
    return False


def _own_source(node: ast.Assign, name: str, source: ast.expr) -> ast.expr:
    names = [one.id for one in ast.walk(source) if isinstance(one, ast.Name)]
    for target, value in (pair for whole in node.targets for pair in assigned_parts(whole, source)):
        if isinstance(target, ast.Name) and target.id == name:
            moved = isinstance(value, ast.Name) and value.id in assigned_names(list(node.targets))
            return source if moved and names.count(value.id) == 1 else value  # type: ignore[attr-defined]
    return source


def assigned_parts(target: ast.expr, source: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """`a, b = x, y` has the parts `(a, x)` and `(b, y)`."""
    match target, source:
        case ((ast.Tuple(parts) | ast.List(parts)), (ast.Tuple(values) | ast.List(values))):
            if not any(isinstance(one, ast.Starred) for one in [*parts, *values]):
                return [pair for both in zip(parts, values, strict=False) for pair in assigned_parts(*both)]
    return [(target, source)]


def note_new(f: Body, name: str, node: ast.AST) -> None:
    if name not in f.given or not isinstance(node, ast.Assign):
        return
    outermost = any(one is node for one in getattr(_tree(f), "body", ()))
    if outermost and all(owner != name for owner, _ in shared(f, node.value, False)):
        f.given -= {name}


def check_rows(f: Body, node: ast.AST, item: Type) -> None:
    """Refuse `list(rows)` if an inner list is changed: the copy contains the same inner lists."""
    if not holds_changeable(item):
        return
    f.shares_rows = True
    if _all_inner_changes(f):
        raise f.refuse(
            node, "a copy of a list shares the lists or sets inside it", "write [list(row) for row in ...]"
        )


def check_item(f: Body, node: ast.AST, value: Value) -> None:
    if not is_changeable(getattr(value, "kind", None)) or not isinstance(node, ast.expr):
        return
    owners = [one for one in shared(f, node, False) if not _is_mine(f, *one) or not _is_left(f, node, one[0])]
    if not owners:
        return
    f.shares_rows = True
    finished = all(_is_mine(f, *one) and _is_finished(f, node, one[0]) for one in owners)
    if _all_inner_changes(f) or (not finished and any(owner in f.mutated for owner, _ in owners)):
        raise f.refuse(
            node,
            f"a change of `{ast.unparse(node)}` would also change the list that contains `{ast.unparse(node)}`",
            "make a copy: list(...) or set(...)",
        )


def is_given_up(f: Body, source: ast.expr) -> bool:
    owners = list(shared(f, source, False))
    if not owners or not all(_is_mine(f, *one) and _is_only_name(f, one[0]) for one in owners):
        return False
    if all(_is_left(f, source, owner) for owner, _ in owners):
        return True
    f.shares_rows = True
    return not _all_inner_changes(f) and all(_is_finished(f, source, owner) for owner, _ in owners)


def _is_only_name(f: Body, owner: str) -> bool:
    sources = [
        one.value
        for one in ast.walk(_tree(f))
        if isinstance(one, ast.Assign | ast.AnnAssign | ast.NamedExpr)
        and one.value is not None
        and not (isinstance(one, ast.Assign) and all(isinstance(to, ast.Subscript) for to in one.targets))
    ]
    return _is_made_here(f, owner) and all(name != owner for one in sources for name, _ in shared(f, one, False))


def _is_mine(f: Body, owner: str, part: bool) -> bool:
    return not part and owner not in f.given and owner not in f.sharing


def check_result(f: Body, node: ast.AST, kind: Type) -> None:
    """Refuse `return x[0]` for an argument `x` with inner lists; `return x` is accepted."""
    # A function may return an argument itself: callers then know that the result is the argument.
    source = node.value if isinstance(node, ast.Return) else None
    if source is None or not holds_changeable(kind):
        return
    if isinstance(source, ast.Tuple) and isinstance(kind, Tup):
        for one, item in zip(source.elts, kind.items, strict=False):
            if is_changeable(item):
                _give_back(f, {owner for owner, _ in shared(f, one, False) if owner in f.given})
    for owner, part in shared(f, source, False):
        whole = not part and owner in f.given and owner not in f.sharing
        if whole and (is_changeable(kind) or id(source) in f.program.passed_on):
            _give_back(f, {owner})
        elif is_changeable(kind) and (owner in f.given or owner in f.sharing):
            returned = f"a part of `{owner}`" if part else f"the list `{owner}`"
            raise f.refuse(node, f"a function returns {returned}, which is an argument", "return a copy: list(...)")
    inner = kind.item if isinstance(kind, Seq) else kind
    if f.shares_rows and (not isinstance(kind, Seq) or holds_changeable(inner)):
        raise f.refuse(
            node, "the result of a function shares lists with an argument", "return [list(row) for row in ...]"
        )


def _give_back(f: Body, names: set[str]) -> None:
    back, key = f.program.given_back, id(_tree(f))
    if not names <= back.get(key, frozenset()):
        f.program.keep(_tree(f))
        back[key] = back.get(key, frozenset()) | names
        f.program.changed = True


def pass_on(f: Body, node: ast.AST, tree: Any, arguments: dict[str, Value], around: dict[str, Value]) -> None:
    call, sources = f.passing
    found: list[ast.expr] = []
    for name in sorted(f.program.given_back.get(id(tree), ())):
        value = arguments.get(name)
        own = [source for one, source in sources if one is value] if call is node else []
        if name in around:
            own.append(ast.Name(name, ast.Load()))
        fresh = isinstance(value, Place) and value.fresh
        if not own and not fresh:
            raise f.refuse(
                node, f"a function returns the list `{name}`, which is an argument", "return a copy: list(...)"
            )
        found += own
    if found:
        f.program.keep(node)
        f.program.passed_on[id(node)] = tuple(found)


def gives_away(f: Body, node: ast.Tuple) -> bool:
    # Whether `return (a, b)` is accepted for lists; `return (a, a)` is not.
    names = {one.id: getattr(f.scope.get(one.id), "kind", None) for one in node.elts if isinstance(one, ast.Name)}
    lists = [name for name, kind in names.items() if isinstance(kind, Seq) and kind.kind is list]
    asked = [one for part in ast.walk(node) if _is_number_of(part) for one in ast.walk(part)]
    read = [part.id for part in ast.walk(node) if isinstance(part, ast.Name) and part not in asked]
    given = {name for name in lists if name in f.given and name not in f.sharing}
    fine = all(read.count(name) == 1 and (name in given or _is_made_here(f, name)) for name in lists) and not any(
        holds_changeable(kind.item) for kind in names.values() if isinstance(kind, Seq)
    )
    if fine:
        _give_back(f, given)
    return fine


def _is_number_of(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("len", "sum", "any", "all")
    )


def _is_made_here(f: Body, name: str) -> bool:
    made = 0
    inner = {id(part) for one in ast.walk(_tree(f)) if isinstance(one, ast.comprehension) for part in ast.walk(one)}
    for one in ast.walk(_tree(f)):
        if isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store) and id(one) not in inner:
            made += 1
        for target, value in _assignments(one):
            if isinstance(target, ast.Name) and target.id == name:
                if not isinstance(value, ast.List | ast.ListComp | ast.BinOp | ast.Call):
                    return False
                made -= 1
    return name not in f.given and made == 0 and name in assigned_names(_tree(f).body)


def _assignments(node: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    if not isinstance(node, ast.Assign) or len(node.targets) > 1:
        return []
    return assigned_parts(node.targets[0], node.value)


def check_changed(f: Body, node: ast.AST, owner: ast.expr) -> None:
    """Refuse `(a if c else b).append(1)`, which changes a list without a name."""
    root = owner
    while isinstance(root, ast.Subscript):
        root = root.value
    if not isinstance(root, ast.Name) or isinstance(f.scope.get(root.id), Table):
        raise f.refuse(
            node,
            f"a list is changed through the expression `{ast.unparse(owner)}`",
            "change each list by its name, and use `if` to choose between lists",
        )


def check_own(f: Body, node: ast.AST, target: ast.expr, value: Value) -> None:
    if not isinstance(target, ast.Name) or target.id not in f.given:
        return
    if target.id not in f.boxes or f.boxes[target.id].site is None:
        raise f.refuse(node, f"a function changes its argument `{target.id}`", f"change a copy: set({target.id})")


def is_changeable(kind: Type | None) -> bool:
    if isinstance(kind, Seq):
        return kind.kind in (list, ListOrTuple)
    return isinstance(kind, Dict) or (isinstance(kind, Members) and not kind.frozen)


def holds_changeable(kind: Type) -> bool:
    """Like `is_changeable`, but also True for lists inside tuples: `([1], 2)`."""
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


def shared(f: Body, node: ast.expr, part: bool) -> Iterator[tuple[str, bool]]:
    # Yield the lists that an expression shares: `a[0]` yields `("a", True)`. True means that the expression is a
    # part of the list.
    for one in f.program.passed_on.get(id(node), ()):
        yield from shared(f, one, part)
    if isinstance(node, ast.Name):
        yield node.id, part
    elif isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        yield from shared(f, node.value, True)
    elif isinstance(node, ast.IfExp):
        yield from shared(f, node.body, part)
        yield from shared(f, node.orelse, part)
    elif isinstance(node, ast.BoolOp):
        for one in node.values:
            yield from shared(f, one, part)
    elif isinstance(node, ast.NamedExpr):
        yield from shared(f, node.target, part)
    elif isinstance(node, ast.Call) and (part or getattr(node.func, "id", "") in _PICKING):
        for one in node.args:  # the iterable inside enumerate(...), zip(...), reversed(...)
            yield from shared(f, one, True)
    elif isinstance(node, ast.GeneratorExp):
        for generator in node.generators:
            yield from shared(f, generator.iter, True)
    elif part and isinstance(node, ast.Subscript):
        yield from shared(f, node.value, True)


def _is_left(f: Body, node: ast.AST, owner: str) -> bool:
    if owner in f.given and owner in f.mutated:
        return False
    inside = isinstance(node, ast.For) and any(
        isinstance(one, ast.Name) and one.id == owner for part in node.body for one in ast.walk(part)
    )
    return not inside and order.dead_after(f, node, owner)


def _is_finished(f: Body, node: ast.AST, owner: str) -> bool:
    changes = [call for call, found in f.program.changing_calls.items() if any(one.name == owner for one in found)]
    return order.unchanged_after(f, node, owner, frozenset(changes))


def _changes_inside(f: Body, name: str) -> bool:
    return any(not simple or not order.dead_after(f, one, name) for one, simple in _all_inner_changes(f))


def _all_inner_changes(f: Body) -> list[tuple[ast.AST, bool]]:
    # Each statement is in a pair with a bool, which is True for a statement without a body.
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
    return (
        isinstance(node, ast.AugAssign)
        and isinstance(node.target, ast.Subscript)
        and isinstance(node.value, ast.List | ast.ListComp | ast.Set | ast.SetComp)
    )
