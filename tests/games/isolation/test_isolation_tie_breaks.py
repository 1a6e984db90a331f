"""The heuristics of report 000, compared with its functions as printed and with a second program for its prose."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.errors import InvalidSettings
from advsearch_isolation import Isolation, State
from advsearch_studies.isolation.tie_breaks import Heuristic, more_space
from advsearch_studies.isolation.walks import longest_walk

Board: TypeAlias = Callable[[str], Any]
Report: TypeAlias = Callable[[str, str], Callable[[Any, str], float]]
States: TypeAlias = st.SearchStrategy[State]
Positions: TypeAlias = st.SearchStrategy[tuple[Isolation, State]]

GAME = Isolation()


@pytest.mark.parametrize("number", range(1, 7))
@given(data=st.data())
def test_printed_heuristics_are_the_printed_functions(
    number: int, data: st.DataObject, course_positions: States, course_board: Board, report: Report
) -> None:
    """On any position of the course board each printed heuristic has exactly the value of the report's function."""
    state = data.draw(course_positions)
    board = course_board(GAME.format_state(state))
    typed = report("report_000", f"custom_score_{number}" if number > 1 else "custom_score")
    for player, token in enumerate("AB"):
        assert Heuristic(number, printed=True)(GAME, state, player) == typed(board, token)


def longest_path(board: Any, location: tuple[int, int], blanks: frozenset[tuple[int, int]]) -> int:
    """The longest path, found by trying every path."""
    steps = [(location[0] + r, location[1] + c) for r, c in board.JUMPS]
    return max((1 + longest_path(board, cell, blanks - {cell}) for cell in steps if cell in blanks), default=0)


def as_described(board: Any, player: str, number: int, patch: str) -> float:
    opponent = board.get_opponent(player)
    if board.is_loser(player) or board.is_winner(player):
        return -math.inf if board.is_loser(player) else math.inf
    mine, theirs = board.locations[player], board.locations[opponent]
    blanks = board.get_blank_spaces()
    if number > 3 and len(blanks) < 15:
        return (longest_path(board, mine, frozenset(blanks)) - longest_path(board, theirs, frozenset(blanks))) / 2
    moves, replies = len(board.get_legal_moves(player)), len(board.get_legal_moves(opponent))
    if 4 * moves != 6 * replies:
        return 0.4 * moves - 0.6 * replies

    def eccentricity(cell: tuple[int, int]) -> int:
        return abs(cell[0] - 3) + abs(cell[1] - 3)

    def space(cell: tuple[int, int]) -> int:
        offsets = [(abs(cell[0] - r), abs(cell[1] - c)) for r, c in blanks]
        return len([1 for r, c in offsets if (max(r, c) <= 2 if patch == "square" else r + c <= 2)])

    nearness = (eccentricity(theirs) - eccentricity(mine)) / 20
    room = (space(mine) - space(theirs)) / 60
    return {1: nearness, 2: room, 0: nearness + room}[number % 3]


@pytest.mark.parametrize("patch", ["square", "diamond"])
@pytest.mark.parametrize("number", range(1, 7))
@given(data=st.data())
def test_described_heuristics_are_the_prose(
    number: int, patch: Any, data: st.DataObject, course_positions: States, course_board: Board
) -> None:
    """On any position each described heuristic has the value of a second program, with exact ties and true paths."""
    state = data.draw(course_positions)
    board = course_board(GAME.format_state(state))
    for player, token in enumerate("AB"):
        value = Heuristic(number, patch=patch)(GAME, state, player)
        assert value == pytest.approx(as_described(board, token, number, patch), abs=1e-12)


