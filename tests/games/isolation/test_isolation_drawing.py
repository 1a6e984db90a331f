"""The board as a scene."""

from __future__ import annotations

import pytest

from advsearch_isolation import Isolation


def test_cells_show_what_stands_where() -> None:
    """The scene shows open and blocked cells, and both tokens under their letters, with coordinates from the top
    left.
    """
    game = Isolation(3, 2)
    scene = game.scene(game.parse_state("A.#/..B B"), last=0)
    assert (scene.columns, scene.rows) == (3, 2)
    assert scene.column_labels == ("a", "b", "c")
    assert scene.row_labels == ("1", "2")
    assert [cell.look for cell in scene.cells] == ["first", "open", "blocked", "open", "open", "second"]
    assert [cell.label for cell in scene.cells] == ["A", "", "", "", "", "B"]
    assert [(cell.column, cell.row) for cell in scene.cells] == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]


def test_the_last_move_and_the_clicks() -> None:
    """The cell of the last action is marked, and each legal action can be clicked."""
    game = Isolation(3, 3)
    state = game.result(game.initial(), 0)
    state = game.result(state, 2)
    scene = game.scene(state, last=2)
    assert [number for number, cell in enumerate(scene.cells) if cell.last] == [2]
    clicks = {number: cell.action for number, cell in enumerate(scene.cells) if cell.action is not None}
    assert clicks == {action: action for action in game.actions(state)}
    assert not any(cell.last for cell in game.scene(game.initial()).cells)


@pytest.mark.parametrize(
    ("text", "caption"),
    [
        (".../... A", "A to place, ply 0"),
        ("A../... B", "B to place, ply 1"),
        ("A../B.. A", "A to move, ply 2"),
        ("A../.B. B", "B has no move: A wins after 2 plies"),
        ("A../.B# A", "A has no move: B wins after 3 plies"),
        ("A##/### B", "B has no open cell: A wins after 6 plies"),
    ],
)
def test_the_caption_says_whose_turn_or_how_it_ended(text: str, caption: str) -> None:
    """The caption is one line: the player to move and its kind of action, or the stuck player and the winner."""
    game = Isolation(3, 2)
    assert game.scene(game.parse_state(text)).caption == caption
