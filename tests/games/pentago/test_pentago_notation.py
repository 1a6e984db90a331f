"""Reading and writing of actions and positions in four notations."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.errors import InvalidNotation
from advsearch_pentago import Pentago, State, notation
from advsearch_pentago.geometry import FAN, NO_TURN

GAME = Pentago()
START = GAME.initial()
ACTIONS = st.integers(0, FAN * 36 - 1)
TURNING = ACTIONS.filter(lambda action: action % FAN != NO_TURN)


# --- actions ----------------------------------------------------------------------------------------------------


@given(ACTIONS)
def test_actions_round_trip(action: int) -> None:
    """Printed actions are read back as the same action, in upper and lower case, and contain no space."""
    text = GAME.format_action(START, action)
    assert " " not in text
    assert {GAME.parse_action(START, text), GAME.parse_action(START, text.lower())} == {action}


@given(TURNING)
def test_foreign_actions_round_trip(action: int) -> None:
    """Actions in the course's and OpenSpiel's notation are read back as the same action, in upper and lower case."""
    for text in (notation.format_course_action(action), notation.format_openspiel_action(action)):
        assert {notation.parse_action(text), notation.parse_action(text.swapcase())} == {action}


@given(TURNING)
def test_openspiel_texts_follow_its_numbering(action: int) -> None:
    """OpenSpiel's action 8 * (6 * row + column) + r has the r-th letter, with quadrants in clockwise order."""
    cell, turn = divmod(action, FAN)
    quadrant = ("TL", "TR", "BR", "BL").index(("TL", "TR", "BL", "BR")[turn // 2])
    letter = chr(ord("s") + 2 * quadrant + turn % 2)
    assert notation.format_openspiel_action(action) == f"{chr(ord('a') + cell % 6)}{cell // 6 + 1}{letter}"


@pytest.mark.parametrize(
    ("ours", "course", "openspiel"),
    [
        ("a1-TL-L", "1/1 1L", "a1s"),
        ("c3-TR-R", "1/9 2R", "c3v"),
        ("d1-BR-L", "2/1 4L", "d1w"),
        ("f4-BR-R", "4/3 4R", "f4x"),
        ("a6-BL-L", "3/7 3L", "a6y"),
        ("f6-BL-R", "4/9 3R", "f6z"),
        ("e2-TL-R", "2/5 1R", "e2t"),
        ("b5-TR-L", "3/5 2L", "b5u"),
    ],
)
def test_one_action_in_three_notations(ours: str, course: str, openspiel: str) -> None:
    """Cell, quadrant and direction are written as worked out by hand in this package's, the course's and OpenSpiel's
    notation.
    """
    action = GAME.parse_action(START, ours)
    assert GAME.parse_action(START, course) == GAME.parse_action(START, openspiel) == action
    assert GAME.format_action(START, action) == ours
    assert notation.format_course_action(action) == course
    assert notation.format_openspiel_action(action) == openspiel


def test_the_course_order_is_ours() -> None:
    """The first actions at the start are those of the course, in the course's order."""
    listed = [notation.format_course_action(action) for action in GAME.actions(START)]
    turns = [f"{quadrant}{direction}" for quadrant in "1234" for direction in "LR"]
    cells = [f"{home}/{place}" for home, place in [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (1, 4)]]
    assert listed[: 7 * 8] == [f"{cell} {turn}" for cell in cells for turn in turns]
    assert len(listed) == 288


def test_all_texts_of_the_three_notations_differ() -> None:
    """No text means one action in one notation and another in the next."""
    texts = [notation.format_action(action) for action in range(FAN * 36)]
    for action in GAME.actions(START):
        texts += [notation.format_course_action(action), notation.format_openspiel_action(action)]
    assert len(texts) == len(set(texts)) == 36 + 3 * 288


@pytest.mark.parametrize(
    "text",
    [
        *("", "c", "g1-TL-L", "a7-TL-L", "c3-TL", "c3-L", "c3-LT-L", "c3-TL-C", "c3 TL L", "c3-TL-L ", "c3-TL-LL"),
        *("0/1 1L", "5/1 1L", "1/0 1L", "1/1 5L", "1/1 1C", "1/1  1L", "1/11L", "1/1", "1/1 1L\n", "٣/1 1L"),
        *("a0s", "c3r", "g3s", "c7s", "c3ss", " c3", "c3\n", "c٣", "c3ſ"),
    ],
)
def test_malformed_actions_are_refused(text: str) -> None:
    """Any other text is refused, and the error shows all three notations and the text."""
    with pytest.raises(InvalidNotation) as refusal:
        GAME.parse_action(START, text)
    message = str(refusal.value)
    assert message.startswith("expected an action such as 'c3-TL-L'")
    assert "'1/9 1L'" in message
    assert "'c3s'" in message
    assert message.endswith(f"got {text!r}")


@pytest.mark.parametrize(
    ("write", "whose"),
    [
        (notation.format_course_action, "the course's notation"),
        (notation.format_openspiel_action, "OpenSpiel's notation"),
    ],
)
def test_a_placement_alone_has_no_foreign_text(write: Any, whose: str) -> None:
    """A placement without a turn has no text in the course's or OpenSpiel's notation."""
    expected = f"expected an action with a turn of a quadrant for {whose}, got 'c3'"
    with pytest.raises(InvalidNotation, match=re.escape(expected)):
        write(GAME.parse_action(START, "c3"))


# --- positions --------------------------------------------------------------------------------------------------


@given(data=st.data())
def test_positions_round_trip(data: st.DataObject, arranged: Any) -> None:
    """Rows, the course's strings with either token first, and girving's numbers are read back as the position that
    was printed.
    """
    state = data.draw(arranged)
    assert GAME.parse_state(GAME.format_state(state)) == state
    for first in ("b", "w"):
        assert notation.parse_course_state(notation.format_course_state(state, first=first), first=first) == state
    assert notation.parse_girving(notation.format_girving(state)) == state
    assert GAME.parse_state(notation.format_course_state(state)) == state
    assert GAME.parse_state(str(notation.format_girving(state))) == state


@given(data=st.data())
def test_the_majority_token_began(data: st.DataObject, arranged: Any) -> None:
    """If one token has one stone more, a course's string shows which token began."""
    state = data.draw(arranged)
    if GAME.player(state) == 1:
        for first in ("b", "w"):
            assert GAME.parse_state(notation.format_course_state(state, first=first)) == state


def test_rows_read_from_the_top_left() -> None:
    """Rows are read from the top left, with X for the first player and O for the second."""
    state = GAME.parse_state("X....O/....../....../....../....../OX....")
    assert state == State(x=1 | 1 << 25, o=1 << 11 | 1 << 24)
    assert GAME.format_state(state) == "X....O/....../....../....../....../OX...."
    assert GAME.format_state(START) == "/".join(["......"] * 6)


def test_girving_counts_columns_from_the_left_and_rows_from_the_bottom() -> None:
    """In a girving number a6 is the lowest digit of the lowest field. Digits and quadrants go up a column, then
    right, and O counts double.
    """
    weights = {"a6": 1, "a5": 3, "b6": 27, "c4": 3**8, "a3": 1 << 16, "d6": 1 << 32, "d3": 1 << 48, "f1": 3**8 << 48}
    for cell, weight in weights.items():
        column, row = "abcdef".index(cell[0]), int(cell[1]) - 1
        rows = [["."] * 6 for _ in range(6)]
        rows[row][column] = "X"
        state = GAME.parse_state("/".join("".join(signs) for signs in rows))
        assert notation.format_girving(state) == weight
        assert notation.format_girving(State(state.o, state.x)) == 2 * weight


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected 6 rows joined by '/', got 1 in ''"),
        ("....../......", "expected 6 rows joined by '/', got 2 in '....../......'"),
        ("....../....../....../...../....../......", "expected 6 cells in row 4, got 5 in '.....'"),
        ("....../....../....../......./....../......", "expected 6 cells in row 4, got 7 in '.......'"),
        ("....../..x.../....../....../....../......", "expected '.', 'X' or 'O' at c2, got 'x' in '....../..x"),
        ("....../..0.../....../....../....../......", "expected '.', 'X' or 'O' at c2, got '0' in '....../..0"),
        (
            "XX..../....../....../....../....../......",
            "expected equal numbers of X and O, or one more X, got 2 and 0 in 'XX",
        ),
        (
            "O...../....../....../....../....../......",
            "expected equal numbers of X and O, or one more X, got 0 and 1 in 'O.",
        ),
        ("." * 35 + "X", "expected '.', 'b' or 'w' at f6, got 'X' in '....."),
        ("bb" + "." * 34, "expected equal numbers of b and w, or one more b, got 2 and 0 in 'bb."),
        ("123m", "expected a board as a decimal number without 'm' at the end, got '123m'"),
        ("65535", "expected a board number with four 16-bit parts, each below 3**9, got '65535'"),
        (
            "99999999999999999999",
            "expected a board number with four 16-bit parts, each below 3**9, got '99999999999999999999'",
        ),
        ("2", "expected equal numbers of X and O, or one more X, got 0 and 1 in '2'"),
        ("1" * 21, "expected 6 rows joined by '/', got 1 in '1111"),
        ("-1", "expected 6 rows joined by '/', got 1 in '-1'"),
        ("١٢", "expected 6 rows joined by '/', got 1 in '١٢'"),
    ],
)
def test_malformed_positions_are_refused(text: str, message: str) -> None:
    """The error for a malformed position gives the expected text, the place, and the given text."""
    with pytest.raises(InvalidNotation, match=re.escape(message)):
        GAME.parse_state(text)


