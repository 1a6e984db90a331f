"""Dicts whose keys are known only at run time: `seen[square] = 1`.

Generated code stores a list of pairs, in the order in which the keys were added. A dict can be an argument or a
result, but not part of another value.
"""

from __future__ import annotations

import ast
from collections import Counter

import attrs

from advsearch.lowering.row_rules import MISSING, RAISED, UNSEEN
from advsearch.lowering.rows import (
    comparisons,
    growing_from,
    lists,
    reordering,
    sequences,
    sharing,
    spare,
    streams,
    types,
)
from advsearch.lowering.rows.body import Body, expression, statement
from advsearch.lowering.rows.convert import atom, exploded, item_of, load, moved, runtime, type_of
from advsearch.lowering.rows.expressions import in_order
from advsearch.lowering.rows.storing import apart, store
from advsearch.lowering.rows.types import BOOL, Int, Never, Seq, Tup
from advsearch.lowering.rows.values import Entries, Known, NotYet, Pieces, Place, Scalar, Stream, Table, Value


def made(f: Body, node: ast.AST, ordered: bool = True) -> Entries:
    place = sequences.made_list(f, node, Seq(list, types.NEVER, 0, 0), "entries")
    sequences.put_length(f, place, "0")
    return Entries(place, ordered)


def from_pairs(f: Body, node: ast.AST, pairs: Value) -> Entries:
    """Code for `dict(pairs)`: equal keys keep the first key and the last value."""
    if isinstance(pairs, Entries):
        return attrs.evolve(copied(f, node, pairs), counts=False, missing=None)
    table = made(f, node, not _is_unordered(pairs))
    add_pairs(f, node, table, pairs)
    return table


def _is_unordered(pairs: Value) -> bool:
    return isinstance(getattr(pairs, "kind", None), types.Members) or (isinstance(pairs, Stream) and pairs.unordered)


def add_pairs(f: Body, node: ast.AST, table: Entries, pairs: Value) -> None:
    if isinstance(pairs, Entries):
        pairs = view(f, pairs, "items")
    elif isinstance(pairs, Known) and isinstance(pairs.value, dict):
        pairs = Known(tuple(pairs.value.items()))
    elif isinstance(pairs, Table):
        for key, value in zip(pairs.keys, pairs.values, strict=True):
            put(f, node, table, key, value)
        return
    if streams.is_empty(pairs):
        return
    if _is_unordered(pairs) and table.ordered:
        raise f.refuse(
            node, "a dict gets the pairs of a set, whose order is not defined", "write sorted(...) around the set"
        )
    with streams.each(f, pairs, node, any_order=True) as pair:
        own = type_of(f, pair)
        if not isinstance(own, Tup) or len(own.items) != 2 or own.kind is not tuple:
            raise f.refuse(node, f"a dict is made from {types.named(own)}", "make the dict from pairs")
        put(f, node, table, item_of(f, pair, 0), item_of(f, pair, 1), once=not table.ordered)


def copied(f: Body, node: ast.AST, table: Entries) -> Entries:
    kind = table.pairs.kind
    assert isinstance(kind, Seq)
    place = sequences.made_list(f, node, kind, "entries")
    store(f, table.pairs, place, node)
    return attrs.evolve(table, pairs=place)


def in_memory(f: Body, value: Value, node: ast.AST | None = None) -> Value:
    """Convert `{1: x}` to a dict in memory, so that keys can be added."""
    if isinstance(value, Table):
        place = node or value.node
    elif isinstance(value, Known) and isinstance(value.value, dict):
        place = node
    else:
        return value
    assert place is not None
    table = attrs.evolve(made(f, place), counts=isinstance(value, Known) and isinstance(value.value, Counter))
    add_pairs(f, place, table, value)
    return table


def is_made_elsewhere(f: Body, name: str, value: Value) -> bool:
    """Whether `name = {}` is only one of several assignments of `name`."""
    if not isinstance(value, Table) and not (
        isinstance(value, Known) and isinstance(value.value, dict) and not value.value
    ):
        return False
    tree = f.source.tree if f.tree is None else f.tree
    return (
        sum(isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Store) for one in ast.walk(tree))
        > 1
    )


def _item(table: Entries) -> types.Type:
    assert isinstance(table.pairs.kind, Seq)
    return table.pairs.kind.item


def value_type(table: Entries) -> types.Type:
    item = _item(table)
    return item.items[1] if isinstance(item, Tup) else types.NEVER


def settled(f: Body, key: Value) -> Value:
    """Store a key in variables, so that it stays the same during a search."""
    key = runtime(f, key)
    return comparisons.is_settled(f, exploded(f, key) if types.is_flat(type_of(f, key)) else key)


def _found(f: Body, node: ast.AST, table: Entries, key: Value) -> str:
    name, at = f.fresh("entry"), f.fresh("at")
    f.emit(f"{name} = -1")
    with f.block(f"for {at} in range({sequences.length_of(f, table.pairs).text}):"):
        test = comparisons.equal(f, node, item_of(f, _pair(table, at), 0), key)
        with f.block(f"if {bool(test.value) if isinstance(test, Known) else test.text}:"):
            f.emit(f"{name} = {at}")
            f.emit("break")
    return name