def test_a_tie_by_hand() -> None:
    """With 3 moves of A and 2 of B the described tie-breaks are used, and the printed ones are not."""
    state = GAME.parse_state("BA...../......./......./......./......./......./....... A")
    assert (GAME.mobility(state, 0), GAME.mobility(state, 1)) == (3, 2)
    # from d4, A on b1 is 2 columns and 3 rows away, B on a1 3 and 3
    assert Heuristic(1)(GAME, state, 0) == pytest.approx((6 - 5) / 20)
    # open within two rows and columns: columns a to d of rows 1 to 3 without a1 and b1, and for B columns a to c
    assert Heuristic(2)(GAME, state, 0) == pytest.approx((10 - 7) / 60)
    assert Heuristic(3)(GAME, state, 0) == pytest.approx(1 / 20 + 3 / 60)
    # open within two steps: c1 d1 a2 b2 c2 b3, and c1 a2 b2 a3
    assert Heuristic(2, patch="diamond")(GAME, state, 0) == pytest.approx((6 - 4) / 60)
    for number in (1, 2, 3):
        assert Heuristic(number, printed=True)(GAME, state, 0) == 0.4 * 3 - 0.6 * 2 != 0


# --- faults of the report ---


def test_the_printed_tie_is_never_met() -> None:
    """For 0 to 8 moves, 2 m = 3 o holds for three pairs, but the printed float test holds only for (0, 0)."""
    pairs = [(m, o) for m in range(9) for o in range(9)]
    assert [(m, o) for m, o in pairs if 2 * m == 3 * o] == [(0, 0), (3, 2), (6, 4)]
    assert [(m, o) for m, o in pairs if 0.4 * m == 0.6 * o] == [(0, 0)]
    assert {0.4 * 3 - 0.6 * 2, 0.4 * 6 - 0.6 * 4} == {2.220446049250313e-16, 4.440892098500626e-16}


@given(data=st.data())
def test_the_first_three_printed_heuristics_are_one(data: st.DataObject, course_positions: States) -> None:
    """In every unfinished position the printed heuristics 1, 2 and 3 are 0.4 m - 0.6 o."""
    state = data.draw(course_positions)
    if GAME.terminal(state):
        return
    for player in (0, 1):
        plain = 0.4 * GAME.mobility(state, player) - 0.6 * GAME.mobility(state, 1 - player)
        assert [Heuristic(number, printed=True)(GAME, state, player) for number in (1, 2, 3)] == [plain] * 3


@given(data=st.data())
def test_the_printed_longest_path_is_one_or_none(data: st.DataObject, course_positions: States) -> None:
    """With fewer than 15 blanks the printed value is half of [the player has a move] - [the opponent has a move that
    is not also the player's].
    """
    state = data.draw(course_positions)
    if GAME.terminal(state) or len(GAME.blank_cells(state)) >= 15:
        return
    for player in (0, 1):
        own, other = set(GAME.moves_of(state, player)), set(GAME.moves_of(state, 1 - player))
        expected = (bool(own) - bool(other - own)) / 2
        assert {Heuristic(number, printed=True)(GAME, state, player) for number in (4, 5, 6)} == {expected}


def test_the_printed_longest_path_misjudges() -> None:
    """If both longest walks are b3, d4, f5, neither player is ahead, but the printed routine removes b3 from B's
    list.
    """
    state = GAME.parse_state("A######/#######/#.#####/###.###/B####.#/#######/####### A")
    assert (longest_walk(GAME, state, 0), longest_walk(GAME, state, 1)) == (3, 3)
    assert Heuristic(4)(GAME, state, 0) == 0
    assert Heuristic(4, printed=True)(GAME, state, 0) == 0.5


