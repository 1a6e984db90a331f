"""Functions that change a list that they are given. Such a function receives the cells of the caller's own list.

    def sow(pits, start):          # the cells of `ring` are the cells of `pits`
        pits[start] = 0

    ring = list(state)
    sow(ring, 3)

The function then knows where the list was made, so that what it stores there widens the type of the caller's list.
Two names for one list are refused, because a change by one name may come between two readings by the other name.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from advsearch.lowering.rows import order, sharing
from advsearch.lowering.rows.bindings import assigned_names
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.lists import joined_at
from advsearch.lowering.rows.program import Change, Program
from advsearch.lowering.rows.storing import store
from advsearch.lowering.rows.types import Seq, Type
from advsearch.lowering.rows.values import Closure, Known, Lazy, NotYet, Place, Stream, Value

_LAZY = (ast.Lambda, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


def changes_in(program: Program, nodes: Iterable[ast.AST]) -> Iterator[Change]:
    """Yield what the calls in some statements are known to change."""
    if program.changing_calls:
        for top in nodes:
            for node in ast.walk(top):
                yield from program.changing_calls.get(id(node), ())


def mutated_names(program: Program, nodes: list[ast.stmt]) -> frozenset[str]:
    """The names of lists and sets that statements change, by themselves or through a function that they call."""
    return order.changed_names(nodes) | {one.name for one in changes_in(program, nodes)}


def resized_names(program: Program, nodes: list[ast.stmt]) -> frozenset[str]:
    """The names of lists that statements make longer or shorter, by themselves or through a function."""
    return frozenset(order.resized_names(nodes)) | {one.name for one in changes_in(program, nodes) if one.resizes}


def given_cells(
    f: Body, node: ast.AST, tree: Any, arguments: dict[str, Value], around: dict[str, Value]
) -> dict[str, Place]:
    """The lists whose cells a function is given, by the names of the parameters that it changes.

    A list that cannot be changed is not among them. A change of it is refused where the function writes it.
    """
    if not isinstance(tree, ast.FunctionDef) or any(
        isinstance(one, ast.Yield | ast.YieldFrom) for one in ast.walk(tree)
    ):
        return {}
    names = mutated_names(f.program, tree.body) & arguments.keys()
    found: dict[str, Place] = {}
    for name in sorted(names.difference(assigned_names(tree.body))):
        place = _cells(f, node, tree, name, arguments, around)
        if place is not None:
            found[name] = place
    if found:
        _check_moment(f, node, tree)
        f.changes += 1
    return found


def changes_argument(function: Any, given: list[Any], named: dict[str, Any]) -> bool:
    """Whether a function changes a list, set or dict that it is given, as a call with copies shows."""
    before = [*given, *named.values()]
    copies = [copy.deepcopy(one) if isinstance(one, list | set | dict) else one for one in before]
    try:
        function(*copies[: len(given)], **dict(zip(named, copies[len(given) :], strict=True)))
    except Exception:  # whatever it raises, it raises when it is called
        return True
    return any(one is not two and one != two for one, two in zip(copies, before, strict=True))


def _cells(
    f: Body, node: ast.AST, tree: ast.FunctionDef, name: str, arguments: dict[str, Value], around: dict[str, Value]
) -> Place | None:
    value = arguments[name]
    known = isinstance(value, Known) and isinstance(value.value, list)
    kind = getattr(value, "kind", None)
    if not known and not (isinstance(value, Place) and isinstance(kind, Seq) and kind.kind is list):
        return None
    given = [source for one, source in _sources(f, node) if one is value]
    if len(given) > 1:
        raise f.refuse(
            node, f"`{ast.unparse(given[0])}` is passed twice to `{tree.name}`, which changes it", "pass it once"
        )
    if not given:
        return None
    source = given[0]
    if not isinstance(source, ast.Name):
        return _copy(f, node, source, name, value)
    if source.id in f.local:
        resizes = name in resized_names(f.program, tree.body)
        inner = isinstance(kind, Seq) and sharing.holds_changeable(kind.item)
        _learn(f.program, node, Change(source.id, resizes, inner))
    if not isinstance(value, Place) or value.site is None:
        return None
    others = [one for one in arguments.items() if one[0] != name] + list(around.items())
    for other, part in others:
        if other in around and _same_list(other, part, source.id):
            raise f.refuse(
                node,
                f"`{tree.name}` changes its argument `{source.id}` and also reads it by name",
                "read it only as an argument",
            )
        if other not in around and _may_be_part(f, node, part, source.id):
            raise f.refuse(
                node,
                f"`{source.id}` is passed twice to `{tree.name}`, which changes it",
                f"pass a copy: list({source.id})",
            )
    return value


def _sources(f: Body, node: ast.AST) -> list[tuple[Value, ast.expr]]:
    """The arguments of a call with their expressions, if these are the arguments that the function is given."""
    call, found = f.passing
    return found if call is node else []


def _learn(program: Program, node: ast.AST, change: Change) -> None:
    old = program.changing_calls.get(id(node), frozenset())
    if change not in old:
        program.keep(node)
        program.changing_calls[id(node)] = old | {change}
        program.changed = True


def _copy(f: Body, node: ast.AST, source: ast.expr, name: str, value: Value) -> Place | None:
    """A new list with the items of an argument that has no name, such as a slice."""
    if not isinstance(value, Place) or not _is_new(source):
        return None
    assert isinstance(value.kind, Seq)
    if sharing.holds_changeable(value.kind.item):
        return None
    key = f.key(node, name, "given")
    place = Place(f.program.learn(key, value.kind), "", site=(key, ()))
    place = attrs.evolve(place, text=f.region(key, place.kind))
    store(f, value, place, node)
    return place


def _is_new(source: ast.expr) -> bool:
    """Whether an expression makes a list, so that nothing else refers to it."""
    match source:
        case ast.Subscript(slice=ast.Slice()) | ast.Call(ast.Name("list" | "sorted")):
            return True
    return isinstance(source, ast.List | ast.ListComp | ast.BinOp)


def _same_list(name: str, value: Value, owner: str) -> bool:
    """Whether a name around an inner function is the list, or a function that may read the list."""
    return name == owner or (isinstance(value, Closure) and _mentions(value.tree, owner))


def _may_be_part(f: Body, node: ast.AST, value: Value, owner: str) -> bool:
    """Whether an argument may be the list, a part of it, or a function that reads it."""
    if isinstance(value, Closure):
        return _mentions(value.tree, owner)
    if not isinstance(value, Place | Stream | Lazy) or (isinstance(value, Place) and value.fresh):
        return False
    return any(one is value and _mentions(source, owner) for one, source in _sources(f, node))


def _mentions(tree: ast.AST, name: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(tree))


def _check_moment(f: Body, node: ast.AST, tree: ast.FunctionDef) -> None:
    """Refuse a call where Python may make the change at another moment than the generated code."""
    own = f.source.tree if f.tree is None else f.tree
    inside = any(one is node for top in ast.walk(own) if isinstance(top, _LAZY) for one in ast.walk(top))
    waiting = [name for name, value in f.scope.items() if isinstance(value, Stream | Lazy)]
    if inside:
        raise f.refuse(
            node, f"`{tree.name}` changes a list and is called in a comprehension or lambda", "write a loop"
        )
    if waiting:
        raise f.refuse(
            node, f"`{tree.name}` changes a list before the iterator `{waiting[0]}` is read", "write tuple(...)"
        )


def with_site(f: Body, place: Place, kind: Type) -> Place:
    """The parameter that stands for a list of the caller. The list and the parameter get the same type."""
    assert place.site is not None
    if kind != place.kind:
        assert isinstance(kind, Seq)
        key, way = place.site
        fact = f.program.fact(key)
        if fact is None:
            raise NotYet
        if f.program.learn(key, joined_at(fact, way, kind)) == fact:
            raise NotYet  # the types of the two have not met
    return Place(kind, "", 0, site=place.site)