def _pair(table: Entries, index: str) -> Place:
    return sequences.item_place(table.pairs, index)


def put(f: Body, node: ast.AST, table: Entries, key: Value, value: Value, *, once: bool = False) -> None:
    """Code for `table[key] = value`; with `once`, an existing key fails at run time."""
    value, key = runtime(f, value), settled(f, key)
    value = atom(f, value, "new") if isinstance(value, Scalar) else apart(f, value)
    item = Tup((type_of(f, key), type_of(f, value)))
    if sharing.holds_changeable(item):
        instead = "use a dict of tuples: table[key] = (*table.get(key, ()), item)"
        raise f.refuse(node, "the values of a dict are lists or sets, which is not supported", instead)
    lists.learn_list(f, node, table.pairs, item, grows=True)
    if isinstance(_item(table), Never) or not spare.storable(item, _item(table)):
        raise NotYet
    name = _found(f, node, table, key)
    with f.block(f"if {name} < 0:"):
        if table.pairs.start in f.run_through:
            f.emit(f"fail(block, {RAISED}, {f.line_of(node)})")
        else:
            sequences.push(f, table.pairs, Pieces(item, (key, value)), node)
    with f.block("else:"):
        if once:
            f.emit(f"fail(block, {UNSEEN}, {f.line_of(node)})")
        else:
            store(f, value, _value_place(table, name), node)
    f.changes += 1


def _value_place(table: Entries, index: str) -> Place:
    item = _item(table)
    assert isinstance(item, Tup)
    return moved(_pair(table, index), item.items[1], types.cells(item.items[0]))


def has(f: Body, node: ast.AST, table: Entries, key: Value) -> Known | Scalar:
    if isinstance(_item(table), Never):
        return Known(False)
    return Scalar(BOOL, f"{_found(f, node, table, settled(f, key))} >= 0")


def entry(f: Body, node: ast.AST, table: Entries, key: Value, default: Value | None) -> Value:
    """Generate code for `table[key]` or, with a default, `table.get(key, default)`."""
    from advsearch.lowering.rows import default_dicts, inner_dicts
    from advsearch.lowering.rows.conditions import chosen

    found = inner_dicts.entry(f, node, table, key, default)
    if found is not None:
        return found
    if default is None and table.counts:
        default = Known(0)
    if default is None and table.missing is not None:
        return default_dicts.read(f, node, table, key)
    if isinstance(_item(table), Never):
        if default is None:
            raise NotYet
        settled(f, key)
        return default
    name = _found_or_missing(f, node, table, key, default)
    if default is None:
        return load(f, _value_place(table, name))
    return chosen(f, node, Scalar(BOOL, f"{name} >= 0"), load(f, _value_place(table, name)), default)


def found(f: Body, node: ast.AST, table: Entries, key: Value) -> tuple[str, Value]:
    """The index of the key's pair, or -1 for a missing key, and the value there."""
    name = _found(f, node, table, settled(f, key))
    return name, load(f, _value_place(table, name))


def is_missing(f: Body, node: ast.AST, table: Entries, key: Value) -> str:
    return "True" if isinstance(_item(table), Never) else f"{_found(f, node, table, key)} < 0"


def _found_or_missing(f: Body, node: ast.AST, table: Entries, key: Value, default: Value | None) -> str:
    name = _found(f, node, table, settled(f, key))
    if default is None:
        f.emit(f"if {name} < 0:")
        f.emit(f"    {name} = fail(block, {MISSING}, {f.line_of(node)})")
    return name


def popped(f: Body, node: ast.AST, table: Entries, key: Value, default: Value | None = None) -> Value:
    from advsearch.lowering.rows.conditions import chosen

    kind = table.pairs.kind
    assert isinstance(kind, Seq)
    if isinstance(kind.item, Never):
        if default is None:
            raise NotYet
        return default
    name = _found_or_missing(f, node, table, key, default)
    if default is None:
        return _taken(f, node, table, name)
    there = Scalar(BOOL, f"{name} >= 0")
    found = chosen(f, node, there, load(f, _value_place(table, name)), default)
    found = atom(f, found, "taken") if isinstance(found, Scalar) else found
    with f.block(f"if {there.text}:"):
        _taken(f, node, table, name)
    return found


def _taken(f: Body, node: ast.AST, table: Entries, index: str) -> Value:
    kind = table.pairs.kind
    assert isinstance(kind, Seq)
    pair = lists.popped(f, node, table.pairs, Scalar(Int(0, max(0, kind.most - 1)), index))
    return item_of(f, pair, 1)


def set_default(f: Body, node: ast.AST, table: Entries, key: Value, default: Value) -> Value:
    if isinstance(_item(table), Never):
        put(f, node, table, key, default)
        raise NotYet
    key = settled(f, key)
    with f.block(f"if {_found(f, node, table, key)} < 0:"):
        put(f, node, table, key, default)
    return entry(f, node, attrs.evolve(table, counts=False, missing=None), key, None)


