"""Strings of bytes, of wide characters and of one character do what Python's do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.machine.layout import CHARACTER_TAG, E_INDEX, E_TYPE, NARROW, STRING, TAG_MASK, WIDE
from advsearch.machine.memory import word_at

TEXTS = st.one_of(st.text("ab", max_size=12), st.text("aÿĀ😀", max_size=6), st.text(max_size=20))
PLACES = st.integers(-8, 14)


def canonical(functions: Any, word: int, expected: str) -> bool:
    """Whether a word is the one form that this string has."""
    if functions.value(word) != expected:
        return False
    if len(expected) == 1:
        return word & TAG_MASK == CHARACTER_TAG
    narrow = all(ord(each) < 256 for each in expected)
    size = len(expected) * (1 if narrow else 4)
    last = word_at(word + 8 + 8 * -(-size // 8)) if size else 0
    padding = last >> 8 * (size % 8) if size % 8 else 0
    return word_at(word) == (NARROW if narrow else WIDE) and padding in (0, -1 if last < 0 else 0)


@given(TEXTS, TEXTS, PLACES, PLACES, st.integers(-1, 4))
def test_parts_and_sums(functions: Any, one: str, other: str, i: int, j: int, times: int) -> None:
    """Slices, sums and repetitions are Python's, each in the one form that the string has."""
    functions.again()
    a, b = functions.word(one), functions.word(other)
    assert canonical(functions, functions.cut(STRING, a, i, j), one[i:j])
    assert canonical(functions, functions.concat(STRING, a, b), one + other)
    assert canonical(functions, functions.repeat(STRING, a, times), one * times)
    assert functions.eq(functions.concat(STRING, a, b), functions.word(one + other))
    assert functions.eq(functions.cut(STRING, functions.concat(STRING, a, b), len(one), 1 << 40), b)
    assert functions.size(a) == len(one)
    assert functions.truth(a) == bool(one)
    assert functions.order(a) == [*one]


@given(TEXTS, PLACES)
def test_characters_of_strings(functions: Any, text: str, i: int) -> None:
    """An item of a string is its character, or an error where Python raises one."""
    functions.again()
    word = functions.item(functions.word(text), i)
    if -len(text) <= i < len(text):
        assert functions.value(word) == text[i]
    else:
        assert word == 0
        assert functions.fault().code == E_INDEX


@given(TEXTS, st.data(), PLACES, PLACES)
def test_searches(functions: Any, text: str, data: st.DataObject, i: int, j: int) -> None:
    """`find`, `rfind`, `count`, `in`, `startswith` and `endswith` are Python's."""
    start = data.draw(st.integers(0, len(text)))
    part = data.draw(st.one_of(TEXTS, st.just(text[start : start + 3]), st.text("ab", max_size=2)))
    functions.again()
    a, b = functions.word(text), functions.word(part)
    assert functions.str_find(a, b, i, j) == text.find(part, i, j)
    assert functions.str_rfind(a, b, i, j) == text.rfind(part, i, j)
    assert functions.str_count(a, b) == text.count(part)
    assert functions.contains(a, b) == (part in text)
    assert functions.starts_with(a, b, i) == text.startswith(part, i)
    assert functions.ends_with(a, b) == text.endswith(part)
    assert functions.cmp(a, b) == (text > part) - (text < part)


@given(st.one_of(st.none(), TEXTS), st.lists(st.one_of(TEXTS, st.sampled_from(["", "a"])), max_size=6))
def test_joins(functions: Any, separator: str | None, parts: list[str]) -> None:
    """A join of lists and tuples of strings is Python's, in the one form that the string has."""
    functions.again()
    between = 0 if separator is None else functions.word(separator)
    expected = (separator or "").join(parts)
    assert canonical(functions, functions.join(between, functions.word(parts)), expected)
    assert canonical(functions, functions.join(between, functions.word(tuple(parts))), expected)


@pytest.mark.parametrize("parts", [[1], ["a", None], [("a",)]])
def test_only_strings_are_joined(functions: Any, parts: list[Any]) -> None:
    """A join of anything but strings is a type error."""
    functions.again()
    assert functions.join(0, functions.word(parts)) == 0
    assert functions.fault().code == E_TYPE


def test_only_strings_are_in_strings(functions: Any) -> None:
    """`1 in "abc"` is a type error."""
    functions.again()
    functions.contains(functions.word("abc"), functions.word(1))
    assert functions.fault().code == E_TYPE
