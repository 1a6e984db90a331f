"""Exact keys in the text of a search, and content numbers.

The key of a value of plain numbers is these numbers, in registers and in records. Every other value has a key of
bytes that the runtime writes. All keys of one field are of one kind, so numbers of unlike types have keys of bytes.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from advsearch.machine import aliasing, boxing, layout
from advsearch.machine.fields import Cell
from advsearch.machine.types import BOOL, INT, Either, Flat, KeyOf, Number, Type, join, width
from advsearch.machine.values import Held, Value, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function

MOST_PLAIN: Final = 12
"""A key of more numbers is written as bytes."""


def _is_plain(kind: Type) -> bool:
    """Whether values of this type are equal exactly if their registers are."""
    if isinstance(kind, Flat):
        return all(map(_is_plain, kind.items)) and width(kind) <= MOST_PLAIN
    return kind in (INT, BOOL) or isinstance(kind, Number)


def new_key(f: Function, value: Value) -> Held:
    """The exact content of a value."""
    held = f.hold(value)
    if isinstance(held.type, KeyOf):
        return held
    if _is_plain(held.type):
        return Held(KeyOf(of=held.type), held.words)
    return Held(KeyOf(), (Word(f.runtime("key", f.box(held))),))


def _as_key(f: Function, value: Value, node: ast.AST) -> Held:
    held = f.hold(value)
    if isinstance(held.type, Either):
        fitting = [one for one in held.type.alternatives if isinstance(one, KeyOf)]
        if len(fitting) == 1:
            held = boxing.narrowed(f, held, fitting[0], node)
    if not isinstance(held.type, KeyOf) or held.type.stored is not None:
        raise f.refusal(f"a value of type {held.type} as a key", "make a key of the state", node)
    return held


def _numbers(f: Function, cell: Cell, key: Held) -> list[Word] | None:
    """What is stored for a key of numbers, or None for one of bytes. The first is odd, as nothing else in an empty
    record is."""
    kind = key.type
    assert isinstance(kind, KeyOf)
    both = None if kind.of is None else join(cell.key, kind.of)
    if both is None or kind.of is None or not _is_plain(both) or not 0 < width(both) == width(kind.of):
        f.unit.fields.encode(cell)
    elif both != cell.key:
        cell.key = both
        f.unit.progress.changed()
    if cell.encoded or both is None or kind.of is None:
        return None
    words = boxing.coerce(f, Held(kind.of, key.words), both).words
    f.unit.fields.make_room(len(words))
    return [boxing.box_int(f, words[0]), *words[1:]]


def put(f: Function, cell: Cell, pointer: str, value: Value, node: ast.AST, told: str) -> None:
    """Store a key in a record."""
    key = _as_key(f, value, node)
    numbers = _numbers(f, cell, key)
    if numbers is None:
        at = f.new(f"ptrtoint ptr {pointer} to i64")
        f.runtime("key_put", at, f.box(key), f.unit.fields.key_words)
        return
    for place, word in enumerate(numbers):
        f.store(word, f.address(pointer, 8 * place), told)


def equal(f: Function, one: Held, other: Held, node: ast.AST) -> Value | None:
    """Whether two keys are equal; None if neither is a stored key."""
    for stored, given in ((one, other), (other, one)):
        if not isinstance(stored.type, KeyOf) or stored.type.stored is None:
            continue
        cell, key = stored.type.stored, _as_key(f, given, node)
        numbers = _numbers(f, cell, key)
        if numbers is None:
            same = f.runtime("key_same", stored.word, f.box(key))
            return Held(BOOL, (Word(same, boxing.TRUTH),))
        told, pointer, different = aliasing.of_field(cell.number), f.pointer(stored.word), "0"
        for place, word in enumerate(numbers):
            there = f.load(f.address(pointer, 8 * place), told)
            different = f.op("or", different, f.op("xor", there, word)) if place else f.op("xor", there, word)
        return f.truth(f.op("icmp eq", different, 0))
    return None


# --- content numbers ---------------------------------------------------------------------------------------------

_SEED: Final = 0x27D4EB2F165667C5


def number(f: Function, value: Value) -> Held:
    """The content number of a value: 62 bits that are the same in plain Python."""
    held = f.hold(value)
    if isinstance(held.type, KeyOf) and held.type.of is not None:
        held = Held(held.type.of, held.words)
    plain = _is_plain(held.type)
    word = f.op("and", _content(f, held), layout.MOST_INT) if plain else f.runtime("number", f.box(held))
    return Held(INT, (Word(word).within(0, layout.MOST_INT),))


def _content(f: Function, held: Held) -> str:
    """The hash of numbers, and of tuples of them."""
    if not isinstance(held.type, Flat):
        return str(held.word) if held.type == BOOL else f.runtime("hash_int", held.word)
    found = str(_SEED)
    for item in boxing.items(held):
        found = f.runtime("hash_lane", found, _content(f, item))
    return f.runtime("hash_end", found, len(held.type.items))