def test_the_printed_longest_path_costs_next_to_nothing(course_board: Board, report: Report) -> None:
    """The report blames the cost of 4 to 6. But in a dense endgame the printed routine calls itself once for each
    move, while trying all paths takes 965 calls.
    """
    board = course_board("....###/.A..###/....###/...####/#######/#######/######B A")
    printed: Any = report("report_000", "_longest_path")
    calls = 0

    def counted(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        return printed(*arguments)

    printed.__globals__["_longest_path"] = counted
    try:
        counted(None, board.get_blank_spaces(), board.locations["A"])
    finally:
        printed.__globals__["_longest_path"] = printed
    assert calls == 1 + len(board.get_legal_moves("A")) == 5

    def paths(cell: tuple[int, int], blanks: frozenset[tuple[int, int]]) -> int:
        steps = [(cell[0] + r, cell[1] + c) for r, c in board.JUMPS]
        return 1 + sum(paths(step, blanks - {step}) for step in steps if step in blanks)

    assert len(board.get_blank_spaces()) == 14
    assert paths(board.locations["A"], frozenset(board.get_blank_spaces())) == 965


def test_the_endgame_begins_at_ply_35() -> None:
    """Walks count from 14 blanks on, which is ply 35 from the empty board, and not with 15: here c2, e1, g2."""
    for text, ply, value in (
        ("......./......./#######/###A###/#######/#######/######B A", 35, 3 / 2),
        ("......./......./.######/###A###/#######/#######/######B A", 34, 0.4 * 2),
    ):
        state = GAME.parse_state(text)
        assert GAME.ply(state) == ply
        assert (GAME.mobility(state, 0), GAME.mobility(state, 1)) == (2, 0)
        assert Heuristic(4)(GAME, state, 0) == value


def test_the_sign_of_the_printed_longest_path_is_noise() -> None:
    """In the endgames of 400 random games the printed path has the sign of the true difference less than six times in
    ten.
    """
    source = random.Random(0)
    agreed, asked = 0, 0
    for _ in range(400):
        state = GAME.initial()
        while not GAME.terminal(state):
            if len(GAME.blank_cells(state)) < 15:
                true, printed = Heuristic(4)(GAME, state, 0), Heuristic(4, printed=True)(GAME, state, 0)
                asked += 1
                agreed += (true > 0) - (true < 0) == (printed > 0) - (printed < 0)
            state = GAME.result(state, source.choice(GAME.actions(state)))
    assert asked > 100
    assert agreed / asked < 0.6


def test_printed_and_stored_neighbourhoods_differ() -> None:
    """Around d4 the report's square has 24 cells and the diamond of the author's file 12; around a1 they have 8 and
    5.
    """
    state = GAME.parse_state("B....../......./......./...A.../......./......./....... A")
    assert more_space(GAME, state, 0, "square") == 24 - 8
    assert more_space(GAME, state, 0, "diamond") == 12 - 5


# --- other boards ---


@given(data=st.data())
def test_values_are_sensible_everywhere(data: st.DataObject, arbitrary: Positions) -> None:
    """On every board a value is finite until the game ends, and infinite then, even if tokens are not placed."""
    game, state = data.draw(arbitrary)
    for number in range(1, 7):
        for printed in (False, True):
            value = Heuristic(number, printed=printed)(game, state, 0)
            assert math.isinf(value) == game.terminal(state)
            if game.terminal(state):
                assert (value > 0) == (game.utility(state, 0) > 0)


@pytest.mark.parametrize("moves", ["knight", "queen"])
@given(data=st.data())
def test_longest_walks_agree_with_brute_force(moves: Any, data: st.DataObject) -> None:
    """On small boards a longest walk is as long as a search with the game's own moves finds, if the opponent
    passes.
    """
    game = Isolation(data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5)), moves)
    size = game.width * game.height
    cells = data.draw(st.permutations(range(size)))
    open_cells = sum(1 << cell for cell in cells[1 : 1 + data.draw(st.integers(0, 9))])
    state = State(open_cells, data.draw(st.sampled_from([cells[0], -1])), -1, 0, 0)

    def walk(now: State) -> int:
        return max((1 + walk(passed(game.result(now, action))) for action in game.actions(now)), default=0)

    def passed(now: State) -> State:
        return State(now.open, now.waiting, now.mover, 0, now.ply)

    if state.mover != -1 or len(game.blank_cells(state)) <= 6:
        assert longest_walk(game, state, 0) == walk(state)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"number": 0}, "expected `number` to be a whole number from 1 to 6, got 0"),
        ({"number": "2"}, "expected `number` to be a whole number from 1 to 6, got '2'"),
        ({"printed": 1}, "expected `printed` to be true or false, got 1"),
        ({"patch": "5x5"}, "expected `patch` to be 'square' or 'diamond', got '5x5'"),
    ],
)
def test_settings_are_checked(settings: dict[str, Any], message: str) -> None:
    """An unknown heuristic is a one-line error."""
    with pytest.raises(InvalidSettings) as caught:
        Heuristic(**settings)
    assert str(caught.value) == message
