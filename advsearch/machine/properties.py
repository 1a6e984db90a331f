"""What follows from a type: whether values can be changed, point to memory, or have an order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from advsearch.machine.types import (
    BIG,
    BOOL,
    BYTES,
    CHAR,
    FLOAT,
    INT,
    NONE,
    NOTHING,
    RANGE,
    STR,
    UNSIGNED,
    DictOf,
    Either,
    Flat,
    Frozen,
    KeyOf,
    ListOf,
    Member,
    Node,
    Number,
    Only,
    Primitive,
    Row,
    SetOf,
    Type,
    Wide,
    universe_of,
)


def is_mutable(kind: Type | None) -> bool:
    """Whether a value of this type is or contains something that can be changed in place."""
    if kind is None or isinstance(kind, ListOf | SetOf | DictOf):
        return True
    if isinstance(kind, Flat):
        return any(map(is_mutable, kind.items))
    if isinstance(kind, Row | Frozen):
        return kind.item is not None and is_mutable(kind.item)
    return isinstance(kind, Either) and any(map(is_mutable, kind.alternatives))


def has_pointers(kind: Type | None) -> bool:
    """Whether registers of this type may point to memory."""
    if isinstance(kind, Frozen):
        return universe_of(kind) is None
    if kind is None or isinstance(kind, ListOf | SetOf | DictOf | Row) or kind in (STR, BIG, BYTES):
        return True
    if isinstance(kind, KeyOf):
        return kind.of is None
    if isinstance(kind, Flat):
        return any(map(has_pointers, kind.items))
    if isinstance(kind, Either):  # boxed: only what needs no row is no pointer
        boxed = (FLOAT, RANGE, UNSIGNED)
        return any(one in boxed or isinstance(one, Flat | Wide) or has_pointers(one) for one in kind.alternatives)
    return False


def has_fixed_order(kind: Type | None) -> bool:
    """Whether sets of such members have the same order in every process: the hashes of strings differ."""
    if kind is None or kind in (INT, BOOL, FLOAT, BIG, UNSIGNED) or isinstance(kind, Number | Wide):
        return True
    if isinstance(kind, Flat):
        return issubclass(kind.kind, tuple) and all(map(has_fixed_order, kind.items))
    if isinstance(kind, Row | Frozen):
        return has_fixed_order(kind.item)
    return isinstance(kind, Either) and all(map(has_fixed_order, kind.alternatives))


def has_representation(kind: Type | None, seen: tuple[Node, ...] = ()) -> bool:
    """Whether the text of a value follows from its word alone."""
    if isinstance(kind, ListOf | SetOf):
        node = kind.node.find()
        plain = kind.kind is list if isinstance(kind, ListOf) else has_fixed_order(node.item)
        return plain and (node in seen or has_representation(node.item, (*seen, node)))
    if isinstance(kind, DictOf):
        parts = kind.keys.find(), kind.values.find()
        return kind.default is None and all(
            part in seen or has_representation(part.item, (*seen, *parts)) for part in parts
        )
    if isinstance(kind, Frozen):
        return has_fixed_order(kind.item) and has_representation(kind.item, seen)
    if isinstance(kind, Flat):
        return kind.kind is tuple and all(has_representation(item, seen) for item in kind.items)
    if isinstance(kind, Row):
        return has_representation(kind.item, seen)
    if isinstance(kind, Either):
        return all(has_representation(one, seen) for one in kind.alternatives)
    return kind is None or isinstance(kind, Wide) or kind in _WITH_TEXT


_WITH_TEXT: Final = frozenset({INT, BOOL, FLOAT, NONE, CHAR, STR, BIG, UNSIGNED, RANGE})


def is_immediate(kind: Type) -> bool:
    """Whether a boxed value is one word that equals another only if the words are the same."""
    return (
        kind in (NONE, CHAR, NOTHING)
        or isinstance(kind, Only)
        or (isinstance(kind, Member) and not issubclass(kind.kind, str))
    )


def compared_by_word(kinds: Iterable[Type]) -> bool:
    """Whether boxed values of these types are equal only if their words are the same."""
    kinds = set(kinds)
    return all(is_immediate(one) or one == INT or (isinstance(one, Member) and CHAR not in kinds) for one in kinds)


def python_class(kind: Type) -> type:
    if isinstance(kind, Flat | Member | Number | ListOf):
        return kind.kind
    if isinstance(kind, Primitive):
        return _CLASSES[kind]
    return {Wide: int, Row: tuple, SetOf: set, Frozen: frozenset, DictOf: dict}.get(type(kind), object)


_CLASSES: Final[dict[Primitive, type]] = {
    NOTHING: object, UNSIGNED: int, BYTES: bytes,
    INT: int, BOOL: bool, FLOAT: float, NONE: type(None), CHAR: str, STR: str, BIG: int, RANGE: range
}  # fmt: skip


def is_instance(kind: Type, classes: Any) -> bool:
    """Whether values of a type are instances of a class, of one in a tuple of classes, or of a union of classes."""
    if isinstance(classes, tuple):
        return any(is_instance(kind, one) for one in classes)
    if not isinstance(classes, type):
        return any(is_instance(kind, one) for one in classes.__args__)
    return issubclass(python_class(kind), classes)
