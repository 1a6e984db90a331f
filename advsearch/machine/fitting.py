"""Whether a Python value is of the type that a build inferred for it.

Machine code reads a word by its type: an int that is given where a float is expected would be read as an address. So
what a program is given is checked first. A check is put together once for each build, and knows the types as they
were then: what the nodes of containers learn later is not in the code.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

from advsearch.machine import layout
from advsearch.machine.classes import fields_of
from advsearch.machine.types import (
    BIG,
    BOOL,
    CHAR,
    FLOAT,
    INT,
    NONE,
    RANGE,
    STR,
    UNSIGNED,
    DictOf,
    Either,
    Flat,
    Frozen,
    ListOf,
    Member,
    Node,
    Number,
    Only,
    Row,
    SetOf,
    Type,
    Wide,
    alternatives,
    universe_of,
)
from advsearch.machine.universes import Universe

Check: TypeAlias = Callable[[Any], bool]
_UNSET: Final = object()


def fits(kind: Type | None) -> Check:
    """Return the test whether a value is of a type, as the type is now."""
    return _check(kind, {})


def _is_whole(value: Any) -> bool:
    return type(value) is int or (isinstance(value, int) and isinstance(value, enum.Enum))


def _is_short(value: Any) -> bool:
    return _is_whole(value) and layout.LEAST_INT <= value <= layout.MOST_INT


def _is_range(value: Any) -> bool:
    return type(value) is range and all(_is_short(end) for end in (value.start, value.stop, value.step))


_PRIMITIVES: Final[dict[Any, Check]] = {
    INT: _is_short,
    BIG: _is_whole,
    UNSIGNED: lambda value: _is_whole(value) and 0 <= value < 1 << 64,
    BOOL: lambda value: type(value) is bool,
    FLOAT: lambda value: type(value) is float,
    NONE: lambda value: value is None,
    CHAR: lambda value: type(value) is str and len(value) == 1,
    STR: lambda value: type(value) is str,
    RANGE: _is_range,
}


def _check(kind: Type | None, nodes: dict[int, Check]) -> Check:
    if kind in _PRIMITIVES:
        return _PRIMITIVES[kind]
    if isinstance(kind, Wide):
        most = 1 << (64 * kind.limbs - 1)
        return lambda value: _is_whole(value) and -most <= value < most
    if isinstance(kind, Flat):
        return _flat(kind.kind, [_check(item, nodes) for item in kind.items])
    if isinstance(kind, Row):
        return _items(tuple, _check(kind.item, nodes))
    universe = universe_of(kind)
    if universe is not None:
        return _bits(frozenset if isinstance(kind, Frozen) else set, universe)
    if isinstance(kind, Frozen):
        return _items(frozenset, _check(kind.item, nodes))
    if isinstance(kind, ListOf):
        return _items(kind.kind, _node(kind.node, nodes))
    if isinstance(kind, SetOf):
        return _items(set, _node(kind.node, nodes))
    if isinstance(kind, DictOf) and kind.default is None:
        keys, values = _items(dict, _node(kind.keys, nodes)), _node(kind.values, nodes)
        return lambda value: keys(value) and all(map(values, value.values()))
    if isinstance(kind, Either):
        checks = [_check(one, nodes) for one in alternatives(kind)]
        return lambda value: any(check(value) for check in checks)
    if isinstance(kind, Member | Number):
        return _member(kind.kind)
    if isinstance(kind, Only):
        only = kind.value
        return lambda value: value is only
    return lambda _value: False  # no value has been seen, or none can be given


def _member(kind: type) -> Check:
    whole = issubclass(kind, int)
    return lambda value: type(value) is kind and (not whole or _is_short(value))


def _items(kind: Any, check: Check) -> Check:
    return lambda value: type(value) is kind and all(map(check, value))


def _bits(kind: Any, universe: Universe) -> Check:
    return lambda value: type(value) is kind and all(universe.number_of(one) is not None for one in value)


def _flat(kind: Any, checks: list[Check]) -> Check:
    def each(values: Iterable[Any]) -> bool:
        return all(check(value) for check, value in zip(checks, values, strict=True))

    if issubclass(kind, tuple):
        return lambda value: type(value) is kind and len(value) == len(checks) and each(value)
    names = fields_of(kind) or ()
    return lambda value: type(value) is kind and each(getattr(value, name, _UNSET) for name in names)


def _node(node: Node, nodes: dict[int, Check]) -> Check:
    """The check of the items of a container, which may be a container of the same node."""
    node = node.find()
    if id(node) not in nodes:
        nodes[id(node)] = lambda value: made(value)
        made = _check(node.type, nodes)
    return nodes[id(node)]
