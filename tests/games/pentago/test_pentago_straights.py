"""The evaluator `straights`, compared with a count over strings and with values worked out by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.errors import InvalidSettings
from advsearch_pentago import Pentago, State, Straights, straights
from advsearch_pentago.evaluators import MARKS, POINTS

GAME = Pentago()
PUBLISHED = "w..w../w....w/w.bw../...b../....b./bbbb.."


def lines_of(state: State) -> dict[str, list[str]]:
    """The 18 lines as strings, by direction."""
    grid = GAME.format_state(state).split("/")
    cells = [(row, column) for row in range(6) for column in range(6)]
    falling = ["".join(grid[r][c] for r, c in cells if r - c == shift) for shift in (-1, 0, 1)]
    rising = ["".join(grid[r][c] for r, c in cells if r + c == total) for total in (4, 5, 6)]
    return {
        "horizontal": grid,
        "vertical": ["".join(column) for column in zip(*grid, strict=True)],
        "diagonal": falling + rising,
    }


def counted(state: State, sign: str) -> tuple[dict[str, int], int, int]:
    """Points by direction, exact fours, and fives or sixes of one side, read from the text."""
    points, fours, fives = {}, 0, 0
    for direction, lines in lines_of(state).items():
        straights_here = [run for line in lines for run in re.findall(f"{sign}{{2,}}", line)]
        points[direction] = sum(map(len, straights_here))
        fours += sum(len(run) == 4 for run in straights_here)
        fives += sum(len(run) >= 5 for run in straights_here)
    return points, fours, fives


@given(data=st.data(), four=st.integers(0, 500), five=st.sampled_from([0, 9_999]))
def test_straights_by_reading_the_board(data: st.DataObject, arranged: Any, four: int, five: int) -> None:
    """Points, fours and fives of both sides are those of a count over the text, and the terms add up to the value."""
    state = data.draw(arranged)
    evaluate = Straights(four=four, five=five)
    (own, own_fours, own_fives), (other, other_fours, other_fives) = counted(state, "X"), counted(state, "O")
    expected = sum(own.values()) - sum(other.values()) + four * (own_fours - other_fours)
    terms = {f"own {name}": points for name, points in own.items()} | {"own fours": four * own_fours}
    terms |= {f"opponent's {name}": -points for name, points in other.items()}
    terms |= {"opponent's fours": -four * other_fours}
    if five and (own_fives or other_fives):
        expected = five * (bool(own_fives) - bool(other_fives))
        terms = {"own five": five} if own_fives else {}
        terms |= {"opponent's five": -five} if other_fives else {}
    assert evaluate(GAME, state, 0) == expected == -evaluate(GAME, state, 1)
    assert evaluate.terms(GAME, state, 0) == terms
    assert sum(terms.values()) == expected


def test_the_published_board() -> None:
    """On the published board black has 107 points (diagonal 3, horizontal 4, one four) and white 3 (vertical), so the
    value is 104.
    """
    state = GAME.parse_state(PUBLISHED.replace("/", ""))
    terms = straights.terms(GAME, state, 0)
    assert sum(points for name, points in terms.items() if name.startswith("own")) == 107
    assert {name: points for name, points in terms.items() if points} == {
        "own horizontal": 4,
        "own diagonal": 3,
        "own fours": 100,
        "opponent's vertical": -3,
    }
    assert (straights(GAME, state, 0), straights(GAME, state, 1)) == (104, -104)


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ("X.....", 0),
        ("XX....", 2),
        ("XX.XX.", 4),
        ("XX..XX", 4),
        ("XXX.XX", 5),
        ("XXXX..", 104),
        ("XXXX.X", 104),
        ("OXXXX.", 104),
        ("XXXXX.", 9_999),
        ("XXXXXX", 9_999),
        ("OO.XX.", 0),
    ],
)
def test_one_row_by_hand(row: str, value: int) -> None:
    """On one row, straights have their points, an exact four has 100 whether blocked or not, and five or six
    decide.
    """
    signs = list(row + "." * 30)
    apart = [cell for cell in range(36) if cell // 6 in (2, 4) and cell % 2 == 0]  # no two are neighbours
    for cell in apart[: row.count("X") - row.count("O")]:
        signs[cell] = "O"
    state = GAME.parse_state("/".join("".join(signs[start : start + 6]) for start in range(0, 36, 6)))
    assert straights(GAME, state, 0) == value


def test_short_diagonals_score_nothing() -> None:
    """A diagonal of four full of stones is not a straight."""
    state = GAME.parse_state("..X.../...X../....X./.....X/O.O.O./......")
    assert straights(GAME, state, 0) == 0


def test_both_fives_are_level() -> None:
    """If both sides have a five, which is a draw, the value is 0, whatever else is on the board."""
    state = GAME.parse_state("XXXXX./OOOOO./XX..../....../....../O.....")
    assert straights(GAME, state, 0) == straights(GAME, state, 1) == 0
    assert straights.terms(GAME, state, 0) == {"own five": 9_999, "opponent's five": -9_999}


@pytest.mark.parametrize("counting", ["straights", "lines"])
def test_line_tables(counting: str) -> None:
    """Each of the 64 patterns of a line has the points and the mark of its text."""
    for pattern in range(64):
        text = "".join("X" if pattern >> i & 1 else "." for i in range(6))
        found = re.findall("X+", text)
        straight = sum(len(run) for run in found if len(run) > 1)
        pairs = sum(text[i : i + 2] == "XX" for i in range(5))
        points = straight if counting == "straights" else pairs + (pairs > 0)
        four = any(len(run) == 4 for run in found) if counting == "straights" else points == 4
        five = any(len(run) >= 5 for run in found)
        assert POINTS[counting][pattern] == points
        assert (MARKS[counting][pattern] == 4) == (four and not five)
        assert (MARKS[counting][pattern] == 5) == five


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"four": -1}, "expected `four` to be a whole number of points from 0, got -1"),
        ({"four": 1.5}, "expected `four` to be a whole number of points from 0, got 1.5"),
        ({"five": True}, "expected `five` to be a whole number of points from 0, got True"),
        ({"counting": "pairs"}, "expected `counting` to be 'straights' or 'lines', got 'pairs'"),
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    """Points must be whole and not negative, and there are two ways of counting."""
    with pytest.raises(InvalidSettings, match=re.escape(message)):
        Straights(**settings)
