"""Tuples, lists and strings whose items have one type. The list `[5, 7]` is stored as 2, 5, 7: its length and its
items.
"""

from __future__ import annotations

import ast
from typing import Any

import attrs

from advsearch.lowering.rows import joins, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom, cell, item_of, load, moved, runtime, type_of
from advsearch.lowering.rows.either import holds_value
from advsearch.lowering.rows.joins import join
from advsearch.lowering.rows.numbers import bounds, wrapped
from advsearch.lowering.rows.storing import has_float, holds, same_layout, store
from advsearch.lowering.rows.types import NEVER, Int, Never, Seq, Tup, Type, cells
from advsearch.lowering.rows.values import Known, NotYet, Place, Scalar, Value, text_of


def is_sequence(kind: Type | None) -> bool:
    return isinstance(kind, Seq) or (isinstance(kind, Tup) and issubclass(kind.kind, tuple))


def are_ordered(one: Type, other: Type) -> bool:
    """Whether `<` is defined: for two lists, two tuples or two strings."""
    kinds = [tuple if isinstance(kind, Tup) else getattr(kind, "kind", None) for kind in (one, other)]
    return kinds[0] is kinds[1] or types.ListOrTuple in kinds


def as_sequence(f: Body, value: Value, kind: type | None = None) -> Place:
    value = runtime(f, value)
    own = getattr(value, "kind", None)
    if isinstance(own, Tup) and own.kind is range:
        from advsearch.lowering.rows.ranges import as_items

        return as_sequence(f, as_items(f, value, tuple, None))
    if isinstance(own, Seq):
        assert isinstance(value, Place)
        return value
    if isinstance(own, types.Mark) and all(isinstance(one, str) for one in own.values):
        wanted: Type = types.Seq(str, own, 1, 1)
        if any(len(one) != 1 for one in own.values):
            wanted = join(own, Seq(str, NEVER, 0, 0))
    else:
        if not isinstance(own, Tup) or not issubclass(own.kind, tuple):
            raise types.Clash(own if own is not None else NEVER, Seq(tuple, NEVER, 0, 0))
        wanted = joins.as_sequence(own)
        if isinstance(value, Place) and all(same_layout(item, wanted.item) for item in own.items):
            return Place(wanted, value.text, value.offset, value.space, value.steady)
    place = f.made(wanted)
    store_sequence(f, value, place, wanted, None)
    return place


def length_of(f: Body, place: Place) -> Scalar:
    kind = place.kind
    assert isinstance(kind, Seq)
    if kind.fixed:
        return text_of(kind.least)
    return Scalar(Int(kind.least, kind.most), cell(f, place, 0))


def items_place(place: Place) -> Place:
    kind = place.kind
    assert isinstance(kind, Seq)
    return place if kind.fixed else moved(place, kind, 1, ())


def item_place(place: Place, index: str) -> Place:
    kind = place.kind
    assert isinstance(kind, Seq)
    size = cells(kind.item)
    start = items_place(place)
    if index.isdigit():
        return moved(start, kind.item, int(index) * size, (0,))
    return moved(start, kind.item, wrapped(index) if size == 1 else f"{wrapped(index)} * {size}", (0,))


def checked_index(f: Body, index: Scalar, length: Scalar, node: ast.AST) -> str:
    # Generate `item(block, i, length, line)`, or `i` if it is always in range.
    own, limits = bounds(index.kind), bounds(length.kind)
    if isinstance(index.kind, types.Bool):  # numba has no index of this type
        index = Scalar(Int(0, 1), f"int({index.text})")
    if own.low >= 0 and own.high < limits.low:
        return index.text
    if own.high < 0 and own.low == own.high and -own.low <= limits.low:
        return (
            f"{wrapped(length.text)} - {-own.low}" if not length.text.isdigit() else str(int(length.text) + own.low)
        )
    if own.low >= 0:
        return f"below(block, {index.text}, {length.text}, {f.line_of(node)})"
    return f"item(block, {index.text}, {length.text}, {f.line_of(node)})"


