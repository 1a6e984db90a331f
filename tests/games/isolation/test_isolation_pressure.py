"""The evaluators of report 001, compared with its functions as printed and with values worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch_isolation import Isolation, State
from advsearch_studies.isolation.pressure import edge, mirror, mirror_printed, pressure, pressure_printed

Board: TypeAlias = Callable[[str], Any]
States: TypeAlias = st.SearchStrategy[State]
Positions: TypeAlias = st.SearchStrategy[tuple[Isolation, State]]
Report: TypeAlias = Callable[[str, str], Callable[[Any, str], float]]

GAME = Isolation()


@pytest.mark.parametrize(
    ("name", "ours"), [("edge", edge), ("mirror", mirror_printed), ("pressure", pressure_printed)]
)
@given(data=st.data())
def test_printed_evaluators_are_the_printed_functions(
    name: str, ours: Any, data: st.DataObject, course_positions: States, course_board: Board, report: Report
) -> None:
    """On any position of the course board, at any ply, each printed evaluator has exactly the value of the report's
    function.
    """
    state = data.draw(course_positions)
    board = course_board(GAME.format_state(state))
    for player, token in enumerate("AB"):
        assert ours(GAME, state, player) == report("report_001", name)(board, token)


def test_values_by_hand() -> None:
    """The values are those worked out by hand for A on d4 with 6 moves and B on c6 with 5, 3 steps apart, at ply 3
    and ply 30.
    """
    text = "......./......./.#...../...A.../......./..B..../....... A"
    state, late = GAME.parse_state(text), GAME.parse_state(f"{text} 30")
    assert edge(GAME, state, 0) == 6 / 5
    assert (mirror_printed(GAME, state, 0), mirror(GAME, state, 0)) == (3, -3)
    assert pressure_printed(GAME, state, 0) == pytest.approx(0.3 * 1.2 + 0.7 * 3)
    assert pressure(GAME, state, 0) == pytest.approx(0.3 * 1.2 - 0.7 * 3)
    assert pressure_printed(GAME, late, 0) == pytest.approx(30 / 49 * 1.2 + 19 / 49 * 3)
    assert pressure(GAME, late, 0) == pytest.approx(30 / 49 * 1.2 - 19 / 49 * 3)


@given(data=st.data())
def test_described_evaluators_reward_closeness(data: st.DataObject, course_positions: States) -> None:
    """The described evaluators subtract the distance: mirror is the negative of the printed one."""
    state = data.draw(course_positions)
    if GAME.terminal(state) or not GAME.mobility(state, 1):
        return
    assert mirror(GAME, state, 0) == -mirror_printed(GAME, state, 0)
    weight = max(state.ply / 49, 0.3)
    average = (pressure(GAME, state, 0) + pressure_printed(GAME, state, 0)) / 2
    assert average == pytest.approx(weight * edge(GAME, state, 0))


def test_printed_mirror_runs_away() -> None:
    """Of two positions that differ only in B's distance, the printed evaluator prefers the far B, the described one
    the near B.
    """
    near, far = (
        GAME.parse_state(f"......./......./......./...A{rest} A")
        for rest in ("B../......./......./.......", ".../......./......./......B")
    )
    assert mirror_printed(GAME, near, 0) < mirror_printed(GAME, far, 0)
    assert mirror(GAME, near, 0) > mirror(GAME, far, 0)


def test_distance_outweighs_the_edge_as_printed() -> None:
    """In the printed evaluator, early in the game, a step away is worth more than twice the opponent's moves: 0.7
    against 0.3.
    """
    # A on d4 has 8 moves in both; B has 4 on b2 and 2 on a1, which is two steps farther
    b2, a1 = (
        GAME.parse_state(f"{rows}/...A.../......./......./....... A")
        for rows in ("......./.B...../.......", "B....../......./.......")
    )
    assert (edge(GAME, b2, 0), edge(GAME, a1, 0)) == (8 / 4, 8 / 2)
    gain = pressure_printed(GAME, a1, 0) - pressure_printed(GAME, b2, 0)
    assert gain == pytest.approx(0.3 * 2 + 0.7 * 2)
    assert pressure(GAME, a1, 0) - pressure(GAME, b2, 0) == pytest.approx(0.3 * 2 - 0.7 * 2)


def test_an_opponent_without_moves_is_beaten_out_of_turn() -> None:
    """If A is to move and B is stuck, edge and pressure are infinite although the game is not over; mirror is not."""
    state = GAME.parse_state("......./......./......./...A.../.....##/....#../......B A")
    assert not GAME.terminal(state)
    assert GAME.mobility(state, 1) == 0
    assert [function(GAME, state, 0) for function in (edge, pressure, pressure_printed)] == [math.inf] * 3
    assert mirror_printed(GAME, state, 0) == 6
    assert edge(GAME, state, 1) == 0


def test_an_unplaced_token_raised_in_print(course_board: Board, report: Report) -> None:
    """The printed functions raise if a token is not placed; this package's evaluators put it on the centre."""
    state = GAME.result(GAME.initial(), 0)
    board = course_board(GAME.format_state(state))
    for name in ("mirror", "pressure"):
        with pytest.raises(TypeError):
            report("report_001", name)(board, "A")
    assert mirror(GAME, state, 0) == -6
    assert pressure(GAME, state, 0) == pytest.approx(0.3 * 2 / 48 - 0.7 * 6)


def test_the_printed_line_does_not_compile() -> None:
    """The return line of pressure lacks a closing bracket in print; with the bracket it is Python."""
    line = "weight*own_moves/opp_moves + (1-weight)*(abs(own_loc[0]-opp_loc[0])+abs(abs(own_loc[1]-opp_loc[1]))"
    with pytest.raises(SyntaxError):
        compile(line, "report", "eval")
    compile(line + ")", "report", "eval")


@given(data=st.data())
def test_values_are_numbers_everywhere(data: st.DataObject, arbitrary: Positions) -> None:
    """On every board the value is a number, even if tokens are not placed, and that of a finished game names its
    winner.
    """
    game, state = data.draw(arbitrary)
    for function in (edge, mirror, mirror_printed, pressure, pressure_printed):
        value = function(game, state, 0)
        assert isinstance(value, float)
        assert not math.isnan(value)
        if game.terminal(state):
            assert value == math.copysign(math.inf, game.utility(state, 0))
