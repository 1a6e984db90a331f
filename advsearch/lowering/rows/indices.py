"""Indices that change a value, in augmented assignments: for example `todo.pop()` in `counts[todo.pop()] += 1`."""

from __future__ import annotations

import ast
from typing import Final

from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom, runtime
from advsearch.lowering.rows.values import Scalar

INDEX: Final = "index of"
"""The name that replaces an index if the evaluation of the index changes a value. The name contains a space, so it
differs from all names in the author's code."""


def named(f: Body, target: ast.expr) -> ast.expr:
    """The target of an augmented assignment such as `a[f()] += 1`. If the index changes a value, the target is
    returned with a name in place of the index, so that the index is evaluated only once.

    The generated code contains the target's index twice: once to read the item and once to write it.
    """
    if not isinstance(target, ast.Subscript) or not any(
        isinstance(one, ast.Call | ast.NamedExpr) for one in ast.walk(target)
    ):
        return target
    changes = f.changes
    with f.captured():
        f.value(target.slice)
    if f.changes == changes:
        return target
    index = runtime(f, f.value(target.slice))
    names = {one.id for one in ast.walk(target.slice) if isinstance(one, ast.Name)}
    plain = isinstance(target.value, ast.Name) and target.value.id not in names
    if not plain or not isinstance(index, Scalar):
        raise f.refuse(
            target, f"the index in `{ast.unparse(target)}` changes a value", "assign the index to a name first"
        )
    f.scope[INDEX] = atom(f, index, "index")
    name = ast.copy_location(ast.Name(INDEX, ast.Load()), target)
    made: ast.expr = f.program.constants.setdefault(
        ("index of", id(target)), ast.copy_location(ast.Subscript(target.value, name, target.ctx), target)
    )
    f.program.keep(target)
    return made
