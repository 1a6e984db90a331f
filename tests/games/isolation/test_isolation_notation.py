"""Reading and writing of positions and actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.errors import IllegalAction, InvalidNotation
from advsearch_isolation import UNPLACED, Isolation, State

After: TypeAlias = Callable[[Isolation, Sequence[str]], State]
Positions: TypeAlias = st.SearchStrategy[tuple[Isolation, State]]


@given(data=st.data())
def test_states_survive_printing(data: st.DataObject, arbitrary: Positions, walked: Positions) -> None:
    """A printed state is read back as an equal state, for any position and those reached from it."""
    game, state = data.draw(arbitrary | walked)
    assert game.parse_state(game.format_state(state)) == state
    for action in game.actions(state):
        after = game.result(state, action)
        assert game.parse_state(game.format_state(after)) == after


@given(data=st.data())
def test_different_states_print_differently(data: st.DataObject, arbitrary: Positions) -> None:
    """Turn and ply are part of the text, so states that differ only in these print differently."""
    game, state = data.draw(arbitrary)
    swapped = State(state.open, state.waiting, state.mover, 1 - state.turn, state.ply)
    assert swapped != state
    assert game.format_state(swapped) != game.format_state(state)
    later = State(state.open, state.mover, state.waiting, state.turn, state.ply + 1)
    assert later != state
    assert game.format_state(later) != game.format_state(state)


@given(data=st.data())
def test_actions_survive_printing(data: st.DataObject, walked: Positions) -> None:
    """A printed action is read back as the same action."""
    game, state = data.draw(walked)
    for action in game.actions(state):
        assert game.parse_action(state, game.format_action(state, action)) == action


def test_the_documented_position(after: After) -> None:
    """The example of the documentation is the position after A takes d4, B takes f6."""
    game = Isolation()
    text = "......./......./......./...A.../......./.....B./....... A"
    state = after(game, ["d4", "f6"])
    assert game.parse_state(text) == state
    assert game.format_state(state) == text
    assert game.player(state) == 0
    assert (game.location(state, 0), game.location(state, 1)) == (24, 40)


def test_tokens_belong_to_players_not_to_the_turn() -> None:
    """`A` is the first player's token even if B is to move."""
    game = Isolation(3, 1)
    state = game.parse_state("A.B B")
    assert game.player(state) == 1
    assert (game.location(state, 0), game.location(state, 1)) == (0, 2)
    assert game.format_state(state) == "A.B B"


@pytest.mark.parametrize(
    ("text", "ply", "printed"),
    [
        ("A.# B", 2, "A.# B"),
        ("A.# B 2", 2, "A.# B"),
        ("A.# B 1", 1, "A.# B 1"),
        ("A.# A 002", 2, "A.# A"),
        ("... B", 0, "... B"),
        ("... A 9996", 9996, "... A 9996"),
        (" A.#\tB\n", 2, "A.# B"),
    ],
)
def test_the_ply_is_printed_where_cells_do_not_tell(text: str, ply: int, printed: str) -> None:
    """A third field gives the ply. Without it, the ply is the number of cells that are not open, for either player to
    move.
    """
    game = Isolation(3, 1)
    state = game.parse_state(text)
    assert game.ply(state) == ply
    assert game.format_state(state) == printed


