"""Decides whether `[f(x) for x in some_set]` can compute its items in any order."""

from __future__ import annotations

import ast

from advsearch.lowering.rows import order, sharing
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.values import Entries, Table


def is_free(f: Body, tree: ast.AST) -> bool:
    """Whether a comprehension assigns no name, and changes no list, set or dict."""
    if any(isinstance(one, ast.NamedExpr) for one in ast.walk(tree)):
        return False
    changed = [f.scope[name] for name in order.changed_names([tree]) if name in f.scope]
    return not any(
        isinstance(one, Entries | Table) or sharing.is_changeable(getattr(one, "kind", None)) for one in changed
    )


def is_hidden(f: Body, node: ast.AST) -> bool:
    # Whether the order of a comprehension's items never affects the function's result.
    hidden = id(node) in f.order_free or order.feeds_a_search(f, node) or order.is_only_sorted(f, node)
    return hidden and is_free(f, node)
