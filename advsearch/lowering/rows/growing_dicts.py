"""Dicts made of pairs that are known only at run time: lists of pairs in memory, in the order of the keys' arrival.

A dict of this kind has one name in one function. It is no argument, no result, and no part of another value.
"""

from __future__ import annotations

import ast

from advsearch.lowering.row_rules import MISSING
from advsearch.lowering.rows import comparisons, lists, sequences, sharing, spare, streams, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom, exploded, item_of, load, moved, runtime, type_of
from advsearch.lowering.rows.storing import store
from advsearch.lowering.rows.types import BOOL, Int, Never, Seq, Tup
from advsearch.lowering.rows.values import Entries, Known, NotYet, Pieces, Place, Scalar, Stream, Value


def from_pairs(f: Body, node: ast.AST, pairs: Value) -> Entries:
    """Write `dict(pairs)`. Of equal keys the first one stays, with the last value."""
    place = sequences.made_list(f, node, Seq(list, types.NEVER, 0, 0), "entries")
    sequences.put_length(f, place, "0")
    made = Entries(place)
    with streams.each(f, pairs, node) as pair:
        own = type_of(f, pair)
        if not isinstance(own, Tup) or len(own.items) != 2 or own.kind is not tuple:
            raise f.refuse(node, f"a dict is made from {types.named(own)}", "make it from pairs")
        put(f, node, made, item_of(f, pair, 0), item_of(f, pair, 1))
    return made


def _item(table: Entries) -> types.Type:
    assert isinstance(table.pairs.kind, Seq)
    return table.pairs.kind.item


def _settled(f: Body, key: Value) -> Value:
    key = runtime(f, key)
    return comparisons.is_settled(f, exploded(f, key) if types.is_flat(type_of(f, key)) else key)


def _found(f: Body, node: ast.AST, table: Entries, key: Value) -> str:
    """The name of the index of a key's pair, which is -1 if there is none."""
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


def put(f: Body, node: ast.AST, table: Entries, key: Value, value: Value) -> None:
    """Write `table[key] = value`."""
    value, key = runtime(f, value), _settled(f, key)
    value = atom(f, value, "new") if isinstance(value, Scalar) else value
    item = Tup((type_of(f, key), type_of(f, value)))
    if sharing.holds_changeable(item):
        raise f.refuse(node, "the values of a dict are lists or sets", "use a dict of tuples")
    lists.learn_list(f, node, table.pairs, item, grows=True)
    if isinstance(_item(table), Never) or not spare.storable(item, _item(table)):
        raise NotYet
    name = _found(f, node, table, key)
    with f.block(f"if {name} < 0:"):
        sequences.push(f, table.pairs, Pieces(item, (key, value)), node)
    with f.block("else:"):
        store(f, value, _value_place(table, name), node)
    f.changes += 1


def _value_place(table: Entries, index: str) -> Place:
    item = _item(table)
    assert isinstance(item, Tup)
    return moved(_pair(table, index), item.items[1], types.cells(item.items[0]))


def has(f: Body, node: ast.AST, table: Entries, key: Value) -> Known | Scalar:
    """Write `key in table`."""
    if isinstance(_item(table), Never):
        return Known(False)
    return Scalar(BOOL, f"{_found(f, node, table, _settled(f, key))} >= 0")


def entry(f: Body, node: ast.AST, table: Entries, key: Value, default: Value | None) -> Value:
    """Write `table[key]` or `table.get(key, default)`."""
    from advsearch.lowering.rows.conditions import chosen

    if isinstance(_item(table), Never):
        if default is None:
            raise NotYet
        return default
    name = _found(f, node, table, _settled(f, key))
    if default is None:
        _missing(f, node, name)
        return load(f, _value_place(table, name))
    return chosen(f, node, Scalar(BOOL, f"{name} >= 0"), load(f, _value_place(table, name)), default)


def _missing(f: Body, node: ast.AST, name: str) -> None:
    f.emit(f"if {name} < 0:")
    f.emit(f"    {name} = fail(block, {MISSING}, {f.line_of(node)})")


def popped(f: Body, node: ast.AST, table: Entries, key: Value) -> Value:
    """Write `table.pop(key)`."""
    kind = table.pairs.kind
    assert isinstance(kind, Seq)
    if isinstance(kind.item, Never):
        raise NotYet
    name = _found(f, node, table, _settled(f, key))
    _missing(f, node, name)
    pair = lists.popped(f, node, table.pairs, Scalar(Int(0, max(0, kind.most - 1)), name))
    return item_of(f, pair, 1)


def method(f: Body, node: ast.Call, table: Entries, name: str, given: list[Value], named: dict[str, Value]) -> Value:
    """Write a call of a method of a dict."""
    if not named:
        match name, given:
            case "get", [key]:
                return entry(f, node, table, key, Known(None))
            case "get", [key, default]:
                return entry(f, node, table, key, default)
            case "pop", [key]:
                return popped(f, node, table, key)
            case (("items" | "keys" | "values"), []):
                return _view(f, table, name)
    raise f.refuse(node, f"`.{name}` of a dict is not supported", "use a tuple or list with indices")


def _view(f: Body, table: Entries, name: str) -> Stream:
    length = sequences.length_of(f, table.pairs)

    def at(index: Scalar) -> Value:
        if isinstance(_item(table), Never):
            raise NotYet
        pair = _pair(table, index.text)
        return load(f, pair) if name == "items" else item_of(f, pair, 0 if name == "keys" else 1)

    return Stream(length, at)


def keys(f: Body, table: Entries) -> Stream:
    """The keys in their order, as a loop over the dict gives them."""
    return _view(f, table, "keys")


def size(f: Body, table: Entries) -> Scalar:
    """Write `len(table)`."""
    return sequences.length_of(f, table.pairs)
