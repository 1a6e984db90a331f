"""Functions that change a list or set of their caller: `sow(pits, 3)`.

The function gets the address of the caller's list. A call is refused if two names in the function refer to the same
list.
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from advsearch.lowering.rows import boxes, order, sharing
from advsearch.lowering.rows.bindings import assigned_names, free_names
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import type_of
from advsearch.lowering.rows.lists import joined_at
from advsearch.lowering.rows.program import Change, Program
from advsearch.lowering.rows.storing import store
from advsearch.lowering.rows.types import Members, Seq, Type
from advsearch.lowering.rows.values import (
    Closure,
    Entries,
    Known,
    Lazy,
    NotYet,
    Pieces,
    Place,
    Scalar,
    Stream,
    Table,
    Value,
)

_LAZY = (ast.Lambda, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


def changes_in(program: Program, nodes: Iterable[ast.AST]) -> Iterator[Change]:
    if program.changing_calls:
        for top in nodes:
            for node in ast.walk(top):
                yield from program.changing_calls.get(id(node), ())


def mutated_names(program: Program, nodes: list[ast.stmt]) -> frozenset[str]:
    """The lists and sets that statements change: `items` in `items.append(1)` or `fill(items)`."""
    return order.changed_names(nodes) | {one.name for one in changes_in(program, nodes)}


def is_needed(f: Body, test: ast.expr) -> bool:
    """Whether a test changes values or assigns names: `(n := count(board)) > 3` assigns `n`."""
    if mutated_names(f.program, [ast.copy_location(ast.Expr(test), test)]):
        return True
    return any(isinstance(one, ast.NamedExpr) or _may_change(f, one) for one in ast.walk(test))


def _may_change(f: Body, node: ast.AST) -> bool:
    if not isinstance(node, ast.Call) or (isinstance(node.func, ast.Name) and hasattr(builtins, node.func.id)):
        return False
    if isinstance(node.func, ast.Name) and isinstance(f.scope.get(node.func.id), Closure):
        return True
    given = [f.scope.get(one.id) for one in node.args if isinstance(one, ast.Name)]
    kinds = [getattr(one, "kind", None) for one in given]
    return any(isinstance(one, Entries | Table) for one in given) or any(
        (isinstance(kind, Seq) and kind.kind is list) or (isinstance(kind, Members) and not kind.frozen)
        for kind in kinds
    )


def resized_names(program: Program, nodes: list[ast.stmt]) -> frozenset[str]:
    return frozenset(order.resized_names(nodes)) | {one.name for one in changes_in(program, nodes) if one.resizes}


def given_cells(
    f: Body, node: ast.AST, tree: Any, arguments: dict[str, Value], around: dict[str, Value]
) -> dict[str, Place]:
    """Where the caller stores each list or set that the called function changes."""
    if not isinstance(tree, ast.FunctionDef) or any(
        isinstance(one, ast.Yield | ast.YieldFrom) for one in ast.walk(tree)
    ):
        return {}
    names = mutated_names(f.program, tree.body) & {*arguments, *around}
    found: dict[str, Place] = {}
    for name in sorted(names.difference(_rebound(tree))):
        place = _cells(f, node, tree, name, arguments, around)
        if place is not None:
            found[name] = place
    if found:
        _check_moment(f, node, tree)
        f.changes += 1
    return found


def is_callers(f: Body, tree: Any, name: str) -> bool:
    """Whether a parameter always refers to the caller's set: false after `s = set()`."""
    return name in f.given and isinstance(tree, ast.FunctionDef) and name not in _rebound(tree)


def _rebound(tree: ast.FunctionDef) -> set[str]:
    left: list[ast.stmt] = []
    for one in tree.body:
        # `if x is None: x = ...` sets a default
        match one:
            case ast.If(ast.Compare(ast.Name(name), [ast.Is()], [ast.Constant(None)]), [*inner], []) if {
                name
            }.issuperset(assigned_names(inner)):
                continue
        left.append(one)
    # `x += ...` changes a list in place
    changing = {id(one.target) for one in ast.walk(tree) if isinstance(one, ast.AugAssign) and _is_change(one.op)}
    plain = [
        one.id
        for top in left
        for one in ast.walk(top)
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store) and id(one) not in changing
    ]
    return set(assigned_names(left)).intersection(plain)


def _is_change(operation: ast.operator) -> bool:
    return isinstance(operation, ast.Add | ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor)


def changes_argument(function: Any, given: list[Any], named: dict[str, Any]) -> bool:
    """Call a function with copies of its arguments; return whether a copy changed."""
    before = [*given, *named.values()]
    copies = [copy.deepcopy(one) if isinstance(one, list | set | dict) else one for one in before]
    try:
        function(*copies[: len(given)], **dict(zip(named, copies[len(given) :], strict=True)))
    except Exception:  # the real call will raise the error, too
        return True
    return any(one is not two and one != two for one, two in zip(copies, before, strict=True))


