"""Refuses `x.update(y for y in z if len(x) < 3)`: Python adds each item to `x` before the next item is made."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator

from advsearch.lowering.rows.bindings import free_names, is_not_in, outer_names
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.values import Closure, Known, Value, plain_function


def check(f: Body, node: ast.AST, *, of_set: bool = False) -> None:
    """Refuse a call such as `x.extend(y)`, or `x += y`, if `y` makes its items one by one and reads `x`."""
    match node:
        case ast.Call(ast.Attribute(target, _), sources):
            pass
        case ast.AugAssign(target, _, source):
            sources = [source]
        case _:
            return
    while isinstance(target, ast.Subscript | ast.Attribute):
        target = target.value
    name = target.id if isinstance(target, ast.Name) else ""
    skipping = [one for one in sources if of_set and _skips(one, name)]
    if any(name in _names_read(f, part) for one in sources if one not in skipping for part in _lazy(f, one)):
        raise f.refuse(
            node,
            f"a generator reads `{name}`, which changes with each item of the generator",
            "write a list [...] instead of the generator",
        )


def _lazy(f: Body, node: ast.expr) -> Iterator[ast.expr]:
    """Yield the parts of an expression that are evaluated anew for each item."""
    match node:
        case ast.GeneratorExp() | ast.Lambda():
            yield node
        case ast.Name() if isinstance(f.scope.get(node.id), Closure):
            yield node
        case ast.Call(ast.Name() | ast.Attribute(ast.Name()) as function, given):
            made = f.value(function)
            if _is_generator(made):
                yield node
            elif isinstance(made, Known) and (made.value in (map, filter, zip, enumerate) or _is_of_itertools(made)):
                for one in given:
                    yield from _lazy(f, one.value if isinstance(one, ast.Starred) else one)


def _is_of_itertools(made: Known) -> bool:
    return type(made.value).__module__ == "itertools" or getattr(made.value, "__module__", "") == "itertools"


def _is_generator(function: Value) -> bool:
    from advsearch.lowering.rows.functions import yields

    if isinstance(function, Closure):
        return yields(function.tree)
    return inspect.isgeneratorfunction(plain_function(function))


def _names_read(f: Body, node: ast.AST) -> set[str]:
    """The names that an expression reads, also through inner functions."""
    found: set[str] = set()
    left = set(outer_names(node))
    while left:
        name = left.pop()
        value = f.scope.get(name)
        if name not in found and isinstance(value, Closure):
            left |= set(value.names or free_names(value.tree))
        found.add(name)
    return found


def _skips(node: ast.expr, name: str) -> bool:
    """Whether a generator only skips the members of `name`, as `y for y in z if y not in name` does."""
    match node:
        case ast.GeneratorExp(ast.Name(item), [ast.comprehension(ast.Name(target), source, tests)]) if item == target:
            others = [one for one in tests if not is_not_in(one, item, name)]
            return name not in outer_names(ast.Tuple([source, *others]))
    return False
