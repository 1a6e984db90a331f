"""How often a function reads a name: an iterator has nothing more to give when it is read again."""

from __future__ import annotations

import ast
from typing import Any, Final

ITERATORS: Final = frozenset({"zip", "enumerate", "map", "reversed", "filter", "iter"})
"""The built-in functions that return an iterator."""
_LOOPS: Final = (ast.For, ast.While, ast.comprehension, ast.Lambda, ast.FunctionDef)


def is_read_twice(tree: Any, name: str, assigned: ast.AST | None) -> bool:
    """Whether a function may read a name more often than it is assigned."""
    reads = 0

    def visit(node: ast.AST, again: bool) -> None:
        nonlocal reads
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            reads += 2 if again else 1
        for field, child in ast.iter_fields(node):
            for one in child if isinstance(child, list) else [child]:
                if isinstance(one, ast.AST):
                    once = isinstance(node, ast.For | ast.comprehension) and field == "iter"
                    visit(one, again or (isinstance(node, _LOOPS) and not once and not _holds(node, assigned)))

    for top in tree.body if isinstance(tree, ast.FunctionDef) else [tree.body]:
        visit(top, False)
    return reads > 1


def _holds(node: ast.AST, assigned: ast.AST | None) -> bool:
    return assigned is not None and any(one is assigned for one in ast.walk(node))
