"""`counts[f()] += 1` becomes `i = f()` and `counts[i] = counts[i] + 1`."""

from __future__ import annotations

import ast
from typing import Final

from advsearch.lowering.rows import changing
from advsearch.lowering.rows.bindings import assigned_names
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom, runtime
from advsearch.lowering.rows.values import Scalar

# Names in the author's code cannot contain a space.
INDEX: Final = "index of"


def named(f: Body, target: ast.expr, value: ast.expr) -> ast.expr:
    if not isinstance(target, ast.Subscript) or not (_may_change(target) or _may_change(value)):
        return target
    changes = _changes_itself(f, target)
    if not changes and not _is_changed(f, target, value):
        return target
    index = runtime(f, f.value(target.slice))
    names = {one.id for one in ast.walk(target.slice) if isinstance(one, ast.Name)}
    plain = isinstance(target.value, ast.Name) and target.value.id not in names
    if not plain or not isinstance(index, Scalar):
        change = "changes a value" if changes else f"is changed by `{ast.unparse(value)}`"
        construct = f"the index in `{ast.unparse(target)}` {change}"
        raise f.refuse(target, construct, "assign the index to a name first")
    f.scope[INDEX] = atom(f, index, "index")
    name = ast.copy_location(ast.Name(INDEX, ast.Load()), target)
    made: ast.expr = f.program.constants.setdefault(
        ("index of", id(target)), ast.copy_location(ast.Subscript(target.value, name, target.ctx), target)
    )
    f.program.keep(target)
    return made


def _may_change(node: ast.expr) -> bool:
    return any(isinstance(one, ast.Call | ast.NamedExpr) for one in ast.walk(node))


def _changes_itself(f: Body, target: ast.Subscript) -> bool:
    changes = f.changes
    with f.captured():
        f.value(target.slice)
    return f.changes != changes


def _is_changed(f: Body, target: ast.Subscript, value: ast.expr) -> bool:
    changed = {*assigned_names([value]), *changing.mutated_names(f.program, [ast.Expr(value)])}
    slices = [one.slice for one in ast.walk(target) if isinstance(one, ast.Subscript)]
    return any(isinstance(one, ast.Name) and one.id in changed for index in slices for one in ast.walk(index))
