"""Refuses code that derived rules would run earlier than Python.

Python skips `c` in `a < b < c` if `a < b` is false, but derived rules compute all three values.
"""

from __future__ import annotations

import ast
from typing import Any, Final

from advsearch.lowering.rows.bindings import assigned_names, free_names, outer_names
from advsearch.lowering.rows.order import changed_names
from advsearch.lowering.words.purity import CHANGING
from advsearch.lowering.words.values import Closure, Listed

# These read all items of their arguments before they return.
_COPIES: Final = frozenset({"list", "tuple", "sorted", "range", "len", "sum", "min", "max", "any", "all"})


def closure(run: Any, node: ast.Lambda | ast.FunctionDef, env: dict[str, Any]) -> Closure:
    """The function that a lambda or an inner `def` makes, with its default values."""
    given = node.args
    defaults = tuple(run.eval(one, env) for one in given.defaults)
    pairs = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    named = {one.arg: run.eval(default, env) for one, default in pairs if default is not None}
    return Closure(node, run.frames[-1].source, run.frames[-1], env, defaults, named)


def check(run: Any, node: ast.For, env: dict[str, Any]) -> None:
    """Refuse loops that change their own items: `for x in items: items.append(x)`."""
    changed = changed_names(node.body)
    lists = {name for name in changed if isinstance(env.get(name), Listed | list)}
    assigned = {*changed, *assigned_names([node.target, *node.body])}
    found = (_late(node.iter, env) & assigned) | (_read(node.iter) & lists)
    if found:
        raise run.refuse(
            f"a loop changes `{min(found)}`, but Python reads `{min(found)}` again for each item",
            "write `for ... in tuple(...)`",
        )


def _late(node: ast.AST, env: dict[str, Any]) -> frozenset[str]:
    if _copies(node):
        return frozenset()
    if isinstance(node, ast.GeneratorExp):
        first, *rest = node.generators
        own = assigned_names([one.target for one in node.generators])
        names = frozenset().union(*map(outer_names, [node.elt, *first.ifs, *rest])).difference(own)
        names |= _late(first.iter, env)
    elif isinstance(node, ast.Lambda) or (isinstance(node, ast.Name) and isinstance(env.get(node.id), Closure)):
        names = outer_names(node)
    else:
        return frozenset().union(*(_late(one, env) for one in ast.iter_child_nodes(node)))
    inner = [one.tree for one in map(env.get, names) if isinstance(one, Closure)]
    return names.union(*map(free_names, inner))


def _read(node: ast.AST) -> frozenset[str]:
    if _copies(node) or isinstance(node, ast.List | ast.Tuple | ast.ListComp | ast.BinOp):
        return frozenset()
    if isinstance(node, ast.Name):
        return frozenset({node.id})
    return frozenset().union(*map(_read, ast.iter_child_nodes(node)))


def _copies(node: ast.AST) -> bool:
    match node:
        case ast.Call(ast.Name(name)):
            return name in _COPIES
        case ast.Call(ast.Attribute(_, "copy")) | ast.Subscript(slice=ast.Slice()):
            return True
    return False


def reads_its_list(node: ast.AST) -> bool:
    """Whether `items += (f(x) for x in items)` reads the list that it changes."""
    match node:
        case ast.Call(ast.Attribute(items), [ast.GeneratorExp() as given]):
            return bool(outer_names(items) & outer_names(given))
        case ast.AugAssign(items, ast.Add(), ast.GeneratorExp() as given):
            return bool(outer_names(items) & outer_names(given))
    return False


def check_names(run: Any, node: ast.AST) -> None:
    """Refuse `:=` inside a comprehension, because it assigns an outer variable."""
    comprehension = isinstance(node, ast.ListComp | ast.GeneratorExp)
    if comprehension and any(isinstance(one, ast.NamedExpr) for one in ast.walk(node)):
        raise run.refuse("`:=` is used inside a comprehension", "write a loop")


def check_chain(run: Any, node: ast.Compare) -> None:
    """Refuse `a < b < c` if `c` changes a value, because Python can skip `c`."""
    ends = node.comparators[1:]
    check_skipped(run, ends)
    if any(isinstance(one, ast.NamedExpr) for end in ends for one in ast.walk(end)):
        raise run.refuse("a chain of comparisons such as a < b < c assigns a name in `c`", "write a < b and b < c")


def check_skipped(run: Any, nodes: list[ast.expr]) -> None:
    """Refuse `items.pop()` where Python can skip it, such as in `a and items.pop()`."""
    for one in (part for node in nodes for part in ast.walk(node)):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr in CHANGING:
            raise run.refuse(
                f"`{ast.unparse(one)}` changes a list in an expression that Python may skip",
                "write an `if` statement",
            )
