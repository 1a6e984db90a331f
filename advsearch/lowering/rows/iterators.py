"""Names for generators, zip, enumerate and map. Such a name is refused if Python would find the iterator used up, or
would see later values.

The generated code makes a list of a generator at the place of its definition, and can run through an iterator several
times.
"""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import Any

from advsearch.lowering.reading import ITERATORS, is_read_twice
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.order import changed_names
from advsearch.lowering.rows.values import Closure, Known, Lazy, Stream, Value
from advsearch.lowering.source import seen_through, source_of


def check_name(f: Body, name: str, value: Value, node: ast.AST) -> None:
    """Refuse a name for an iterator that is read twice, or for a generator whose names change before it runs."""
    source = node.value if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) else None
    if source is None or not _is_iterator(f, value, source):
        return
    tree = f.source.tree if f.tree is None else f.tree
    if is_read_twice(tree, name, node):
        raise f.refuse(node, f"{name}, an iterator that is read more than once", "write tuple(...)")
    free = {one.id for one in ast.walk(source) if isinstance(one, ast.Name)}
    line = getattr(node, "lineno", 0)
    later = [one for one in ast.walk(tree) if isinstance(one, ast.stmt) and one.lineno > line]
    bound = {one.id for top in later for one in ast.walk(top) if _is_stored(one)}  # type: ignore[attr-defined]
    changed = free & (bound | changed_names([one for one in later if not hasattr(one, "body")]))
    if isinstance(value, Lazy) and changed:
        raise f.refuse(node, f"{name}, a generator that uses {min(changed)}, which changes", "write tuple(...)")


def check_argument(f: Body, node: ast.AST, tree: Any, name: str, value: Value) -> None:
    """Refuse an iterator as an argument that the function reads twice."""
    if _runs_out(value) and is_read_twice(tree, name, None):
        raise f.refuse(node, f"an iterator as {name}, which is read more than once", "write tuple(...)")


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _runs_out(value: Value) -> bool:
    return isinstance(value, Lazy) or (isinstance(value, Stream) and value.span is None)


def _is_iterator(f: Body, value: Value, source: ast.expr) -> bool:
    if _runs_out(value):
        return True
    if not isinstance(source, ast.Call) or isinstance(value, Known | Stream):
        return False
    with f.captured():
        called = f.value(source.func)
    if isinstance(called, Closure):
        return _gives_iterator(called.tree)
    function = seen_through(called.value if isinstance(called, Known) else getattr(called, "function", None))
    function = getattr(function, "__func__", function)
    return isinstance(function, FunctionType) and _gives_iterator(source_of(function).tree)


@functools.lru_cache(maxsize=1_024)
def _gives_iterator(tree: Any) -> bool:
    """Whether a function yields, or returns a generator, zip(...) or the like."""
    for one in ast.walk(tree):
        value = one.value if isinstance(one, ast.Return) else None
        if isinstance(one, ast.Yield | ast.YieldFrom) or isinstance(value, ast.GeneratorExp):
            return True
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ITERATORS:
            return True
    return False
