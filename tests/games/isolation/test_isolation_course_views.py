"""The functions of the reports, typed as students would type them, called with course boards and states made from the
game's states.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

import advsearch
from advsearch.errors import AdvsearchError, InvalidSettings
from advsearch.plugins.registry import default_registry
from advsearch_isolation import Isolation, State
from advsearch_isolation.courses.course import course
from advsearch_isolation.courses.course_board import PLAYERS, CourseBoard
from advsearch_isolation.courses.course_state import CENTRE, Action, CourseState
from advsearch_studies.isolation import place_values, pressure
from advsearch_studies.isolation.between import Formula
from advsearch_studies.isolation.tie_breaks import Heuristic

Board: TypeAlias = Callable[[str], Any]
Report: TypeAlias = Callable[[str, str], Callable[..., Any]]
States: TypeAlias = st.SearchStrategy[State]

GAME = Isolation()
WIDE = Isolation(width=11, height=9)
REPORTS = Path(__file__).parent / "reports"
PAIRS = [
    *((f"report_000.py:custom_score{f'_{n}' if n > 1 else ''}", Heuristic(n, printed=True)) for n in range(1, 7)),
    ("report_001.py:edge", pressure.edge),
    ("report_001.py:mirror", pressure.mirror_printed),
    ("report_001.py:pressure", pressure.pressure_printed),
    ("report_003.py:custom_score", place_values.score_1),
    ("report_003.py:custom_score_2", place_values.Score2()),
    ("report_003.py:custom_score_3", place_values.score_3),
]


@pytest.mark.parametrize(("name", "ours"), PAIRS, ids=[name for name, _ in PAIRS])
@given(data=st.data())
def test_pasted_functions_of_the_7x7_course_are_our_evaluators(
    name: str, ours: Any, data: st.DataObject, course_positions: States
) -> None:
    """Every function of 000, 001 and 003, named as `course:file.py:function`, gives the values of this package's
    evaluator.
    """
    state = data.draw(course_positions)
    pasted = default_registry().evaluator(f"course:{REPORTS / name}", GAME)
    for player in (0, 1):
        assert pasted(GAME, state, player) == pytest.approx(ours(GAME, state, player), rel=1e-12)


def wide_state(choices: list[int]) -> State:
    state = WIDE.initial()
    for choice in choices:
        actions = WIDE.actions(state)
        if not actions:
            break
        state = WIDE.result(state, actions[choice % len(actions)])
    return state


WALKS = st.lists(st.integers(0, 98), min_size=2, max_size=80)


@given(choices=WALKS)
def test_a_pasted_method_of_the_11x9_course_is_our_formula(choices: list[int]) -> None:
    """The formula of 002, typed as a method that calls other methods of its player, gives the values of this
    package's evaluator.
    """
    state = wide_state(choices)
    pasted = default_registry().evaluator(f"course:{REPORTS}/report_002.py:CustomPlayer.score", WIDE)
    for player in (0, 1):
        expected = Formula(distance="euclidean")(WIDE, state, player)
        assert pasted(WIDE, state, player) == pytest.approx(expected, rel=1e-9)


@given(data=st.data())
def test_the_board_answers_as_the_course_program(
    data: st.DataObject, course_positions: States, course_board: Board
) -> None:
    """The methods of the 7x7 board return the same as those of a second board, which is made from the text of the
    position.
    """
    state = data.draw(course_positions)
    ours, theirs = CourseBoard(GAME, state), course_board(GAME.format_state(state))
    assert sorted(ours.get_legal_moves()) == sorted(theirs.get_legal_moves())
    assert sorted(ours.get_blank_spaces()) == sorted(theirs.get_blank_spaces())
    assert ours.move_count == theirs.move_count
    for player, token in zip(PLAYERS, "AB", strict=True):
        assert ours.get_player_location(player) == theirs.get_player_location(token)
        assert sorted(ours.get_legal_moves(player)) == sorted(theirs.get_legal_moves(token))
        assert ours.is_loser(player) == theirs.is_loser(token)
        assert ours.is_winner(player) == theirs.is_winner(token)
        ended = {(True, False): math.inf, (False, True): -math.inf}
        assert ours.utility(player) == ended.get((ours.is_winner(player), ours.is_loser(player)), 0)
    assert ours.get_opponent(ours.active_player) == ours.inactive_player
    blank = {(r, c): ours.move_is_legal((r, c)) for r in range(-1, 8) for c in range(-1, 8)}
    assert [cell for cell, legal in blank.items() if legal] == sorted(theirs.get_blank_spaces())


@given(data=st.data())
def test_forecasts_are_the_game(data: st.DataObject, course_positions: States) -> None:
    """A forecast is the board after the move, and does not change the original board."""
    state = data.draw(course_positions)
    board = CourseBoard(GAME, state)
    for action in GAME.actions(state):
        after = CourseBoard(GAME, GAME.result(state, action))
        assert board.forecast_move(divmod(action, 7)).to_string() == after.to_string()
        assert board.forecast_move(divmod(action, 7)).hash() == after.hash()
    assert board.hash() == CourseBoard(GAME, state).hash()


def test_the_board_is_printed_as_in_the_course() -> None:
    """On a printed board players are numbers, blocked cells minus signs, and every row ends in a line feed and a
    carriage return.
    """
    game = Isolation(3, 2)
    assert CourseBoard(game, game.parse_state("A.#/..B A")).to_string() == (
        "     0   1   2\n\r0  | 1 |   | - | \n\r1  |   |   | 2 | \n\r"
    )


@given(choices=WALKS)
def test_the_state_of_the_11x9_course_is_our_game(choices: list[int]) -> None:
    """Each action of the game is an action of the 11x9 course from the same state, and leads to the same state."""
    state = wide_state(choices)
    theirs = CourseState.of(WIDE, state)
    mine = theirs.locs[theirs.player()]
    actions = theirs.actions()
    assert len(actions) == len(WIDE.actions(state))
    for action in WIDE.actions(state):
        row, column = divmod(action, 11)
        cell = (8 - row) * 13 + 10 - column
        assert CourseState.ind2xy(cell) == (10 - column, 8 - row)
        step = cell if mine is None else cell - mine
        assert step in actions
        assert theirs.result(step) == CourseState.of(WIDE, WIDE.result(state, action))
    assert [len(theirs.liberties(loc)) for loc in theirs.locs] == [WIDE.mobility(state, player) for player in (0, 1)]
    if WIDE.terminal(state):
        assert theirs.terminal_test()
        assert theirs.utility(0) == math.inf * WIDE.utility(state, 0)


def test_actions_are_in_the_order_of_the_compass() -> None:
    """From the centre all eight actions are listed clockwise, north-north-east first."""
    state = CourseState.of(WIDE, wide_state([49, 0]))
    assert state.locs[0] == CENTRE == 57
    assert state.actions() == list(Action)
    assert [int(action) for action in Action] == [25, 11, -15, -27, -25, -11, 15, 27]


def test_the_bottom_right_corner_is_a_liberty() -> None:
    """A player whose only liberty is cell 0 is not stuck, although the course's program counted it as stuck."""
    rows = ["B" + "." * 10, *["." * 11] * 5, "#" * 9 + "A" + "#", "#" * 11, "#" * 10 + "."]
    view = CourseState.of(WIDE, WIDE.parse_state("/".join(rows) + " A 30"))
    assert 0 in view.liberties(view.locs[0])
    only = view._replace(board=view.board & ~sum(1 << cell for cell in view.liberties(view.locs[0]) if cell))
    assert only.actions() != []
    assert not only.terminal_test()
    assert not any(only.liberties(only.locs[0]))  # the program's own test


