"""Sets of cells as words: what kernels count, scan and hash with.

A word is a signed 64-bit integer of which at most 63 bits are used, so it is never negative. These are the plain
Python definitions, and they assert what the machine code takes for granted; the compiled tier replaces each by an
LLVM instruction of the same meaning.
"""

from __future__ import annotations

from typing import Final

WORD_BITS: Final = 63
"""Cells a word can hold; cell number c of a set of two words is bit c % 63 of word c // 63."""

FULL_WORD: Final = (1 << WORD_BITS) - 1


def count(word: int) -> int:
    """How many cells the set has.

    >>> count(0b1011)
    3
    """
    assert 0 <= word <= FULL_WORD, f"expected a word of at most {WORD_BITS} bits, got {word:#x}"
    return word.bit_count()


def lowest(word: int) -> int:
    """The least cell of a set that is not empty.

    >>> lowest(0b1100)
    2
    """
    assert 0 < word <= FULL_WORD, f"expected a word of 1 to {WORD_BITS} bits that is not 0, got {word:#x}"
    return (word & -word).bit_length() - 1


def highest(word: int) -> int:
    """The greatest cell of a set that is not empty.

    >>> highest(0b1100)
    3
    """
    assert 0 < word <= FULL_WORD, f"expected a word of 1 to {WORD_BITS} bits that is not 0, got {word:#x}"
    return word.bit_length() - 1


def rest(word: int) -> int:
    """The set without its least cell; of the empty set, the empty set.

    >>> bin(rest(0b1100))
    '0b1000'
    """
    assert 0 <= word <= FULL_WORD, f"expected a word of at most {WORD_BITS} bits, got {word:#x}"
    return word & (word - 1) if word else 0
