"""Code for tuples, lists, sets and dicts written with their items: `(1, x)`."""

from __future__ import annotations

import ast
from typing import Final

from advsearch.lowering.refusals import Refused
from advsearch.lowering.rows import distinct, growing_dicts, sequences, sets, sharing, slices, special, types
from advsearch.lowering.rows.body import Body, expression
from advsearch.lowering.rows.convert import item_of, load, runtime, type_of
from advsearch.lowering.rows.expressions import in_order
from advsearch.lowering.rows.joins import join
from advsearch.lowering.rows.members import member_type
from advsearch.lowering.rows.raising import evaluated
from advsearch.lowering.rows.types import Members, Seq, Tup
from advsearch.lowering.rows.values import Bound, Closure, Known, Lazy, Pieces, Place, Stream, Value

_SHORT: Final = 8  # the longest list in `f(*items)` for a function with named parameters


@expression(ast.Tuple)
def _tuple(f: Body, node: ast.Tuple) -> Value:
    values = starred_items(f, node.elts)
    if values is None:
        return with_stars(f, node, tuple)
    if all(isinstance(value, Known) for value in values):
        return Known(tuple(value.value for value in values if isinstance(value, Known)))
    if len(node.elts) == len(values):
        values = [growing_dicts.in_memory(f, value, one) for value, one in zip(values, node.elts, strict=True)]
    ready = tuple(runtime(f, value) if isinstance(value, Known | Stream | Lazy) else value for value in values)
    for value in ready:
        if isinstance(value, Bound | Closure):
            raise f.refuse(node, "a tuple contains functions", "call each function by its name")
    if id(node) not in f.leaving:
        sources = node.elts if len(node.elts) == len(ready) else [None] * len(ready)
        ready = tuple(texts_checked(f, node, value, one) for value, one in zip(ready, sources, strict=True))
    ready = tuple(evaluated(f, value) for value in ready)
    return Pieces(Tup(tuple(type_of(f, value) for value in ready)), ready)


def texts_checked(f: Body, node: ast.AST, value: Value, source: ast.expr | None = None) -> Value:
    """Refuse `(items, 1)` if `items` is a list: a later change of the list would change the tuple."""
    kind = value.kind if isinstance(value, Place) and not value.fresh and not value.space else None
    if not isinstance(kind, Seq) or kind.kind is not list:
        return value
    if source is None or not sharing.is_given_up(f, source):
        raise f.refuse(
            node,
            "a list becomes part of another value, which would change with the list",
            "write tuple(...) or list(...) around the list",
        )
    return value


def starred_items(
    f: Body, nodes: list[ast.expr], *, of_lists: bool = False, needed: int | None = None
) -> list[Value] | None:
    """The values of `(1, *pair)`, or None if the length of `pair` is unknown."""
    if not any(isinstance(node, ast.Starred) for node in nodes):
        return in_order(f, nodes)
    found: list[Value] = []
    changes = f.changes
    values = in_order(f, [_unstarred(node) for node in nodes])
    changed = f.changes != changes
    if changed and len(nodes) > 1:
        raise _changes_list(f, nodes[0])
    for node, value in zip(nodes, values, strict=True):
        if not isinstance(node, ast.Starred):
            found.append(value)
            continue
        if isinstance(value, Known):
            found.extend(Known(one) for one in value.value)
            continue
        kind = getattr(value, "kind", None)
        if of_lists and isinstance(kind, Seq) and kind.fixed and kind.most <= _SHORT:
            place = sequences.as_sequence(f, value)
            found.extend(load(f, sequences.item_place(place, str(at))) for at in range(kind.most))
            continue
        if needed is not None and isinstance(kind, Seq) and kind.kind in (list, tuple):
            missing = needed - len(nodes) + 1
            if kind.least <= missing <= min(kind.most, _SHORT) and not special.has(value, "__iter__"):
                place = sequences.as_sequence(f, value)
                f.emit(f"there(block, {sequences.length_of(f, place).text} == {missing}, {f.line_of(node)})")
                found.extend(load(f, sequences.item_place(place, str(at))) for at in range(missing))
                continue
        if not isinstance(kind, Tup) or not issubclass(kind.kind, tuple) or special.has(value, "__iter__"):
            if changed:  # the caller evaluates the nodes again
                raise _changes_list(f, node)
            return None
        found.extend(item_of(f, value, at) for at in range(len(kind.items)))
    return found


