"""The two stored versions of document 004's evaluator, with a test for each printed defect."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch_pentago import Pentago, State, straights
from advsearch_studies.pentago.stored import straights_stored_10, straights_stored_100

GAME = Pentago("after-turn")


def line_points(line: str, sign: str) -> int:
    pairs = sum(line[i : i + 2] == 2 * sign for i in range(len(line) - 1))
    return pairs + 1 if pairs else 0


def lines(grid: list[str]) -> tuple[list[str], list[str], list[str]]:
    """The lines in the order of the program: rows, diagonals, columns."""
    falling = [[grid[i][i + shift] for i in range(6) if 0 <= i + shift < 6] for shift in (1, 0, -1)]
    rising = [[grid[i][total - i] for i in range(6) if 0 <= total - i < 6] for total in (4, 5, 6)]
    return grid, ["".join(line) for line in falling + rising], ["".join(line) for line in zip(*grid, strict=True)]


def stored(state: State, player: int, *, bonus: int, five: bool) -> int:
    own, other = "XO"[player], "XO"[1 - player]
    groups = lines(GAME.format_state(state).split("/"))
    value = sum(line_points(line, own) - line_points(line, other) for group in groups for line in group)
    for group in groups:
        for sign, direction in ((own, 1), (other, -1)):
            for line in group:
                if line_points(line, sign) == 4:
                    value += direction * bonus
                if five and line_points(line, sign) == 5:
                    value = direction * 9_999
    return value


def first_row(row: str) -> State:
    """A board with this row of X on top, and as many O below, of which no two are neighbours."""
    signs = list(row + "." * 30)
    apart = [cell for cell in range(36) if cell // 6 in (2, 4) and cell % 2 == 0]
    for cell in apart[: row.count("X") - row.count("O")]:
        signs[cell] = "O"
    return GAME.parse_state("/".join("".join(signs[start : start + 6]) for start in range(0, 36, 6)))


@given(data=st.data(), player=st.integers(0, 1))
def test_both_versions_by_rereading_the_board(data: st.DataObject, arranged: Any, player: int) -> None:
    """On any arrangement of stones both stored versions return what their loops return over text."""
    state = data.draw(arranged)
    assert straights_stored_100(GAME, state, player) == stored(state, player, bonus=100, five=False)
    assert straights_stored_10(GAME, state, player) == stored(state, player, bonus=10, five=True)


@pytest.mark.parametrize(
    ("row", "described", "first", "second"),
    [
        ("X.....", 0, 0, 0),
        ("XX....", 2, 2, 2),
        ("XXX...", 3, 3, 3),
        ("XX.XX.", 4, 3, 3),
        ("XX..XX", 4, 3, 3),
        ("XXXX..", 104, 104, 14),
        (".XXXXO", 104, 104, 14),
        ("XXX.XX", 5, 104, 14),
        ("XX.XXX", 5, 104, 14),
        ("XXXX.X", 104, 104, 14),
        ("XXXXX.", 9_999, 5, 9_999),
        ("XXXXXX", 9_999, 6, 6),
    ],
)
def test_one_row(row: str, described: int, first: int, second: int) -> None:
    """Pairs are counted by line: two straights have one point less, `XXX.XX` counts as a four, and six has six
    points.
    """
    state = first_row(row)
    assert straights(GAME, state, 0) == described
    assert straights_stored_100(GAME, state, 0) == first
    assert straights_stored_10(GAME, state, 0) == second


def test_the_published_board_under_the_stored_versions() -> None:
    """107 and 3 are the points of the two sides; the value is 104, or 14 with the second version's bonus."""
    state = GAME.parse_state("w..w..w....ww.bw.....b......b.bbbb..")
    assert (straights_stored_100(GAME, state, 0), straights_stored_100(GAME, state, 1)) == (104, -104)
    assert (straights_stored_10(GAME, state, 0), straights_stored_10(GAME, state, 1)) == (14, -14)


def test_bonuses_of_several_fours_add_up() -> None:
    """A row and a column of four get two bonuses and keep their points."""
    state = GAME.parse_state("XXXX../X...../X....O/X..O../.....O/.O.O.O")
    assert straights_stored_100(GAME, state, 0) - stored(state, 0, bonus=0, five=False) == 200


def test_short_diagonals_never_score() -> None:
    """A diagonal of four is not among the six that count."""
    state = GAME.parse_state("..X.../...X../....X./.....X/O.O.O./......")
    assert straights_stored_100(GAME, state, 0) == straights_stored_10(GAME, state, 0) == 0


@pytest.mark.parametrize(
    ("text", "for_x", "for_o"),
    [
        ("XXXXX./OOOOO./....../....../....../......", -9_999, -9_999),  # both in rows: the opponent's comes last
        ("O....X/O....X/O....X/O....X/O....X/......", -9_999, -9_999),  # both in columns: likewise
        ("XXXXX./O...../.O..../..O.../...O../....O.", -9_999, 9_999),  # a diagonal overrules a row
        ("XXXXX./O...../O...../O...../O...../......", 9_999 - 10, -9_999 + 10),  # a later four still counts
        ("OOOO.X/.....X/.....X/.....X/.....X/......", 9_999, -9_999),  # an earlier four is overwritten
    ],
)
def test_a_later_line_overwrites_or_adds(text: str, for_x: int, for_o: int) -> None:
    """Fives set the value in the order rows, diagonals, columns, own first, and later lines change it again."""
    state = GAME.parse_state(text)
    assert straights_stored_10(GAME, state, 0) == for_x
    assert straights_stored_10(GAME, state, 1) == for_o


def test_the_second_version_is_not_antisymmetric() -> None:
    """With fives on both sides, each player's value is a loss; without fives, the two values are negatives of each
    other.
    """
    both = GAME.parse_state("XXXXX./OOOOO./....../....../....../......")
    assert straights_stored_10(GAME, both, 0) == straights_stored_10(GAME, both, 1)
    assert not getattr(straights_stored_10, "antisymmetric", False)
    assert straights_stored_100.antisymmetric