def method(f: Body, node: ast.Call, table: Entries, name: str, given: list[Value], named: dict[str, Value]) -> Value:
    from advsearch.lowering.rows import counters

    if not named:
        counted = counters.method(f, node, table, name, given) if table.counts else None
        if counted is not None:
            return counted
        match name, given:
            case "get", [key]:
                return entry(f, node, table, key, Known(None))
            case "get", [key, default]:
                return entry(f, node, table, key, default)
            case "pop", [key]:
                return popped(f, node, table, key)
            case "pop", [key, default]:
                return popped(f, node, table, key, default)
            case "setdefault", [key, default]:
                return set_default(f, node, table, key, default)
            case "update", [pairs]:
                growing_from.check(f, node)
                add_pairs(f, node, table, pairs)
                return Known(None)
            case "clear", []:
                lists.cleared(f, node, table.pairs)
                return Known(None)
            case "copy", []:
                return copied(f, node, table)
            case (("items" | "keys" | "values"), []):
                return view(f, table, name)
    raise f.refuse(node, f"`.{name}` of a dict is not supported", "use a tuple or list, with indices as keys")


def view(f: Body, table: Entries, name: str) -> Stream:
    """The result of `table.keys()`, `table.values()` or `table.items()`."""
    length = sequences.length_of(f, table.pairs)

    def at(index: Scalar) -> Value:
        if isinstance(_item(table), Never):
            raise NotYet
        pair = _pair(table, index.text)
        return load(f, pair) if name == "items" else item_of(f, pair, 0 if name == "keys" else 1)

    return Stream(length, at, unordered=not table.ordered, of_dict=table.pairs.start)


def keys(f: Body, table: Entries) -> Stream:
    return view(f, table, "keys")


def size(f: Body, table: Entries) -> Scalar:
    return sequences.length_of(f, table.pairs)


def equal(f: Body, node: ast.AST, one: Value, other: Value) -> Known | Scalar:
    from advsearch.lowering.rows import counters

    one, other = in_memory(f, one, node), in_memory(f, other, node)
    if not isinstance(one, Entries) or not isinstance(other, Entries):
        return Known(False)
    if one.counts and other.counts:
        return counters.equal(f, node, [one, other])
    name, at = f.fresh("equal"), f.fresh("at")
    f.emit(f"{name} = {size(f, one).text} == {size(f, other).text}")
    if isinstance(_item(one), Never) or isinstance(_item(other), Never):
        return Scalar(BOOL, name)
    with f.block(f"for {at} in range({size(f, one).text} if {name} else 0):"):
        pair = _pair(one, at)
        found = _found(f, node, other, settled(f, item_of(f, pair, 0)))
        with f.block(f"if {found} >= 0:"):
            test = comparisons.equal(f, node, item_of(f, pair, 1), load(f, _value_place(other, found)))
            f.emit(f"{name} = {bool(test.value) if isinstance(test, Known) else test.text}")
        with f.block(f"if {found} < 0 or not {name}:"):
            f.emit(f"{name} = False")
            f.emit("break")
    return Scalar(BOOL, name)


def united(f: Body, node: ast.AST, one: Value, other: Value) -> Value:
    table = in_memory(f, one, node)
    if not isinstance(table, Entries) or not isinstance(other, Entries | Table | Known):
        raise f.refuse(
            node, "the operator `|` gets a dict and a value that is not a dict", "write dict(...) around that value"
        )
    if isinstance(other, Entries) and other.missing != table.missing:
        raise f.refuse(
            node, "the operator `|` gets a defaultdict and a dict of another type", "write dict(...) around each dict"
        )
    table = copied(f, node, table) if isinstance(one, Entries) else table
    add_pairs(f, node, table, other)
    return table


@expression(ast.DictComp)
def _comprehension(f: Body, node: ast.DictComp) -> Value:
    from advsearch.lowering.rows.comprehensions import targets, turns

    table = made(f, node)
    seen = f.unordered

    def add() -> None:
        key, value = in_order(f, [node.key, node.value])
        sharing.check_item(f, node.value, value)
        put(f, node, table, key, value, once=f.unordered != seen)

    with f.inner(targets(node.generators)):
        turns(f, node.generators, add, any_order=reordering.is_free(f, node))
    return Entries(table.pairs, table.ordered and f.unordered == seen)


@statement(ast.Delete)
def _delete(f: Body, node: ast.Delete) -> None:
    for target in node.targets:
        if not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
            raise f.refuse(node, "`del` is not supported", "make a new list without the item")
        owner, index = in_order(f, [target.value, target.slice])
        sharing.check_changed(f, node, target.value)
        if isinstance(owner, Entries):
            popped(f, node, owner, index, Known(0) if owner.counts else None)
        elif isinstance(owner, Place) and isinstance(owner.kind, Seq) and owner.kind.kind is list:
            lists.popped(f, node, owner, index)
        else:
            raise f.refuse(
                node, f"`del` deletes an item of {types.named(type_of(f, owner))}", "make a list or dict first"
            )