def _cells(
    f: Body, node: ast.AST, tree: ast.FunctionDef, name: str, arguments: dict[str, Value], around: dict[str, Value]
) -> Place | None:
    value = arguments[name] if name in arguments else around[name]
    kind = getattr(value, "kind", None)
    is_set = boxes.is_set(value)
    known = isinstance(value, Table) or (isinstance(value, Known) and isinstance(value.value, list | dict))
    if not (known or is_set or (sharing.is_changeable(kind) and isinstance(value, Place | Entries))):
        return None
    given: list[ast.expr] = [source for one, source in _sources(f, node) if one is value and name in arguments]
    if name in around and f.scope.get(name) is value:
        given.append(ast.Name(name, ast.Load()))
    if len(given) > 1:
        raise f.refuse(
            node,
            f"`{ast.unparse(given[0])}` is passed twice to `{tree.name}`, which changes its argument",
            "pass the same value only once",
        )
    if not given:
        return None
    source = given[0]
    if not isinstance(source, ast.Name):
        return _copy(f, node, source, name, value)
    if source.id in f.local:
        resizes = name in resized_names(f.program, tree.body)
        inner = isinstance(kind, Seq) and sharing.holds_changeable(kind.item)
        _learn(f.program, node, Change(source.id, resizes, inner, is_set))
    place = f.boxes.get(source.id) if is_set else value.pairs if isinstance(value, Entries) else value
    if not isinstance(place, Place) or place.site is None or (is_set and not boxes.holds(f, source.id, value)):
        if is_set and source.id in f.local and f.program.changed:
            raise NotYet  # the set has a box in the next round
        return None
    if place.start in f.run_through:
        raise f.refuse(
            node, f"`{tree.name}` changes `{source.id}` in a loop over `{source.id}`", f"loop over list({source.id})"
        )
    for other, part in arguments.items():
        if other != name and _may_be_part(f, node, part, source.id):
            raise f.refuse(
                node,
                f"`{source.id}` is passed twice to `{tree.name}`, which changes its argument",
                f"pass a copy: list({source.id})",
            )
    for other, part in around.items():
        if name not in around and _same_list(other, part, source.id):
            raise f.refuse(
                node,
                f"`{tree.name}` changes its argument `{name}`, which is also the outer variable `{source.id}`",
                f"inside `{tree.name}`, use only `{name}`",
            )
    return place


def _sources(f: Body, node: ast.AST) -> list[tuple[Value, ast.expr]]:
    call, found = f.passing
    return found if call is node else []


def _learn(program: Program, node: ast.AST, change: Change) -> None:
    old = program.changing_calls.get(id(node), frozenset())
    if change not in old:
        program.keep(node)
        program.changing_calls[id(node)] = old | {change}
        program.changed = True


def _copy(f: Body, node: ast.AST, source: ast.expr, name: str, value: Value) -> Place | None:
    if not _is_new(source) or not isinstance(value, Place | Entries | Scalar | Pieces | Known):
        return None
    if isinstance(value, Entries):
        return value.pairs
    kind = type_of(f, value)
    if isinstance(kind, Seq) and (isinstance(value, Known) or sharing.holds_changeable(kind.item)):
        return None
    key = f.key(node, name, "given")
    place = Place(f.program.learn(key, kind), "", site=(key, ()))
    place = attrs.evolve(place, text=f.region(key, place.kind))
    store(f, value, place, node)
    return place


def _is_new(source: ast.expr) -> bool:
    match source:
        case ast.Subscript(slice=ast.Slice()) | ast.Call(ast.Name("list" | "sorted" | "set" | "dict")):
            return True
        case ast.Call(ast.Attribute(_, "copy" | "union" | "difference" | "intersection" | "symmetric_difference")):
            return True
    return isinstance(source, ast.BinOp | ast.List | ast.ListComp | ast.Set | ast.SetComp | ast.Dict | ast.DictComp)


def _same_list(name: str, value: Value, owner: str) -> bool:
    return name == owner or (isinstance(value, Closure) and owner in free_names(value.tree))


def _may_be_part(f: Body, node: ast.AST, value: Value, owner: str) -> bool:
    if isinstance(value, Closure):
        return owner in (value.names or free_names(value.tree))
    if not isinstance(value, Place | Entries | Stream | Lazy) or (isinstance(value, Place) and value.fresh):
        return False
    return any(one is value and _mentions(source, owner) for one, source in _sources(f, node))


def _mentions(tree: ast.AST, name: str) -> bool:
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(tree))


def _check_moment(f: Body, node: ast.AST, tree: ast.FunctionDef) -> None:
    own = f.source.tree if f.tree is None else f.tree
    waiting = [name for name, value in f.scope.items() if isinstance(value, Stream | Lazy)]
    # the generated code could run the call at another time than Python
    if f.in_sets or not all(_at_once(f, own, one) for one in _lazy_around(own, node)):
        raise f.refuse(
            node, f"a comprehension or lambda calls `{tree.name}`, which changes its argument", "write a loop"
        )
    if waiting:
        raise f.refuse(
            node,
            f"`{tree.name}` changes its argument before the iterator `{waiting[0]}` is read",
            "write tuple(...) around the iterator",
        )


def _lazy_around(own: ast.AST, node: ast.AST) -> list[ast.AST]:
    return [top for top in ast.walk(own) if isinstance(top, _LAZY) and any(one is node for one in ast.walk(top))]


def _at_once(f: Body, own: ast.AST, top: ast.AST) -> bool:
    for one in ast.walk(own):
        match one:
            case ast.Call(ast.Name("any" | "all" | "sum" | "max" | "min") as function, [inner]) if inner is top:
                return isinstance(top, ast.GeneratorExp) and isinstance(f.lookup(function), Known)
            case ast.Assign(value=made) | ast.Return(made):
                match made:
                    case ast.Call(ast.Name("tuple" | "list" | "sorted"), [ast.GeneratorExp() as inner]) if (
                        inner is top
                    ):
                        return True
                    case ast.ListComp() | ast.SetComp() if made is top:
                        return True
    return False


def with_site(f: Body, place: Place, kind: Type) -> Place:
    assert place.site is not None
    if kind != place.kind:
        key, way = place.site
        fact = f.program.fact(key)
        if fact is None:
            raise NotYet
        if f.program.learn(key, joined_at(fact, way, kind)) == fact:
            raise NotYet  # the parameter and the list do not have the same type yet
    return Place(kind, "", 0, site=place.site)
