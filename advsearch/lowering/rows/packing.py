"""Keys of states: a state's numbers, packed into as few 63-bit integers as possible. Nine squares with three possible
characters each take 18 bits. Two states have the same key if, and only if, they are equal.
"""

from __future__ import annotations

from typing import Final

import attrs

from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import types
from advsearch.lowering.rows.types import NONE, WORD, Bool, Float, Int, Mark, Maybe, Members, Mixed, Seq, Tup, Type

# A state of more numbers has no key.
MOST_CELLS: Final = 400


@attrs.frozen
class Part:
    cell: int
    text: str
    bits: int


def parts_of(kind: Type, start: int, book: books.Book, tables: dict[str, tuple[int, ...]]) -> list[Part] | None:
    value = f"get(block, state + {start})" if start else "get(block, state)"
    match kind:
        case Bool():
            return [Part(start, value, 1)]
        case Float():
            return None
        case Mark(_, any_character):
            return (
                [Part(start, f"({value} + {1 << 20} & {(1 << 22) - 1})", 22)]
                if any_character
                else _mark(kind, start, value, book, tables)
            )
        case Int(low, high) if types.cells(kind) == 1:
            return _number(start, value, low, high, 0)
        case Maybe(Int(low, high)) if types.is_scalar(kind):
            return _number(start, value, low, high, 1)
        case Mixed(Int(low, high)):
            marks = book.ordered(kind.marks)
            inner = _number(start, value, low, high, len(marks))
            text = inner[0].text if inner is not None else ""
            for number, mark in enumerate(marks):
                text = f"({number} if {value} == {_shown(book.mixed_code(mark))} else {text})"
            return None if inner is None else [Part(start, text, inner[0].bits)]
        case Int() | Members():
            count = types.cells(kind)
            bits = kind.high.bit_length() if isinstance(kind, Int) else types.bits_of(kind)
            return [
                Part(start + at, f"get(block, state + {start + at})", min(WORD, bits - at * WORD))
                for at in range(count)
            ]
        case Maybe(inner_kind):
            if types.is_scalar(kind):
                return [Part(start, f"(0 if {value} == {_shown(NONE)} else {value} + 1)", 2)]
            inner_parts = parts_of(inner_kind, start + 1, book, tables)
            return None if inner_parts is None else [Part(start, value, 1), *inner_parts]
        case types.Either(_, inner_kind):
            return _of_many([kind.sign, inner_kind], start, book, tables)
        case types.Sum(items):
            return _of_many([kind.sign, *items], start, book, tables)
        case Tup(items):
            return _of_many(list(items), start, book, tables)
        case Seq(_, item, least, most):
            if least == most:
                return _of_many([item] * most, start, book, tables)
            inner_parts = _of_many([item] * most, start + 1, book, tables)
            return None if inner_parts is None else [Part(start, value, most.bit_length()), *inner_parts]
    return []


def _of_many(
    kinds: list[Type], start: int, book: books.Book, tables: dict[str, tuple[int, ...]]
) -> list[Part] | None:
    found: list[Part] = []
    for kind in kinds:
        inner = parts_of(kind, start, book, tables)
        if inner is None:
            return None
        found += inner
        start += types.cells(kind)
    return found


def _number(start: int, value: str, low: int, high: int, before: int) -> list[Part] | None:
    # The integers below `before` stand for other values, such as None.
    bits = (high - low + before).bit_length()
    if bits > WORD - 1:
        return None
    # unused cells of a sequence are 0, which may be outside the bounds; the mask limits them to their bits
    text = (
        f"({value} - {_shown(low)} + {before} & {(1 << bits) - 1})"
        if low != before
        else f"({value} & {(1 << bits) - 1})"
    )
    if before == 1:
        text = f"(0 if {value} == {_shown(NONE)} else {text})"
    return [Part(start, text, bits)]


def _mark(kind: Mark, start: int, value: str, book: books.Book, tables: dict[str, tuple[int, ...]]) -> list[Part]:
    # 0 stands for None; the index of any other mark counts from 1.
    marks = book.ordered(kind)
    codes = [book.code(mark) for mark in marks if mark is not None]
    bits = len(marks).bit_length()
    if not codes:
        return [Part(start, "0", 1)]
    least, most = min(codes), max(codes)
    if most - least > 1 << 12:
        text = "0"
        for number, code in enumerate(codes):
            text = f"({number + 1} if {value} == {code} else {text})"
        return [Part(start, text, bits)]
    numbers = tuple(codes.index(code) + 1 if code in codes else 0 for code in range(least, most + 1))
    name = next((name for name, table in tables.items() if table == numbers and name.startswith("PLACES")), "")
    if not name:
        name = f"PLACES_{len(tables) + 1}"
        tables[name] = numbers
    text = f"({name}[{value} - {least}] if {value} >= {least} else 0)"
    return [Part(start, text, (len(codes)).bit_length())]


def _shown(number: int) -> str:
    return str(number) if number >= 0 else f"({number})"


def key_text(kind: Type, book: books.Book, tables: dict[str, tuple[int, ...]]) -> tuple[str, int, int] | None:
    # The source of `key(block, state)`, its number of integers, and their bits. The function needs no checks, because
    # every store into a state is checked.
    if types.cells(kind) > MOST_CELLS:
        return None
    parts = parts_of(kind, 0, book, tables)
    if not parts:
        return None
    words: list[list[Part]] = [[]]
    for part in parts:
        if sum(one.bits for one in words[-1]) + part.bits > WORD:
            words.append([])
        words[-1].append(part)
    lines = ["def key(block, state):"]
    for number, word in enumerate(words):
        lines.append(f"    word_{number} = 0")
        lines += [f"    word_{number} = word_{number} << {part.bits} | {part.text}" for part in word]
    lines.append(f"    return ({', '.join(f'word_{number}' for number in range(len(words)))},)")
    bits = sum(part.bits for part in words[0]) if len(words) == 1 else WORD
    return "\n".join(lines), len(words), max(1, bits)