@given(st.text(alphabet="XO./xbw0123456789m \n", max_size=45))
def test_no_text_does_worse_than_be_refused(text: str) -> None:
    """Any text is read as a position with legal numbers of stones, or refused with a one-line error."""
    for parse in (GAME.parse_state, notation.parse_course_state, notation.parse_girving):
        try:
            state = parse(text)
        except InvalidNotation as caught:
            refusal = str(caught)
        else:
            refusal = ""
            assert state.x & state.o == 0
            assert state.x.bit_count() - state.o.bit_count() in (0, 1)
        assert "\n" not in refusal


def test_foreign_parsers_refuse_their_own_errors() -> None:
    """The parsers of the other notations refuse a wrong first token, a wrong length and a negative number."""
    with pytest.raises(InvalidNotation, match="expected 'b' or 'w' for the token that moves first, got 'x'"):
        notation.parse_course_state("." * 36, first="x")
    with pytest.raises(InvalidNotation, match="expected 'b' or 'w' for the token that moves first, got ''"):
        notation.format_course_state(START, first="")
    with pytest.raises(InvalidNotation, match=r"expected 36 characters, got 3 in '\.\.\.'"):
        notation.parse_course_state("...")
    with pytest.raises(InvalidNotation, match="expected a board as a decimal number without 'm' at the end, got -1"):
        notation.parse_girving(-1)
