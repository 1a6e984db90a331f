"""Code for assignments with an operator: `total += 1`."""

from __future__ import annotations

import ast

from advsearch.lowering.rows import counters, growing_dicts, indices, sharing
from advsearch.lowering.rows.body import Body, statement
from advsearch.lowering.rows.expressions import in_order, operated
from advsearch.lowering.rows.lists import extend
from advsearch.lowering.rows.statements import NEW_OBJECT, assign
from advsearch.lowering.rows.types import Members, Seq
from advsearch.lowering.rows.values import Entries, Place


@statement(ast.AugAssign)
def _augmented(f: Body, node: ast.AugAssign) -> None:
    try:
        _augment(f, node, indices.named(f, node.target, node.value))
    finally:
        f.scope.pop(indices.INDEX, None)


def _augment(f: Body, node: ast.AugAssign, target: ast.expr) -> None:
    if isinstance(target, ast.Attribute):
        raise f.refuse(node, f"`{ast.unparse(target)}` is changed", NEW_OBJECT)
    made = (
        ast.Name(target.id, ast.Load())
        if isinstance(target, ast.Name)
        else ast.Subscript(target.value, target.slice, ast.Load())  # type: ignore[attr-defined]
    )
    key = ("the value of", f.program.keep(target))  # the same node in all rounds
    load_target: ast.expr = f.program.constants.setdefault(key, ast.copy_location(made, target))
    left, right = in_order(f, [load_target, node.value])
    kind = getattr(left, "kind", None)
    if isinstance(left, Entries) and left.counts:
        counters.replace(f, node, left, counters.operated(f, node, node.op, left, right))
        return
    if isinstance(left, Entries) and isinstance(node.op, ast.BitOr):
        growing_dicts.add_pairs(f, node, left, right)
        return
    if isinstance(kind, Seq) and kind.kind is list and isinstance(node.op, ast.Add):
        assert isinstance(left, Place)
        extend(f, node, left, right)
        return
    if isinstance(kind, Members) and not kind.frozen:
        sharing.check_own(f, node, target, left)
    assign(f, target, operated(f, node, node.op, left, right), node)