def test_a_player_that_is_not_on_the_board_stands_on_none() -> None:
    """An unplaced player's location is `None`, as in the courses. A function that fails on it is called again with
    the player on the centre.
    """
    seen: list[Any] = []

    def custom_score(game: CourseBoard, player: Any) -> int:
        seen.append(game.get_player_location(player))
        row, column = game.get_player_location(player)  # type: ignore[misc]
        return row * 10 + column

    assert course(custom_score)(GAME, GAME.initial(), 0) == 33
    assert seen == [None, (3, 3)]

    def score(state: CourseState, player_id: int) -> int:
        return state.locs[player_id] + 0  # type: ignore[operator]

    assert course(score)(WIDE, WIDE.initial(), 1) == CENTRE


def test_the_first_parameter_or_the_setting_tells_the_view() -> None:
    """If the first parameter's name contains "state", a function gets the 11x9 state, else the 7x7 board; `view`
    overrides the name.
    """

    def on_state(gameState: Any, player: Any) -> int:  # noqa: N803
        return int(isinstance(gameState, CourseState) and player == 1)

    def on_board(board: Any, player: Any) -> int:
        return int(isinstance(board, CourseBoard) and player is PLAYERS[1])

    def unsaid(s: Any, player: Any) -> int:
        return int(isinstance(s, CourseState) and player == 1)

    state = wide_state([3, 14])
    assert course(on_state)(WIDE, state, 1) == course(on_board)(WIDE, state, 1) == 1
    assert course(unsaid, view="state")(WIDE, state, 1) == 1
    assert course(unsaid)(WIDE, state, 1) == 0


