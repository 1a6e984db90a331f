"""Methods of strings: `text.find(x)`, `text.replace(x, y)`, `text.split(x)` and `text.join(x)`."""

from __future__ import annotations

import ast

from advsearch.lowering.row_rules import INDEX
from advsearch.lowering.rows import comparisons, joins, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom, exploded, load, runtime, type_of
from advsearch.lowering.rows.numbers import bounds
from advsearch.lowering.rows.sequences import (
    as_sequence,
    item_place,
    length_of,
    made_list,
    push,
    put_length,
    store_items,
)
from advsearch.lowering.rows.storing import store
from advsearch.lowering.rows.types import Int, Mark, Seq
from advsearch.lowering.rows.values import Entries, Known, Place, Scalar, Value

# --- members of an Enum ---------------------------------------------------------------------------------------


# --- texts ----------------------------------------------------------------------------------------------------


def found_at(f: Body, node: ast.AST, text: Value, part: Value, start: Scalar | None = None) -> Scalar:
    """Generate `text.find(part)` from the index `start` on."""
    place = as_sequence(f, text)
    own = place.kind
    assert isinstance(own, Seq)
    most = own.most
    length = atom(f, length_of(f, place), "length")
    name, at = f.fresh("found"), f.fresh("at")
    f.emit(f"{name} = -1")
    kind = type_of(f, part)
    single = isinstance(kind, Mark) and all(isinstance(one, str) and len(one) == 1 for one in kind.values)
    first = start.text if start is not None else "0"
    if own.most == 0:
        return Scalar(Int(-1, -1), "-1")
    if single:
        wanted = exploded(f, runtime(f, part))
        assert isinstance(wanted, Scalar)
        wanted = atom(f, wanted)
        with f.block(
            f"for {at} in range({first}, {length.text}):" if first != "0" else f"for {at} in range({length.text}):"
        ):
            test = comparisons.equal(f, node, load(f, item_place(place, at)), wanted)
            with f.block(f"if {test.value if isinstance(test, Known) else test.text}:"):
                f.emit(f"{name} = {at}")
                f.emit("break")
        return Scalar(Int(-1, most - 1), name)
    sought = as_sequence(f, part)
    size = atom(f, length_of(f, sought), "size")
    inner, same = f.fresh("inner_at"), f.fresh("same")
    with f.block(f"for {at} in range({first}, {length.text} - {size.text} + 1):"):
        f.emit(f"{same} = True")
        with f.block(f"for {inner} in range({size.text}):"):
            one, other = load(f, item_place(place, f"{at} + {inner}")), load(f, item_place(sought, inner))
            test = comparisons.equal(f, node, one, other)
            with f.block(f"if not ({test.value if isinstance(test, Known) else test.text}):"):
                f.emit(f"{same} = False")
                f.emit("break")
        with f.block(f"if {same}:"):
            f.emit(f"{name} = {at}")
            f.emit("break")
    return Scalar(Int(-1, most), name)


def counted(f: Body, node: ast.AST, items: Value, wanted: Value) -> Value:
    """Generate `items.count(wanted)`; in a string, `wanted` is one character."""
    from advsearch.lowering.rows.streams import each

    kind = type_of(f, wanted)
    owner = type_of(f, items)
    total = f.fresh("counted")
    wanted = comparisons.is_settled(f, exploded(f, runtime(f, wanted)) if types.is_flat(kind) else wanted)
    f.emit(f"{total} = 0")
    most = 0
    with each(f, items, node) as item:
        test = comparisons.equal(f, node, item, wanted)
        with f.block(f"if {test.value if isinstance(test, Known) else test.text}:"):
            f.emit(f"{total} += 1")
    most = owner.most if isinstance(owner, Seq) else types.COUNT
    return Scalar(Int(0, most), total)


def replaced(f: Body, node: ast.AST, text: Value, old: Value, new: Value, count: Value | None) -> Value:
    for value in (old, new):
        kind = type_of(f, value)
        if not isinstance(kind, Mark) or not all(isinstance(one, str) and len(one) == 1 for one in kind.values):
            return _replaced_parts(f, node, text, old, new, count)
    place = as_sequence(f, text)
    own = place.kind
    assert isinstance(own, Seq)
    a, b = exploded(f, runtime(f, old)), exploded(f, runtime(f, new))
    assert isinstance(a, Scalar)
    assert isinstance(b, Scalar)
    a, b = atom(f, a), atom(f, b)
    item = joins.join(own.item, b.kind)
    made = made_list(f, node, Seq(str, item, own.least, own.most))
    length = atom(f, length_of(f, place), "length")
    put_length(f, made, length.text)
    left = ""
    if count is not None:
        limit = exploded(f, runtime(f, count))
        assert isinstance(limit, Scalar)
        left = f.fresh("left")
        f.emit(f"{left} = {limit.text}")
    at = f.fresh("at")
    with f.block(f"for {at} in range({length.text}):"):
        character = load(f, item_place(place, at))
        assert isinstance(character, Scalar)
        name = atom(f, character, "character")
        test = f"{name.text} == {a.text}" + (f" and {left} != 0" if left else "")
        with f.block(f"if {test}:"):
            store(f, b, item_place(made, at), node)
            if left:
                f.emit(f"{left} -= 1")
        with f.block("else:"):
            store(f, name, item_place(made, at), node)
    return made


