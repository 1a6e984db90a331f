"""Compares the rules with a board of lists that uses no bits."""

from __future__ import annotations

from collections import Counter

import pytest
from advsearch.errors import IllegalAction, InvalidSettings
from hypothesis import given
from hypothesis import strategies as st

from advsearch_connect4 import ConnectFour, State

SIZES = ((7, 6), (4, 4), (5, 4), (4, 5), (6, 5), (5, 5), (9, 9), (3, 2), (1, 5), (5, 1))


def four_in(columns: list[list[int]], player: int) -> bool:
    """Whether `player` has four in a row. A column lists its stones from the bottom."""

    def has(x: int, y: int) -> bool:
        return 0 <= x < len(columns) and 0 <= y < len(columns[x]) and columns[x][y] == player

    return any(
        all(has(x + dx * n, y + dy * n) for n in range(4))
        for x in range(len(columns))
        for y in range(len(columns[x]))
        for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


@given(st.sampled_from(SIZES), st.data())
def test_rules_agree_with_columns_of_stones(size: tuple[int, int], data: st.DataObject) -> None:
    """In any game, actions, turn, end and utility are those of a board with a list of stones for each column."""
    width, height = size
    game = ConnectFour(width, height)
    state = game.initial()
    columns: list[list[int]] = [[] for _ in range(width)]
    for ply in range(width * height + 1):
        won = [player for player in (0, 1) if four_in(columns, player)]
        open_columns = [] if won else [x for x in range(width) if len(columns[x]) < height]
        assert list(game.actions(state)) == open_columns
        assert game.terminal(state) == (not open_columns)
        assert (game.ply(state), game.player(state)) == (ply, ply % 2)
        assert game.empty(state) == game.empty_cells(state).bit_count() == width * height - ply
        if not open_columns:
            score = (width * height + 2) // 2 - (ply + 1) // 2 if won else 0
            expected = score if won == [0] else -score
            assert (game.utility(state, 0), game.utility(state, 1)) == (expected, -expected)
            break
        action = data.draw(st.sampled_from(open_columns))
        columns[action].append(ply % 2)
        state = game.result(state, action)


@pytest.mark.parametrize(
    ("depth", "leaves"), [(1, 7), (2, 49), (3, 343), (4, 2_401), (5, 16_807), (6, 117_649), (7, 823_536)]
)
def test_perft(depth: int, leaves: int) -> None:
    """Perft of the empty 7x6 board gives the published numbers."""
    game = ConnectFour()
    ways = Counter([game.initial()])
    for _ in range(depth):
        after: Counter[State] = Counter()
        for state, count in ways.items():
            for action in game.actions(state):
                after[game.result(state, action)] += count
        ways = after
    assert ways.total() == leaves


@pytest.mark.parametrize(
    ("columns", "utility"),
    [
        ("4142434", 18),  # in a column, by the fourth stone
        ("1122334", 18),  # in a row
        ("71122334", -18),  # by the second player
        ("12233434474", 16),  # on a rising diagonal
        ("76655454414", 16),  # on a falling one
    ],
)
def test_a_quick_win_is_worth_more(columns: str, utility: int) -> None:
    """On 7x6 a win is worth 22 minus the winner's stones, in whichever direction the four lie."""
    game = ConnectFour()
    state = game.parse_state(columns)
    assert game.terminal(state)
    assert game.utility(state, 0) == utility


def test_a_full_board_without_four_is_a_draw() -> None:
    """If the last cell is filled and neither player has four, the game is worth 0."""
    game = ConnectFour(width=4, height=2)
    state = game.parse_state("12341234")
    assert game.terminal(state)
    assert game.utility(state, 0) == game.utility(state, 1) == 0
    assert game.actions(state) == ()


@pytest.mark.parametrize("setting", ["width", "height"])
@pytest.mark.parametrize("value", [0, 10, -1, 6.0, "7", True, None])
def test_sides_are_checked(setting: str, value: object) -> None:
    """A side of the board is a whole number from 1 to 9."""
    with pytest.raises(
        InvalidSettings, match=rf"expected `{setting}` to be a whole number from 1 to 9, got {value!r}"
    ):
        ConnectFour(**{setting: value})


@pytest.mark.parametrize(
    ("columns", "action", "message"),
    [
        ("", 7, r"expected an open column \(1, 2, 3, 4, 5, 6, 7\), got 7 in '\.{7}/"),
        ("", -1, "got -1 in"),
        ("", True, "got True in"),
        ("", "4", "got '4' in"),
        ("444444", 3, r"expected an open column \(1, 2, 3, 5, 6, 7\), got column 4 in"),
        ("4142434", 0, "expected no action, as the game is over, got column 1 in"),
    ],
)
def test_illegal_actions_are_refused(columns: str, action: object, message: str) -> None:
    """An action that is not an open column of an unfinished game is refused, and the message names the open
    columns.
    """
    game = ConnectFour()
    with pytest.raises(IllegalAction, match=message):
        game.result(game.parse_state(columns), action)  # type: ignore[arg-type]


@given(st.sampled_from(SIZES), st.data())
def test_the_mirror_is_a_symmetry(size: tuple[int, int], data: st.DataObject) -> None:
    """The mirror image is a symmetry: it commutes with playing, keeps actions and utilities, and is its own
    inverse.
    """
    game = ConnectFour(*size)
    identity, *others = game.symmetries()
    state = game.initial()
    while True:
        assert identity.state(state) == state
        for mirror in others:
            image = mirror.state(state)
            assert mirror.state(image) == state
            assert sorted(map(mirror.action, game.actions(state))) == list(game.actions(image))
            assert game.terminal(image) == game.terminal(state)
        if game.terminal(state):
            assert all(game.utility(mirror.state(state), 0) == game.utility(state, 0) for mirror in others)
            break
        action = data.draw(st.sampled_from(game.actions(state)))
        assert identity.action(action) == action
        after = game.result(state, action)
        assert all(game.result(m.state(state), m.action(action)) == m.state(after) for m in others)
        state = after
