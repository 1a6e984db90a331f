"""Recursive functions with a growing argument: `search(path + [square])`. The argument is copied to memory with room
for more items.
"""

from __future__ import annotations

import ast
from typing import Any, Final

import attrs

from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.joins import as_sequence
from advsearch.lowering.rows.program import shape
from advsearch.lowering.rows.storing import store
from advsearch.lowering.rows.types import Clash, Dict, Either, Maybe, Never, Seq, Sum, Tup, Type
from advsearch.lowering.rows.values import Entries, Pieces, Place, Value

# Calls nested deeper than this share one generated function for sequences of all lengths.
_DEPTH: Final = 3
_DEPTH_OF_PARTS: Final = 8
# A function is refused if the types of its arguments still change after this number of nested calls.
_DEEPEST: Final = 24


def with_room(f: Body, node: ast.AST, tree: Any, name: str, value: Value) -> Value:
    if not isinstance(value, Place | Pieces | Entries) or (isinstance(value, Place) and value.space):
        return value
    outer = [one for one in f.program.writing if isinstance(one.key, tuple) and one.key[0] == id(tree)]
    given = [found for one in outer if (found := f.program.fact((one, "parameter", name))) is not None]
    if any(shape(one) == shape(value.kind) for one in given):
        return value
    if len(outer) > _DEEPEST:
        raise f.refuse(
            node,
            f"a recursive function is called with arguments of more than {_DEEPEST} types",
            "pass arguments of one type in all calls",
        )
    room = f.program.longest_text
    if len(outer) >= _DEPTH_OF_PARTS and given:
        return _copied(f, node, value, _roomy(given[-1], value.kind, room))
    if len(outer) >= _DEPTH and isinstance(value, Place) and isinstance(value.kind, Seq):
        return _copied(f, node, value, _longer(value.kind, room))
    return value


def _copied(f: Body, node: ast.AST, value: Place | Pieces | Entries, roomy: Type) -> Value:
    if roomy == value.kind:
        return value
    if isinstance(value, Entries):
        assert isinstance(roomy, Dict)
        place = f.made(roomy.pairs)
        store(f, value.pairs, place, node)
        return attrs.evolve(value, pairs=place)
    place = f.made(roomy)
    store(f, value, place, node)
    return place


def _longer(kind: Seq, room: int) -> Seq:
    return kind if isinstance(kind.item, Never) or kind.most > room + 1 else Seq(kind.kind, kind.item, 0, room)


def _roomy(old: Type, new: Type, room: int) -> Type:
    # Each sequence that is longer in `new` than in `old` gets room for at least `room` items.
    match old, new:
        case Seq(), Seq(kind, item):
            inner = _roomy(old.item, item, room)
            if isinstance(item, Never) or (old.least, old.most) == (new.least, new.most):
                return attrs.evolve(new, item=inner)
            return Seq(kind, inner, 0, max(room, old.most) if new.most > old.most else old.most)
        case (Tup(items), Tup(items2)) if len(items) == len(items2):
            parts = (_roomy(one, other, room) for one, other in zip(items, items2, strict=True))
            return Tup(tuple(parts), new.kind)
        case (Tup() | Seq(), Tup(kind=kind)) if kind is tuple and old.kind is tuple:
            try:
                return _roomy(old if isinstance(old, Seq) else as_sequence(old), as_sequence(new), room)
            except Clash:
                return new
        case Maybe(inner), Maybe(inner2):
            return Maybe(_roomy(inner, inner2, room))
        case Either(_, inner), Either(marks, inner2):
            return Either(marks, _roomy(inner, inner2, room))
        case Sum(), Sum(kinds):
            return Sum(tuple(_roomy(old.of(one) or one, one, room) for one in kinds))
        case Dict(pairs), Dict(pairs2):
            roomy = _roomy(pairs, pairs2, room)
            assert isinstance(roomy, Seq)
            return attrs.evolve(new, pairs=roomy)
    return new
