"""Changes in place: items of lists, members of sets, keys of dicts."""

from __future__ import annotations

import ast
import collections
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine import bits, boxing, layout, library_rows, local_lists, machines, sequences
from advsearch.machine.types import (
    INT,
    DictOf,
    Either,
    Flat,
    Frozen,
    ListOf,
    Node,
    Row,
    SetOf,
    family,
    item_of,
    joined,
    needs_table,
    universe_of,
)
from advsearch.machine.values import ANY_ORDER, Constant, Held, Stream, Value

if TYPE_CHECKING:
    from advsearch.machine.function import Function


MOST_CONSTANTS: Final = 128
"""So many constants may make a universe larger."""


def may_change(f: Function, node: Node, at: ast.AST | None = None) -> None:
    if node.find().sealed:
        raise f.refusal(
            "a list, set or dict that belongs to the module or to the game is changed",
            "make a copy first, such as `list(...)` or `dict(...)`", at,
        )  # fmt: skip


def owned(f: Function, owner: Value, node: ast.AST) -> Held:
    """A container that is about to be changed."""
    if isinstance(owner, Constant):
        raise f.refusal("a constant is changed", "make a copy first, such as `list(...)` or `dict(...)`", node)
    return f.hold(owner)


def set_item(f: Function, owner: Value, place: Value, value: Value, node: ast.AST) -> None:
    if machines.set_item(f, owner, place, value, node):
        return
    held = owned(f, owner, node)
    if isinstance(held.type, Either):
        fitting = [one for one in held.type.alternatives if isinstance(one, ListOf | DictOf)]
        if len(fitting) == 1:
            held = boxing.narrowed(f, held, fitting[0], node)
    kind = held.type
    if isinstance(kind, DictOf):
        may_change(f, kind.keys, node)
        set_key(f, held, place, value)
        return
    if not isinstance(kind, ListOf):
        raise f.refusal(f"an item of a value of type {kind} is assigned", "make a list of it first", node)
    may_change(f, kind.node, node)
    item = f.hold(value)
    kind.node.learn(item.type)
    word = f.box(item)
    index = sequences.index_of(f, held, place, node)
    f.store(word, sequences.item_address(f, held, index))


# --- lists -------------------------------------------------------------------------------------------------------


def append(f: Function, held: Held, value: Value) -> None:
    kind = held.type
    assert isinstance(kind, ListOf)
    item = f.hold(value)
    kind.node.learn(item.type)
    kind.node.resize()
    local_lists.append(f, held, f.box(item))


def extend(f: Function, held: Held, value: Value, node: ast.AST) -> None:
    """Append all items of anything."""
    kind = held.type
    assert isinstance(kind, ListOf)
    may_change(f, kind.node, node)
    kind.node.resize()
    if not isinstance(value, Stream):
        items = f.hold_row(value)
        if isinstance(items.type, Flat | Row | ListOf) and family(items.type) != "str":
            row = boxing.as_row(f, items)
            kind.node.learn(item_of(row.type))
            begin = f.new(f"ptrtoint ptr {sequences.data(f, row)} to i64")
            f.runtime("extend", held.word, begin, sequences.length(f, row))
            return
        value = items
    f.each(value, lambda item: append(f, held, item))


def refill(f: Function, held: Held, parts: list[Value], node: ast.AST) -> None:
    """Put the items of lists into a list, in place of those that it had."""
    kind = held.type
    assert isinstance(kind, ListOf)
    may_change(f, kind.node, node)
    kind.node.resize()
    f.poke(0, held.word, layout.LENGTH)
    for part in parts:
        extend(f, held, part, node)


def set_slice(f: Function, owner: Value, ends: list[Value], value: Value | None, node: ast.AST) -> None:
    """`owner[start:stop] = value`, or `del owner[start:stop]` if there is no value."""
    held = owned(f, owner, node)
    if not isinstance(held.type, ListOf):
        raise f.refusal(f"a slice of a value of type {held.type} is changed", "make a list of it first", node)
    from advsearch.machine import items, iteration

    size = Held(INT, (sequences.length(f, held),))
    start, stop = boxing.items(f.hold(f.call(Constant(library_rows.slice_ends), [*ends, size], node)))
    middle: list[Value] = [] if value is None else [iteration.listed(f, value, ("slice", node))]
    before = items.slice_of(f, held, [None, start, None], node)
    after = items.slice_of(f, held, [stop, None, None], node)
    refill(f, held, [before, *middle, after], node)


# --- sets --------------------------------------------------------------------------------------------------------


