"""Stores values in memory: the tuple `(1, (2, 3))` as three numbers."""

from __future__ import annotations

import ast

import attrs

from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.constants import known_as
from advsearch.lowering.rows.convert import as_type, atom, cell, copied, exploded, item_of, load, moved, runtime
from advsearch.lowering.rows.either import store_either
from advsearch.lowering.rows.joins import within
from advsearch.lowering.rows.types import Either, Float, Maybe, Seq, Tup, Type, cells, is_flat, is_scalar
from advsearch.lowering.rows.values import Entries, Known, Lazy, Pieces, Place, Scalar, Stream, Value, leaves, parts

# A value of at most this many cells is copied by one line of code for each cell.
_FEW = 6


def store(f: Body, value: Value, target: Place, node: ast.AST | None = None) -> None:
    """Convert a value to the type of `target`, and store the result there."""
    kind = target.kind
    if is_scalar(kind) or types.is_wide(kind):
        _store_scalars(f, as_type(f, value, kind, node), target)
        return
    if isinstance(value, Stream | Lazy):
        value = runtime(f, value)
    if isinstance(value, Entries) or isinstance(kind, types.Dict):
        _store_dict(f, value, target, node)
        return
    if isinstance(value, Known):
        value = known_as(f, value.value, kind, f.line_of(node) if node is not None else 0)
    assert isinstance(value, Scalar | Pieces | Place), value
    from advsearch.lowering.rows.sums import store_sum

    own = value.kind
    if types.is_either_kind(own) and not types.is_either_kind(kind) and isinstance(kind, Seq | Tup):
        raise types.Clash(own, kind)
    if isinstance(own, Tup) and own.kind is range and getattr(kind, "kind", range) in types.LISTS_AND_TUPLES:
        store(f, as_type(f, value, kind, node), target, node)
        return
    if isinstance(value, Place) and holds(kind, own):
        copy(f, value, target)
    elif (
        isinstance(kind, Tup) and isinstance(own, Tup) and len(own.items) == len(kind.items) and own.kind is kind.kind
    ):
        offset = 0
        for number, part in enumerate(kind.items):
            store(f, item_of(f, value, number), moved(target, part, offset), node)
            offset += cells(part)
    elif isinstance(kind, Either):
        store_either(f, value, target, kind, node)
    elif isinstance(kind, types.Sum):
        store_sum(f, value, target, kind, node)
    elif isinstance(kind, Maybe):
        _store_maybe(f, value, target, kind, node)
    elif isinstance(own, Maybe | Either | types.Sum):
        store(f, as_type(f, value, kind, node), target, node)
    elif isinstance(kind, Seq):
        from advsearch.lowering.rows.sequences import store_sequence

        store_sequence(f, value, target, kind, node)
    else:
        made = as_type(f, value, kind, node)
        if isinstance(made, Pieces) and made.kind == kind:
            for number, item in enumerate(made.items):
                part = parts(kind)[number]
                store(f, item, moved(target, part, sum(map(cells, parts(kind)[:number]))), node)
        else:
            assert isinstance(made, Place)
            copy(f, made, target)


def _store_dict(f: Body, value: Value, target: Place, node: ast.AST | None) -> None:
    kind = target.kind
    made = load(f, value) if isinstance(value, Place) else value
    if not isinstance(made, Entries) or not isinstance(kind, types.Dict):
        raise types.Clash(getattr(made, "kind", types.NEVER), kind)
    store(f, made.pairs, attrs.evolve(target, kind=kind.pairs), node)


def _store_maybe(f: Body, value: Value, target: Place, kind: Maybe, node: ast.AST | None) -> None:
    parts = parts_to_store(f, value, target, kind, node)
    if parts is None:
        return
    flag, inner = parts
    assert isinstance(flag, Scalar)
    f.emit(f"put(block, {target.start}, {flag.text})")
    if flag.text == "False":
        f.emit(f"clear(block, {moved(target, kind, 1).start}, {cells(kind.inner)})")
        return
    store(f, inner, moved(target, kind.inner, 1), node)


def parts_to_store(
    f: Body, value: Value, target: Place, kind: Type, node: ast.AST | None
) -> tuple[Value, ...] | None:
    # Convert a value to `kind` and return its parts; None if already stored.
    made = as_type(f, value, kind, node)
    if isinstance(made, Place):
        copy(f, made, target)
        return None
    assert isinstance(made, Pieces)
    return made.items


