"""Short strings as words: whether a string is a known one, and which of several known ones it is."""

from __future__ import annotations

import functools
import random
import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import attrs

from advsearch.machine import layout
from advsearch.machine.types import CHAR
from advsearch.machine.values import Held, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function

_MASK: Final = (1 << 64) - 1
_SECOND: Final = 0x9E3779B97F4A7C15
_ENTRY: Final = 4
"""The words of an entry of a table: those of the string, its length, its number."""


@attrs.frozen
class _Short:
    """A string at run time: its words, its length, and whether it is one of at most 16 narrow characters."""

    words: tuple[str, str]
    length: str
    is_short: str


def words_of_text(text: str) -> tuple[int, int]:
    """Return the code points of a short string as two words."""
    first, second = struct.unpack("<QQ", text.encode("latin-1").ljust(16, b"\0"))
    return int(first), int(second)


def _short(f: Function, held: Held, longest: int) -> _Short:
    if held.type == CHAR:
        return _Short((str(held.word), "0"), "1", "true")
    word = held.word
    is_character = f.op("icmp eq", f.op("and", word, layout.TAG_MASK), layout.CHARACTER_TAG)
    row = f.pointer(f.new(f"select i1 {is_character}, i64 ptrtoint (ptr @ZEROS to i64), i64 {word}"))
    code = f.op("lshr", word, layout.TAG_BITS)
    first = f.new(f"select i1 {is_character}, i64 {code}, i64 {f.load(f.address(row, layout.ITEMS))}")
    length = f.load(f.address(row, layout.LENGTH))
    second = "0"
    if longest > 8:
        has_second = f.op("icmp ugt", length, 8)
        safe = f.new(f"select i1 {has_second}, ptr {f.address(row, layout.ITEMS + 8)}, ptr @ZEROS")
        second = f.load(safe)
    length = f.new(f"select i1 {is_character}, i64 1, i64 {length}")
    narrow = f.op("icmp eq", f.load(row), layout.NARROW)
    return _Short((first, second), length, f.new(f"or i1 {is_character}, {narrow}"))


def is_text(f: Function, held: Held, text: str) -> str:
    """Whether a string is a known short one, as i1."""
    short = _short(f, held, len(text))
    found = f.new(f"and i1 {short.is_short}, {f.op('icmp eq', short.length, len(text))}")
    for word, known in zip(short.words, words_of_text(text), strict=True):
        if word != "0":
            found = f.new(f"and i1 {found}, {f.op('icmp eq', word, _signed(known))}")
    return found


def number_of_text(f: Function, held: Held, texts: Sequence[str]) -> tuple[Word, str]:
    """Which of some known short strings a string is, and whether it is one of them."""
    longest = max(map(len, texts))
    short = _short(f, held, longest)
    factor, bits = _hashing(tuple(texts))
    mixed = short.words[0]
    if longest > 8:
        mixed = f.op("xor", mixed, f.op("mul", short.words[1], _signed(_SECOND)))
    slot = f.op("lshr", f.op("mul", mixed, _signed(factor)), 64 - bits)
    table = f.unit.constants.words(("texts", tuple(texts)), _table(tuple(texts)))
    entry = f.address(table, f.op("mul", slot, _ENTRY), 8)
    parts = [f.load(f.address(entry, place, 8)) for place in range(_ENTRY)]
    found = f.new(f"and i1 {short.is_short}, {f.op('icmp eq', short.length, parts[2])}")
    for word, known in zip(short.words, parts, strict=False):
        if word != "0":
            found = f.new(f"and i1 {found}, {f.op('icmp eq', word, known)}")
    return Word(parts[3]).within(0, len(texts) - 1), found


def text_at(f: Function, at: Word, texts: Sequence[str]) -> Word:
    """The string of a number."""
    if at.number is not None:
        return f.constant_word(texts[at.number])
    places = [f.unit.constants.place(text).text for text in texts]
    table = f.unit.constants.words(("words of texts", tuple(texts)), places)
    return Word(f.load(f.address(table, at, 8)))


def _slot(text: str, factor: int, bits: int) -> int:
    first, second = words_of_text(text)
    return ((first ^ second * _SECOND & _MASK) * factor & _MASK) >> 64 - bits


@functools.cache
def _hashing(texts: tuple[str, ...]) -> tuple[int, int]:
    """A factor and a number of bits by which no two strings have the same slot."""
    chance, bits = random.Random(len(texts)), max(1, (2 * len(texts) - 1).bit_length())
    while True:
        for _ in range(200):
            factor = chance.getrandbits(64) | 1
            if len({_slot(text, factor, bits) for text in texts}) == len(texts):
                return factor, bits
        bits += 1


@functools.cache
def _table(texts: tuple[str, ...]) -> list[str]:
    factor, bits = _hashing(texts)
    words = [0, 0, -1, 0] * (1 << bits)
    for place, text in enumerate(texts):
        first, second = words_of_text(text)
        at = _ENTRY * _slot(text, factor, bits)
        words[at : at + _ENTRY] = [_signed(first), _signed(second), len(text), place]
    return list(map(str, words))


def _signed(word: int) -> int:
    return word - (1 << 64) if word >> 63 else word
