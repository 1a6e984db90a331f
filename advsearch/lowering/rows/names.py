"""Stores the values of names. If two branches assign `x = 1` and `x = 2`, both use one variable."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from typing import Final

import attrs

from advsearch.lowering.rows import joins, order, types
from advsearch.lowering.rows.body import Body, Lines
from advsearch.lowering.rows.convert import as_type, copied, exploded, load, runtime, type_of
from advsearch.lowering.rows.ranges import is_same
from advsearch.lowering.rows.storing import apart, store
from advsearch.lowering.rows.types import Maybe, Members, Never, Tup, Type, cells, field_names, is_flat, is_scalar
from advsearch.lowering.rows.values import (
    LIMB,
    Bound,
    Closure,
    Entries,
    Known,
    NotYet,
    Pieces,
    Place,
    Scalar,
    Table,
    Value,
    leaves,
    parts,
)
from advsearch.system.typed import is_hashable

_WIDEST: Final = 30


def storage(f: Body, name: str, kind: Type, key: Hashable) -> Value:
    if isinstance(kind, Never):
        raise NotYet
    if is_scalar(kind):
        return Scalar(kind, name)
    if is_flat(kind):
        return Pieces(
            kind,
            tuple(
                storage(f, part, one, key) for part, one in zip(_part_names(f, name, kind), parts(kind), strict=True)
            ),
        )
    place = Place(kind, name, site=(key, ()))
    return load(f, place) if isinstance(kind, types.Dict) else place


def _part_names(f: Body, name: str, kind: Type) -> list[str]:
    if isinstance(kind, Maybe):
        return [f"{name}__is", name]
    if isinstance(kind, Tup):
        names = field_names(kind.kind)
        if len({one.strip("_") for one in names}) == len(kind.items):
            return [f"{name}__{one.strip('_')}" for one in names]
    return [f"{name}__{at}" for at in range(len(parts(kind)))]


def settle(f: Body, value: Value, slot: Value, node: ast.AST) -> None:
    if isinstance(slot, Scalar | Pieces):
        made = exploded(f, as_type(f, value, slot.kind, node))
        sources, targets = leaves(made), leaves(slot)
        changed = [(one.text, two.text) for one, two in zip(sources, targets, strict=True) if one.text != two.text]
        if len(changed) > _WIDEST:
            changed = [(copied(f, Scalar(LIMB, one), "wide").text, two) for one, two in changed]  # type: ignore
        for at in range(0, len(changed), _WIDEST):
            some = changed[at : at + _WIDEST]
            f.emit(f"{', '.join(two for _, two in some)} = {', '.join(one for one, _ in some)}")
        return
    if isinstance(slot, Entries):
        value = as_type(f, value, slot.kind, node)
        assert isinstance(value, Entries)
        value, slot = value.pairs, slot.pairs
    assert isinstance(slot, Place)
    if isinstance(value, Place) and value.kind == slot.kind and not value.space:
        if value.start == slot.text:
            return
        if value.steady:
            f.emit(f"{slot.text} = {value.start}")
            return
    value = runtime(f, value)
    region = f.region(("own", slot.text), slot.kind)
    if isinstance(value, Place) and value.start == region and value.kind == slot.kind:
        f.emit(f"{slot.text} = {region}")
        return
    store(f, value, Place(slot.kind, region), node)
    f.emit(f"{slot.text} = {region}")


def bind(f: Body, name: str, value: Value, node: ast.AST, copied: bool = False) -> None:
    """Generate the assignment `name = value`."""
    # `copied` means that the value was made from the old value of the name.
    if name in f.boxes:
        from advsearch.lowering.rows import boxes

        if boxes.put(f, name, value, node):
            return
    text = f.python_name(name)
    if isinstance(value, Known | Closure | Bound | Table):
        f.scope[name] = value
        return
    if isinstance(value, Entries):
        _bind_dict(f, name, value, node, copied)
        return
    value = runtime(f, value)
    kind = type_of(f, value)
    if isinstance(value, Scalar):
        if value.text != text:
            f.emit(f"{text} = {value.text}")
        f.scope[name] = Scalar(kind, text)
    elif isinstance(value, Pieces) and is_flat(kind):
        slot = storage(f, text, kind, "flat")
        settle(f, value, slot, node)
        f.scope[name] = slot
    elif isinstance(value, Place) and (value.steady or (value.fresh and not copied)):
        if value.space:
            f.scope[name] = _table_place(f, value, text)
            return
        if value.start != text:
            f.emit(f"{text} = {value.start}")
        made_there = value.text == "target"  # this shows later that the value need not be copied there
        f.scope[name] = (
            attrs.evolve(value, fresh=False) if made_there else attrs.evolve(value, text=text, offset=0, fresh=False)
        )
    else:
        key = f.key(node, name, "copy")
        kind = f.program.learn(key, kind)
        place = Place(kind, f.region((key, text), kind))
        if isinstance(value, Pieces) and f.changing:  # the name may already refer to these cells
            value = apart(f, value)
        store(f, value, place, node)
        f.emit(f"{text} = {place.start}")
        f.scope[name] = Place(kind, text, site=(key, ()))


def _bind_dict(f: Body, name: str, value: Entries, node: ast.AST, copied: bool) -> None:
    pairs, text = value.pairs, f.python_name(name)
    if value.among is not None and pairs.space:
        from advsearch.lowering.rows import inner_dicts

        f.scope[name] = inner_dicts.bound(f, node, value.among, text)
        return
    if pairs.steady or (pairs.fresh and not copied):
        f.scope[name] = attrs.evolve(value, pairs=attrs.evolve(pairs, fresh=False))
        return
    key = f.key(node, name, "copy")
    kind = f.program.learn(key, value.kind)
    place = Place(kind, f.region((key, text), kind), site=(key, ()))
    store(f, value, place, node)
    f.scope[name] = load(f, place)


def _table_place(f: Body, value: Place, text: str) -> Value:
    if value.text in ("", "0"):
        return value
    f.emit(f"{text} = {value.start}")
    return attrs.evolve(value, text=text, offset=0)


def merged(f: Body, node: ast.AST, branches: list[tuple[Lines, dict[str, Value]]], depth: int) -> dict[str, Value]:
    if not branches:
        return {}
    if len(branches) == 1:
        return branches[0][1]
    after: dict[str, Value] = {}
    names = dict.fromkeys(name for _, scope in branches for name in scope)
    for name in names:
        values = [scope.get(name) for _, scope in branches]
        present = [value for value in values if value is not None]
        if all(same(value, present[0]) for value in present[1:]):
            after[name] = present[0]
            continue
        joined = _joined_in_place(present)
        if joined is not None:
            after[name] = joined
            continue
        kind = f.program.fact(f.key(node, name)) or types.NEVER
        try:
            for value in present:
                if isinstance(value, Closure | Bound | Table):
                    raise f.refuse(
                        node,
                        f"a condition assigns different functions or dicts to `{name}`",
                        f"use `{name}` inside each branch",
                    )
                kind = joins.join(kind, type_of(f, value))
        except types.Clash:
            if isinstance(node, ast.stmt) and order.left_behind(f, node, name):
                continue
            raise
        kind = f.program.learn(f.key(node, name), kind)
        slot = storage(f, f.python_name(name), kind, f.key(node, name))
        for (lines, _), present_value in zip(branches, values, strict=True):
            if present_value is not None:
                with f.into(lines, depth):
                    settle(f, present_value, slot, node)
        after[name] = slot
    return after


def _joined_in_place(values: list[Value]) -> Value | None:
    first = values[0]
    if isinstance(first, Pieces):
        return _joined_pieces(values)
    if not isinstance(first, Scalar) or not all(isinstance(one, Scalar) and one.text == first.text for one in values):
        return None
    kind: Type = first.kind
    for value in values[1:]:
        assert isinstance(value, Scalar)
        if type(value.kind) is not type(kind) or (isinstance(kind, Members) and value.kind != kind):
            return None  # the bits of two sets may stand for different values
        kind = joins.join(kind, value.kind)
    return Scalar(kind, first.text) if cells(kind) == 1 else None


def _joined_pieces(values: list[Value]) -> Value | None:
    first = values[0]
    assert isinstance(first, Pieces)
    if not isinstance(first.kind, Tup) or not all(
        (isinstance(one, Pieces) and one.kind is not first.kind) or one is first for one in values
    ):
        return None
    items = []
    for column in zip(*(one.items for one in values if isinstance(one, Pieces)), strict=False):
        item = column[0] if all(same(one, column[0]) for one in column) else _joined_in_place(list(column))
        if item is None or not isinstance(item, Scalar | Pieces):
            return None
        items.append(item)
    if len(items) != len(first.items) or any(
        len(one.items) != len(items) for one in values if isinstance(one, Pieces)
    ):
        return None
    return Pieces(Tup(tuple(item.kind for item in items), first.kind.kind), tuple(items))


def same(one: Value | None, other: Value | None) -> bool:
    """Whether two values are equal constants or have the same source text."""
    if isinstance(one, Known) and isinstance(other, Known):
        return one.value is other.value or (
            type(one.value) is type(other.value)
            and is_hashable(one.value)
            and one.value == other.value
            and is_same(one.value, other.value)
        )
    return one is other or (
        type(one) is type(other) and isinstance(one, Scalar | Pieces | Place | Entries) and one == other
    )