def add(f: Function, held: Held, value: Value) -> None:
    kind = held.type
    assert isinstance(kind, SetOf)
    item = value if isinstance(value, Constant) else bits.assumed(f, f.hold(value))
    kind.node.learn(f.type_of(item.value) if isinstance(item, Constant) else item.type)
    universe = universe_of(kind)
    if universe is not None:
        bits.add(f, held, universe, item)
    else:
        f.runtime("set_add", held.word, f.box(item))


_IN_PLACE: Final[dict[type[ast.operator], str]] = {
    ast.BitOr: "set_merge", ast.Sub: "set_less", ast.BitAnd: "set_keep_common", ast.BitXor: "set_toggle"
}  # fmt: skip


def update_set(f: Function, held: Held, op: type[ast.operator], value: Value, node: ast.AST) -> bool:
    """`held |= value`, `-=`, `&=` or `^=` in place; False for other operators."""
    if op not in _IN_PLACE:
        return False
    other = f.hold(value)
    if not isinstance(other.type, SetOf | Frozen):
        return False
    kind = held.type
    assert isinstance(kind, SetOf)
    may_change(f, kind.node, node)
    if op in (ast.BitOr, ast.BitXor):
        kind.node.learn(item_of(other.type))
    words = bits.both(f, held, other)
    if words is None:
        f.runtime(_IN_PLACE[op], held.word, other.word)
    elif universe_of(kind) is None:  # a table, to which members are added in their order
        needs_table(other.type)
    else:
        bits.put(f, held, bits.combined(f, op, words[0], words[1]))
    return True


def add_all(f: Function, held: Held, value: Value, node: ast.AST) -> None:
    """`held.update(value)` of a set."""
    kind = held.type
    assert isinstance(kind, SetOf)
    if isinstance(value, Constant) and isinstance(value.value, tuple | list | range | str):
        if _add_constants(f, held, value.value):
            return
    elif isinstance(value, Held | Constant):
        other = f.hold_row(value)
        if isinstance(other.type, SetOf | Frozen):
            update_set(f, held, ast.BitOr, other, node)
            return
        value = other
    f.each(value, lambda item: add(f, held, item), ANY_ORDER)


def _add_constants(f: Function, held: Held, values: Any) -> bool:
    """Add constants to a set of bits: whether that could be done at once."""
    kind = held.type
    assert isinstance(kind, SetOf)
    universe = universe_of(kind)
    if universe is None or not 0 < len(values) <= MOST_CONSTANTS:
        return False
    kind.node.learn(joined(map(f.type_of, values)))
    f.unit.universes.see(universe.item, values)
    words, before = universe.mask(values), bits.words_of(f, held, universe)
    if words is None or before is None:
        return False
    bits.put(f, held, bits.combined(f, ast.BitOr, before, list(map(str, words))))
    return True


# --- dicts -------------------------------------------------------------------------------------------------------


def set_key(f: Function, held: Held, key: Value, value: Value) -> None:
    kind = held.type
    assert isinstance(kind, DictOf)
    one, other = f.hold(key), f.hold(value)
    kind.keys.learn(one.type)
    kind.values.learn(other.type)
    f.runtime("dict_set", held.word, f.box(one), f.box(other))


def update_dict(f: Function, held: Held, value: Value) -> None:
    """`held.update(value)` of a dict."""
    kind = held.type
    assert isinstance(kind, DictOf)
    if isinstance(value, Held | Constant):
        other = f.hold_row(value)
        if isinstance(other.type, DictOf):
            if other.type.keys.item is not None:
                kind.keys.learn(other.type.keys.item)
                kind.values.learn(other.type.values.item)
                f.runtime("dict_merge", held.word, other.word)
            return
        value = other
    from advsearch.machine import items

    def pair(item: Value) -> None:
        key, inner = items.unpacked(f, item, [ast.Name("key", ast.Store()), ast.Name("value", ast.Store())])
        set_key(f, held, key, inner)

    f.each(value, pair)


def delete_item(f: Function, owner: Value, place: Value, node: ast.AST) -> None:
    held = owned(f, owner, node)
    kind = held.type
    if isinstance(kind, DictOf):
        may_change(f, kind.keys, node)
        if kind.default is collections.Counter:
            raise f.refusal("`del` of a key of a Counter", "use `pop(key, 0)`", node)
        f.runtime("dict_del", held.word, f.box(place))
    elif isinstance(kind, ListOf):
        may_change(f, kind.node, node)
        kind.node.resize()
        f.runtime("pop", held.word, boxing.coerce(f, place, INT).word)
    else:
        raise f.refusal(f"an item of a value of type {kind} is deleted", "make a new value without it", node)