def joined_text(f: Body, node: ast.AST, separator: Value, items: Value) -> Value:
    from advsearch.lowering.rows import growing_dicts
    from advsearch.lowering.rows.streams import each

    assert isinstance(separator, Known)
    if isinstance(items, Known):
        return Known(separator.value.join(items.value))
    items = runtime(f, growing_dicts.keys(f, items) if isinstance(items, Entries) else items)
    own = type_of(f, items)
    kind = own.item if isinstance(own, Seq) else joins.as_sequence(own).item if isinstance(own, types.Tup) else own
    single = isinstance(kind, Mark) and all(isinstance(one, str) and len(one) == 1 for one in kind.values)
    if single and not separator.value:
        place = as_sequence(f, items)
        sequence = place.kind
        assert isinstance(sequence, Seq)
        kept = Seq(str, sequence.item, sequence.least, sequence.most)
        return Place(kept, place.text, place.offset, place.space, place.steady, place.fresh)
    made = made_list(f, node, Seq(str, joins.as_sequence_item(kind, separator.value), 0, f.program.most_items * 4))
    put_length(f, made, "0")
    first = f.fresh("first")
    f.emit(f"{first} = True")
    with each(f, items, node) as item:
        if separator.value:
            with f.block(f"if not {first}:"):
                for character in separator.value:
                    push(f, made, Known(character), node)
            f.emit(f"{first} = False")
        with each(f, item, node) as character_value:
            push(f, made, character_value, node)
    return made


def index_or_error(f: Body, node: ast.AST, found: Scalar) -> Scalar:
    """Return the index `found`; -1 is an error at run time."""
    name = atom(f, found, "place")
    f.emit(f"if {name.text} < 0:")
    f.emit(f"    {name.text} = fail(block, {INDEX}, {f.line_of(node)})")
    return Scalar(Int(0, max(0, bounds(found.kind).high)), name.text)


def _sized(f: Body, text: Value) -> tuple[Place, Seq, Scalar]:
    place = as_sequence(f, text)
    assert isinstance(place.kind, Seq)
    return place, place.kind, atom(f, length_of(f, place), "length")


def split(f: Body, node: ast.AST, text: Value, separator: Value) -> Value:
    assert isinstance(separator, Known)
    sign = separator.value
    place, own, length = _sized(f, text)
    part = Seq(str, own.item, 0, max(1, own.most))
    made = made_list(f, node, Seq(list, part, 0, own.most + 1))
    target = made.kind
    assert isinstance(target, Seq)
    put_length(f, made, "0")
    start, at = f.fresh("start"), f.fresh("at")
    f.emit(f"{start} = 0")
    with f.block(f"for {at} in range({length.text} + 1):"):
        if own.most:
            inside = load(f, item_place(place, f"min({at}, {length.text} - 1)"))
            test = comparisons.equal(f, node, inside, Known(" " if sign is None else sign))
            text_of_test = test.value if isinstance(test, Known) else test.text
        else:
            text_of_test = True
        with f.block(f"if {at} == {length.text} or {text_of_test}:"):
            with f.block("if True:" if sign is not None else f"if {at} > {start}:"):
                piece = Place(Seq(str, own.item, own.most, own.most), *_first_cell(place, start))
                new = f.fresh("new")
                f.emit(
                    f"{new} = pushed(block, {made.start}, {target.most}, {types.cells(target.item)}, "
                    f"{f.line_of(node)})"
                )
                slot = Place(target.item, new)
                assert isinstance(target.item, Seq)
                put_length(f, slot, f"{at} - {start}")
                if own.most:
                    store_items(f, piece, slot, target.item, node, f"{at} - {start}")
            f.emit(f"{start} = {at} + 1")
    return made


def _first_cell(place: Place, index: str) -> tuple[str, int, str]:
    first = item_place(place, index)
    return first.text, first.offset, first.space


def partition(f: Body, node: ast.AST, text: Value, separator: Value) -> Value:
    from advsearch.lowering.rows.streams import pair

    assert isinstance(separator, Known)
    sign = separator.value
    place, own, length = _sized(f, text)
    found = found_at(f, node, place, Known(sign))
    name = atom(f, found, "found")
    end, after = f.fresh("end"), f.fresh("after")
    f.emit(f"{end} = {name.text} if {name.text} >= 0 else {length.text}")
    f.emit(f"{after} = {name.text} + 1 if {name.text} >= 0 else {length.text}")
    parts: list[Value] = []
    for at, (first, size) in enumerate((("0", end), (end, f"{after} - {end}"), (after, f"{length.text} - {after}"))):
        made = made_list(f, node, Seq(str, own.item, 0, max(1, own.most)), at)
        put_length(f, made, size)
        assert isinstance(made.kind, Seq)
        piece = Place(Seq(str, own.item, own.most, own.most), *_first_cell(place, first))
        if own.most:
            store_items(f, piece, made, made.kind, node, size)
        parts.append(made)
    return pair(f, tuple(parts))


