"""Removes `try` statements whose handlers only raise another error.

After an error in derived code, plain Python repeats the search and raises the right error.
"""

from __future__ import annotations

import ast

_LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)


class Untried(ast.NodeTransformer):
    def visit_Try(self, node: ast.Try) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        plain = [*node.body, *node.orelse]
        if node.finalbody and any(map(_leaves, [*plain, *node.finalbody])):
            return node  # the statements after `finally` run before the function or loop is left
        if all(_only_raises(handler.body) for handler in node.handlers):
            return [*plain, *node.finalbody]
        return node


def _only_raises(body: list[ast.stmt]) -> bool:
    if any(map(_leaves, body)):
        return False
    match body[-1]:
        case ast.Raise():
            return True
        case ast.If(_, then, [_, *_] as other):
            return _only_raises(then) and _only_raises(other)
    return False


def _leaves(node: ast.AST) -> bool:
    return any(isinstance(one, _LEAVING) for one in ast.walk(node))
