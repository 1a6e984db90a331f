"""Heuristics of document 004's course, typed as students would type them, called with boards made from the game's
states.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import advsearch
from advsearch.errors import InvalidNotation, InvalidSettings
from advsearch.plugins.registry import default_registry
from advsearch_pentago import Pentago, State, notation
from advsearch_pentago.courses.course import course
from advsearch_pentago.courses.course_board import CourseBoard
from advsearch_pentago.evaluators import straights

GAME = Pentago(rules="after-turn")
REPORT = Path(__file__).parent / "reports" / "report_004.py"
BOARD = "w..w..w....ww.bw.....b......b.bbbb.."


def after(choices: list[int]) -> State:
    state = GAME.initial()
    for choice in choices:
        actions = GAME.actions(state)
        if not actions:
            break
        state = GAME.result(state, actions[choice % len(actions)])
    return state


GAMES = st.lists(st.integers(0, 287), max_size=36)


@given(choices=GAMES)
def test_the_described_heuristic_is_our_evaluator(choices: list[int]) -> None:
    """A method that does what the document describes has the values of `straights`, for either player."""
    pasted = default_registry().evaluator(f"course:{REPORT}:Player.student_h", GAME)
    state = after(choices)
    for player in (0, 1):
        assert pasted(GAME, state, player) == straights(GAME, state, player)


def test_the_example_of_the_document() -> None:
    """On the document's board with 107 and 3 points the method returns 104 for black and -104 for white."""
    pasted = default_registry().evaluator(f"course:{REPORT}:Player.student_h", GAME)
    state = GAME.parse_state(BOARD)
    assert [pasted(GAME, state, player) for player in (0, 1)] == [104, -104]


def test_functions_of_the_earlier_program() -> None:
    """A function `h(player, board)` gets the token, and a board whose rows can be indexed."""
    pasted = default_registry().evaluator(f"course:{REPORT}:horizontal_h", GAME)
    state = GAME.parse_state(BOARD)
    assert [pasted(GAME, state, player) for player in (0, 1)] == [4, 0]
    assert course(lambda board, token: int(board[5][0] == token))(GAME, state, 0) == 1


def test_a_method_without_its_class_has_a_player_to_ask() -> None:
    """`self` has the token, INFINITY and a `win`, even if only the function was pasted."""
    pasted = default_registry().evaluator(f"course:{REPORT}:pairs_h", GAME)
    assert pasted(GAME, GAME.parse_state(BOARD), 0) == 3
    won = GAME.parse_state("XXXXX./OOOO../....../....../....../......")
    assert [pasted(GAME, won, player) for player in (0, 1)] == [10_000, 3]


@given(choices=GAMES)
def test_the_board_moves_as_the_game(choices: list[int]) -> None:
    """The board lists the game's actions in the same order, and playing one gives the board of the game's next
    state.
    """
    state = after(choices)
    board = CourseBoard.of(state)
    token = "bw"[GAME.player(state)]
    assert board.emptyCells == board.toString().count(".")
    if GAME.terminal(state):
        return
    actions = GAME.actions(state)
    assert board.getMoves() == [notation.format_course_action(action) for action in actions]
    for action in actions[:: max(1, len(actions) // 8)]:
        moved = board.applyMove(notation.format_course_action(action), token)
        assert moved.toString() == CourseBoard.of(GAME.result(state, action)).toString()
    assert board.toString() == CourseBoard.of(state).toString()


def test_turns_of_the_board() -> None:
    """A left turn is counter-clockwise, and quadrants are numbered 1 to 4 row by row."""
    board = CourseBoard("bw....." + "." * 29)
    assert board.rotateLeft(1).toString() == "......w.....b" + "." * 23
    assert board.rotateRight(1).toString() == "..b.....w" + "." * 27
    assert board.rotateLeft(4).toString() == board.toString()
    assert board.rotateRight(1).rotateLeft(1).toString() == board.toString()


def test_the_board_is_printed_as_in_the_course() -> None:
    """The board is printed with quadrants in frames of plus and minus signs; its rows can be counted and indexed."""
    board = CourseBoard(BOARD)
    assert str(board).splitlines()[:2] == ["+-------+-------+", "| w . . | w . . |"]
    assert len(board) == len(list(board)) == 6


def test_a_search_runs_on_a_pasted_heuristic() -> None:
    """`course:` names an evaluator for a search, which chooses the same action as with this package's evaluator."""
    state = GAME.parse_state("....../X...O./.O.OX./X...OX/.OXX.X/O.OO.X")
    found = [
        advsearch.load_searcher(f"greedy(evaluator={name})").search(GAME, state).action
        for name in (f"course:{REPORT}:Player.student_h", "straights")
    ]
    assert found[0] == found[1]


def test_what_goes_wrong_is_told() -> None:
    """A function with other parameters and a string that is not a board are each a one-line error."""
    wrong: Any = lambda board: 0  # noqa: E731
    with pytest.raises(InvalidSettings, match=r"expected a function f\(self, board\) or f\(player, board\), got"):
        course(wrong)
    with pytest.raises(InvalidNotation, match="expected 36 characters of b, w and '.', got 'bw'"):
        CourseBoard("bw")
