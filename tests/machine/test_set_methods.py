"""Methods of sets with any number of sets as arguments: members and their order are those of Python."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch.machine.compiling import Entry
from advsearch.machine.program import Program
from advsearch.machine.types import INT, Flat, Frozen, Row

SET = Frozen(INT)


def with_sets(one, sets, rows, pair):
    changed = set(one)
    changed.update(*rows)
    less = set(one)
    less.difference_update(*sets)
    found = [
        one.difference(*sets), one.union(*sets), one.intersection(*sets), set(one).difference(*sets),
        set(one).union(pair[0], *sets), set(one).intersection(*sets), one.difference(*rows), one.union(*rows),
        changed, less, one.difference(pair[0], pair[1]), one.difference(pair[0], *rows), one.difference(*pair),
        one.union(), one.difference(),
    ]  # fmt: skip
    return [(list(each), isinstance(each, frozenset)) for each in found]


@functools.cache
def program() -> Program:
    return Program({"f": Entry(with_sets, (SET, Row(SET), Row(Row(INT)), Flat((SET, SET))))}, kept=False)


NUMBERS = st.integers(0, 40) | st.integers(-100, 1000)
SETS = st.frozensets(NUMBERS, max_size=30)


@settings(max_examples=150, deadline=None)
@given(SETS, st.lists(SETS, max_size=3).map(tuple), st.lists(st.lists(NUMBERS, max_size=9).map(tuple)).map(tuple),
       st.tuples(SETS, SETS))  # fmt: skip
def test_methods_of_sets_take_any_number_of_sets(one: Any, sets: Any, rows: Any, pair: Any) -> None:
    """Also those behind a star, of which only the program that runs knows how many they are."""
    assert program().call("f", one, sets, rows, pair) == with_sets(one, sets, rows, pair)


def transposed_with(rows, more):
    return [*zip(*rows, more)]  # noqa: B905


def test_a_star_among_others_is_not_dropped() -> None:
    """`zip` of the rows of a sequence and one more is refused, and not read as `zip` of the rows."""
    from advsearch.lowering.refusals import Refused

    with pytest.raises(Refused, match="`zip`"):
        Program({"f": Entry(transposed_with, (Row(Row(INT)), Row(INT)))}, kept=False)
