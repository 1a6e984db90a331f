"""Syntax trees of functions, read from the files in which they stand."""

from __future__ import annotations

import ast
import functools
import linecache
from collections.abc import Iterable
from types import CodeType, FunctionType
from typing import Any, Final, TypeAlias

from advsearch.lowering.refusals import refuse
from advsearch.since_start import has_changed, is_as_run

Tree: TypeAlias = ast.FunctionDef | ast.Lambda

_TREES: Final[dict[CodeType, Tree]] = {}


def tree_of(function: Any) -> Tree:
    """The syntax tree of a function, as its author wrote it."""
    code = function.__code__
    known = _TREES.get(code)
    if known is None:
        known = _TREES[code] = _found(function)
    return known


def _found(function: FunctionType) -> Tree:
    code = function.__code__
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    try:
        trees = _trees_by_line(code.co_filename, text).get(code.co_firstlineno, [])
    except SyntaxError:
        trees = []
    count = code.co_argcount + code.co_kwonlyargcount
    wanted = ast.Lambda if code.co_name == "<lambda>" else ast.FunctionDef
    fitting = [
        tree
        for tree in trees
        if isinstance(tree, wanted)
        and (isinstance(tree, ast.Lambda) or tree.name == code.co_name)
        and tuple(one.arg for one in all_parameters(tree)) == code.co_varnames[:count]
    ]
    if not fitting:
        raise refuse(
            code.co_filename, code.co_firstlineno, f"the source code of `{function.__qualname__}` cannot be read",
            "write the function in a file",
        )  # fmt: skip
    if len({ast.dump(tree) for tree in fitting}) > 1:
        raise refuse(
            code.co_filename, code.co_firstlineno, "one line contains two lambdas",
            "write each lambda on a line of its own",
        )  # fmt: skip
    if has_changed(code.co_filename) and not is_as_run(code, text):
        raise refuse(
            code.co_filename, code.co_firstlineno,
            f"the file has changed since `{function.__qualname__}` was imported", "start Python again",
        )  # fmt: skip
    return fitting[0]


@functools.lru_cache(maxsize=64)
def _trees_by_line(file: str, text: str) -> dict[int, list[Tree]]:
    found: dict[int, list[Tree]] = {}
    for node in ast.walk(ast.parse(text, file)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found.setdefault(first, []).append(node)
        elif isinstance(node, ast.Lambda):
            found.setdefault(node.lineno, []).append(node)
    return found


def all_parameters(tree: Tree) -> list[ast.arg]:
    return [*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs]


def positional(tree: Tree) -> list[str]:
    return [one.arg for one in (*tree.args.posonlyargs, *tree.args.args)]


def body_of(tree: Tree) -> list[ast.stmt]:
    return [ast.copy_location(ast.Return(tree.body), tree.body)] if isinstance(tree, ast.Lambda) else tree.body


@functools.cache
def walked(tree: ast.AST) -> tuple[ast.AST, ...]:
    """The tree and all nodes inside it, which never change."""
    return tuple(ast.walk(tree))


@functools.cache
def own_nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """All nodes inside a tree, but none of the functions written in it."""
    found: list[ast.AST] = []
    waiting = list(ast.iter_child_nodes(tree))
    while waiting:
        node = waiting.pop()
        found.append(node)
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)
    return tuple(found)


@functools.cache
def returns_once(tree: Tree) -> bool:
    """Whether the only `return` of a function is its last statement."""
    if isinstance(tree, ast.Lambda) or not isinstance(tree.body[-1], ast.Return):
        return False
    return sum(isinstance(node, ast.Return) for node in own_nodes(tree)) == 1


@functools.cache
def is_generator(tree: Tree) -> bool:
    return not isinstance(tree, ast.Lambda) and any(
        isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(tree)
    )


@functools.cache
def makes_function(tree: Tree) -> bool:
    """Whether a function returns a function that is written in it."""
    if isinstance(tree, ast.Lambda):
        return isinstance(tree.body, ast.Lambda)
    inner = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    returned = [node.value for node in own_nodes(tree) if isinstance(node, ast.Return)]
    return any(isinstance(v, ast.Lambda) or (isinstance(v, ast.Name) and v.id in inner) for v in returned)


@functools.cache
def outer_names(tree: Tree) -> frozenset[str]:
    """The names that a function declares `nonlocal`."""
    return frozenset(name for node in own_nodes(tree) if isinstance(node, ast.Nonlocal) for name in node.names)


def assigned(nodes: Iterable[ast.AST]) -> tuple[str, ...]:
    """The names that these pieces of a function assign."""
    return _assigned(tuple(nodes))


@functools.cache
def _assigned(nodes: tuple[ast.AST, ...]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for top in nodes:
        inside = [] if isinstance(top, ast.FunctionDef | ast.Lambda) else own_nodes(top)
        for node in (top, *inside):
            for name in _stored(node):
                found[name] = None
    return tuple(sorted(found))


def _stored(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
        return [node.id]
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
        return [node.name]
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
        return [f".{node.attr}"]
    return []


@functools.cache
def shared_names(tree: Tree) -> frozenset[str]:
    """Names of a function that its inner functions assign as `nonlocal`, and those that expressions assign."""
    return (walrus_names(own_nodes(tree)) | changed_from_inside(tree)) - outer_names(tree)


def walrus_names(nodes: Iterable[ast.AST]) -> frozenset[str]:
    return frozenset(node.target.id for node in nodes if isinstance(node, ast.NamedExpr))


@functools.cache
def changed_from_inside(tree: Tree) -> frozenset[str]:
    return frozenset(name for node in walked(tree) if isinstance(node, ast.Nonlocal) for name in node.names)
