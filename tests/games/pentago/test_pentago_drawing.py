"""The board as a scene, and what is registered."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from advsearch_pentago import Pentago, plugin
from advsearch_pentago.players.best import Best

GAME = Pentago()


def test_the_board_is_drawn_in_quadrants() -> None:
    """The board has six rows and columns with coordinates, and gaps after the third column and the third row."""
    scene = GAME.scene(GAME.parse_state("X....O/....../....../....../....../......"))
    assert (scene.columns, scene.rows) == (6, 6)
    assert (scene.gaps_after_columns, scene.gaps_after_rows) == ((2,), (2,))
    assert (scene.column_labels, scene.row_labels) == (tuple("abcdef"), tuple("123456"))
    assert [(cell.column, cell.row) for cell in scene.cells] == [(c, r) for r in range(6) for c in range(6)]
    looks = {(cell.column, cell.row): (cell.look, cell.label) for cell in scene.cells if cell.look != "open"}
    assert looks == {(0, 0): ("first", "X"), (5, 0): ("second", "O")}


@pytest.mark.parametrize(
    ("action", "cell"), [("a1-TL-R", (2, 0)), ("a1-TL-L", (0, 2)), ("a1-BR-L", (0, 0)), ("e5-BR-L", (4, 4))]
)
def test_the_last_stone_is_marked_where_the_turn_carried_it(action: str, cell: tuple[int, int]) -> None:
    """The stone placed last is the only marked cell, at its place after the turn."""
    last = GAME.parse_action(GAME.initial(), action)
    scene = GAME.scene(GAME.result(GAME.initial(), last), last)
    assert [(cell.column, cell.row) for cell in scene.cells if cell.last] == [cell]
    assert [cell.look for cell in scene.cells if cell.last] == ["first"]
    assert scene.caption == f"O to move, ply 1, last {action}"


def test_a_winning_placement_is_one_click() -> None:
    """Under the official rules a cell that makes five can be clicked; any other cell has eight actions, so it
    cannot.
    """
    state = GAME.parse_state("XXXX../OOO.../....../....../....../O.....")
    clicks = {(cell.column, cell.row): cell.action for cell in GAME.scene(state).cells if cell.action is not None}
    action = GAME.parse_action(state, "e1")
    assert clicks == {(4, 0): action}
    won = GAME.scene(GAME.result(state, action), action)
    assert won.caption == "X has five and wins after 9 plies, last e1"
    assert [(cell.column, cell.row) for cell in won.cells if cell.last] == [(4, 0)]


@pytest.mark.parametrize(
    ("text", "caption"),
    [
        ("....../....../....../....../....../......", "X to move, ply 0"),
        ("XXXXX./OOOOO./....../....../....../......", "both have five: a draw after 10 plies"),
        ("OOOOO./XXXX../X...../X...../....../......", "O has five and wins after 11 plies"),
        ("XXOXXO/OOXOOX/XXOXXO/OOXOOX/XXOXXO/OOXOOX", "the board is full: a draw"),
    ],
)
def test_the_caption_says_whose_turn_or_how_it_ended(text: str, caption: str) -> None:
    """The caption is one line: the player to move, or how the game ended."""
    assert GAME.scene(GAME.parse_state(text)).caption == caption


def test_what_is_registered() -> None:
    """The game, its evaluators and its defaults are registered through the public hooks, by their places."""
    games: dict[str, Any] = {}
    evaluators: dict[tuple[str, str], Any] = {}
    plugin.advsearch_games(lambda name, make, *, summary="": games.update({name: (loaded(make), summary)}))
    plugin.advsearch_evaluators(
        lambda game, name, it, *, summary="": evaluators.update({(game, name): (loaded(it), summary)})
    )
    searchers: dict[str, Any] = {}
    plugin.advsearch_searchers(
        lambda name, make, *, compiled, game, summary: searchers.update({name: (loaded(make), summary)})
    )
    assert {name: make for name, (make, _) in games.items()} == {GAME.name: Pentago}
    assert {name: make for name, (make, _) in searchers.items()} == {"pentago-best": Best}
    assert (GAME.name, GAME.default_evaluator) in evaluators
    assert all(summary for _, summary in [*games.values(), *evaluators.values(), *searchers.values()])


def loaded(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
