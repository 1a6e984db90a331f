"""Refuses iterators in variables, such as `items = zip(a, b)`, if `items` is read twice.

In Python, the second read finds no items, but derived rules would read all items again.
"""

from __future__ import annotations

import ast
import functools
import math
from types import FunctionType
from typing import Any, Final

from advsearch.lowering.rows.order import changed_names
from advsearch.lowering.source import seen_through, source_of

_LOOPS: Final = (ast.For, ast.While, ast.comprehension, ast.Lambda, ast.FunctionDef)
INSTEAD: Final = "write tuple(...) around the iterator"


def complaint(tree: Any, name: str, node: ast.stmt | ast.expr, source: ast.expr) -> str | None:
    """Why `name = zip(a, b)` is refused, or None."""
    if is_read_twice(tree, name, node):
        return f"`{name}` is an iterator and is read more than once"
    if not isinstance(source, ast.GeneratorExp):
        bound = _bound_before_read(tree, name, node) & _names(source)
        return (
            f"`{name}` is an iterator over `{min(bound)}`, which is assigned before the iterator is read"
            if bound
            else None
        )
    own = {name.id for one in source.generators for name in ast.walk(one.target) if isinstance(name, ast.Name)}
    free = _names(source) - (own - _names(source.generators[0].iter))
    later = [one for one in ast.walk(tree) if isinstance(one, ast.stmt) and one.lineno > node.lineno]
    bound = {one.id for top in later for one in ast.walk(top) if _is_stored(one)}  # type: ignore[attr-defined]
    changed = free & (bound | changed_names([one for one in later if not hasattr(one, "body")]))
    return f"`{name}` is a generator that uses `{min(changed)}`, which changes" if changed else None


def _names(source: ast.expr) -> set[str]:
    return {one.id for one in ast.walk(source) if isinstance(one, ast.Name)}


def _bound_before_read(tree: Any, name: str, node: ast.stmt | ast.expr) -> set[str]:
    names = [one for one in ast.walk(tree) if isinstance(one, ast.Name)]
    last = last_read(tree, name, node)
    return {one.id for one in names if _is_stored(one) and node.lineno < one.lineno <= last}


def last_read(tree: Any, name: str, node: ast.stmt | ast.expr) -> int:
    # A line before `node` can run again in a loop, after `node`: then no line is the last.
    reads = [one.lineno for one in ast.walk(tree) if isinstance(one, ast.Name) and one.id == name and _is_read(one)]
    return max((line if line > node.lineno else 1 << 30 for line in reads), default=0)


def _is_read(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


def gives_iterator(function: Any) -> bool:
    function = getattr(function, "__func__", function)
    if isinstance(function, FunctionType):
        return returns_iterator(source_of(function).tree)
    return function is iter or (isinstance(function, type) and hasattr(function, "__next__"))


@functools.lru_cache(maxsize=1_024)
def returns_iterator(tree: Any) -> bool:
    """Whether a function contains `yield` or returns an iterator, such as `zip(...)`."""
    for one in ast.walk(tree):
        value = one.value if isinstance(one, ast.Return) else None
        if isinstance(one, ast.Yield | ast.YieldFrom) or isinstance(value, ast.GeneratorExp):
            return True
        if isinstance(value, ast.Call) and _named(value.func) in ITERATORS:
            return True
    return False


def _named(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        plain = ast.unparse(function.value) in ("itertools", "chain", "itertools.chain")
        return function.attr if plain else ""
    return getattr(function, "id", "")


def surely_gives_iterator(function: Any) -> bool:
    function = seen_through(getattr(function, "__func__", function))
    if not isinstance(function, FunctionType):
        return gives_iterator(function)
    source = source_of(function)
    if source.is_generator:
        return True
    returns = [one.value for one in ast.walk(source.tree) if isinstance(one, ast.Return)]
    return bool(returns) and all(isinstance(one, ast.GeneratorExp) for one in returns)


ITERATORS: Final = frozenset(
    {"zip", "enumerate", "map", "reversed", "filter", "iter", "product", "combinations", "permutations", "chain",
     "pairwise", "islice", "accumulate", "compress", "starmap", "filterfalse", "takewhile", "dropwhile", "repeat",
     "cycle", "count", "zip_longest", "from_iterable"}
)  # fmt: skip


def is_read_twice(tree: Any, name: str, assigned: ast.AST | None) -> bool:
    # Reads in the two blocks of an `if` are not added, because only one block runs.
    body: list[ast.stmt] = tree.body if isinstance(tree, ast.FunctionDef) else [ast.Return(tree.body)]
    left, gone = _reads(body, name, assigned)
    return max(left, gone) > 1


def _reads(body: list[ast.stmt], name: str, assigned: ast.AST | None) -> tuple[float, float]:
    # Returns two numbers: for paths that leave the function, and for paths that reach the end of `body`.
    leaving, going = -math.inf, 0.0
    for node in body:
        left, gone = -math.inf, 0.0
        match node:
            case ast.If(test, yes, no):
                arms = [_reads(yes, name, assigned), _reads(no, name, assigned)]
                before = _visited(test, name, assigned)
                left, gone = (before + max(ways) for ways in zip(*arms, strict=True))
            case ast.Match(subject, cases):
                guards = [case.guard for case in cases if case.guard is not None]
                arms = [(-math.inf, 0.0), *(_reads(case.body, name, assigned) for case in cases)]
                before = sum(_visited(one, name, assigned) for one in (subject, *guards))
                left, gone = (before + max(ways) for ways in zip(*arms, strict=True))
            case ast.Return() | ast.Raise():
                left, gone = _visited(node, name, assigned), -math.inf
            case _:
                left = gone = _visited(node, name, assigned)
        leaving, going = max(leaving, going + left), going + gone
    return leaving, going


def _visited(node: ast.AST, name: str, assigned: ast.AST | None, again: bool = False) -> float:
    # A read inside a loop counts twice.
    if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
        return 2 if again else 1
    total = 0.0
    for field, child in ast.iter_fields(node):
        for one in child if isinstance(child, list) else [child]:
            if isinstance(one, ast.AST):
                once = isinstance(node, ast.For | ast.comprehension) and field == "iter"
                repeated = isinstance(node, _LOOPS) and not once and not _holds(node, assigned)
                total += _visited(one, name, assigned, again or repeated)
    return total


def _holds(node: ast.AST, assigned: ast.AST | None) -> bool:
    return assigned is not None and any(one is assigned for one in ast.walk(node))


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
