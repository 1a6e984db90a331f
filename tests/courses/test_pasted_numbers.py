"""Return values of pasted functions, which were written for another program."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from advsearch.courses.pasted import number_from
from advsearch.errors import AdvsearchError


def heuristic(*_: Any) -> None:
    """A stand-in for a function that a user pasted."""


@pytest.mark.parametrize("number", [True, 3, 0.5, Fraction(1, 3), float("inf")])
def test_numbers_are_numbers_whatever_their_class(number: Any) -> None:
    """Pasted functions may return numbers of any class, such as numpy's integers."""
    assert number_from(heuristic, number) is number


@pytest.mark.parametrize(
    ("value", "got"), [(None, "None"), ("3", "'3'"), (1j, "1j"), (float("nan"), "nan"), (Decimal("NaN"), "nan")]
)
def test_anything_else_is_reported_with_the_functions_line(value: Any, got: str) -> None:
    """A return value that is not a number is a one-line error that names the file, the line, the function and the
    value.
    """
    line = heuristic.__code__.co_firstlineno
    with pytest.raises(AdvsearchError) as refused:
        number_from(heuristic, value)
    assert str(refused.value) == (
        f"test_pasted_numbers.py line {line}: expected heuristic to return a number, got {got}"
    )