def item_at(f: Body, place: Place, index: Scalar, node: ast.AST) -> Value:
    kind = place.kind
    assert isinstance(kind, Seq)
    if isinstance(kind.item, Never):
        raise NotYet
    text = checked_index(f, index, length_of(f, place), node)
    if cells(kind.item) != 1 and not text.isidentifier() and not text.isdigit():
        name = f.fresh("index")
        f.emit(f"{name} = {text}")
        text = name
    return load(f, item_place(place, text))


# --- making ---------------------------------------------------------------------------------------------------


def made_list(f: Body, node: ast.AST, kind: Seq, *more: Any) -> Place:
    key = f.key(node, "list", *more)
    learnt = f.program.learn(key, kind)
    assert isinstance(learnt, Seq)
    if kind.most == 0 and len(f.turns) == f.changing:
        f.grown[key] = f.changing, 0
    wish = f.wishes.get(id(node))
    if (
        isinstance(wish, Place)
        and isinstance(wish.kind, Seq)
        and holds(attrs.evolve(wish.kind, kind=list), attrs.evolve(learnt, kind=list))
    ):
        return attrs.evolve(wish, kind=learnt, fresh=True, site=(key, ()))
    return Place(learnt, f.room(cells(learnt)), fresh=True, site=(key, ()))


def growing(f: Body, kind: type, item: Type = NEVER) -> Seq:
    return Seq(kind, item, 0, f.program.most_items)


def put_length(f: Body, place: Place, length: str) -> None:
    kind = place.kind
    assert isinstance(kind, Seq)
    if not kind.fixed:
        f.emit(f"put(block, {place.start}, {length})")


def push(f: Body, place: Place, value: Value, node: ast.AST) -> None:
    kind = place.kind
    assert isinstance(kind, Seq)
    if isinstance(kind.item, Never):
        raise NotYet
    ready = runtime(f, value)
    size = cells(kind.item)
    start = f.fresh("new")
    with f.captured() as lines:
        # the item is made first, because it may be an item of the list
        store(f, ready, Place(kind.item, start), node)
    f.emit(f"{start} = pushed(block, {place.start}, {kind.most}, {size}, {f.line_of(node)})")
    f.lines.extend(lines)


def store_sequence(f: Body, value: Value, target: Place, kind: Type, node: ast.AST | None) -> None:
    assert isinstance(kind, Seq)
    own = type_of(f, value)
    if isinstance(own, types.Mark):
        _store_word(f, value, own, target, kind, node)
        return
    if isinstance(own, Tup):
        if not kind.least <= len(own.items) <= kind.most:
            raise NotYet
        put_length(f, target, str(len(own.items)))
        for number in range(len(own.items)):
            store(f, item_of(f, value, number), item_place(target, str(number)), node)
        return
    assert isinstance(value, Place)
    assert isinstance(own, Seq)
    if isinstance(own.item, Never) or own.most == 0:
        put_length(f, target, "0")
        return
    line = f.line_of(node) if node is not None else 0
    if kind.fixed:
        if not own.fixed:
            f.emit(f"of_length(block, {length_of(f, value).text}, {kind.most}, {line})")
        elif own.most != kind.most:
            raise types.Clash(own, kind)
        store_items(f, value, target, kind, node)
        return
    length = length_of(f, value)
    if bounds(length.kind).high > kind.most:
        name = f.fresh("length")
        f.emit(f"{name} = roomy(block, {length.text}, {kind.most}, {line})")
        length = Scalar(Int(0, kind.most), name)
    put_length(f, target, length.text)
    store_items(f, value, target, kind, node, length.text)


def store_items(
    f: Body, value: Place, target: Place, kind: Seq, node: ast.AST | None, length: str = "", at: str = ""
) -> None:
    own = value.kind
    assert isinstance(own, Seq)
    count = length or str(kind.most)
    whole = same_layout(own.item, kind.item) and joins.within(own.item, kind.item)
    if whole and not value.space and not has_float(kind.item):
        size = cells(kind.item)
        source, start = items_place(value).start, item_place(target, at or "0").start
        total = (
            str(int(count) * size)
            if count.isdigit()
            else wrapped(count)
            if size == 1
            else f"{wrapped(count)} * {size}"
        )
        f.emit(f"copied(block, {source}, {start}, {total})")
        return
    name = f.fresh("at")
    with f.block(f"for {name} in range({count}):"):
        place = item_place(target, f"{wrapped(at)} + {name}" if at else name)
        store(f, load(f, item_place(value, name)), place, node)


