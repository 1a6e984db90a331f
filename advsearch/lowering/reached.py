"""Finds all functions that a game's methods call, and refuses code that uses changing objects, such as
`self.iterator`.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from types import FunctionType
from typing import Any, Final

from advsearch.lowering.refusals import Refusal, Refused, instead_of_impure
from advsearch.lowering.source import Source, seen_through, source_of

# Without `setdefault` and `update`, because rules may cache results with them.
_CHANGING: Final = frozenset(
    {
        "append",
        "appendleft",
        "extend",
        "insert",
        "pop",
        "popitem",
        "popleft",
        "remove",
        "clear",
        "sort",
        "reverse",
        "__setitem__",
    }
)
_SPECIAL: Final = ("__call__", "__get__", "__bool__", "__eq__", "__len__")
_KNOWN: Final = ("advsearch.", "attr", "functools")
_OF_CACHES: Final = frozenset({"cache_info", "cache_clear"})


def helpers(game: Any, methods: list[FunctionType]) -> tuple[list[FunctionType], list[Refusal]]:
    """All functions that `methods` call, and all refused code in these functions."""
    left, found, refused = list(methods), dict.fromkeys(methods), []
    while left:
        function = left.pop()
        try:
            source = source_of(function)
        except Refused:  # without source code nothing is lowered; the refusal is reported later
            continue
        for node in ast.walk(source.tree):
            what, more = _of_node(game, function, source, node)
            if what:
                refused.append(Refusal(source.file, getattr(node, "lineno", 0), what, instead_of_impure(what)))
            for one in more:
                if one not in found:
                    found[one] = None
                    left.append(one)
    return [one for one in found if one not in methods], refused


def _of_node(game: Any, function: FunctionType, source: Source, node: ast.AST) -> tuple[str, list[FunctionType]]:
    if isinstance(node, ast.Attribute):
        if node.attr in _OF_CACHES:
            return f"`{ast.unparse(node)}` depends on how often the cache was used", []
        if _is_game_itself(node.value, function):
            return _of_values(f"{ast.unparse(node)}", list(_attributes(game, node.attr)))
    match node:
        case ast.Call(ast.Attribute(ast.Name() as owner, method)) if method in _CHANGING:
            if isinstance(_global(owner, function, source), list | dict | set | bytearray):
                return f"`{owner.id}` is changed", []
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        value = _global(node, function, source)
        return _of_values(node.id, [] if value is None or isinstance(value, type) else [value])
    return "", []


def _is_game_itself(node: ast.expr, function: FunctionType) -> bool:
    # The first parameter of a method, or `super()`.
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "super"
    return isinstance(node, ast.Name) and node.id in function.__code__.co_varnames[:1]


def _attributes(game: Any, name: str) -> Iterator[Any]:
    if name in getattr(game, "__dict__", {}):
        yield vars(game)[name]
        return
    kept = [vars(kind)[name] for kind in type(game).__mro__ if name in vars(kind)]
    yield from kept
    if not kept:
        yield from (vars(kind)["__getattr__"] for kind in type(game).__mro__ if "__getattr__" in vars(kind))


def _global(node: ast.expr, function: FunctionType, source: Source) -> Any:
    if not isinstance(node, ast.Name) or node.id in function.__code__.co_varnames:
        return None
    return source.outside.get(node.id, function.__globals__.get(node.id))


def _of_values(name: str, values: list[Any]) -> tuple[str, list[FunctionType]]:
    functions = []
    for value in values:
        if isinstance(value, functools.partial) and any(map(_is_used_up, value.args)):
            return f"`{name}` uses an iterator, which continues at each call", []
        if _is_used_up(value):
            return f"`{name}` is an iterator, which continues at each use", []
        inner = value.fget if isinstance(value, property) else seen_through(value)
        if isinstance(inner, FunctionType):
            functions.append(inner)
        elif not isinstance(value, type):
            special = [vars(type(value)).get(each) for each in _SPECIAL]
            functions += [one for one in special if isinstance(one, FunctionType)]
    return "", [one for one in functions if not (one.__module__ or "").startswith(_KNOWN)]


def _is_used_up(value: Any) -> bool:
    return hasattr(type(value), "__next__")