def same_layout(one: Type, other: Type) -> bool:
    from advsearch.lowering.rows.program import shape

    return shape(one) == shape(other)


def holds(kind: Type, other: Type) -> bool:
    # Whether a value of the type `other` needs no conversion to `kind`.
    return same_layout(other, kind) and within(other, kind)


def _store_scalars(f: Body, value: Value, target: Place) -> None:
    for number, leaf in enumerate(leaves(exploded(f, value))):
        put = "put_float" if isinstance(leaf.kind, Float) else "put"
        f.emit(f"{put}(block, {moved(target, leaf.kind, number).start}, {leaf.text})")


def copy(f: Body, value: Place, target: Place) -> None:
    size = cells(target.kind)
    if value.start == target.start and value.space == target.space:
        return
    if (
        isinstance(target.kind, Seq)
        and not target.kind.fixed
        and size > 2 * _FEW
        and not value.space
        and not has_float(target.kind)
    ):
        inner = cells(target.kind.item)
        length = cell(f, value, 0)
        count = f"1 + {length}" if inner == 1 else f"1 + {length} * {inner}"
        f.emit(f"copied(block, {value.start}, {target.start}, {count})")
        return
    if size <= _FEW and not has_float(target.kind):
        for number in range(size):
            f.emit(f"put(block, {moved(target, target.kind, number).start}, {cell(f, value, number)})")
    elif value.space or has_float(target.kind):
        _copy_by_parts(f, value, target, size)
    else:
        f.emit(f"copied(block, {value.start}, {target.start}, {size})")


def has_float(kind: Type) -> bool:
    match kind:
        case Float():
            return True
        case Tup(items) | types.Sum(items):
            return any(map(has_float, items))
        case Maybe(inner) | Either(_, inner) | Seq(_, inner) | types.Dict(inner):
            return has_float(inner)
        case _:
            return False


def _copy_by_parts(f: Body, value: Place, target: Place, size: int) -> None:
    if not has_float(target.kind):
        with f.block(f"for {(at := f.fresh('at'))} in range({size}):"):
            f.emit(f"put(block, {moved(target, target.kind, at).start}, {cell(f, moved(value, value.kind, at), 0)})")
        return
    kind = target.kind
    if isinstance(kind, Tup):
        offset = 0
        for number, part in enumerate(kind.items):
            store(f, item_of(f, value, number), moved(target, part, offset))
            offset += cells(part)
        return
    if isinstance(kind, Seq):
        from advsearch.lowering.rows.sequences import store_items

        store_items(f, value, target, kind, None)
        return
    raise books.Untyped("a stored value may be a float or None")


def steady(f: Body, value: Value) -> Value:
    if isinstance(value, Place) and not value.steady and not value.fresh:
        place = f.made(value.kind)
        copy(f, value, place)
        return place
    return value


def apart(f: Body, value: Value) -> Value:
    """Copy a value that storing would overwrite: `len(x)` in `x.append(len(x))`."""
    if isinstance(value, Scalar):
        return atom(f, value, "new") if "block" in value.text else value
    if isinstance(value, Pieces):
        return Pieces(value.kind, tuple(apart(f, item) for item in value.items))
    own = isinstance(value, Place) and not (value.fresh or value.steady or value.space)
    return taken(f, value) if own else value


def taken(f: Body, value: Value) -> Value:
    # Copy a value from a list, because the list will change.
    if isinstance(value, Scalar | Pieces):
        return copied(f, value, "taken", taken)
    assert isinstance(value, Place)
    if is_flat(value.kind):
        return taken(f, exploded(f, value))
    made = f.made(value.kind)
    store(f, value, made)
    return made


def anchored(f: Body, value: Place, stem: str) -> Place:
    # Copy a place's address to a new variable, because the old ones change.
    name = f.fresh(stem)
    f.emit(f"{name} = {value.start}")
    return attrs.evolve(value, text=name, offset=0)


def with_kind(value: Value, kind: Type) -> Value:
    return attrs.evolve(value, kind=kind) if isinstance(value, Scalar | Pieces | Place) else value
