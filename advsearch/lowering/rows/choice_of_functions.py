"""Code for a choice between two functions: `(min if up else max)(a, b)`."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from advsearch.lowering.row_rules import MISSING
from advsearch.lowering.rows import changing, stars
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom
from advsearch.lowering.rows.values import Closure, Known, NotYet, Scalar, Value, plain_function
from advsearch.lowering.source import seen_through, source_of


def chosen(f: Body, node: ast.AST, test: Scalar, one: Value, other: Value) -> Closure:
    count = _parameters(one)
    if count is None or count != _parameters(other):
        raise f.refuse(node, "a condition chooses between functions", "write if and else, with a call in each")
    if _changes_given(f, one) or _changes_given(f, other):
        raise f.refuse(
            node,
            "a function that changes an argument is chosen at run time",
            "write if and else, with a call in each",
        )
    stem = f"choice_{f.program.keep(node)}"
    parameters = [f"{stem}_{at}" for at in range(count)]
    f.scope[f"{stem}_test"] = atom(f, test, "test")
    f.scope[f"{stem}_one"], f.scope[f"{stem}_other"] = one, other
    tree = f.program.constants.setdefault(("choice", id(node)), _tree(node, stem, parameters))
    return Closure(f.source, tree, f, depth=len(f.inner_names))


def by_key(f: Body, node: ast.AST, pairs: list[tuple[Any, Any]], key: Value, default: Value | None) -> Value:
    """The function that a constant dict of functions has for a key, such as `MOVES[kind]`."""
    from advsearch.lowering.rows.comparisons import equal
    from advsearch.lowering.rows.growing_dicts import settled

    key = settled(f, key)
    tests = [equal(f, node, key, Known(one)) for one, _ in pairs]
    for test, (_, function) in zip(tests, pairs, strict=True):
        if isinstance(test, Known) and test.value:
            return Known(function)
    found = [
        (atom(f, test, "is_key"), function)
        for test, (_, function) in zip(tests, pairs, strict=True)
        if isinstance(test, Scalar)
    ]
    if default is None:
        f.emit(f"if not ({' or '.join(test.text for test, _ in found) or 'False'}):")
        f.emit(f"    fail(block, {MISSING}, {f.line_of(node)})")
        if not found:
            raise NotYet
    made = Known(found.pop()[1]) if default is None else default
    for at, (test, function) in enumerate(found):
        where = f.program.constants.setdefault(("function of", id(node), at), _copy(node))
        made = chosen(f, where, test, Known(function), made)
    return made


def _copy(node: ast.AST) -> ast.AST:
    copy = ast.copy_location(ast.Constant(0), node)
    vars(copy)["shown"] = _shown(node)
    return copy


def _shown(node: Any) -> str:
    """The text that errors show for a call, such as `MOVES[kind](...)`."""
    return ast.unparse(ast.Call(node, [ast.Constant(...)], []))


def are_functions(values: list[Any]) -> bool:
    return all(isinstance(seen_through(value), FunctionType) for value in values)


def _tree(node: ast.AST, stem: str, parameters: list[str]) -> ast.Lambda:
    calls = [
        ast.Call(ast.Name(f"{stem}_{which}", ast.Load()), [ast.Name(name, ast.Load()) for name in parameters], [])
        for which in ("one", "other")
    ]
    arguments = ast.arguments([], [ast.arg(name) for name in parameters], None, [], [], None, [])
    tree = ast.Lambda(arguments, ast.IfExp(ast.Name(f"{stem}_test", ast.Load()), *calls))
    shown = getattr(node, "shown", None) or _shown(node)
    for part in ast.walk(tree):
        if isinstance(part, ast.expr | ast.arg):
            ast.copy_location(part, node)
            vars(part)["shown"] = shown
    return tree


def _changes_given(f: Body, value: Value) -> bool:
    """Whether a function changes an argument, which may have another name."""
    if isinstance(value, Closure):
        tree: Any = value.tree
    else:
        tree = source_of(plain_function(value)).tree
    names = {one.arg for one in ast.walk(tree.args) if isinstance(one, ast.arg)}
    body = tree.body if isinstance(tree.body, list) else [ast.copy_location(ast.Expr(tree.body), tree.body)]
    return not names.isdisjoint(changing.mutated_names(f.program, body))


def _parameters(value: Value) -> int | None:
    is_function = isinstance(value, Closure) or isinstance(plain_function(value), FunctionType)
    return stars.needed(value) if is_function else None
