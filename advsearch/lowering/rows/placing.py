"""A list for a function's result is made directly in the caller's memory. In `b = list(s.board)` and `return
State(tuple(b))`, the call `tuple(b)` copies nothing.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator
from typing import Any, Final

import attrs

from advsearch.lowering.refusals import Refused
from advsearch.lowering.rows import converters, written
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import moved
from advsearch.lowering.rows.functions import own_nodes
from advsearch.lowering.rows.types import Seq, Tup, cells, field_names, is_flat, is_scalar
from advsearch.lowering.rows.values import Place
from advsearch.lowering.source import class_attribute, is_own

_READERS: Final = frozenset({"len", "sum", "any", "all", "min", "max", "tuple", "list", "set", "frozenset", "sorted"})
_STREAMS: Final = frozenset({"enumerate", "zip", "reversed"})


def wish(body: Body, tree: Any) -> None:
    kind = body.program.fact(body.spec.returns)
    if kind is None or is_flat(kind):
        return
    target = Place(kind, "target")
    nodes = own_nodes(tree)
    returns = [one.value for one in nodes if isinstance(one, ast.Return) and one.value is not None]
    found = [(node, place) for one in returns for node, place in _parts(body, one, target)]
    for node, place in found:
        if not isinstance(node, ast.Name):
            body.wishes[id(node)] = place
    if isinstance(kind, Seq):
        _wish_list(body, nodes, target)
    if isinstance(tree, ast.FunctionDef) and not any(isinstance(one, ast.FunctionDef | ast.Lambda) for one in nodes):
        _wish_names(body, tree, returns, [(node, place) for node, place in found if isinstance(node, ast.Name)])


def _wish_list(body: Body, nodes: tuple[ast.AST, ...], target: Place) -> None:
    # The name must be assigned once, and each `return` must return it, a constant or a display such as `[]`.
    returns = [one.value for one in nodes if isinstance(one, ast.Return)]
    names = {one.id for one in returns if isinstance(one, ast.Name)}
    made = [one for one in nodes if isinstance(one, ast.Assign | ast.AnnAssign) and _assigned(one) & names]
    others = [one for one in returns if not isinstance(one, ast.Name)]
    plain = all(isinstance(one, ast.Constant | ast.List | ast.Tuple | None) for one in others)
    if len(names) == len(made) == 1 and made[0].value is not None and plain:
        body.wishes[id(made[0].value)] = target


def _assigned(node: ast.Assign | ast.AnnAssign) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {one.id for one in targets if isinstance(one, ast.Name)}


# --- the parts of what is returned --------------------------------------------------------------------------------


def _parts(body: Body, node: ast.expr, place: Place) -> Iterator[tuple[ast.expr, Place]]:
    yield node, place
    if isinstance(place.kind, Seq):
        source = _copied(node)
        if source is not None:
            yield source, place
        return
    if not isinstance(place.kind, Tup):
        return
    offset = 0
    items = _items(body, node, place.kind)
    for number, part in enumerate(place.kind.items):
        if number in items:
            yield from _parts(body, items[number], moved(place, part, offset))
        offset += cells(part)


def _copied(node: ast.expr) -> ast.Name | None:
    if (
        not isinstance(node, ast.Call)
        or len(node.args) != 1
        or node.keywords
        or not isinstance(node.args[0], ast.Name)
    ):
        return None
    match node.func:
        case ast.Name("tuple" | "list") | ast.Attribute(ast.Constant(""), "join"):
            return node.args[0]
    return None


def _items(body: Body, node: ast.expr, kind: Tup) -> dict[int, ast.expr]:
    if isinstance(node, ast.Tuple) and kind.kind is tuple:
        return {} if any(isinstance(one, ast.Starred) for one in node.elts) else dict(enumerate(node.elts))
    if not isinstance(node, ast.Call) or any(isinstance(one, ast.Starred) for one in node.args):
        return {}
    names = [name.lstrip("_") for name in field_names(kind.kind)]
    named = {one.arg.lstrip("_"): one.value for one in node.keywords if one.arg is not None}
    called = _called(body, node.func)
    if called is kind.kind:
        from advsearch.lowering.rows.calls import init_names

        if written.names_of(kind.kind):
            return {}  # what __init__ stores need not be an argument
        named |= {name.lstrip("_"): one for name, one in zip(init_names(kind.kind), node.args, strict=False)}
    elif called not in (attrs.evolve, dataclasses.replace, "_replace") or is_own(
        class_attribute(kind.kind, "_replace")
    ):
        return {}
    plain = [converters.converter_of(kind.kind, name) is None for name in field_names(kind.kind)]
    return {names.index(name): one for name, one in named.items() if name in names and plain[names.index(name)]}


def _called(body: Body, function: ast.expr) -> Any:
    if isinstance(function, ast.Attribute):
        if function.attr == "_replace":
            return "_replace"
        owner = _called(body, function.value)
        return getattr(owner, function.attr, None) if type(owner).__name__ == "module" else None
    if not isinstance(function, ast.Name) or function.id in body.local:
        return None
    try:
        return body.source.lookup(function.id, function)
    except Refused:
        return None


# --- names --------------------------------------------------------------------------------------------------------


def _wish_names(
    body: Body, tree: ast.FunctionDef, returns: list[ast.expr], found: list[tuple[ast.Name, Place]]
) -> None:
    places = {node.id: place for node, place in found}
    for name, place in places.items():
        alone = all((node.id == name) == (other == place) for node, other in found)
        apart = all((one == name) or one_place.offset != place.offset for one, one_place in places.items())
        copied = {id(node) for node, _ in found if node.id == name}
        mentions = sum(isinstance(one, ast.Name) and one.id == name for value in returns for one in ast.walk(value))
        if not (alone and apart and isinstance(place.kind, Seq) and is_scalar(place.kind.item)):
            continue
        made = _made_once(tree, name)
        if made is not None and mentions == len(copied) and _is_read_only_here(tree, name, copied):
            body.wishes[id(made)] = place


def _made_once(tree: ast.FunctionDef, name: str) -> ast.expr | None:
    stores = [
        one
        for one in ast.walk(tree)
        if isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store)
    ]
    made = [
        one.value
        for one in ast.walk(tree)
        if isinstance(one, ast.Assign | ast.AnnAssign) and _assigned(one) == {name}
    ]
    return made[0] if len(stores) == len(made) == 1 else None


def _is_read_only_here(tree: ast.FunctionDef, name: str, copied: set[int]) -> bool:
    # False if the list gets a second name, or if a called function could keep or change the list.
    parents = {id(child): parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name) or node.id != name or isinstance(node.ctx, ast.Store) or id(node) in copied:
            continue
        parent = parents[id(node)]
        above = parents.get(id(parent))
        match parent:
            case ast.Subscript() | ast.Compare():
                continue
            case ast.Attribute() if isinstance(above, ast.Call) and above.func is parent:
                continue
            case ast.For() | ast.comprehension():
                continue
            case ast.Call(ast.Name(function)) if function in _READERS:
                continue
            case ast.Call(ast.Name(function)) if function in _STREAMS and isinstance(
                above, ast.For | ast.comprehension
            ):
                continue
        return False
    return True