def _store_word(f: Body, value: Value, own: types.Mark, target: Place, kind: Seq, node: ast.AST | None) -> None:
    words = f.program.book.ordered(own)
    if own.any_character or all(len(word) == 1 for word in words):
        put_length(f, target, "1")
        store(f, value, item_place(target, "0"), node)
        return
    loaded = load(f, value) if isinstance(value, Place) else value
    if isinstance(loaded, Known):
        words, loaded = [loaded.value], Scalar(own, "0")
    assert isinstance(loaded, Scalar)
    name = atom(f, loaded)
    for number, word in enumerate(words):
        test = f"{name.text} == {f.program.book.code(word)}"
        with f.block(f"{'el' * (number > 0)}if {test}:" if len(words) > 1 else "if True:"):
            put_length(f, target, str(len(word)))
            for at, character in enumerate(word):
                store(f, Known(character), item_place(target, str(at)), node)


# --- slices, sums and products --------------------------------------------------------------------------------


def as_kind(kind: Type) -> Seq:
    if isinstance(kind, Seq):
        return kind
    if isinstance(kind, Tup) and issubclass(kind.kind, tuple):
        return joins.as_sequence(kind)
    joined = join(kind, Seq(str, NEVER, 0, 0))
    if isinstance(joined, Seq) and isinstance(kind, types.Mark):
        lengths = [len(word) for word in kind.values] + [1] * kind.any_character
        return Seq(str, joined.item, min(lengths), max(lengths))
    raise types.Clash(kind, Seq(tuple, NEVER, 0, 0))


def made_item(place: Place) -> Type:
    assert isinstance(place.kind, Seq)
    return place.kind.item


def clear_rest(f: Body, place: Place) -> None:
    """Set unused memory to 0, because equal states must have equal memory."""
    kind = place.kind
    if isinstance(kind, Tup):
        offset = 0
        for item in kind.items:
            clear_rest(f, moved(place, item, offset))
            offset += cells(item)
    elif isinstance(kind, types.Maybe) and not types.is_scalar(kind):
        if _has_rest(kind.inner):
            with f.block(f"if {cell(f, place, 0)} != 0:"):
                clear_rest(f, moved(place, kind.inner, 1))
    elif isinstance(kind, types.Either):
        if _has_rest(kind.inner):
            with f.block(f"if {holds_value(f, Scalar(kind.sign, cell(f, place, 0))).text}:"):
                clear_rest(f, moved(place, kind.inner, 1))
    elif isinstance(kind, types.Sum):
        offset = 1
        for one in kind.kinds:
            if _has_rest(one):
                with f.block(f"if {cell(f, place, 0)} == {f.program.book.code(types.family(one))}:"):
                    clear_rest(f, moved(place, one, offset))
            offset += cells(one)
    elif isinstance(kind, Seq) and _has_rest(kind):
        length = length_of(f, place)
        if _has_rest(kind.item):
            with f.block(f"for {(at := f.fresh('at'))} in range({length.text}):"):
                clear_rest(f, item_place(place, at))
        if not kind.fixed:
            size = cells(kind.item)
            first = length.text if size == 1 else f"{wrapped(length.text)} * {size}"
            rest = moved(items_place(place), kind, first).start
            f.emit(f"clear(block, {rest}, {kind.most * size} - ({first}))")


def _has_rest(kind: Type) -> bool:
    match kind:
        case Seq(_, item):
            return not kind.fixed or _has_rest(item)
        case Tup(items) | types.Sum(items):
            return any(map(_has_rest, items))
        case types.Maybe(inner) | types.Either(_, inner):
            return _has_rest(inner)
    return False
