"""The short text of a value."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from advsearch.values import MAX_PLIES, Value, is_proven, loss_in, short_text, win_in

EVALUATIONS: Any = st.one_of(
    st.integers(-(10**9), 10**9), st.floats(-(10**9), 10**9), st.fractions(-100, 100), st.floats(-1, 1)
)


@given(EVALUATIONS.filter(lambda value: not is_proven(value)))
def test_a_short_value_fits_a_cell_and_keeps_its_sign(value: Value) -> None:
    """Every evaluation has at most five characters and the sign of the value; only 0 is "0"."""
    text = short_text(value)
    assert len(text) <= 5
    assert text[0] == ("+" if value > 0 else "-" if value < 0 else "0")
    assert (text == "0") is (value == 0)


@given(st.integers(0, MAX_PLIES), st.booleans())
def test_a_short_win_or_loss(plies: int, bound: bool) -> None:
    """A proven win and a proven loss differ by their letter only, and their plies are read from the text."""
    won, lost = short_text(win_in(plies), bound=bound), short_text(loss_in(plies), bound=bound)
    assert (won[0], lost[0], won[1:]) == ("W", "L", lost[1:])
    assert len(won) <= 5
    assert plies >= 1000 or int(won[1:].removesuffix("-")) == plies


@given(st.integers(-999, 999))
def test_a_score_is_written_in_full(value: int) -> None:
    """In a score game small whole numbers are exact, and no value is a win in n plies."""
    assert short_text(value, "score") == ("0" if value == 0 else f"{value:+d}")
    assert short_text(win_in(3), "score") == "+1.0G"
