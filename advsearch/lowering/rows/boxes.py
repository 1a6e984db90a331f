"""Sets that a function changes for its caller: `fill(board, seen)` adds to the caller's `seen`.

`fill` stores the changed set in memory, and the caller reads the set from memory after the call.
"""

from __future__ import annotations

import ast

from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, exploded, load, runtime, type_of
from advsearch.lowering.rows.lists import joined_at
from advsearch.lowering.rows.names import settle, storage
from advsearch.lowering.rows.storing import store
from advsearch.lowering.rows.types import Members, Type
from advsearch.lowering.rows.values import Known, NotYet, Place, Value


def is_set(value: Value) -> bool:
    if isinstance(value, Known):
        return isinstance(value.value, set)
    kind = getattr(value, "kind", None)
    return isinstance(kind, Members) and kind.frozen is False


def open_parameter(f: Body, name: str, place: Place) -> str:
    address = f.python_name(f"{name}_box")
    f.boxes[name] = Place(place.kind, address, site=place.site)
    slot = storage(f, f.python_name(name), place.kind, "box")
    settle(f, exploded(f, load(f, f.boxes[name])), slot, ast.Constant(0))
    f.scope[name] = slot
    return address


def put(f: Body, name: str, value: Value, node: ast.AST) -> bool:
    """Assign a set to a name; return False if `value` is not a set."""
    value = runtime(f, value)
    kind = type_of(f, value)
    if not isinstance(kind, Members):
        return False
    box = f.boxes[name]
    if box.site is None:
        key = f.key(f.source.tree, name, "box")
        kind = f.program.learn(key, kind)
        box = Place(kind, f.region(key, kind), site=(key, ()))
        f.boxes[name] = box
    box = widened(f, box, kind)
    slot = storage(f, f.python_name(name), box.kind, "box")
    settle(f, as_type(f, value, box.kind, node), slot, node)
    store(f, slot, box, node)
    f.scope[name] = slot
    return True


def widened(f: Body, box: Place, kind: Type) -> Place:
    assert box.site is not None
    key, way = box.site
    fact = f.program.fact(key)
    if fact is None:
        raise NotYet
    if f.program.learn(key, joined_at(fact, way, kind)) != fact or box.kind != fact:
        raise NotYet
    return box


def holds(f: Body, name: str, value: Value) -> bool:
    box = f.boxes.get(name)
    return box is not None and f.scope.get(name) is value and getattr(value, "kind", None) == box.kind


def read_again(f: Body, name: str) -> None:
    box = f.boxes[name]
    settle(f, exploded(f, load(f, box)), f.scope[name], ast.Constant(0))
