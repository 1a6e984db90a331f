"""Lists the names that statements assign, and the names that expressions read."""

from __future__ import annotations

import ast
import functools
from typing import Any, Final


def assigned_names(nodes: list[Any]) -> list[str]:
    """`a, b = 1, 2` gives `["a", "b"]`; names in inner functions are left out."""
    return list(dict.fromkeys(name for node in nodes for name in _assigned_in(node)))


@functools.lru_cache(maxsize=4_096)
def _assigned_in(top: ast.AST) -> tuple[str, ...]:
    found: dict[str, None] = {}

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            found[node.id] = None
        elif isinstance(node, ast.FunctionDef):
            found[node.name] = None
            return
        elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            found[node.name] = None
        elif isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            return
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(top)
    return tuple(found)


_SET_CHANGES: Final = frozenset(
    {"add", "discard", "update", "remove", "clear", "difference_update", "intersection_update",
     "symmetric_difference_update"}
)  # fmt: skip


def changed_names(nodes: list[Any]) -> list[str]:
    """Like `assigned_names`, but `s.add(x)` counts as an assignment of `s`."""
    return list(dict.fromkeys([*assigned_names(nodes), *(name for node in nodes for name in _changed_in(node))]))


@functools.lru_cache(maxsize=4_096)
def _changed_in(top: ast.AST) -> tuple[str, ...]:
    return tuple(
        node.func.value.id
        for node in ast.walk(top)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _SET_CHANGES
        and isinstance(node.func.value, ast.Name)
    )


def is_not_in(test: ast.expr, item: str, known: str) -> bool:
    """Whether a test is exactly `item not in known`."""
    return ast.unparse(test) == f"{item} not in {known}"


# --- free names -----------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=1_024)
def free_names(tree: ast.FunctionDef | ast.Lambda) -> tuple[str, ...]:
    """The outer names of a function: `lambda x: x + n` gives `("n",)`."""
    return tuple(_free(tree))


def _free(node: ast.AST) -> dict[str, None]:
    if isinstance(node, ast.Name):
        return {node.id: None}
    own: set[str] = set()
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        own = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
        own.update(assigned_names(node.body if isinstance(node, ast.FunctionDef) else [node.body]))
    elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
        own = {name for generator in node.generators for name in assigned_names([generator.target])}
    found = {name: None for child in ast.iter_child_nodes(node) for name in _free(child)}
    return {name: None for name in found if name not in own}


def outer_names(node: ast.AST) -> frozenset[str]:
    """`[x + n for x in items]` reads the outer names `n` and `items`."""
    return frozenset(_free(node))
