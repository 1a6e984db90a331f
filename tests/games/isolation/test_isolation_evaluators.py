"""Values of the evaluators, worked out by hand."""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.errors import InvalidSettings
from advsearch_isolation import Isolation, State, WeightedMobility, center, centered, improved, open_moves

Positions: TypeAlias = st.SearchStrategy[tuple[Isolation, State]]

GAME = Isolation()
# A on d4 has its eight moves without b3 (blocked) and c6 (B's): 6. B on c6 reaches a5, a7, b4, e5, e7 but not d4: 5.
STATE = GAME.parse_state("......./......./.#...../...A.../......./..B..../....... B")


def test_open_counts_own_moves() -> None:
    """`open` counts 6 moves for A and 5 for B, whichever player is to move."""
    assert [open_moves(GAME, STATE, player) for player in (0, 1)] == [6, 5]


def test_improved_is_the_difference() -> None:
    """`improved` is 6 - 5 for A and 5 - 6 for B, as whole numbers."""
    assert [improved(GAME, STATE, player) for player in (0, 1)] == [1, -1]
    assert isinstance(improved(GAME, STATE, 0), int)


def test_weighted_defaults_to_two_fifths_and_three_fifths() -> None:
    """`weighted` is 0.4 * 6 - 0.6 * 5 for A, and 0.4 * 5 - 0.6 * 6 for B."""
    weighted = WeightedMobility()
    assert [weighted(GAME, STATE, player) for player in (0, 1)] == [0.4 * 6 - 0.6 * 5, 0.4 * 5 - 0.6 * 6]
    assert not weighted.antisymmetric


def test_weighted_takes_weights() -> None:
    """Whole weights give whole values, and with equal weights `weighted` is antisymmetric."""
    weighted = WeightedMobility(own=1, opponent=2)
    assert weighted(GAME, STATE, 0) == 6 - 2 * 5
    assert isinstance(weighted(GAME, STATE, 0), int)
    assert WeightedMobility(own=0.5, opponent=0.5).antisymmetric


@pytest.mark.parametrize("weight", ["1", None, True, math.inf, math.nan])
def test_weights_are_finite_numbers(weight: Any) -> None:
    """A weight that is not a finite number is a one-line error."""
    with pytest.raises(InvalidSettings) as caught:
        WeightedMobility(opponent=weight)
    assert str(caught.value) == f"expected the weight opponent to be a finite number, got {weight!r}"


def test_center_rises_with_the_distance_and_is_half_a_cell_off() -> None:
    """`center` is 0.5 on d4, 24.5 on the corner a1 and 12.5 on g7, as published; `centered` is its negative."""
    for cell, value in (("d4", 0.5), ("a1", 24.5), ("g7", 12.5), ("g1", 18.5)):
        state = GAME.result(GAME.initial(), GAME.parse_action(GAME.initial(), cell))
        assert center(GAME, state, 0) == value
        assert centered(GAME, state, 0) == -value


def test_center_on_other_boards_is_measured_from_half_of_each_side() -> None:
    """On 11x9, k1 is (5.5 - 10, 4.5 - 0) away from the point of `center`."""
    game = Isolation(11, 9)
    state = game.result(game.initial(), game.parse_action(game.initial(), "k1"))
    assert center(game, state, 0) == 4.5**2 + 4.5**2


def test_an_unplaced_token_counts_as_central_and_free() -> None:
    """Before its placement a player has every open cell as a move, and the distance 0."""
    state = GAME.result(GAME.initial(), 0)
    assert open_moves(GAME, state, 1) == 48
    assert improved(GAME, state, 1) == 48 - 2
    assert center(GAME, state, 1) == 0
    assert math.copysign(1, centered(GAME, state, 1)) == 1


@given(data=st.data())
def test_declared_antisymmetry_holds(data: st.DataObject, arbitrary: Positions) -> None:
    """An evaluator that is declared antisymmetric gives one side exactly the negative of the other's value."""
    game, state = data.draw(arbitrary)
    for function in (improved, WeightedMobility(own=0.3, opponent=0.3)):
        assert getattr(function, "antisymmetric")  # noqa: B009 - a mark, unknown to the function's type
        assert function(game, state, 0) == -function(game, state, 1)


@given(data=st.data())
def test_terms_add_up(data: st.DataObject, arbitrary: Positions) -> None:
    """The terms of a value add up to it."""
    game, state = data.draw(arbitrary)
    for function in (improved, WeightedMobility(), WeightedMobility(own=2, opponent=3)):
        terms = function.terms(game, state, 0)  # type: ignore[union-attr]
        assert sum(terms.values()) == pytest.approx(function(game, state, 0), abs=1e-12)
