"""Loops over `itertools.groupby`, which is written here as a plain Python function.

A group is a tuple here, and an iterator in Python. A loop is refused if it could read a group twice, or after going
on to the next group.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import attrs

from advsearch.lowering.rows import changing
from advsearch.lowering.rows.bindings import assigned_names
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.calls import Handler
from advsearch.lowering.rows.conversions import as_kind_of_sequence
from advsearch.lowering.rows.functions import call_function
from advsearch.lowering.rows.values import Known, Value

_READING: Final = frozenset({"all", "any", "frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple"})
_PASSING_ON: Final = frozenset({"enumerate", "filter", "map", "zip"})
_INSTEAD: Final = "write `for key, group in groupby(...)`, and keep list(group)"


def _groups(items: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    start = 0
    for at in range(1, len(items) + 1):
        if at == len(items) or items[at] != items[start]:
            yield items[start], items[start:at]
            start = at


def _groups_by_key(items: Sequence[Any], key: Callable[[Any], Any]) -> Iterator[tuple[Any, Any]]:
    start = 0
    for at in range(1, len(items) + 1):
        if at == len(items) or key(items[at]) != key(items[start]):
            yield key(items[start]), items[start:at]
            start = at


def groupby_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    turn = _turn_of(f, node)
    if _outlives_its_turn(f, turn):
        raise f.refuse(
            node, "a group of groupby is kept for a later round of the loop, or read more than once", _INSTEAD
        )
    items, key = given[0], given[1] if len(given) > 1 else named.get("key", Known(None))
    if isinstance(turn.loop, ast.For) and _names(node) & changing.mutated_names(f.program, turn.loop.body):
        raise f.refuse(node, "a loop changes the list that groupby reads", "loop over a copy: groupby(tuple(items))")
    ready = as_kind_of_sequence(f, node, items, tuple)
    if isinstance(key, Known) and key.value is None:
        return call_function(f, node, _groups, [ready], {})
    return call_function(f, node, _groups_by_key, [ready, key], {})


@attrs.frozen
class _Turn:
    loop: ast.For | ast.comprehension
    once: list[ast.AST]  # run at most once for each group
    often: list[ast.AST] = attrs.field(factory=list)  # can run several times for each group
    iterated: ast.AST | None = None  # the iterable of the inner loop


def _turn_of(f: Body, node: ast.Call) -> _Turn:
    for tree in (f.source.tree, f.tree):
        for one in ast.walk(tree) if tree is not None else ():
            if isinstance(one, ast.For) and one.iter is node:
                return _Turn(one, [*one.body])
            loops = getattr(one, "generators", [])
            at = next((at for at, loop in enumerate(loops) if loop.iter is node), None)
            if at is not None:
                whole: Any = one
                elements = [whole.key, whole.value] if isinstance(one, ast.DictComp) else [whole.elt]
                if at + 1 == len(loops):
                    return _Turn(loops[at], [*loops[at].ifs, *elements])
                inner = loops[at + 1]
                often = [inner.target, *inner.ifs, *loops[at + 2 :], *elements]
                return _Turn(loops[at], [*loops[at].ifs, inner.iter], often, inner.iter)
    raise f.refuse(node, "groupby is called outside of the head of a `for` loop", _INSTEAD)


def _outlives_its_turn(f: Body, turn: _Turn) -> bool:
    match turn.loop.target:
        case ast.Name(name) | ast.Tuple([_, ast.Name(name)]) | ast.List([_, ast.Name(name)]):
            pass
        case ast.Tuple([_, ast.Tuple() | ast.List()]):
            return False  # the items of a group are assigned to names at once
        case _:
            return True
    if isinstance(turn.loop, ast.For) and _is_read_elsewhere(f, name):
        return True
    uses = _uses(turn.once, name)
    if not uses and not _uses(turn.often, name):
        return False
    if isinstance(turn.loop.target, ast.Name) or len(uses) > 1 or _uses(turn.often, name):
        return True
    return uses[0] is not turn.iterated and not _is_read_at_once(f, _above(turn.once), uses[0])


def _uses(parts: list[ast.AST], name: str) -> list[ast.AST]:
    return [one for part in parts for one in ast.walk(part) if isinstance(one, ast.Name) and one.id == name]


def _is_read_elsewhere(f: Body, name: str) -> bool:
    tree = f.source.tree if f.tree is None else f.tree
    inside: set[int] = set()
    for one in ast.walk(tree):
        bodies: list[ast.AST] = []
        if isinstance(one, ast.For) and name in assigned_names([one.target]):
            bodies = [*one.body]
        elif any(name in assigned_names([loop.target]) for loop in getattr(one, "generators", ())):
            bodies = [one]
        inside |= {id(part) for body in bodies for part in ast.walk(body)}
    read = (one for one in ast.walk(tree) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load))
    return any(one.id == name and id(one) not in inside for one in read)


def _above(parts: list[ast.AST]) -> dict[int, ast.AST]:
    return {id(child): one for part in parts for one in ast.walk(part) for child in ast.iter_child_nodes(one)}


def _is_read_at_once(f: Body, above: dict[int, ast.AST], node: ast.AST) -> bool:
    parent = above.get(id(node))
    match parent:
        case ast.Starred() | ast.Assign(targets=[ast.Tuple() | ast.List()]):
            return not _is_repeated(above, parent)
        case ast.For() if parent.iter is node:
            return not _is_repeated(above, parent)
        case ast.comprehension() if parent.iter is node:
            holder = above[id(parent)]
            if isinstance(holder, ast.GeneratorExp):
                return holder.generators[0] is parent and _is_read_at_once(f, above, holder)
            return not _is_repeated(above, node)
        case ast.Call(ast.Attribute(ast.Constant(str()), "join")):
            return not _is_repeated(above, parent)
        case ast.Call(ast.Name(name)) if name not in f.local and not f.source.has(name):
            if name in _PASSING_ON:
                return _is_read_at_once(f, above, parent)
            return name in _READING and not _is_repeated(above, parent)
    return False


def _is_repeated(above: dict[int, ast.AST], node: ast.AST) -> bool:
    child, parent = node, above.get(id(node))
    while parent is not None:
        match parent:
            case ast.While() | ast.FunctionDef() | ast.Lambda():
                return True
            case ast.For() | ast.comprehension() if child is not parent.iter:
                return True
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                if child is not parent.generators[0]:
                    return True
        child, parent = parent, above.get(id(parent))
    return False


def _names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


GROUPING: Final[dict[Any, Handler]] = {itertools.groupby: groupby_call}
