"""Replaces names for parts of a list: after `row = board[i]`, `row[j]` becomes `board[i][j]`.

Without this step, `row` would be a copy, and `row[j] = 1` would not change `board`.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Final

_PLAIN: Final = (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)
_LATER: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp)
# The attribute of a statement `board[i]` that replaces `row = board[i]`; its value is "row".
PART: Final = "is_part"


class Named(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        for one in ast.walk(node):
            for body in (getattr(one, "body", None), getattr(one, "orelse", None)):
                if isinstance(body, list):
                    _replace(node, body)
        return node


def _replace(function: ast.FunctionDef, body: list[ast.stmt]) -> None:
    for at, one in enumerate(body):
        match one:
            case ast.Assign([ast.Name(name)], ast.Subscript() as part):
                uses = [later for later in body[at + 1 :] if name in _names(later)]
                last = body.index(uses[-1]) if uses else at
                if _fits(function, body[at + 1 : last + 1], name, part):
                    body[at] = ast.copy_location(ast.Expr(part), one)
                    setattr(body[at], PART, name)
                    for later in body[at + 1 : last + 1]:
                        _Replaced(name, part).visit(later)


class _Replaced(ast.NodeTransformer):
    def __init__(self, name: str, part: ast.Subscript) -> None:
        self.name, self.part = name, part

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id != self.name:
            return node
        made = copy.deepcopy(self.part)
        for one in ast.walk(made):
            ast.copy_location(one, node)
        return made


def _names(node: ast.AST) -> list[str]:
    return [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]


def _fits(function: ast.FunctionDef, rest: list[ast.stmt], name: str, part: ast.Subscript) -> bool:
    from advsearch.lowering.rows.order import changed_names

    owner, depth = _root(part)
    if not isinstance(owner, ast.Name) or name not in changed_names(rest):
        return False
    if not all(isinstance(one, (*_PLAIN, ast.Subscript)) for one in ast.walk(part)):
        return False
    given = [one.arg for one in ast.walk(function.args) if isinstance(one, ast.arg)]
    if name in given or _names(function).count(name) != 1 + sum(_names(one).count(name) for one in rest):
        return False
    fixed = {*_names(part), name}
    for top in rest:
        for one in ast.walk(top):
            if isinstance(one, ast.Name) and one.id in fixed and not isinstance(one.ctx, ast.Load):
                return False
            if isinstance(one, _LATER) and name in _names(one):
                return False
            if isinstance(one, ast.MatchAs | ast.MatchStar) and one.name in fixed:
                return False
    return all(_keeps(*use, depth) for top in rest for use in _uses(top, owner.id))


def _root(node: ast.expr) -> tuple[ast.expr, int]:
    # `x[i][j]` gives `x` and 2.
    depth = 0
    while isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
        node, depth = node.value, depth + 1
    return node, depth


def _uses(top: ast.AST, owner: str) -> Iterator[tuple[ast.expr, ast.AST, ast.AST, int]]:
    parents = {id(child): one for one in ast.walk(top) for child in ast.iter_child_nodes(one)}
    for one in ast.walk(top):
        if isinstance(one, ast.Name) and one.id == owner:
            node: ast.expr = one
            depth = 0
            while isinstance(above := parents.get(id(node)), ast.Subscript) and above.value is node:
                node, depth = above, depth + 1
            parent = parents.get(id(node), top)
            yield node, parent, parents.get(id(parent), top), depth


def _keeps(node: ast.expr, parent: ast.AST, above: ast.AST, depth: int, wanted: int) -> bool:
    # With `wanted` 2: whether `x[i][j]` surely stays the same object.
    if not isinstance(getattr(node, "ctx", None), ast.Load):
        return depth > wanted
    if depth >= wanted:
        return True
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Name) and parent.func.id in ("len", "sum", "any", "all", "tuple")
    return isinstance(parent, ast.Return | ast.For | ast.comprehension)
