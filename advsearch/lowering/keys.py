"""Makes functions that pack the numbers of a state into a few 64-bit words: numbers from 0 to 2 need two bits each.

A number that does not fit into its bits is an error, because two states could get the same key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import attrs

from advsearch.bits import WORD_BITS
from advsearch.compiled.layout import ERROR
from advsearch.compiled.memory import get, put

KEY: Final = 10
"""The error number for a value that has too many bits for the key."""

_SMALL: Final = 4
_WIDEST: Final = 1 << 62

Key = Callable[[Any, int], tuple[int, ...]]


@attrs.frozen
class _Range:
    least: int
    bits: int


def packed(rows: Iterable[Sequence[int]], room: int = 1) -> tuple[Key, int, int]:
    """The values of `key`, `key_words` and `key_bits` for `RowRules`."""
    ranges = tuple(_range(min(cells), max(cells), room) for cells in zip(*rows, strict=True))
    words = _words(ranges)
    used = sum(each.bits for each in ranges)
    return key_of(ranges), len(words), max(1, used) if len(words) == 1 else WORD_BITS


def _words(ranges: Sequence[_Range]) -> list[list[int]]:
    words: list[list[int]] = [[]]
    used = 0
    for index, each in enumerate(ranges):
        if used + each.bits > WORD_BITS and words[-1]:
            words.append([])
            used = 0
        words[-1].append(index)
        used += each.bits
    return words


def key_of(ranges: Sequence[_Range]) -> Key:
    made: Any = None
    for cells in _words(ranges):
        word = _word(tuple(cells), tuple(ranges[index] for index in cells))
        made = _first(word) if made is None else _next(made, word)
    made.ranges = ranges
    return made  # type: ignore[no-any-return]


def _range(least: int, most: int, room: int) -> _Range:
    span = most - least + 1
    if span <= _SMALL and room == 1:
        return _Range(least, (span - 1).bit_length())
    spare = 2 * room * span
    if spare >= _WIDEST:
        return _Range(-(1 << 62), WORD_BITS)
    if least >= 0:  # a count or a code: it is seldom negative later
        least = max(0, least - spare) if room == 1 else least - spare
    else:
        least -= spare
    return _Range(least, min(WORD_BITS, (most + spare - least).bit_length()))


def _word(cells: tuple[int, ...], ranges: tuple[_Range, ...]) -> Callable[[Any, int], int]:
    first, number = cells[0], len(cells)
    least = tuple(each.least for each in ranges)
    bits = tuple(each.bits for each in ranges)

    def word(block: Any, state: int) -> int:
        packed = 0
        outside = 0
        for index in range(number):
            value = get(block, state + first + index) - least[index]
            outside |= value >> bits[index]
            packed = packed << bits[index] | value
        if outside != 0:
            put(block, ERROR, KEY)
        return packed

    return word


def _first(word: Callable[[Any, int], int]) -> Key:
    def key(block: Any, state: int) -> tuple[int, ...]:
        return (word(block, state),)

    return key


def _next(before: Key, word: Callable[[Any, int], int]) -> Key:
    def key(block: Any, state: int) -> tuple[int, ...]:
        return before(block, state) + (word(block, state),)  # noqa: RUF005 - numba has no starred tuples

    return key
