"""Converts a constant to source text, and a value to another type.

A conversion from `int | None` to `int` is tested at run time.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable
from typing import Any

import attrs

from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import classes, joins, spare, types, values
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.joins import within
from advsearch.lowering.rows.types import Bool, Clash, Int, Mark, Maybe, Tup, Type, cells, is_scalar
from advsearch.lowering.rows.values import LIMB, Known, NotYet, Pieces, Place, Scalar, Value, parts

_ATOM = re.compile(r"\w+")


def atom(f: Body, value: Scalar, stem: str = "value") -> Scalar:
    """Store a number in a variable, so that it is computed only once."""
    if _ATOM.fullmatch(value.text):
        return value
    name = f.fresh(stem)
    f.emit(f"{name} = {value.text}")
    return Scalar(value.kind, name)


def copied(f: Body, value: Value, stem: str, other: Callable[[Body, Value], Value] | None = None) -> Value:
    """Copy a value, so that later assignments do not change the copy."""
    if isinstance(value, Pieces):
        return Pieces(value.kind, tuple(copied(f, item, stem, other) for item in value.items))
    if not isinstance(value, Scalar):
        return value if other is None else other(f, value)
    if value.text.lstrip("(-").rstrip(")").isdigit():
        return value
    name = f.fresh(stem)
    f.emit(f"{name} = {value.text}")
    return Scalar(value.kind, name)


def moved(place: Place, kind: Type, offset: int | str, way: tuple[int, ...] | None = None) -> Place:
    site = None if place.site is None or way is None else (place.site[0], (*place.site[1], *way))
    steady, space = place.steady, place.space
    if isinstance(offset, int):
        return Place(kind, place.text, place.offset + offset, space, steady, site=site)
    text = f"{place.text} + {offset}" if place.text not in ("", "0") else offset
    return Place(kind, text, place.offset, space, steady, site=site)


def load(f: Body, place: Place) -> Value:
    """Read one number from memory; larger values stay in memory."""
    if isinstance(place.kind, types.Never):
        raise NotYet
    if is_scalar(place.kind):
        return Scalar(place.kind, cell(f, place, 0, isinstance(place.kind, types.Float)))
    if isinstance(place.kind, types.Dict):
        return values.entries_at(place, place.kind)
    if types.is_wide(place.kind):
        return Pieces(place.kind, tuple(Scalar(LIMB, cell(f, place, at)) for at in range(cells(place.kind))))
    return place


def cell(f: Body, place: Place, offset: int, is_float: bool = False) -> str:
    start = moved(place, place.kind, offset).start
    if not place.space:
        return f"get_float(block, {start})" if is_float else f"get(block, {start})"
    floats = isinstance(f.program.tables[place.space][0], float)
    return f"int({place.space}[{start}])" if floats and not is_float else f"{place.space}[{start}]"


def item_of(f: Body, value: Value, number: int) -> Value:
    if isinstance(value, Known):
        names = types.field_names(type(value.value))
        return Known(getattr(value.value, names[number]) if names else tuple(value.value)[number])
    if isinstance(value, Pieces):
        return value.items[number]
    assert isinstance(value, Place), value
    kinds = parts(value.kind)
    part = moved(value, kinds[number], sum(map(cells, kinds[:number])), (number,))
    return load(f, attrs.evolve(part, fresh=value.fresh))


def exploded(f: Body, value: Value) -> Value:
    """Take a small value apart: a pair becomes two numbers."""
    if isinstance(value, Known):
        return exploded(f, runtime(f, value))
    if isinstance(value, Pieces):
        return Pieces(value.kind, tuple(exploded(f, item) for item in value.items))
    if isinstance(value, Place):
        loaded = load(f, value)
        if not isinstance(loaded, Place):
            return loaded
        return Pieces(value.kind, tuple(exploded(f, item_of(f, value, at)) for at in range(len(parts(value.kind)))))
    assert isinstance(value, Scalar), value
    return value


# --- constants ------------------------------------------------------------------------------------------------


def number_of(code: Any) -> str:
    if isinstance(code, int) and not isinstance(code, bool):
        code = int(code)
    if isinstance(code, float):
        if math.isnan(code):  # `nan` would be a name that is not defined
            return "(1e999 - 1e999)"
        text = "1e999" if math.isinf(code) else repr(abs(code))  # 1e999 is read as infinity
        return text if math.copysign(1.0, code) > 0 else f"(-{text})"
    return str(code) if code >= 0 else f"({code})"


def runtime(f: Body, value: Value, hint: str = "table") -> Value:
    """Convert a constant, a range or a generator expression to a run-time value."""
    from advsearch.lowering.rows.constants import runtime_of_known

    if isinstance(value, Known):
        return runtime_of_known(f, value.value, hint)
    if isinstance(value, values.Stream) and value.ends is not None:
        from advsearch.lowering.rows.ranges import record

        return record(value.ends)
    if isinstance(value, values.Stream | values.Lazy):
        return f.as_list(value)
    if isinstance(value, Scalar | Pieces | Place):
        return value
    raise books.Untyped(
        "a dict is used as a value"
        if isinstance(value, values.Table | values.Entries)
        else "a function is used as a value"
    )


def type_of(f: Body, value: Value) -> Type:
    if isinstance(value, Known):
        return books.type_of(value.value)
    if isinstance(value, Scalar | Pieces | Place | values.Entries):
        return value.kind
    return type_of(f, runtime(f, value))


# --- types ----------------------------------------------------------------------------------------------------


def as_type(f: Body, value: Value, kind: Type, node: ast.AST | None = None) -> Value:
    """Convert a value to another type, or raise `Clash`."""
    from advsearch.lowering.rows.constants import known_as
    from advsearch.lowering.rows.either import as_either, either_as
    from advsearch.lowering.rows.storing import store
    from advsearch.lowering.rows.sums import as_sum, sum_as

    line = f.line_of(node) if node is not None else 0
    if isinstance(kind, types.Never):
        raise NotYet
    if isinstance(value, Known):
        return known_as(f, value.value, kind, line)
    if isinstance(value, values.Entries):
        if value.kind == kind:
            return value
        if not joins.are_similar(value.kind, kind):
            raise Clash(value.kind, kind)
        place = f.made(kind)
        store(f, value, place, node)
        return load(f, place)
    value = runtime(f, value)
    assert isinstance(value, Scalar | Pieces | Place)
    own = value.kind
    if isinstance(own, types.Never):
        raise NotYet
    if own == kind:
        return value
    if types.is_either_kind(own) and isinstance(kind, types.Seq | Tup) and not types.is_either_kind(kind):
        raise Clash(own, kind)
    if isinstance(own, Tup) and own.kind is range and getattr(kind, "kind", range) in types.LISTS_AND_TUPLES:
        from advsearch.lowering.rows.ranges import as_items

        return as_type(f, as_items(f, value, kind.kind, node), kind, node)  # type: ignore[union-attr]
    if isinstance(own, types.Sum) and not isinstance(kind, Maybe | types.Either | types.Sum):
        return sum_as(f, value, own, kind, node)
    if isinstance(own, types.Mixed) or isinstance(kind, types.Mixed):
        return _to_or_from_mixed(f, value, kind, node)
    if isinstance(own, Maybe) and not isinstance(kind, Maybe):
        return as_type(f, _surely(f, value, line), kind, node)
    if isinstance(kind, Maybe):
        return _as_maybe(f, value, kind, node)
    if isinstance(kind, types.Either):
        return as_either(f, value, kind, node)
    if isinstance(own, types.Either):
        return either_as(f, value, own, kind, node)
    if isinstance(kind, types.Sum):
        return as_sum(f, value, kind, node)
    if is_scalar(own) and is_scalar(kind) and isinstance(value, Place):
        loaded = load(f, value)
        return as_type(f, loaded, kind, node)
    if isinstance(value, Scalar) and is_scalar(kind) and not isinstance(own, types.Members):
        return scalar_as(f, value, kind, line)
    if isinstance(kind, Int) and isinstance(own, Int | Bool):
        return _limbs_as(f, value, kind, line)
    if isinstance(kind, types.Members) and isinstance(own, types.Members):
        from advsearch.lowering.rows.sets import members_as

        return members_as(f, value, kind, line)
    if isinstance(kind, Tup) and isinstance(own, Tup) and own.kind is kind.kind and len(own.items) == len(kind.items):
        items = (as_type(f, item_of(f, value, at), part, node) for at, part in enumerate(kind.items))
        if types.is_flat(kind) or isinstance(value, Pieces):
            return Pieces(kind, tuple(items))
    if isinstance(kind, Tup) and isinstance(own, types.Seq) and kind.kind is own.kind:
        return _sequence_as_tuple(f, value, own, kind, line)
    lengths = {len(one.items) for one in (own, kind) if isinstance(one, Tup)}
    if not joins.are_similar(own, kind) or len(lengths) > 1:
        raise Clash(own, kind)
    if is_scalar(kind):
        raise NotYet  # the place for the value is larger in the next round
    place = f.made(kind)
    store(f, value, place, node)
    return place


def _to_or_from_mixed(f: Body, value: Scalar | Pieces | Place, kind: Type, node: ast.AST | None) -> Value:
    from advsearch.lowering.rows.mixed import as_mixed, mixed_as
    from advsearch.lowering.rows.sums import from_mixed

    own, line = value.kind, f.line_of(node) if node is not None else 0
    scalar = load(f, value) if isinstance(value, Place) else value
    if not isinstance(scalar, Scalar):
        raise Clash(own, kind)
    if isinstance(own, types.Mixed):
        wide = joins.has_sum(kind)
        return from_mixed(f, scalar, own, kind, node) if wide else mixed_as(f, scalar, own, kind, line)
    assert isinstance(kind, types.Mixed)
    return as_mixed(f, scalar, kind, line)


def blank(kind: Type) -> Value:
    """An arbitrary value of a type, for a place that is never read."""
    if is_scalar(kind):
        return Scalar(kind, "0.0" if isinstance(kind, types.Float) else "0")
    if types.is_flat(kind):
        return Pieces(kind, tuple(map(blank, parts(kind))))
    return Place(kind, "free", steady=True)


def _surely(f: Body, value: Scalar | Pieces | Place, line: int) -> Value:
    kind = value.kind
    assert isinstance(kind, Maybe)
    if is_scalar(kind):
        scalar = load(f, value) if isinstance(value, Place) else value
        assert isinstance(scalar, Scalar)
        low, high = (kind.inner.low, kind.inner.high) if isinstance(kind.inner, Int) else (0, 1)
        return Scalar(kind.inner, f"fits(block, {scalar.text}, {low}, {high}, {line})")
    flag = item_of(f, value, 0)
    assert isinstance(flag, Scalar)
    if flag.text != "True":
        f.emit(f"there(block, {flag.text}, {line})")
    return item_of(f, value, 1)


def _as_maybe(f: Body, value: Scalar | Pieces | Place, kind: Maybe, node: ast.AST | None) -> Value:
    from advsearch.lowering.rows.storing import store
    from advsearch.lowering.rows.sums import only_where

    own = value.kind
    if is_scalar(kind):
        scalar = load(f, value) if isinstance(value, Place) else value
        if isinstance(own, Mark):
            if own.values == {None}:
                return Scalar(kind, f"({types.NONE})")
            raise Clash(own, kind)
        inner = own.inner if isinstance(own, Maybe) else own
        if isinstance(scalar, Scalar) and within(inner, kind.inner):
            return Scalar(kind, scalar.text)
        if isinstance(scalar, Scalar) and isinstance(own, Maybe):
            name = atom(f, scalar)
            low, high = (kind.inner.low, kind.inner.high) if isinstance(kind.inner, Int) else (0, 1)
            fit = f"fits(block, {name.text}, {low}, {high}, {f.line_of(node) if node else 0})"
            return Scalar(kind, f"({types.NONE} if {name.text} == {types.NONE} else {fit})")
        made = as_type(f, value, kind.inner, node)
        assert isinstance(made, Scalar)
        return Scalar(kind, made.text)
    if isinstance(own, Mark) and own.values == {None}:
        return Pieces(kind, (Scalar(types.BOOL, "False"), blank(kind.inner)))
    if isinstance(own, Maybe):
        if is_scalar(own):
            scalar = load(f, value) if isinstance(value, Place) else value
            assert isinstance(scalar, Scalar)
            name = atom(f, scalar)
            there = f"{name.text} != {types.NONE}"
            held = only_where(f, there, as_type(f, Scalar(own.inner, name.text), kind.inner, node))
            return Pieces(kind, (Scalar(types.BOOL, f"({there})"), held))
        flag, inner_value = item_of(f, value, 0), item_of(f, value, 1)
        assert isinstance(flag, Scalar)
        flag = atom(f, flag)
        with f.captured(1) as lines:
            as_type(f, inner_value, kind.inner, node)
        if not lines:
            return Pieces(kind, (flag, as_type(f, inner_value, kind.inner, node)))
        place = f.made(kind)
        f.emit(f"put(block, {place.start}, {flag.text})")
        with f.block(f"if {flag.text}:"):
            store(f, inner_value, moved(place, kind.inner, 1), node)
        f.emit(f"else: clear(block, {moved(place, kind.inner, 1).start}, {cells(kind.inner)})")
        return place
    if isinstance(own, Mark) and None in own.values:
        left = Mark(own.values - {None}, own.any_character)
        if not isinstance(kind.inner, types.Either) or not within(left, kind.inner.marks):
            raise Clash(own, kind)
        mark = load(f, value) if isinstance(value, Place) else value
        assert isinstance(mark, Scalar)
        mark = atom(f, mark)
        there = f"{mark.text} != {number_of(types.NONE)}"
        sign = Scalar(left, f"({mark.text} if {there} else 0)")  # equal states have equal cells
        return Pieces(kind, (Scalar(types.BOOL, there), as_type(f, sign, kind.inner, node)))
    return Pieces(kind, (Scalar(types.BOOL, "True"), as_type(f, value, kind.inner, node)))


def scalar_as(f: Body, value: Scalar, kind: Type, line: int) -> Value:
    own, text = value.kind, value.text
    match own, kind:
        case Int() | Bool(), types.Float(beside):
            return Scalar(kind, f"float({classes.exact(own, text, line) if beside else text})")
        case types.Float(), types.Float():
            return value
        case (Int() | Bool(), Int() | Bool()):
            if joins.fits_cells(own, kind):
                return Scalar(own, text)
            low, high = (kind.low, kind.high) if isinstance(kind, Int) else (0, 1)
            if isinstance(own, Int) and spare.is_count(own, low, high):
                return Scalar(kind, text)
            return Scalar(classes.joined(kind, own), f"fits(block, {text}, {low}, {high}, {line})")
        case Mark(), Mark():
            if within(own, kind):
                return Scalar(own, text)
            name = atom(f, value)
            f.emit(f"there(block, {is_one_of(f, name, kind)}, {line})")
            return Scalar(kind, name.text)
    raise Clash(own, kind)


def is_one_of(f: Body, name: Scalar, kind: Mark) -> str:
    """Source text that tests whether the number `name` has the type `kind`."""
    codes = [f.program.book.code(value) for value in f.program.book.ordered(kind)]
    tests = [f"{name.text} == {number_of(code)}" for code in codes]
    if kind.any_character:
        tests.append(f"0 <= {name.text} < 1114112")
    return " or ".join(tests)


def _limbs_as(f: Body, value: Scalar | Pieces | Place, kind: Int, line: int) -> Value:
    wanted = cells(kind)
    scalar = load(f, value) if isinstance(value, Place) else value
    assert isinstance(scalar, Scalar | Pieces)
    own = scalar.kind
    if isinstance(scalar, Scalar):
        low = own.low if isinstance(own, Int) else 0
        text = scalar.text if low >= 0 else f"fits(block, {scalar.text}, 0, {types.GREATEST}, {line})"
        return Pieces(kind, (Scalar(LIMB, text), *[Scalar(LIMB, "0")] * (wanted - 1)))
    texts = values.leaves(scalar)
    if wanted == 1:
        for limb in texts[1:]:
            f.emit(f"there(block, {limb.text} == 0, {line})")
        return scalar_as(f, Scalar(LIMB, texts[0].text), kind, line)
    for limb in texts[wanted:]:
        f.emit(f"there(block, {limb.text} == 0, {line})")
    made = (*texts[:wanted], *[Scalar(LIMB, "0")] * (wanted - len(texts)))
    spare = kind.high.bit_length() - types.WORD * (wanted - 1)
    if isinstance(own, Int) and own.high > kind.high and spare < types.WORD and len(texts) >= wanted:
        f.emit(f"there(block, {made[-1].text} < {1 << spare}, {line})")
    return Pieces(kind, made)


def _sequence_as_tuple(f: Body, value: Value, own: types.Seq, kind: Tup, line: int) -> Value:
    assert isinstance(value, Place)
    base = value
    if not own.fixed:
        f.emit(f"of_length(block, {cell(f, value, 0)}, {len(kind.items)}, {line})")
        base = moved(value, own, 1)
    elif own.most != len(kind.items):
        raise Clash(own, kind)
    if own.most < len(kind.items):
        raise NotYet
    size = cells(own.item)
    items = [load(f, moved(base, own.item, at * size)) for at in range(len(kind.items))]
    return Pieces(kind, tuple(as_type(f, item, part) for item, part in zip(items, kind.items, strict=True)))


# --- memory ---------------------------------------------------------------------------------------------------
