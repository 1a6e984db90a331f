"""Refuses expressions whose result differs between a deque and a list: `deque([1]) == [1]` is False.

Generated code stores a deque as a list.
"""

from __future__ import annotations

import ast
import functools
from collections import deque
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from advsearch.lowering.rows.body import Body


def check(f: Body, node: ast.expr) -> None:
    def of_deque(one: ast.expr) -> bool:
        return _is_deque(f, one, _names(f, f.source.tree if f.tree is None else f.tree))

    match node:
        case ast.Compare(left, ops, others):
            sides = [left, *others]
            pairs = zip(sides, ops, sides[1:], strict=False)
            unlike = any(_unlike(one, sign, other, of_deque) for one, sign, other in pairs)
        case ast.BinOp(one, _, other):
            unlike = of_deque(one) != of_deque(other)
        case ast.Subscript(one, ast.Slice()):
            unlike = of_deque(one)
        case ast.Call(ast.Name("isinstance"), [one, _], []):
            unlike = of_deque(one)
        case ast.Call(ast.Attribute(one, "sort")) | ast.Call(ast.Attribute(one, "pop"), [_]):
            unlike = of_deque(one)
        case _:
            unlike = False
    if unlike:
        raise f.refuse(node, f"`{ast.unparse(node)}` uses a deque like a list", "write list(...) around the deque")


def _unlike(one: ast.expr, sign: ast.cmpop, other: ast.expr, of_deque: Any) -> bool:
    if isinstance(sign, ast.Is | ast.IsNot):
        return False
    if isinstance(sign, ast.In | ast.NotIn):
        return bool(of_deque(one))
    return bool(of_deque(one) != of_deque(other))


def _is_deque(f: Body, node: ast.expr, names: frozenset[str]) -> bool:
    match node:
        case ast.Name(name):
            return name in names
        case ast.Call(ast.Name(name)):
            return name not in f.local and f.source.has(name) and f.source.lookup(name, node) is deque
        case ast.Call(ast.Attribute(one, "deque" | "copy" as name)):
            return name == "deque" or _is_deque(f, one, names)
        case ast.IfExp(_, one, other):
            return _is_deque(f, one, names) or _is_deque(f, other, names)
        case ast.NamedExpr(_, one):
            return _is_deque(f, one, names)
        case ast.BinOp(one, ast.Add() | ast.Mult(), other):
            return _is_deque(f, one, names) or _is_deque(f, other, names)
    return False


def _names(f: Body, tree: ast.AST) -> frozenset[str]:
    names: frozenset[str] = frozenset()
    pairs = _assigned(tree)
    while True:
        found = names | {name for name, value in pairs if _is_deque(f, value, names)}
        if found == names:
            return names
        names = found


@functools.lru_cache(maxsize=4_096)
def _assigned(tree: ast.AST) -> tuple[tuple[str, ast.expr], ...]:
    found: list[tuple[str, ast.expr]] = []
    for one in ast.walk(tree):
        match one:
            case ast.Assign(targets, value):
                found += [(target.id, value) for target in targets if isinstance(target, ast.Name)]
            case ast.AnnAssign(ast.Name(name), _, ast.expr() as value) | ast.NamedExpr(ast.Name(name), value):
                found.append((name, value))
    return tuple(found)
