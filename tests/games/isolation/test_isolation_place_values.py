"""The scores of report 003, compared with its tables and with a second program."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.errors import InvalidSettings
from advsearch_isolation import Isolation, State
from advsearch_studies.isolation.place_values import Score2, factors, place_values, quarters, score_1, score_3
from advsearch_studies.isolation.walks import longest_walk

Positions: TypeAlias = st.SearchStrategy[tuple[Isolation, State]]
States: TypeAlias = st.SearchStrategy[State]

GAME = Isolation()

# The table as the report prints it with its partitions, without the row labels.
TABLE = """
1 2 3 4 3 2 1
2 4 6 8 6 4 2
3 6 9 12 9 6 3
4 8 12 16 12 8 4
3 6 9 12 9 6 3
2 4 6 8 6 4 2
1 2 3 4 3 2 1
"""
VALUES = [[int(number) for number in line.split()] for line in TABLE.strip().splitlines()]


def test_the_table() -> None:
    """The place values are those printed, and (4 - |row - 3|) (4 - |column - 3|)."""
    assert place_values(7, 7) == tuple(value for row in VALUES for value in row)
    assert [[(4 - abs(row - 3)) * (4 - abs(column - 3)) for column in range(7)] for row in range(7)] == VALUES


def test_the_first_print_of_the_table_is_short() -> None:
    """The first print of the table repeats the row label and loses the last column: 0 0 1 2 3 4 3 2 for the first
    row.
    """
    assert "0 0 1 2 3 4 3 2" == " ".join(map(str, [0, 0, *VALUES[0][:-1]]))  # noqa: SIM300 - expected first


def test_the_worked_example() -> None:
    """If (0,0), (0,2), (1,1), (2,3), (3,2) are empty, the first partition's factor is (1 + 3 + 4 + 12 + 12) /
    16 = 2.
    """
    state = GAME.parse_state(".#.####/#.###A#/###.##B/##.####/#######/#######/####### A")
    assert factors(GAME, state) == (2, 0, 0, 0)


def test_partitions_are_unequal() -> None:
    """The partitions have 16, 12, 12 and 9 cells; if all are open, the factors are 6.25, 5, 5 and 4."""
    assert [part.bit_count() for part in quarters(7, 7)] == [16, 12, 12, 9]
    assert sum(quarters(7, 7)) == (1 << 49) - 1
    assert factors(GAME, GAME.initial()) == (6.25, 5, 5, 4)


def test_values_by_hand() -> None:
    """If A on a1 can go to c2 (6) and b3 (6), and B on g7 to f5 (6) and e6 (6), the scores are those worked out by
    hand.
    """
    state = GAME.parse_state("A....../......./......./......./......./......./......B A")
    assert (score_1(GAME, state, 0), score_1(GAME, state, 1)) == (12, 12)
    assert [Score2(opponent=weight)(GAME, state, 0) for weight in (1, 2, 3)] == [0, -12, -24]
    # the first partition has 99 open of 100 points, the fourth 35 of 36
    assert score_3(GAME, state, 0) == 12 * 99 / 16 - 12 * 35 / 9


def test_score_3_favours_the_upper_left() -> None:
    """If both tokens are placed symmetrically, the player in the upper left has the higher score 3."""
    state = GAME.parse_state("A....../......./......./......./......./......./......B A")
    image = next(each for each in GAME.symmetries() if each.name == "half turn").state(state)
    assert score_1(GAME, state, 0) == score_1(GAME, image, 0)
    assert score_3(GAME, state, 0) > 0 > score_3(GAME, image, 0)


def test_a_stuck_player_scores_nothing() -> None:
    """The report does not test for lost games: a player without moves has score 1 = 0."""
    state = GAME.parse_state("A....../..#..../.#...../......./......./......./......B A")
    assert GAME.terminal(state)
    assert score_1(GAME, state, 0) == 0


def test_score_3_does_not_see_what_a_move_opens() -> None:
    """Score 3 looks only at the next move: with b3 as the only move it is the same, whether a second move follows or
    not.
    """
    leads_on = GAME.parse_state("A######/###.###/#.#####/#######/#######/#######/######B A")
    dead_end = GAME.parse_state("A######/#######/#.#####/#.#####/#######/#######/######B A")
    assert (longest_walk(GAME, leads_on, 0), longest_walk(GAME, dead_end, 0)) == (2, 1)
    assert score_3(GAME, leads_on, 0) == score_3(GAME, dead_end, 0) == 6 * (6 + 8) / 16


@given(data=st.data())
def test_scores_agree_with_a_second_program(data: st.DataObject, course_positions: States) -> None:
    """In every position of the course board the scores are those of a second program, summed from the printed
    table.
    """
    state = data.draw(course_positions)
    rows = GAME.format_state(state).split()[0].split("/")
    empty = [(r, c) for r in range(7) for c in range(7) if rows[r][c] == "."]
    token = {rows[r][c]: (r, c) for r in range(7) for c in range(7)}

    def part(cell: tuple[int, int]) -> tuple[bool, bool]:
        return cell[0] <= 3, cell[1] <= 3

    sizes = {(True, True): 16, (True, False): 12, (False, True): 12, (False, False): 9}

    def factor(cell: tuple[int, int]) -> Fraction:
        return Fraction(sum(VALUES[r][c] for r, c in empty if part((r, c)) == part(cell)), sizes[part(cell)])

    sums = {}
    for sign in "AB":
        moves = [
            cell for cell in empty if sorted(abs(a - b) for a, b in zip(cell, token[sign], strict=True)) == [1, 2]
        ]
        sums[sign] = sum(VALUES[r][c] for r, c in moves), sum(VALUES[r][c] * factor((r, c)) for r, c in moves)
    assert score_1(GAME, state, 0) == sums["A"][0]
    assert Score2(opponent=3)(GAME, state, 1) == sums["B"][0] - 3 * sums["A"][0]
    assert score_3(GAME, state, 1) == pytest.approx(float(sums["B"][1] - sums["A"][1]), abs=1e-9)


@given(data=st.data())
def test_declared_antisymmetry_holds(data: st.DataObject, arbitrary: Positions) -> None:
    """On every board, score 2 with equal weights and score 3 give one side the negative of the other's value."""
    game, state = data.draw(arbitrary)
    assert Score2().antisymmetric
    assert not Score2(opponent=2).antisymmetric
    assert Score2()(game, state, 0) == -Score2()(game, state, 1)
    assert isinstance(Score2()(game, state, 0), int)
    assert score_3.antisymmetric  # type: ignore[attr-defined]
    assert score_3(game, state, 0) == -score_3(game, state, 1)


@given(data=st.data())
def test_terms_add_up(data: st.DataObject, arbitrary: Positions) -> None:
    """The terms of a value add up to it."""
    game, state = data.draw(arbitrary)
    for function in (Score2(opponent=3), score_3):
        terms = function.terms(game, state, 0)  # type: ignore[union-attr]
        assert sum(terms.values()) == pytest.approx(function(game, state, 0), abs=1e-9)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 2), (11, 9), (4, 3)])
def test_other_boards(width: int, height: int) -> None:
    """On other boards values rise from 1 in the corners, are the same in all reflections, and the partitions cover
    the board.
    """
    values = place_values(width, height)
    assert values[0] == values[-1] == 1
    assert values == values[::-1]
    assert max(values) == ((width + 1) // 2) * ((height + 1) // 2)
    assert sum(quarters(width, height)) == (1 << width * height) - 1


@pytest.mark.parametrize("weight", ["2", None, True, float("nan")])
def test_the_weight_is_checked(weight: Any) -> None:
    """A weight that is not a finite number is a one-line error."""
    with pytest.raises(InvalidSettings) as caught:
        Score2(opponent=weight)
    assert str(caught.value) == f"expected the weight opponent to be a finite number, got {weight!r}"