def test_a_search_runs_on_a_pasted_function() -> None:
    """`course:` can be used wherever an evaluator is named, and the search returns the same as with this package's
    evaluator.
    """
    state = GAME.parse_state("......./......./......./...A.../......./.....B./....... A")
    limits = advsearch.Limits(depth=3)
    found = [
        advsearch.load_searcher(f"alphabeta(evaluator={name}, tier=reference)").search(GAME, state, limits=limits)
        for name in (f"course:{REPORTS}/report_003.py:custom_score_2", "score-2")
    ]
    assert (found[0].action, found[0].value) == (found[1].action, found[1].value)


def test_random_positions_before_the_placements_are_valued() -> None:
    """No printed function fails before the placements, which a search from an empty board reaches."""
    rng = random.Random(1)
    for name, _ in PAIRS:
        pasted = default_registry().evaluator(f"course:{REPORTS / name}", GAME)
        state = GAME.initial()
        for _ in range(4):
            assert isinstance(pasted(GAME, state, 0), float | int)
            state = GAME.result(state, rng.choice(GAME.actions(state)))


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            lambda game: 0,
            r"expected a function f\(game, player\), f\(state, player_id\) or f\(self, state\), got",
        ),
        (lambda self, state, action: 0, r"f\(self, state\), got one with the parameters \(self, state, action\)"),
        (int, "expected a function, got the class int; name one of its methods"),
    ],
)
def test_functions_of_other_shapes_are_refused(function: Any, message: str) -> None:
    """The error lists the accepted shapes in one line, before any search starts."""
    with pytest.raises(InvalidSettings, match=message):
        course(function)


def test_what_goes_wrong_in_a_view_is_told() -> None:
    """A forgotten return, a foreign board, a move to a blocked cell and an unknown player are each a one-line
    error.
    """
    state = GAME.parse_state("A....../......./......./......./......./......./......B A")
    with pytest.raises(AdvsearchError, match=r"^test_isolation_course_views.py line \d+: expected .*lambda> to"):
        course(lambda game, player: None)(GAME, state, 0)
    assert course(lambda game, player: 0).__name__.endswith("<lambda>")  # type: ignore[attr-defined]
    with pytest.raises(
        InvalidSettings, match=r"expected isolation\(width=11, height=9\) for the course's state, got"
    ):
        course(lambda state, player: 0)(GAME, state, 0)
    with pytest.raises(InvalidSettings, match="expected A to move at an even ply and B at an odd ply, got"):
        CourseState.of(WIDE, WIDE.parse_state("A" + "." * 10 + ("/" + "." * 11) * 7 + "/B" + "." * 10 + " B 2"))
    with pytest.raises(InvalidSettings, match=r"expected a move to a blank cell, got \(0, 0\)"):
        CourseBoard(GAME, state).apply_move((0, 0))
    with pytest.raises(InvalidSettings, match="expected a player of this game, got 7"):
        CourseBoard(GAME, state).get_opponent(7)  # type: ignore[arg-type]
    with pytest.raises(InvalidSettings, match="expected an action to an open cell, got 1000 in"):
        CourseState.of(WIDE, WIDE.initial()).result(1000)
