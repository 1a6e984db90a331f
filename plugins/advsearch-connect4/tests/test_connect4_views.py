"""Tests of the evaluators, the drawing, and what the game registers."""

from __future__ import annotations

import importlib
from importlib.metadata import entry_points

import pytest
from advsearch.protocol import Evaluator
from hypothesis import given
from hypothesis import strategies as st

from advsearch_connect4 import ConnectFour, State, plugin
from advsearch_connect4.board import all_lines
from advsearch_connect4.evaluators import center, lines, threats

EVALUATORS = (threats, lines, center)


def some_state(game: ConnectFour, data: st.DataObject) -> State:
    state = game.initial()
    for _ in range(data.draw(st.integers(0, 30))):
        if game.terminal(state):
            break
        state = game.result(state, data.draw(st.sampled_from(game.actions(state))))
    return state


@pytest.mark.parametrize("evaluator", EVALUATORS)
@given(data=st.data())
def test_estimates_stay_below_a_win(evaluator: Evaluator, data: st.DataObject) -> None:
    """An evaluation lies between -1 and 1, is the negative of the other side's, is the sum of its terms, and does not
    change in a mirror.
    """
    game = ConnectFour()
    state = some_state(game, data)
    value = evaluator(game, state, 0)
    assert -1 < value < 1
    assert evaluator(game, state, 1) == -value
    assert sum(evaluator.terms(game, state, 0).values()) == value
    assert evaluator(game, game.symmetries()[1].state(state), 0) == value


@given(st.data())
def test_a_threat_is_a_stone_away_from_four(data: st.DataObject) -> None:
    """The cells that `threats` counts are exactly those on which one more stone makes four."""
    game = ConnectFour()
    state = some_state(game, data)
    empty = game.empty_cells(state)
    for stones in state:
        if not game.board.has_four(stones):
            each = [1 << n for n in range(empty.bit_length()) if empty >> n & 1]
            expected = sum(bit for bit in each if game.board.has_four(stones | bit))
            assert game.board.completing(stones, empty) == expected


def test_lines_of_four() -> None:
    """A 7x6 board has 69 lines of four, and a board that is too small has none."""
    assert len(all_lines(7, 6)) == len(set(all_lines(7, 6))) == 69
    assert all_lines(3, 3) == ()
    assert lines(ConnectFour(3, 3), State(0, 0), 0) == center(ConnectFour(3, 3), State(1, 0), 0) == 0


def test_estimates_worked_out_by_hand() -> None:
    """A stone in the middle of the bottom row is on 7 lines and makes no threat."""
    game = ConnectFour()
    state = game.parse_state("4")
    assert threats(game, state, 0) == 0
    assert lines(game, state, 0) == pytest.approx(7 / 70)
    assert center(game, state, 0) == pytest.approx(7 / (4 * 69 + 1))
    assert threats(game, game.parse_state("3344"), 0) == 0
    assert threats(game, game.parse_state("33445"), 0) == 2 / 42


def test_the_scene_shows_the_board() -> None:
    """The scene shows the stones, the last one, whose turn it is, and empty cells that play their column."""
    game = ConnectFour()
    scene = game.scene(game.parse_state("4453"), last=2)
    looks = {(cell.column, cell.row): cell.look for cell in scene.cells if cell.look != "hole"}
    assert looks == {(3, 5): "first", (3, 4): "second", (4, 5): "first", (2, 5): "second"}
    assert [(cell.column, cell.row) for cell in scene.cells if cell.last] == [(2, 5)]
    assert all(cell.action == (cell.column if cell.look == "hole" else None) for cell in scene.cells)
    assert (scene.columns, scene.rows, scene.column_labels) == (7, 6, tuple("1234567"))
    assert scene.caption == "X to move, ply 4"


@pytest.mark.parametrize(
    ("columns", "caption"), [("4142434", "X wins by 18 after 7 plies"), ("71122334", "O wins by 18 after 8 plies")]
)
def test_the_scene_says_who_won(columns: str, caption: str) -> None:
    """The caption of a finished game names the winner and the score, and no cell can be played."""
    game = ConnectFour()
    scene = game.scene(game.parse_state(columns))
    assert scene.caption == caption
    assert {cell.action for cell in scene.cells} == {None}


def test_the_scene_says_a_draw() -> None:
    """The caption of a full board names a draw."""
    game = ConnectFour(width=4, height=2)
    assert game.scene(game.parse_state("12341234")).caption == "a draw after 8 plies"


def test_the_plugin_registers_the_game_and_its_evaluators() -> None:
    """The plugin registers the game under its name and three evaluators, each by its place."""
    told: list[tuple[object, ...]] = []

    def register(*names: str, summary: str) -> None:
        *known_by, place = names
        module, _, name = place.partition(":")
        assert summary
        told.append((*known_by, getattr(importlib.import_module(module), name)))

    plugin.advsearch_games(register)
    plugin.advsearch_evaluators(register)
    assert told == [("connect4", ConnectFour), *[("connect4", each.__name__, each) for each in EVALUATORS]]


def test_the_distribution_names_its_plugin() -> None:
    """The distribution's entry point for advsearch leads to the plugin."""
    (point,) = entry_points(group="advsearch", name="connect4")
    assert point.load() is plugin
