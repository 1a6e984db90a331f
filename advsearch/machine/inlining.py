"""Functions whose code is written into their callers: small ones, generators, and those that are given functions."""

from __future__ import annotations

import ast
import functools
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine import assumptions, functions, machines, resuming, rewriting, searching, versions
from advsearch.machine.properties import has_pointers, is_mutable
from advsearch.machine.scopes import Scope, Slot
from advsearch.machine.source import Tree, is_generator, outer_names, returns_once, tree_of
from advsearch.machine.values import (
    Arguments,
    Body,
    Bound,
    Closure,
    Constant,
    Held,
    Stream,
    Unreached,
    Value,
    Wish,
    known,
)

if TYPE_CHECKING:
    from advsearch.machine.function import Function

SMALL: Final = 80
"""So many nodes of its syntax tree a function of the rules may have that is written into its callers."""
SMALL_IN_TEXT: Final = 160
"""The same for the methods of machines: those of a search are mostly called from one place."""
MOST_WRITTEN: Final = 2_000
"""The nodes that may be written into one function."""
DEEPEST_WRITTEN: Final = 12


_LOOPS: Final = (ast.For, ast.While, ast.comprehension)


@functools.cache
def _nodes(tree: ast.AST) -> int:
    """The expressions and statements in a function, without those of its errors."""
    if isinstance(tree, ast.Raise):
        return 1
    inside = tree.body if isinstance(tree, ast.FunctionDef) else ast.iter_child_nodes(tree)
    return isinstance(tree, ast.expr | ast.stmt) + sum(map(_nodes, inside))


def is_small(f: Function, function: FunctionType, tree: Tree, arguments: Arguments) -> bool:
    """Whether a function is to be written into its caller: there more is known, and an error is a jump."""
    if function in f.inlined:
        _note_circle(f, f.inlined[f.inlined.index(function) :])
        return False
    if function in f.unit.centres or len(f.inlined) > DEEPEST_WRITTEN or isinstance(tree, ast.Lambda):
        return False
    if looks_at_stop(function):
        return False
    size, own = _nodes(tree), arguments.given[0] if arguments.given else None
    limit = SMALL_IN_TEXT if own is not None and machines.is_machine(own) else SMALL
    return size <= limit and size * f.copies <= 4 * SMALL and f.written + size * f.copies <= MOST_WRITTEN


def looks_at_stop(function: FunctionType) -> bool:
    """Whether a function reads the cell that stops a search. It is rarely called, and stands apart from the code that
    runs often."""
    code = function.__code__
    return any(function.__globals__.get(name) is searching.stopping for name in code.co_names)


def _note_circle(f: Function, circle: list[Any]) -> None:
    """Of functions that call each other, the first with a loop is to be a version of its own. The others are written
    into it, so that what stands before the loop is done by the caller.
    """
    for one in circle:
        if isinstance(one, FunctionType) and any(isinstance(node, _LOOPS) for node in ast.walk(tree_of(one))):
            if one not in f.unit.centres:
                f.unit.centres.add(one)
                f.unit.progress.changed()
            return


def written_small(f: Function, function: FunctionType, tree: Tree, arguments: Arguments) -> Value:
    """The result of a small function. What it takes of the arena ends with it, if its result holds no pointer."""
    f.written += _nodes(tree) * f.copies
    mark, taken = f.load("@ARENA"), f.taken
    value = written_in(f, function, tree, None, arguments)
    every = (*arguments.given, *arguments.named.values())
    keeps = any(isinstance(one, Held) and is_mutable(one.type) for one in every)
    made = isinstance(value, Constant) or (isinstance(value, Held) and not has_pointers(value.type))
    if f.taken != taken and made and not keeps:
        f.store(mark, "@ARENA")
    return value


def written_in(
    f: Function, function: FunctionType | None, tree: Tree, inner: Closure | None, arguments: Arguments,
    on_yield: Body | None = None, ordered: bool = True,
) -> Value:  # fmt: skip
    """The result of a function whose code is written at the place of the call."""
    if is_generator(tree) and on_yield is None:
        ordered = True

        def write(body: Body) -> None:
            written_in(f, function, tree, inner, arguments, body, ordered)

        def run(body: Body, wish: Wish) -> None:
            nonlocal ordered
            ordered = wish.ordered
            if wish.once and rewriting.sites(tree) > 1:
                resuming.resumed(f, (arguments.node, tree), write, body)
            else:
                write(body)

        return Stream(run)
    defaults = (
        inner.defaults if inner is not None else functions.defaults_of(function) if function is not None else ()
    )
    bound = functions.bind_arguments(f, tree, arguments, defaults)
    if function is not None:
        bound = machines.declared_arguments(f, function, bound, arguments.node)
    # the same place in the text, one level deeper: variables of an inlined call are its own
    path = (*f.scope.path, arguments.node, tree)
    parent = inner.scope if inner is not None else None
    scope = Scope(path, tree, function, parent)
    if function is None and parent is None:
        scope.function = f.scope.function
    own = next(iter(bound.values()), None)
    scope.is_text = assumptions.is_text(scope, own)
    if function is not None and assumptions.guaranteed(f, function, list(bound.values())):
        assumptions.mark(scope, own)
    scope.outer = outer_names(tree)
    scope.end, scope.on_yield, scope.ordered = f.block(), on_yield, ordered
    scope.result = None if on_yield is not None else Slot((path, "result"))
    scope.returns_once = returns_once(tree)
    f.inlined.append(function or tree)
    caller_node = f.node
    outer = f.scope
    f.scope = scope
    try:
        versions.reserve(f, scope)
        for name, value in bound.items():
            f.assign(ast.Name(name, ast.Store()), value) if not isinstance(value, Stream | Closure | Bound) else (
                scope.names.__setitem__(name, value)
            )
        if isinstance(tree, ast.Lambda):
            return f.evaluate(tree.body)
        f.run(tree.body)
        if scope.result is not None and f.live:
            f.put(scope.result, Constant(None))
        f.jump(scope.end)
        f.start(scope.end)
        if scope.result is None:
            return Constant(None)
        if not f.live:
            raise Unreached
        return scope.made if scope.made is not None else known(f.get(scope.result))
    finally:
        f.scope = outer
        f.inlined.pop()
        f.node = caller_node