def _changes_list(f: Body, node: ast.AST) -> Refused:
    return f.refuse(
        node,
        "one expression contains a starred value and changes a list",
        "change the list on a line of its own",
    )


def _unstarred(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Starred) else node


def with_stars(f: Body, node: ast.Tuple | ast.List, kind: type) -> Value:
    """Generate code for `(1, *items)`, where the length of `items` is unknown."""
    from advsearch.lowering.rows.streams import pair

    pieces: list[Value] = []
    for one, value in zip(node.elts, in_order(f, [_unstarred(one) for one in node.elts]), strict=True):
        if isinstance(one, ast.Starred):
            if isinstance(getattr(value, "kind", None), Members):
                raise f.refuse(
                    node, "a list is made from a set, whose order is not defined", "write sorted(...) around the set"
                )
            if not sequences.is_sequence(getattr(value, "kind", None)):
                value = f.as_list(value, node)
            pieces.append(value)
        else:
            pieces.append(pair(f, (value,)))
    item: types.Type = types.NEVER
    kinds = [sequences.as_kind(type_of(f, piece)) for piece in pieces]
    for one_kind in kinds:
        item = join(item, one_kind.item)
    sharing.check_rows(f, node, item)
    least, most = sum(one.least for one in kinds), sum(one.most for one in kinds)
    made = sequences.made_list(f, node, Seq(kind, item, least, most))
    return slices.fill(f, node, made, pieces)


@expression(ast.List)
def _list(f: Body, node: ast.List) -> Value:
    values = starred_items(f, node.elts)
    if values is None:
        return with_stars(f, node, list)
    item: types.Type = types.NEVER
    for one, value in zip(node.elts, values, strict=False):
        sharing.check_item(f, one, value)
    sources = node.elts if len(node.elts) == len(values) else [None] * len(values)
    for value, source in zip(values, sources, strict=True):
        if isinstance(value, Bound | Closure):
            raise f.refuse(node, "a list contains functions", "call each function by its name")
        item = join(item, type_of(f, texts_checked(f, node, value, source)))
    made = sequences.made_list(f, node, Seq(list, item, len(values), len(values)))
    sequences.put_length(f, made, str(len(values)))
    for at, value in enumerate(values):
        from advsearch.lowering.rows.storing import store

        store(f, value, sequences.item_place(made, str(at)), node)
    return made


@expression(ast.Set)
def _set(f: Body, node: ast.Set) -> Value:
    values = starred_items(f, node.elts)
    if values is not None:
        return set_of(f, node, values)
    from advsearch.lowering.rows.comprehensions import gathered

    made: Value | None = None
    for one in node.elts:
        value = f.value(_unstarred(one))
        part = gathered(f, one, value) if isinstance(one, ast.Starred) else set_of(f, one, [value])
        made = part if made is None else sets.operated(f, node, ast.BitOr(), made, part)
    assert made is not None
    return made


def set_of(f: Body, node: ast.AST, values: list[Value]) -> Value:
    item: types.Type = types.NEVER
    for value in values:
        item = join(item, member_type(type_of(f, value)))
    if distinct.is_listed(f, node, item):
        return distinct.of_values(f, node, values)
    kind = f.program.learn(f.key(node, "set"), Members(sets.bounded_item(f, item), frozen=False))
    assert isinstance(kind, Members)
    made = sets.empty(kind)
    for value in values:
        made = sets.operated(f, node, ast.BitOr(), made, sets.bit(f, value, kind, node))
    return made


@expression(ast.Dict)
def _dict(f: Body, node: ast.Dict) -> Value:
    from advsearch.lowering.rows.dicts import display

    return display(f, node)


@expression(ast.NamedExpr)
def _walrus(f: Body, node: ast.NamedExpr) -> Value:
    from advsearch.lowering.rows.rebinding import check_inside
    from advsearch.lowering.rows.statements import assign

    check_inside(f, node)
    value = f.value(node.value)
    assign(f, node.target, value, node)
    f.changes += 1
    return f.value(ast.copy_location(ast.Name(node.target.id, ast.Load()), node))


@expression(ast.Lambda)
def _lambda(f: Body, node: ast.Lambda) -> Value:
    from advsearch.lowering.rows.closures import defined

    return defined(f, node)
