"""Finds values that are never read again: after `x = 2`, the old `x`."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from advsearch.lowering.rows.body import Body

_RESIZING: Final = frozenset(
    {
        "append",
        "appendleft",
        "extend",
        "pop",
        "popleft",
        "insert",
        "remove",
        "clear",
        "update",
        "setdefault",
        "popitem",
    }
)
CHANGING: Final = _RESIZING | {
    "add",
    "discard",
    "reverse",
    "sort",
    "difference_update",
    "intersection_update",
    "symmetric_difference_update",
}


def resized_names(nodes: list[ast.stmt]) -> list[str]:
    return _called_on(nodes, _RESIZING)


def changed_names(nodes: Sequence[ast.AST]) -> frozenset[str]:
    return frozenset(name for node in nodes for name in _changed_in(node))


@functools.lru_cache(maxsize=4_096)
def _changed_in(top: ast.AST) -> frozenset[str]:
    names = set(_called_on([top], CHANGING))
    for node in ast.walk(top):
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            base: ast.expr = node
            while isinstance(base, ast.Subscript):
                base = base.value
            if isinstance(base, ast.Name):
                names.add(base.id)
    return frozenset(names)


def _called_on(nodes: Sequence[ast.AST], methods: frozenset[str]) -> list[str]:
    found = []
    for top in nodes:
        for node in ast.walk(top):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in methods:
                base = node.func.value
                while isinstance(base, ast.Subscript):
                    base = base.value
                if isinstance(base, ast.Name):
                    found.append(base.id)
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and isinstance(node.op, ast.Add):
                found.append(node.target.id)
            if isinstance(node, ast.Delete):
                found += [
                    one.value.id
                    for one in node.targets
                    if isinstance(one, ast.Subscript) and isinstance(one.value, ast.Name)
                ]
    return found


# --- whether a name is read again -----------------------------------------------------------------------------


Test = Callable[[ast.AST], bool]


def dead_after(f: Body, node: ast.AST, name: str) -> bool:
    """Whether the value of `name` at `node` is never read afterwards."""
    body = f.source.body if f.tree is None else f.tree.body
    verdict = _search(body, node, name, False, lambda one: _mentions(one, name))
    return verdict is True


def left_behind(f: Body, node: ast.stmt, name: str) -> bool:
    # Like `assigned_anew`, but False after any `break` or `continue` in the function. Also False for inner functions
    # that use the name: they can run at any time.
    tree = f.source.tree if f.tree is None else f.tree
    for one in ast.walk(tree):
        inner = isinstance(one, ast.FunctionDef | ast.Lambda) and one is not tree
        if isinstance(one, ast.Break | ast.Continue) or (inner and _mentions(one, name)):
            return False
    return assigned_anew(f, node, name)


def assigned_anew(f: Body, node: ast.stmt, name: str) -> bool:
    """Whether no statement after `node` reads the current value of `name`."""
    # If `node` is a loop, later rounds must not read the value either.
    inside = False

    def reads(one: ast.AST) -> bool:
        return _mentions(one, name)

    if isinstance(node, ast.For):
        inside = not _mentions(node.target, name) and _reads_first(node.body, name, False, reads, False)
    elif isinstance(node, ast.While):
        inside = _mentions(node.test, name) or _reads_first(node.body, name, False, reads, False)
    return not inside and dead_after(f, node, name)


def unchanged_after(f: Body, node: ast.AST, name: str, calls: frozenset[int]) -> bool:
    # Whether a list stays unchanged after `node`, until its name is assigned again. `calls` contains `id(node)` of
    # each call that changes the list or set.
    body = f.source.body if f.tree is None else f.tree.body

    def changes(node: ast.AST) -> bool:
        if any(id(one) in calls for one in ast.walk(node)):
            return True
        return any(isinstance(one, ast.stmt | ast.expr) and name in _changed_in(one) for one in ast.walk(node))

    return _search(body, node, name, False, changes) is True


def _search(
    body: list[ast.stmt], node: ast.AST, name: str, after: bool, reads: Test, leaves: bool = False
) -> bool | None:
    # None if `node` is not in `body`; `after`: whether code after `body` reads the name; `leaves`: after a `break`.
    for at, one in enumerate(body):
        rest_reads = _reads_first(body[at + 1 :], name, after, reads, leaves)
        if one is node:
            return not rest_reads
        if not hasattr(one, "body") and any(part is node for part in ast.walk(one)):
            once = sum(isinstance(part, ast.Name) and part.id == name for part in ast.walk(one)) == 1
            return once and not rest_reads
        if isinstance(one, ast.For | ast.While):
            # the end of the body also leads to its beginning
            test_reads = isinstance(one, ast.While) and reads(one.test)
            again = test_reads or _reads_first(one.body, name, rest_reads, reads, rest_reads) or rest_reads
            found = _search(one.body, node, name, again, reads, again)
        elif isinstance(one, ast.If):
            found = _search(one.body, node, name, rest_reads, reads, leaves)
            if found is None:
                found = _search(one.orelse, node, name, rest_reads, reads, leaves)
        else:
            found = None
        if found is not None:
            return found
    return None


def _reads_first(body: list[ast.stmt], name: str, after: bool, reads: Test, leaves: bool) -> bool:
    # The result is `after` if `body` ends without a read or an assignment of `name`.
    for at, one in enumerate(body):
        match one:
            case ast.Assign(targets, value) if any(isinstance(to, ast.Name) and to.id == name for to in targets):
                if not _mentions(value, name):
                    return False
            case ast.FunctionDef(made) if made == name:
                return False
            case ast.Return() | ast.Raise():
                return reads(one)
            case ast.Break() | ast.Continue():
                return leaves
            case ast.If(test, then, other):
                rest = _reads_first(body[at + 1 :], name, after, reads, leaves)
                return reads(test) or any(_reads_first(arm, name, rest, reads, leaves) for arm in (then, other))
            case ast.For(_, head, inner, []) | ast.While(head, inner, []):
                rest = _reads_first(body[at + 1 :], name, after, reads, leaves)
                return reads(head) or rest or _reads_first(inner, name, rest, reads, rest)
        if reads(one):
            return True
    return after


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node))


# --- whether the order of a loop can show ---------------------------------------------------------------------


_FRONTIER: Final = frozenset({"pop", "popleft", "append", "extend"})


def feeds_a_search(f: Body, node: ast.AST) -> bool:
    """Whether a list is `todo` in a search `while todo: item = todo.pop()`."""
    # A search may begin anywhere, so its list may be made from a set. The list must have no other use, each `return`
    # must return a constant, and each `return` in the loop the same constant.
    tree = f.tree
    if not isinstance(tree, ast.FunctionDef):
        return False
    names = [one.targets[0] for one in ast.walk(tree) if isinstance(one, ast.Assign) and one.value is node]
    loops = [one for one in ast.walk(tree) if isinstance(one, ast.While)]
    returns = [one for one in ast.walk(tree) if isinstance(one, ast.Return)]
    if len(names) != 1 or len(loops) != 1 or not isinstance(names[0], ast.Name):
        return False
    name, loop = names[0].id, loops[0]
    inside = {ast.dump(one) for one in ast.walk(loop) if isinstance(one, ast.Return)}
    uses = [one.value for one in ast.walk(tree) if isinstance(one, ast.Attribute) and one.attr in _FRONTIER]
    for one in ast.walk(tree):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in ("set", "frozenset"):
            uses += one.args
    return (
        all(isinstance(one.value, ast.Constant) for one in returns)
        and len(inside) <= 1
        and not any(isinstance(one, ast.Break | ast.AugAssign) for one in ast.walk(loop))
        and isinstance(loop.test, ast.Name)
        and all(
            one is loop.test or one in uses
            for one in ast.walk(tree)
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load) and one.id == name
        )
    )


def is_only_sorted(f: Body, node: ast.AST) -> bool:
    """Whether a list is used only in `sorted`, `len`, `set` or `frozenset`."""
    # If `sorted` has a key, any two different items must have different keys.
    from advsearch.lowering.rows.callables import keep_apart

    tree = f.tree
    if not isinstance(tree, ast.FunctionDef):
        return False
    every = list(ast.walk(tree))
    names = [one.targets[0] for one in every if isinstance(one, ast.Assign) and one.value is node]
    if len(names) != 1 or not isinstance(names[0], ast.Name):
        return False
    taken = set()
    for one in every:
        match one:
            case ast.Call(ast.Name("sorted" | "len" | "set" | "frozenset") as function, [ast.Name() as given], named):
                plain = function.id not in f.local and not f.source.has(function.id)
                if plain and keep_apart(named):
                    taken.add(id(given))
    uses = [one for one in every if isinstance(one, ast.Name) and one.id == names[0].id and one is not names[0]]
    return all(id(one) in taken for one in uses)
