"""Refuses `pairs = zip(x, y)` if `pairs` is read twice: in Python, the second read finds no items."""

from __future__ import annotations

import ast
from typing import Any

from advsearch.lowering.iterators import (
    INSTEAD,
    complaint,
    gives_iterator,
    is_read_twice,
    last_read,
    returns_iterator,
    surely_gives_iterator,
)
from advsearch.lowering.rows import changing
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.values import Bound, Closure, Entries, Known, Lazy, Stream, Value
from advsearch.lowering.source import seen_through


def check_name(f: Body, name: str, value: Value, node: ast.AST) -> None:
    if not isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) or node.value is None:
        return
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if any(isinstance(one, ast.Name) for one in targets) and _is_iterator(f, value, node.value):
        wrong = complaint(f.source.tree if f.tree is None else f.tree, name, node, node.value)
        if wrong is not None:
            raise f.refuse(node, wrong, INSTEAD)
        if not isinstance(value, Stream) or _calls_cycle(node.value):
            _check_unchanged(f, name, node)
        changed = {one.id for one in ast.walk(node.value) if isinstance(one, ast.Name)} & f.mutated
        if isinstance(value, Stream) and value.unordered and changed:
            raise f.refuse(
                node,
                f"a function changes the set `{min(changed)}`, but `{name}` is an iterator over the set",
                INSTEAD,
            )


def _check_unchanged(f: Body, name: str, node: ast.Assign | ast.AnnAssign | ast.NamedExpr) -> None:
    # All items of `f(x)` are computed at the call, so a later change of `x` would not show.
    tree = f.source.tree if f.tree is None else f.tree
    last = max([last_read(tree, name, node), *_ends_of_loops(tree, name, node)])
    later = [one for one in ast.walk(tree) if isinstance(one, ast.stmt) and node.lineno < one.lineno <= last]
    changed = changing.mutated_names(f.program, [one for one in later if not hasattr(one, "body")])
    assert node.value is not None
    for one in ast.walk(node.value):
        if isinstance(one, ast.Name) and one.id in changed:
            raise f.refuse(
                node,
                f"the iterator `{name}` uses `{one.id}`, but `{one.id}` changes before the iterator is read",
                INSTEAD,
            )


def _ends_of_loops(tree: Any, name: str, node: ast.stmt | ast.expr) -> list[int]:
    loops = (one for one in ast.walk(tree) if isinstance(one, ast.For) and one.lineno > node.lineno)
    return [
        one.end_lineno or one.lineno
        for one in loops
        if any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(one.iter))
    ]


def _calls_cycle(node: ast.expr) -> bool:
    calls = (one.func for one in ast.walk(node) if isinstance(one, ast.Call))
    return any("cycle" in (getattr(one, "id", ""), getattr(one, "attr", "")) for one in calls)


def check_argument(f: Body, node: ast.AST, tree: Any, name: str, value: Value) -> None:
    """Refuse `f(zip(x, y))` if `f` reads its argument more than once."""
    call, passed = f.passing
    source = next((one for given, one in passed if given is value), None) if call is node else None
    runs_out = _runs_out(value) or (source is not None and _is_iterator(f, value, source))
    if runs_out and is_read_twice(tree, name, None):
        raise f.refuse(node, f"the parameter `{name}` is an iterator and is read more than once", INSTEAD)


def _runs_out(value: Value) -> bool:
    return isinstance(value, Lazy) or (isinstance(value, Stream) and value.ends is None)


def is_true(f: Body, node: ast.expr) -> bool:
    """Whether an expression is true because it gives an iterator: `bool(zip())` is True."""
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.GeneratorExp)
    from advsearch.lowering.rows.functions import yields

    with f.captured():
        called = f.value(node.func)
    if isinstance(called, Closure):
        return yields(called.tree)
    if isinstance(called, Bound) and isinstance(called.owner, Entries) and called.function == "elements":
        return True
    return surely_gives_iterator(called.value if isinstance(called, Known) else getattr(called, "function", None))


def _is_iterator(f: Body, value: Value, source: ast.expr) -> bool:
    if _runs_out(value):
        return True
    if not isinstance(source, ast.Call) or isinstance(value, Stream):
        return False
    with f.captured():
        called = f.value(source.func)
    if isinstance(called, Closure):
        return returns_iterator(called.tree)
    return gives_iterator(
        seen_through(called.value if isinstance(called, Known) else getattr(called, "function", None))
    )
