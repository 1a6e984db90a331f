"""Lets `x` keep its old value in `a and (x := f())` if `a` is false."""

from __future__ import annotations

import ast
import functools
from typing import Any

from advsearch.lowering.rows.bindings import assigned_names
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import type_of
from advsearch.lowering.rows.names import same, settle, storage
from advsearch.lowering.rows.types import is_scalar
from advsearch.lowering.rows.values import Pieces, Place, Scalar, Value


class Rebound:
    # Gives one fixed variable to each name that `:=` assigns again inside an expression.
    def __init__(self, f: Body, node: ast.AST, parts: list[Any]) -> None:
        self.f = f
        self.node = node
        self.slots: dict[str, Value] = {}
        names = [name for name in assigned_names(parts) if name in f.scope]
        for name in names:
            key = f.key(node, name, "rebound")
            kind = f.program.learn(key, type_of(f, f.scope[name]))
            slot = storage(f, f.python_name(name), kind, key)
            settle(f, f.scope[name], slot, node)
            f.scope[name] = self.slots[name] = slot

    def settle(self, part: Any, before: dict[str, Value]) -> None:
        f = self.f
        for name in assigned_names([part]):
            value = f.scope.get(name)
            if name in before and name not in self.slots:
                raise f.refuse(part, f"`{name}` is assigned twice with := in one expression", "use two names")
            slot = self.slots.get(name)
            if slot is None or value is None or same(value, slot):
                continue
            assert isinstance(slot, Scalar | Pieces | Place)
            kind = f.program.learn(f.key(self.node, name, "rebound"), type_of(f, value))
            if kind == slot.kind or (is_scalar(kind) and is_scalar(slot.kind)):
                settle(f, value, slot, self.node)
            f.scope[name] = slot


def assigns(*parts: Any) -> bool:
    return bool(assigned_names([part for part in parts if part is not None]))


def check_inside(f: Body, node: ast.NamedExpr) -> None:
    # Refuse `[(x := y) for y in ys]` if `x` is also assigned elsewhere.
    tree = f.source.tree if f.tree is None else f.tree
    if node.target.id in f.local and id(node) in _inside(tree):
        raise f.refuse(node, f"`{node.target.id}` is assigned with := inside a comprehension", "write a loop")


@functools.lru_cache(maxsize=1_024)
def _inside(tree: Any) -> frozenset[int]:
    comprehensions = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    return frozenset(
        id(one)
        for top in ast.walk(tree)
        if isinstance(top, comprehensions)
        for one in ast.walk(top)
        if isinstance(one, ast.NamedExpr)
    )
