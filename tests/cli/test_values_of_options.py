"""Times and counts as values of options."""

from __future__ import annotations

import pytest

from advsearch.cli.options import duration, whole_number
from advsearch.errors import InvalidNotation


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("150ms", 0.15), ("1s", 1), ("1.5s", 1.5), (".5s", 0.5), ("2m", 120), ("2 min", 120), ("1h", 3600), ("3", 3)],
)
def test_durations(text: str, seconds: float) -> None:
    """Times are given with their unit, and a bare number is seconds."""
    assert duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["", "s", "-1s", "1 fortnight", "1e3s", "nan", "inf", "1s 1s", "9" * 50])
def test_refused_durations(text: str) -> None:
    """A text that is not a time is refused."""
    with pytest.raises(InvalidNotation, match="expected a duration such as 150ms, 1s or 2m, got"):
        duration(text)


@pytest.mark.parametrize("number", ["30.5", "31", "150", "1500"])
def test_a_large_number_needs_a_unit(number: str) -> None:
    """A bare number above 30 may mean milliseconds. The error shows it with either unit, and both are right."""
    with pytest.raises(InvalidNotation) as caught:
        duration(number)
    assert str(caught.value) == f"expected a duration with a unit, such as {number}ms or {number}s, got {number!r}"
    assert duration(f"{number}s") == pytest.approx(1000 * duration(f"{number}ms")) == pytest.approx(float(number))


def test_a_small_number_is_seconds() -> None:
    """A bare number of at most 30 is a number of seconds."""
    assert [duration(text) for text in ("0", "0.15", "3", "30", "30.0")] == [0, 0.15, 3, 30, 30]


def test_counts() -> None:
    """Large counts may be written with separators between thousands."""
    assert [whole_number(text) for text in ("0", "1000000", "1_000_000", "1,000,000")] == [0, 10**6, 10**6, 10**6]
    for text in ("", "-1", "1.5", "1e6", "x"):
        with pytest.raises(InvalidNotation, match="expected a whole number of at least 0, got"):
            whole_number(text)