def filled(f: Body, node: ast.AST, text: Value, width: Value, character: Value, left: bool) -> Value:
    assert isinstance(width, Known)
    place = as_sequence(f, text)
    own = place.kind
    assert isinstance(own, Seq)
    item = joins.join(own.item, type_of(f, character))
    size = int(width.value)
    made = made_list(f, node, Seq(str, item, max(own.least, size), max(own.most, size)))
    target = made.kind
    assert isinstance(target, Seq)
    length = atom(f, length_of(f, place), "length")
    total = f.fresh("total")
    f.emit(f"{total} = max({length.text}, {size})")
    put_length(f, made, total)
    shift = "0" if left else f.fresh("shift")
    if not left:
        f.emit(f"{shift} = {total} - {length.text}")
    if own.most:
        store_items(f, place, made, target, node, length.text, shift)
    first, last = (length.text, total) if left else ("0", shift)
    with f.block(f"for {(at := f.fresh('at'))} in range({first}, {last}):"):
        store(f, character, item_place(made, at), node)
    return made


def at_end(f: Body, node: ast.AST, text: Value, part: Value, at_start: bool) -> Scalar:
    """Generate `text.startswith(part)` or `text.endswith(part)`."""
    place, sought = as_sequence(f, text), as_sequence(f, part)
    length, size = atom(f, length_of(f, place), "length"), atom(f, length_of(f, sought), "size")
    name, at = f.fresh("same"), f.fresh("at")
    f.emit(f"{name} = {length.text} >= {size.text}")
    assert isinstance(place.kind, Seq)
    assert isinstance(sought.kind, Seq)
    if not place.kind.most or not sought.kind.most:
        return Scalar(types.BOOL, name)
    with f.block(f"for {at} in range({size.text} if {name} else 0):"):
        index = at if at_start else f"{length.text} - {size.text} + {at}"
        test = comparisons.equal(f, node, load(f, item_place(place, index)), load(f, item_place(sought, at)))
        with f.block(f"if not ({test.value if isinstance(test, Known) else test.text}):"):
            f.emit(f"{name} = False")
            f.emit("break")
    return Scalar(types.BOOL, name)


def _replaced_parts(f: Body, node: ast.AST, text: Value, old: Value, new: Value, count: Value | None) -> Value:
    # The string `old` must not be empty.
    place, sought, put_in = (as_sequence(f, value) for value in (text, old, new))
    own, inner, other = place.kind, sought.kind, put_in.kind
    assert isinstance(own, Seq)
    assert isinstance(inner, Seq)
    assert isinstance(other, Seq)
    if inner.most == 0:
        raise f.refuse(node, "replace is called with an empty string", "build the string from slices")
    item = joins.join(own.item, other.item)
    made = made_list(f, node, Seq(str, item, 0, max(1, own.most * max(1, other.most))))
    put_length(f, made, "0")
    if own.most == 0:
        return made
    length, size = atom(f, length_of(f, place), "length"), atom(f, length_of(f, sought), "size")
    f.emit(f"there(block, {size.text} > 0, {f.line_of(node)})")
    at, inside, same, left = f.fresh("at"), f.fresh("inner_at"), f.fresh("same"), f.fresh("left")
    limit = exploded(f, runtime(f, count)) if count is not None else Scalar(Int(-1, -1), "-1")
    assert isinstance(limit, Scalar)
    f.emit(f"{left} = {limit.text}")
    f.emit(f"{at} = 0")
    with f.block(f"while {at} < {length.text} and not failed(block):"):
        f.emit(f"{same} = {left} != 0 and {at} + {size.text} <= {length.text}")
        with f.block(f"for {inside} in range({size.text} if {same} else 0):"):
            one = load(f, item_place(place, f"{at} + {inside}"))
            test = comparisons.equal(f, node, one, load(f, item_place(sought, inside)))
            with f.block(f"if not ({test.value if isinstance(test, Known) else test.text}):"):
                f.emit(f"{same} = False")
                f.emit("break")
        with f.block(f"if {same}:"):
            if other.most:
                with f.block(f"for {inside} in range({length_of(f, put_in).text}):"):
                    push(f, made, load(f, item_place(put_in, inside)), node)
            f.emit(f"{at} += {size.text}")
            f.emit(f"{left} -= 1")
        with f.block("else:"):
            push(f, made, load(f, item_place(place, at)), node)
            f.emit(f"{at} += 1")
    return made
