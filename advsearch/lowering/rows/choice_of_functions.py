"""Code for a choice between two functions: `(min if up else max)(a, b)`."""

from __future__ import annotations

import ast
import inspect
from types import FunctionType
from typing import Any

from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom
from advsearch.lowering.rows.values import Bound, Closure, Known, Scalar, Value
from advsearch.lowering.source import seen_through


def chosen(f: Body, node: ast.AST, test: Scalar, one: Value, other: Value) -> Closure:
    count = _parameters(one)
    if count is None or count != _parameters(other):
        raise f.refuse(node, "a condition chooses between functions", "write if and else, with a call in each")
    stem = f"choice_{f.program.keep(node)}"
    parameters = [f"{stem}_{at}" for at in range(count)]
    f.scope[f"{stem}_test"] = atom(f, test, "test")
    f.scope[f"{stem}_one"], f.scope[f"{stem}_other"] = one, other
    tree = f.program.constants.setdefault(("choice", id(node)), _tree(node, stem, parameters))
    return Closure(f.source, tree, f, depth=len(f.inner_names))


def _tree(node: ast.AST, stem: str, parameters: list[str]) -> ast.Lambda:
    calls = [
        ast.Call(ast.Name(f"{stem}_{which}", ast.Load()), [ast.Name(name, ast.Load()) for name in parameters], [])
        for which in ("one", "other")
    ]
    arguments = ast.arguments([], [ast.arg(name) for name in parameters], None, [], [], None, [])
    tree = ast.Lambda(arguments, ast.IfExp(ast.Name(f"{stem}_test", ast.Load()), *calls))
    for part in ast.walk(tree):
        if isinstance(part, ast.expr | ast.arg):
            ast.copy_location(part, node)
    return tree


def _parameters(value: Value) -> int | None:
    if isinstance(value, Closure):
        arguments = value.tree.args
        plain = not (arguments.vararg or arguments.kwarg or arguments.defaults or arguments.kwonlyargs)
        return len(arguments.args) + len(arguments.posonlyargs) if plain else None
    function: Any = value.function if isinstance(value, Bound) else value.value if isinstance(value, Known) else None
    if not isinstance(seen_through(getattr(function, "__func__", function)), FunctionType):
        return None
    found = inspect.signature(function).parameters.values()
    if any(one.default is not one.empty or one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) for one in found):
        return None
    return len(found) - isinstance(value, Bound)
