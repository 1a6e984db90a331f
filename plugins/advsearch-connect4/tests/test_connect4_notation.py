"""Reading and writing of positions and actions."""

from __future__ import annotations

import pytest
from advsearch.errors import IllegalAction, InvalidNotation
from hypothesis import given
from hypothesis import strategies as st

from advsearch_connect4 import ConnectFour

SIZES = ((7, 6), (4, 4), (5, 5), (9, 9), (3, 2), (1, 5), (5, 1))
EMPTY = "/".join(["......."] * 6)


@given(st.sampled_from(SIZES), st.data())
def test_what_is_written_is_read_back(size: tuple[int, int], data: st.DataObject) -> None:
    """Rows, and the columns played, are read back as the state that was written; so is an action's digit."""
    game = ConnectFour(*size)
    state, played = game.initial(), ""
    while True:
        assert game.parse_state(game.format_state(state)) == game.parse_state(played) == state
        if game.terminal(state) or data.draw(st.integers(0, 9)) == 9:
            break
        action = data.draw(st.sampled_from(game.actions(state)))
        text = game.format_action(state, action)
        assert game.parse_action(state, text) == action
        played += text
        state = game.result(state, action)


def test_columns_played_and_rows_name_one_state() -> None:
    """The columns `4453` name the position with their four stones."""
    game = ConnectFour()
    state = game.parse_state("4453")
    assert game.format_state(state) == "......./......./......./......./...O.../..OXX.."
    assert game.parse_state("") == game.initial() == game.parse_state(EMPTY)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("448", "expected columns played, got '448': after '44', expected a column from 1 to 7, got '8'"),
        ("0", "expected columns played, got '0': at the start, expected a column from 1 to 7, got '0'"),
        ("4444444", "after '444444', expected an open column"),
        ("41424341", "after '4142434', expected no action, as the game is over, got column 1"),
        ("٤", "expected a column from 1 to 7"),
        ("4453x", "expected column digits such as '4455', or 6 rows joined by '/', got '4453x'"),
        (EMPTY + "/", "expected 6 rows joined by '/', got 7"),
        (EMPTY[:-1], "expected 7 cells in row 6, got 6 in '......'"),
        (EMPTY[:-1] + "x", "expected 'X', 'O' or '.' in column 7 of row 6, got 'x'"),
        ("X" + EMPTY[1:], "expected no empty cell below a stone, got '.' in column 1 of row 2"),
        (EMPTY[:-1] + "O", "expected equal numbers of X and O, or one more X, got 0 X and 1 O"),
        (EMPTY[:-2] + "XX", "expected equal numbers of X and O, or one more X, got 2 X and 0 O"),
        (EMPTY[:-15] + "OOO..../XXXXO..", "expected a four only of the player who moved last, got a four of X"),
        (EMPTY[:-15] + "XXXX.../OOOOX..", "expected a four only of the player who moved last, got a four of O"),
        (
            "......./......./X.....X/XO.O..X/XO.O..X/XO.O.OX",
            "expected one last stone to have made all fours, got fours of several stones",
        ),
    ],
)
def test_bad_positions_are_refused(text: str, message: str) -> None:
    """A text of no position that play can reach is refused, and the message names the place of the error."""
    with pytest.raises(InvalidNotation) as caught:
        ConnectFour().parse_state(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["", "8", "0", "44", "d", "-1", "²"])
def test_bad_actions_are_refused(text: str) -> None:
    """A text is read as an action only if it is the digit of a column of the board."""
    game = ConnectFour()
    with pytest.raises(InvalidNotation, match=f"expected a column from 1 to 7, got {text!r}"):
        game.parse_action(game.initial(), text)


def test_a_full_column_is_no_action() -> None:
    """The digit of a full column can be read, but is not a legal action."""
    game = ConnectFour()
    with pytest.raises(IllegalAction, match=r"expected an open column \(1, 2, 3, 5, 6, 7\), got column 4"):
        game.parse_action(game.parse_state("444444"), "4")


@given(st.text(alphabet="XO./1234567 x", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Any text is read as a state that can be written and read back, or raises `InvalidNotation`."""
    game = ConnectFour(width=4, height=2)
    try:
        state = game.parse_state(text)
    except InvalidNotation:
        return
    assert game.parse_state(game.format_state(state)) == state
