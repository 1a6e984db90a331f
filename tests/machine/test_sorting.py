"""Sorting is Python's: stable, by items or by keys, in both directions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.machine.layout import E_TYPE

ORDERED = st.one_of(
    st.lists(st.integers(-9, 9), max_size=70),
    st.lists(
        st.one_of(st.integers(-3, 3), st.floats(-3, 3), st.booleans(), st.integers(1 << 61, 1 << 65)), max_size=40
    ),
    st.lists(st.text("abĀ", max_size=3), max_size=40),
    st.lists(st.sampled_from("zyxab"), max_size=40),
    st.lists(st.tuples(st.integers(0, 2), st.text("ab", max_size=1), st.integers(0, 3)), max_size=40),
    st.lists(st.lists(st.integers(0, 2), max_size=3), max_size=40),
)


@given(ORDERED)
def test_a_list_is_sorted_as_python_sorts_it(functions: Any, items: list[Any]) -> None:
    """A sorted list has Python's order, equal items of other types and texts included."""
    functions.again()
    row = functions.word(items)
    assert functions.sort_row(row)
    assert repr(functions.value(row)) == repr(sorted(items))


@given(ORDERED, st.booleans())
def test_sorting_by_keys_is_stable(functions: Any, keys: list[Any], down: bool) -> None:
    """Items are sorted by their keys; those with equal keys stay in their order, from greatest to least too."""
    functions.again()
    items = [*range(len(keys))]
    row, by = functions.word(items), functions.word(keys)
    sort = functions.sort_down if down else functions.sort
    assert sort(row, functions.data(by), len(keys))
    assert functions.value(row) == sorted(items, key=keys.__getitem__, reverse=down)


@pytest.mark.parametrize("items", [[1, "a"], [(1, 2), (1, "b")], [None, None], [[1], (1,)]])
def test_unlike_items_are_an_error(functions: Any, items: list[Any]) -> None:
    """Items that Python cannot compare are the error that Python raises."""
    functions.again()
    with pytest.raises(TypeError):
        sorted(items)
    assert functions.sort_row(functions.word(items)) == 0
    assert functions.fault().code == E_TYPE