def test_columns_and_rows_of_the_largest_board() -> None:
    """On 11x11 the last cell is k11, and rows of two digits can be read."""
    game = Isolation(11, 11)
    state = game.initial()
    assert game.format_action(state, 120) == "k11"
    assert game.parse_action(state, "k11") == 120
    assert game.parse_action(state, "a10") == 99


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected 'ROWS PLAYER' or 'ROWS PLAYER PLY', separated by spaces, got 0 fields in ''"),
        (
            "A../..B",
            "expected 'ROWS PLAYER' or 'ROWS PLAYER PLY', separated by spaces, got 1 fields in 'A../..B'",
        ),
        (
            "A../..B A 2 x",
            "expected 'ROWS PLAYER' or 'ROWS PLAYER PLY', separated by spaces, got 4 fields in 'A../..B A 2 x'",
        ),
        ("A.. A", "expected 2 rows joined by '/', got 1 in 'A..'"),
        ("A../..B/ A", "expected 2 rows joined by '/', got 3 in 'A../..B/'"),
        ("A../.... A", "expected 3 cells in row 2, got 4 in '....'"),
        ("/A.. A", "expected 3 cells in row 1, got 0 in ''"),
        ("A../.x. A", "expected '.', '#', 'A' or 'B' at b2, got 'x' in 'A../.x.'"),
        ("a../..B A", "expected '.', '#', 'A' or 'B' at a1, got 'a' in 'a../..B'"),
        ("A../.A. A", "expected at most one 'A', got two at a1 and b2 in 'A../.A.'"),
        ("BB./... A", "expected at most one 'B', got two at a1 and b1 in 'BB./...'"),
        ("A../..B a", "expected 'A' or 'B' as the player to move, got 'a' in 'A../..B a'"),
        ("A../..B AB", "expected 'A' or 'B' as the player to move, got 'AB' in 'A../..B AB'"),
        ("A../..B A -1", "expected the ply as a whole number from 0 to 9995, got '-1' in 'A../..B A -1'"),
        ("A../..B A 9996", "expected the ply as a whole number from 0 to 9995, got '9996' in 'A../..B A 9996'"),
        ("A../..B A 1_0", "expected the ply as a whole number from 0 to 9995, got '1_0' in 'A../..B A 1_0'"),
        ("A../..B A ٣", "expected the ply as a whole number from 0 to 9995, got '٣' in 'A../..B A ٣'"),
        ("A../..B A 00009", "expected the ply as a whole number from 0 to 9995, got '00009' in 'A../..B A 00009'"),
    ],
)
def test_malformed_positions_are_explained(text: str, message: str) -> None:
    """Text that is not a position is a one-line error that shows where it is wrong."""
    with pytest.raises(InvalidNotation) as caught:
        Isolation(3, 2).parse_state(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a cell as column letter and row number, such as 'a1', got ''"),
        ("4d", "expected a cell as column letter and row number, such as 'a1', got '4d'"),
        ("A1", "expected a cell as column letter and row number, such as 'a1', got 'A1'"),
        ("a0", "expected a cell as column letter and row number, such as 'a1', got 'a0'"),
        ("a01", "expected a cell as column letter and row number, such as 'a1', got 'a01'"),
        ("a1 ", "expected a cell as column letter and row number, such as 'a1', got 'a1 '"),
        ("a111", "expected a cell as column letter and row number, such as 'a1', got 'a111'"),
        ("a١", "expected a cell as column letter and row number, such as 'a1', got 'a١'"),
        ("d1", "expected a cell from a1 to c2, got 'd1'"),
        ("z1", "expected a cell from a1 to c2, got 'z1'"),
        ("a3", "expected a cell from a1 to c2, got 'a3'"),
    ],
)
def test_malformed_actions_are_explained(text: str, message: str) -> None:
    """Text that names no cell of the board is a one-line error."""
    game = Isolation(3, 2)
    with pytest.raises(InvalidNotation) as caught:
        game.parse_action(game.initial(), text)
    assert str(caught.value) == message


def test_a_cell_that_is_no_action_is_illegal() -> None:
    """A cell that the side to move cannot reach is an illegal action, and the error names the legal ones."""
    game = Isolation(3, 2)
    state = game.parse_state("A../..B A")
    with pytest.raises(IllegalAction) as caught:
        game.parse_action(state, "b2")
    assert str(caught.value) == ("expected no action, as A is stuck and the game is over, got b2 in 'A../..B A'")


@given(text=st.text(alphabet="./#AB 0123456789x", max_size=30))
def test_any_text_is_a_position_or_invalid(text: str) -> None:
    """For any text, the parser returns a state that can be printed, or raises `InvalidNotation`."""
    game = Isolation(3, 2)
    try:
        state = game.parse_state(text)
    except InvalidNotation as error:
        message = str(error)
    else:
        message = ""
        assert game.parse_state(game.format_state(state)) == state
    assert "\n" not in message


def test_unplaced_tokens_are_absent() -> None:
    """An empty board is the initial state, and is printed without tokens."""
    game = Isolation(2, 2)
    assert game.format_state(game.initial()) == "../.. A"
    state = game.parse_state("../.. A")
    assert state == game.initial()
    assert (state.mover, state.waiting) == (UNPLACED, UNPLACED)
