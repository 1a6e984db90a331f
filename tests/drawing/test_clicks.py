"""Which clicks mean which action, in games with a scene, with a grid of words, and with neither."""

from __future__ import annotations

from typing import Any

import pytest

import advsearch
from advsearch.drawing.clicks import clicks_of
from advsearch.drawing.scenes import scene_of, scene_of_words
from advsearch.errors import PluginError


class Grid:
    """A row of cells, on which a test says what the actions are and what they change."""

    def __init__(self, actions: dict[Any, str], words: str = "..x.") -> None:
        self.moves, self.words = actions, words

    def actions(self, state: str) -> list[Any]:
        return list(self.moves)

    def result(self, state: str, action: Any) -> str:
        return self.moves[action]

    def board(self, state: str) -> list[list[str]]:
        return [list(state)]


def ways(actions: dict[Any, str], words: str = "..x.") -> list[tuple[tuple[int, ...], ...]]:
    return [each.ways for each in clicks_of(Grid(actions), words)]  # type: ignore[arg-type]


def test_a_number_is_found_by_what_it_changes() -> None:
    """An action that names no cell is clicked at the cell that it changes, wherever this is."""
    assert ways({0: "o.x.", 7: "..xo"}) == [((0,),), ((3,),)]


def test_a_move_is_two_clicks() -> None:
    """A move is clicked where the piece stands and then where it goes."""
    assert ways({"left": "x...", "right": "...x"}) == [((2, 0),), ((2, 3),)]


def test_tuples_are_rows_and_columns() -> None:
    """A tuple of row and column is a cell, and pairs of them are several clicks, if the action changes them."""
    assert ways({(0, 1): ".ox.", ((0, 2), (0, 3)): "...x"}) == [((1,),), ((2, 3),)]
    assert ways({(0, 1): "..xo"}) == [((3,),)]


def test_names_of_cells_in_the_text() -> None:
    """Words of the text that are names of cells are its clicks, in their order."""
    assert ways({"c1-a1": "x...", "d1!": "..xo", "drop b1, then c1": ".xox"}) == [((2, 0),), ((3,),), ((1, 2),)]


def test_an_action_without_cells_has_a_button() -> None:
    """An action that changes no cell, or many, has no clicks; its text is what a button shows."""
    pass_, all_ = clicks_of(Grid({"pass": "..x.", "fill": "xxxx"}), "..x.")  # type: ignore[arg-type]
    assert (pass_.ways, pass_.rest, pass_.shown) == ((), "pass", None)
    assert (all_.ways, all_.rest) == ((), "fill")


def test_a_game_without_a_board() -> None:
    """A game that describes no board has buttons only."""

    class Nim:
        def actions(self, state: int) -> list[int]:
            return [1, 2]

    assert scene_of(Nim(), 3) is None  # type: ignore[arg-type]
    assert [(each.ways, each.rest) for each in clicks_of(Nim(), 3)] == [((), "1"), ((), "2")]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["isolation", "pentago"])
def test_every_action_of_our_games_can_be_clicked(name: str) -> None:
    """Different actions have different clicks, or the rest of their texts differ."""
    game = advsearch.load_game(name)
    state = game.initial()
    for _ in range(6):
        found = clicks_of(game, state)
        assert all(each.ways and each.shown is not None for each in found)
        assert len({(way, each.rest if len(found) > 49 else "") for each in found for way in each.ways}) == len(found)
        state = game.result(state, found[len(found) // 2].action)


def test_the_rest_of_the_choice() -> None:
    """What the clicks leave open is the rest of the text."""
    game = advsearch.load_game("pentago")
    clicks = clicks_of(game, game.initial())[0]
    assert (clicks.text, clicks.ways, clicks.rest) == ("a1-TL-L", ((0,),), "TL-L")


@pytest.mark.parametrize("grid", [[], [[]], [["a"], ["b", "c"]], [["a", 1]]])
def test_what_is_no_grid_of_words_is_refused(grid: Any) -> None:
    """Anything but rows of words of the same length is an error that names the game's method."""
    with pytest.raises(PluginError, match=r"expected mine\.board to return rows"):
        scene_of_words(grid, "mine")
