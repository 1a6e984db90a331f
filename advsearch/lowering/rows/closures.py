"""Code for calls of inner functions and lambdas: `(lambda x: x + 1)(n)` becomes `n + 1`.

The outer names that an inner function uses become additional arguments.
"""

from __future__ import annotations

import ast
import inspect
from typing import Any, Final

import attrs

from advsearch.lowering.rows import changing, order
from advsearch.lowering.rows.bindings import assigned_names, free_names
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom, runtime
from advsearch.lowering.rows.functions import argument_of, bound_arguments, call_source
from advsearch.lowering.rows.values import Closure, Known, Lazy, Place, Scalar, Stream, Value
from advsearch.lowering.source import Source


def call_closure(f: Body, node: ast.AST, closure: Closure, given: list[Value], named: dict[str, Value]) -> Value:
    tree = closure.tree
    plain = [_default(f, node, one) for one in closure.defaults]
    shown = "the lambda" if isinstance(tree, ast.Lambda) else tree.name
    _check_names(f, node, closure)
    arguments = bound_arguments(f, node, tree.args, plain, given, named, shown)
    if isinstance(tree, ast.Lambda):
        return inlined(f, tree, arguments, closure)
    for one in ast.walk(tree):
        if isinstance(one, ast.Nonlocal | ast.Global):
            raise f.refuse(
                one,
                f"`{'nonlocal' if isinstance(one, ast.Nonlocal) else 'global'}` is not supported",
                "pass the outer variable as an argument, and return its new value",
            )
    return call_source(f, node, closure.source, tree, arguments, _around(f, node, closure))


def _check_names(f: Body, node: ast.AST, closure: Closure) -> None:
    if closure.names is not None:
        return
    for names in f.inner_names[closure.depth :]:
        for name in names.intersection(free_names(closure.tree)):
            raise f.refuse(
                node,
                f"`{name}` names one variable in a function, and another variable at the call of the function",
                "rename one of the variables",
            )


def _around(f: Body, node: ast.AST, closure: Closure) -> dict[str, Value]:
    tree = closure.tree
    if closure.names is not None:
        return {name: f.scope[given] for name, given in closure.names.items()}
    own = {one.arg for one in ast.walk(tree.args) if isinstance(one, ast.arg)}.union(assigned_names(tree.body))
    found: dict[str, Value] = {}
    left = list(free_names(tree))
    while left:
        name = left.pop(0)
        if name in found or name not in f.scope:
            continue
        if name in own:
            raise f.refuse(
                tree,
                f"`{tree.name}` assigns its own `{name}`, and calls a function that reads an outer `{name}`",
                "rename one of the variables",
            )
        value = found[name] = f.scope[name]
        if isinstance(value, Closure):
            left += value.names or free_names(value.tree)
    return found


def with_names(f: Body, node: ast.AST, arguments: dict[str, Value]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, value in arguments.items():
        if isinstance(value, Closure):
            _check_names(f, node, value)
            names = {}
            around = _around(f, node, value) if isinstance(value.tree, ast.FunctionDef) else _used(f, value)
            for one, held in around.items():
                if isinstance(held, Closure):
                    raise f.refuse(
                        node,
                        f"a function is passed as an argument, but calls the inner function `{one}`",
                        "write a loop instead of passing the function",
                    )
                names[one] = f"{one}_of_{name}"
                found[names[one]] = held
            value = attrs.evolve(value, names=names)
        found[name] = value
    return found


def _used(f: Body, closure: Closure) -> dict[str, Value]:
    names = closure.names or {one: one for one in free_names(closure.tree)}
    return {name: f.scope[given] for name, given in names.items() if given in f.scope}


def defined(f: Body, node: ast.Lambda | ast.FunctionDef) -> Closure:
    # as in Python, defaults are evaluated where the function is written
    every = [*node.args.defaults, *node.args.kw_defaults]
    defaults = tuple(None if one is None else f.value(one) for one in every)
    return Closure(f.source, node, f, depth=len(f.inner_names), defaults=defaults)


def _default(f: Body, node: ast.AST, value: Value | None) -> Any:
    if value is None:
        return inspect.Parameter.empty
    if not isinstance(value, Known):
        raise f.refuse(node, "the default of a parameter is not a constant", "pass the value as an argument")
    return value.value


def inlined(f: Body, tree: ast.Lambda, arguments: dict[str, Value], closure: Closure | None = None) -> Value:
    ready = {}
    for name, value in arguments.items():
        value = runtime(f, value) if isinstance(value, Lazy | Stream) else value
        ready[name] = atom(f, value) if isinstance(value, Scalar) else value
    for name in order.changed_names([ast.Expr(tree.body)]) & ready.keys():
        value = ready[name]
        ready[name] = attrs.evolve(value, site=None) if isinstance(value, Place) else value
    if closure is None or closure.names is None:
        with f.inner(set(arguments)):
            f.scope.update(ready)
            return f.value(tree.body)
    ready = {**_used(f, closure), **ready}
    outer = (f.source, f.scope, f.local, f.boxes)
    with f.inner(set(ready)):
        f.source, f.scope, f.local, f.boxes = closure.source, ready, set(ready), {}
        try:
            return f.value(tree.body)
        finally:
            f.source, f.scope, f.local, f.boxes = outer


_STREAMS: Final = frozenset({"range", "enumerate", "zip", "reversed"})


def gives_stream(tree: Any) -> bool:
    """Whether a function only returns a `range`, `enumerate`, `zip` or `reversed`."""
    if not isinstance(tree, ast.FunctionDef):
        return False
    *before, last = tree.body
    plain = all(
        (isinstance(one, ast.Assign | ast.AnnAssign) and not isinstance(one.value, ast.List | ast.ListComp | None))
        or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
        for one in before
    )
    return plain and isinstance(last, ast.Return) and _is_stream(last.value)


def _is_stream(node: ast.expr | None) -> bool:
    if isinstance(node, ast.IfExp):
        return _is_stream(node.body) and _is_stream(node.orelse)
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _STREAMS


def in_place(f: Body, node: ast.AST, source: Source, tree: ast.FunctionDef, arguments: dict[str, Value]) -> Value:
    ready = {name: _kept_argument(f, value) for name, value in arguments.items()}
    outer = (f.source, f.scope, f.local, f.given, f.mutated, f.tree, f.boxes)
    names = {*arguments, *assigned_names(tree.body)}
    with f.inner(names):
        f.source, f.scope, f.local, f.tree, f.boxes = source, dict(ready), names, tree, {}
        f.given, f.mutated = frozenset(arguments), changing.mutated_names(f.program, tree.body)
        try:
            last = tree.body[-1]
            f.run(tree.body[:-1])
            assert isinstance(last, ast.Return)
            assert last.value is not None
            value = f.value(last.value)
        finally:
            f.source, f.scope, f.local, f.given, f.mutated, f.tree, f.boxes = outer
    return value


def _kept_argument(f: Body, value: Value) -> Value:
    # later assignments must not change the argument
    ready = argument_of(f, value)
    return atom(f, ready, "given") if isinstance(ready, Scalar) else ready
