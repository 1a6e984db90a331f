"""Sets of cells as the bits of integers, and functions that count and scan these sets.

A word is a signed 64-bit integer. Only 63 bits are used, so a word is never negative. The definitions in this module
are plain Python, and assert the conditions that machine code assumes. The compiled tier replaces each function of
this module by an LLVM instruction with the same result.
"""

from __future__ import annotations

import functools
from typing import Final

WORD_BITS: Final = 63
"""The number of cells in a word. In a set of two words, cell 70 is bit 7 of the second word."""

FULL_WORD: Final = (1 << WORD_BITS) - 1

_LEAST: Final = -(1 << 63)
_GREATEST: Final = (1 << 63) - 1


def count(word: int) -> int:
    """The number of cells in the set.

    >>> count(0b1011)
    3
    """
    assert 0 <= word <= FULL_WORD, f"expected a word of at most {WORD_BITS} bits, got {word:#x}"
    return word.bit_count()


def lowest(word: int) -> int:
    """The lowest cell of a set that is not empty.

    >>> lowest(0b1100)
    2
    """
    assert 0 < word <= FULL_WORD, f"expected a word of 1 to {WORD_BITS} bits that is not 0, got {word:#x}"
    return (word & -word).bit_length() - 1


def highest(word: int) -> int:
    """The highest cell of a set that is not empty.

    >>> highest(0b1100)
    3
    """
    assert 0 < word <= FULL_WORD, f"expected a word of 1 to {WORD_BITS} bits that is not 0, got {word:#x}"
    return word.bit_length() - 1


def rest(word: int) -> int:
    """The set without its lowest cell. The rest of the empty set is the empty set.

    >>> bin(rest(0b1100))
    '0b1000'
    """
    assert 0 <= word <= FULL_WORD, f"expected a word of at most {WORD_BITS} bits, got {word:#x}"
    return word & (word - 1) if word else 0


@functools.lru_cache(maxsize=1 << 16)  # a hit takes 60 ns, listing eight cells 900 ns
def cells(word: int) -> tuple[int, ...]:
    """The cells of a set in ascending order. `word` may have any number of bits.

    If a game's method `actions` returns `cells(word)`, the compiled rules make no tuple.

    >>> cells(0b1011)
    (0, 1, 3)
    """
    assert word >= 0, f"expected a set of cells of at least 0, got {word:#x}"
    found = []
    while word:
        least = word & -word
        found.append(least.bit_length() - 1)
        word ^= least
    return tuple(found)


class Word(int):
    """An integer whose operations assert that operands and results are within the limits of machine words.

    If compiled code would silently return a wrong number, a kernel that is called with `Word` objects raises an
    error.

    >>> Word(1) << 63
    Traceback (most recent call last):
        ...
    AssertionError: expected to shift by 0 to 62, got 63
    """

    def _word(self, value: int) -> Word:
        assert _LEAST <= value <= _GREATEST, f"expected a result of 64 bits, got {value:#x}"
        return Word(value)

    def _shift(self, by: int) -> int:
        assert 0 <= by < WORD_BITS, f"expected to shift by 0 to {WORD_BITS - 1}, got {by}"
        return int(by)

    def _divisor(self, by: int) -> int:
        assert self >= 0, f"expected to divide a number of at least 0, got {int(self)}"
        assert by > 0, f"expected to divide by a number of at least 1, got {int(by)}"
        return int(by)

    def __add__(self, other: int) -> Word:
        return self._word(int(self) + int(other)) if isinstance(other, int) else NotImplemented

    def __sub__(self, other: int) -> Word:
        return self._word(int(self) - int(other)) if isinstance(other, int) else NotImplemented

    def __mul__(self, other: int) -> Word:
        return self._word(int(self) * int(other)) if isinstance(other, int) else NotImplemented

    def __floordiv__(self, other: int) -> Word:
        return self._word(int(self) // self._divisor(other))

    def __mod__(self, other: int) -> Word:
        return self._word(int(self) % self._divisor(other))

    def __lshift__(self, other: int) -> Word:
        assert self >= 0, f"expected to shift a number of at least 0, got {int(self)}"
        return self._word(int(self) << self._shift(other))

    def __rshift__(self, other: int) -> Word:
        assert self >= 0, f"expected to shift a number of at least 0, got {int(self)}"
        return self._word(int(self) >> self._shift(other))

    def __and__(self, other: int) -> Word:
        return self._word(int(self) & int(other))

    def __or__(self, other: int) -> Word:
        return self._word(int(self) | int(other))

    def __xor__(self, other: int) -> Word:
        return self._word(int(self) ^ int(other))

    def __neg__(self) -> Word:
        return self._word(-int(self))

    def __invert__(self) -> Word:
        return self._word(~int(self))

    def __radd__(self, other: int) -> Word:
        return Word(other) + self if isinstance(other, int) else NotImplemented

    def __rsub__(self, other: int) -> Word:
        return Word(other) - self if isinstance(other, int) else NotImplemented

    def __rmul__(self, other: int) -> Word:
        return Word(other) * self if isinstance(other, int) else NotImplemented

    def __rfloordiv__(self, other: int) -> Word:
        return Word(other) // self

    def __rmod__(self, other: int) -> Word:
        return Word(other) % self

    def __rlshift__(self, other: int) -> Word:
        return Word(other) << self

    def __rrshift__(self, other: int) -> Word:
        return Word(other) >> self

    def __rand__(self, other: int) -> Word:
        return Word(other) & self

    def __ror__(self, other: int) -> Word:
        return Word(other) | self

    def __rxor__(self, other: int) -> Word:
        return Word(other) ^ self
