"""Exact keys in the text of a search, and content numbers.

The key of a value of plain numbers is these numbers, in registers and in records. Every other value has a key of
bytes that the runtime writes. All keys of one field are of one kind, so numbers of unlike types have keys of bytes.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine import aliasing, boxing, layout
from advsearch.machine.classes import field_values
from advsearch.machine.fields import Cell
from advsearch.machine.types import BOOL, INT, Either, Flat, KeyOf, Number, Type, places_of, width
from advsearch.machine.values import Held, Value, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function

MOST_PLAIN: Final = 12
"""A key of more numbers is written as bytes."""
MOST_KINDS: Final = 4
"""A field whose keys change their type more often, while types are inferred, holds bytes."""
_SIZES: Final = (8, 16)
_MARK: Final = -(1 << 63)
"""A bit of the first word, which is set in no empty record."""


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
    if not _is_plain(held.type) or not held.words:
        return Held(KeyOf(), (Word(f.runtime("key", f.box(held))),))
    bits = (64,) * len(held.words)
    if f.unit.guards and held.type == f.unit.state.item:
        bits = f.unit.once(("bits", held.type), lambda: _bits(held.type, f.unit.samples))
    return Held(KeyOf(of=held.type, bits=bits), tuple(_packed(f, held, bits)))


# --- numbers of few bits -----------------------------------------------------------------------------------------


def _bits(kind: Type, values: list[Any]) -> tuple[int, ...]:
    """With how many bits the registers of values of a type are assumed to do, and to have many to spare."""
    found = [64] * width(kind)
    for place, numbers in enumerate(zip(*(_numbers_in(kind, value) for value in values), strict=True)):
        fitting = (bits for bits in _SIZES if all(abs(number) < 1 << bits - 2 for number in numbers))
        found[place] = next(fitting, 64)
    return tuple(found)


def _numbers_in(kind: Type, value: Any) -> list[int]:
    if not isinstance(kind, Flat):
        return [int(value)]
    pairs = zip(kind.items, field_values(value), strict=True)
    return [number for item, one in pairs for number in _numbers_in(item, one)]


def _packed(f: Function, held: Held, bits: tuple[int, ...]) -> list[Word]:
    """The words of a key. A number that needs more bits than were assumed is the error of a guard."""
    places = places_of(bits)
    words: list[str] = [""] * (1 + max(word for word, _ in places))
    beyond = "0"
    for (word, shift), count, register in zip(places, bits, held.words, strict=True):
        if count == 64:
            words[word] = str(register)
            continue
        number = f.op("add", register, 1 << count - 1)
        beyond = f.op("or", beyond, f.op("lshr", number, count))
        part = f.op("shl", number, shift) if shift else number
        words[word] = f.op("or", words[word] or _MARK, part)
    if beyond != "0":
        f.fail_if(f.op("icmp ne", beyond, 0), layout.E_GUARD)
    if 64 in (bits[place] for place, (word, _) in enumerate(places) if word == 0):
        words[0] = str(boxing.box_int(f, held.words[[word for word, _ in places].index(0)]))
    return [Word(word) for word in words]


def value_of(f: Function, key: Held) -> Held:
    """The value of which a key in registers is made."""
    kind = key.type
    assert isinstance(kind, KeyOf)
    assert kind.of is not None
    found: list[Word] = []
    for (word, shift), count in zip(places_of(kind.bits), kind.bits, strict=True):
        whole = key.words[word]
        if count < 64:
            part = f.op("and", f.op("lshr", whole, shift), (1 << count) - 1)
            found.append(Word(f.op("sub", part, 1 << count - 1)))
        else:
            found.append(whole if word else Word(f.op("ashr", whole, 1)))
    return Held(kind.of, tuple(found))


# --- keys in records ---------------------------------------------------------------------------------------------


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
    """What is stored for a key of numbers, or None for one of bytes."""
    kind = key.type
    assert isinstance(kind, KeyOf)
    if kind.of is None:
        f.unit.fields.encode(cell)
    elif kind != cell.key:
        cell.key = kind
        cell.kinds += 1
        f.unit.progress.changed()
        if cell.kinds > MOST_KINDS:
            f.unit.fields.encode(cell)
    if cell.encoded:
        return None
    f.unit.fields.make_room(len(key.words))
    return list(key.words)


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
        held = value_of(f, held)
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
