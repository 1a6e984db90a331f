"""Changes of lists: `squares.append(x)`, `squares.pop()` or `squares[0] = x`."""

from __future__ import annotations

import ast
import math

import attrs

from advsearch.lowering.rows import growing_from, joins, sequences, sharing, spare, types, worklists
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, atom, load, runtime, type_of
from advsearch.lowering.rows.storing import apart, store, taken
from advsearch.lowering.rows.streams import each
from advsearch.lowering.rows.types import INT, NEVER, Never, Seq, Tup, Type
from advsearch.lowering.rows.values import Entries, Known, Lazy, NotYet, Pieces, Place, Scalar, Stream, Value


def learn_list(f: Body, node: ast.AST, place: Place, item: Type, grows: bool, room: int | None = None) -> None:
    kind = place.kind
    assert isinstance(kind, Seq)
    if place.site is None:
        name = (
            ast.unparse(node.func.value)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            else ""
        )
        argument = f"its argument `{name}`" if name else "a list that is an argument"
        raise f.refuse(
            node,
            f"a function changes {argument}",
            "change a copy: list(...)",
        )
    key, way = place.site
    fact = f.program.fact(key)
    if fact is None:
        raise NotYet
    most = max(kind.most, f.program.most_items if room is None else room) if grows else kind.most
    least = 0 if grows else kind.least
    f.program.learn(key, joined_at(fact, way, Seq(list, item, min(least, most), most)))
    if grows and kind.fixed:
        f.program.changed = True
        raise NotYet


def joined_at(kind: Type, way: tuple[int, ...], part: Type) -> Type:
    # Widen `kind` so that its part at the indices `way` contains `part`.
    if isinstance(kind, types.Dict) and isinstance(part, Seq):
        part = attrs.evolve(kind, pairs=part)
    if not way:
        return joins.join(kind, part)
    if isinstance(kind, Seq):
        return attrs.evolve(kind, item=joined_at(kind.item, way[1:], part))
    assert isinstance(kind, Tup), kind
    items = list(kind.items)
    items[way[0]] = joined_at(items[way[0]], way[1:], part)
    return Tup(tuple(items), kind.kind)


def _most_appended(f: Body, node: ast.AST, place: Place) -> int | None:
    assert place.site is not None
    key, way = place.site
    if way or key not in f.grown or len(f.turns) != f.changing:
        return None
    loops, most = f.grown[key]
    most += math.prod(f.turns[loops:])
    f.grown[key] = loops, most
    return most if most < f.program.most_items else None


def append(f: Body, node: ast.AST, place: Place, value: Value) -> None:
    value = runtime(f, value)
    value = _checked_item(f, node, value)
    value = apart(f, value) if isinstance(value, Scalar | Pieces) and place is not f.yields else value
    item = type_of(f, value)
    room = _most_appended(f, node, place) if place.site is not None else None
    learn_list(f, node, place, item, grows=True, room=room)
    kind = place.kind
    assert isinstance(kind, Seq)
    if not spare.storable(item, kind.item):
        raise NotYet
    sequences.push(f, place, value, node)
    f.changes += 1


def _checked_item(f: Body, node: ast.AST, value: Value) -> Value:
    from advsearch.lowering.rows.displays import texts_checked

    match node:
        case ast.Call(_, [source], []) | ast.Assign([_], source):
            return texts_checked(f, node, value, source)
    return texts_checked(f, node, value)


def _check_set(f: Body, node: ast.AST, target: ast.Subscript, value: Value) -> None:
    # A swap such as `x[0], x[1] = x[1], x[0]` gives no set a second name.
    if not isinstance(getattr(value, "kind", None), types.Members) or not isinstance(node, ast.Assign):
        return
    parts = [part for whole in node.targets for part in sharing.assigned_parts(whole, node.value)]
    if sorted(ast.unparse(one) for one, _ in parts) == sorted(ast.unparse(one) for _, one in parts):
        return
    for one, source in parts:
        if one is target and any(sharing.shared(f, source, False)) and not sharing.is_given_up(f, source):
            text = ast.unparse(source)
            raise f.refuse(node, f"the set `{text}` becomes an item of a list", f"make a copy: set({text})")


def extend(f: Body, node: ast.AST, place: Place, values: Value) -> None:
    if isinstance(values, Lazy):
        _check_apart(f, node, values)
    growing_from.check(f, node)
    if isinstance(values, Stream | Lazy | Known):
        values = f.as_list(values) if not isinstance(values, Known) else values
    if isinstance(values, Known) and not len(values.value):
        return
    item: Type = NEVER
    kind = type_of(f, values)
    item = kind.item if isinstance(kind, types.Members) else sequences.as_kind(kind).item
    if isinstance(item, Never):
        return
    learn_list(f, node, place, item, grows=True)
    if not spare.storable(item, sequences.made_item(place)):
        raise NotYet
    if isinstance(values, Place) and values.start == place.start:
        raise f.refuse(node, "a list is extended by itself", "write a loop over a copy")
    free = isinstance(kind, types.Members) and worklists.is_free(f, node)
    with each(f, values, node, any_order=free) as one:
        sequences.push(f, place, one, node)
    f.changes += 1


def _check_apart(f: Body, node: ast.AST, values: Lazy) -> None:
    # In Python, the generator in `x.extend(y for y in x)` would see the new items.
    target = node.target if isinstance(node, ast.AugAssign) else getattr(getattr(node, "func", None), "value", None)
    names = {one.id for one in ast.walk(values.node) if isinstance(one, ast.Name)}
    own = {one.id for one in ast.walk(target) if isinstance(one, ast.Name)} if target is not None else set()
    if names & own:
        raise f.refuse(
            node,
            "a list is extended by a generator that reads the list",
            "write a list [...] instead of the generator",
        )


def popped(f: Body, node: ast.AST, place: Place, index: Value | None) -> Value:
    kind = place.kind
    assert isinstance(kind, Seq)
    learn_list(f, node, place, NEVER, grows=True)
    f.changes += 1
    if isinstance(kind.item, Never):
        raise NotYet
    line = f.line_of(node)
    name = f.fresh("last")
    if index is None or (isinstance(index, Known) and index.value == -1):
        f.emit(f"{name} = popped(block, {place.start}, {line})")
        return taken(f, load(f, sequences.item_place(place, name)))
    number = as_type(f, index, INT, node)
    assert isinstance(number, Scalar)
    length = sequences.length_of(f, place)
    f.emit(f"{name} = {sequences.checked_index(f, number, length, node)}")
    value = taken(f, load(f, sequences.item_place(place, name)))
    with f.block(f"for {(at := f.fresh('at'))} in range({name}, {length.text} - 1):"):
        store(f, load(f, sequences.item_place(place, f"{at} + 1")), sequences.item_place(place, at), node)
    f.emit(f"popped(block, {place.start}, {line})")
    return value


def insert(f: Body, node: ast.AST, place: Place, index: Value, value: Value) -> None:
    value = runtime(f, value)
    learn_list(f, node, place, type_of(f, value), grows=True)
    if not spare.storable(type_of(f, value), sequences.made_item(place)):
        raise NotYet
    number = as_type(f, index, INT, node)
    assert isinstance(number, Scalar)
    at, name = f.fresh("at"), f.fresh("inserted")
    f.emit(f"{name} = cut({number.text}, {sequences.length_of(f, place).text})")
    value = taken(f, value)
    kind = place.kind
    assert isinstance(kind, Seq)
    f.emit(f"pushed(block, {place.start}, {kind.most}, {types.cells(kind.item)}, {f.line_of(node)})")
    with f.block(f"for {at} in range({sequences.length_of(f, place).text} - 1, {name}, -1):"):
        store(f, load(f, sequences.item_place(place, f"{at} - 1")), sequences.item_place(place, at), node)
    store(f, value, sequences.item_place(place, name), node)
    f.changes += 1


def changed_item(f: Body, target: ast.Subscript, value: Value, node: ast.AST) -> None:
    from advsearch.lowering.rows import growing_dicts

    value = runtime(f, value)
    if isinstance(value, Scalar):
        value = atom(f, value, "new")  # evaluated before the index, as in Python
    owner = f.value(target.value)
    sharing.check_changed(f, node, target.value)
    if isinstance(owner, Entries) and not isinstance(target.slice, ast.Slice):
        growing_dicts.put(f, node, owner, f.value(target.slice), value)
        return
    kind = getattr(owner, "kind", None)
    if isinstance(owner, Known) or not isinstance(kind, Seq) or kind.kind is not list:
        shown = (
            "a dict"
            if isinstance(owner, Known) and isinstance(owner.value, dict)
            else types.named(kind)
            if kind
            else "a constant"
        )
        raise f.refuse(node, f"an assignment changes an item of {shown}", "make a list first: list(...)")
    assert isinstance(owner, Place)
    if isinstance(target.slice, ast.Slice):
        raise f.refuse(node, "an assignment changes a slice of a list", "build the list from slices with +")
    value = _checked_item(f, node, value)
    _check_set(f, node, target, value)
    index = as_type(f, f.value(target.slice), INT, node)
    assert isinstance(index, Scalar)
    value = apart(f, value) if isinstance(value, Pieces) else value
    learn_list(f, node, owner, type_of(f, value), grows=False)
    if isinstance(kind.item, Never) or not spare.storable(type_of(f, value), kind.item):
        raise NotYet
    text = sequences.checked_index(f, index, sequences.length_of(f, owner), node)
    text = atom(f, Scalar(INT, text), "index").text
    store(f, value, sequences.item_place(owner, text), node)
    f.changes += 1


def cleared(f: Body, node: ast.AST, place: Place) -> None:
    learn_list(f, node, place, NEVER, grows=True)
    sequences.put_length(f, place, "0")
    f.changes += 1


def reversed_in_place(f: Body, node: ast.AST, place: Place) -> None:
    learn_list(f, node, place, NEVER, grows=False)
    kind = place.kind
    assert isinstance(kind, Seq)
    copied = f.made(kind)
    store(f, place, copied, node)
    length = atom(f, sequences.length_of(f, place), "length")
    if isinstance(kind.item, Never):
        return
    with f.block(f"for {(at := f.fresh('at'))} in range({length.text}):"):
        store(
            f,
            load(f, sequences.item_place(copied, f"{length.text} - 1 - {at}")),
            sequences.item_place(place, at),
            node,
        )
    f.changes += 1
