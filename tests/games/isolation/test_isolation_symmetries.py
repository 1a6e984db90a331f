"""Turns and reflections of the board."""

from __future__ import annotations

from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch_isolation import Isolation, State

Positions: TypeAlias = st.SearchStrategy[tuple[Isolation, State]]


@pytest.mark.parametrize(
    ("width", "height", "count"), [(7, 7, 8), (2, 2, 8), (11, 9, 4), (3, 2, 4), (1, 5, 2), (5, 1, 2), (1, 1, 1)]
)
def test_the_group(width: int, height: int, count: int) -> None:
    """There are 8 symmetries on squares, 4 on rectangles and fewer on lines. The identity comes first, they are
    closed under composition, and no two are equal.
    """
    game = Isolation(width, height)
    cells = range(width * height)
    maps = [tuple(symmetry.action(cell) for cell in cells) for symmetry in game.symmetries()]
    assert len(maps) == count
    assert maps[0] == tuple(cells)
    assert len(set(maps)) == count
    assert {tuple(f[g[cell]] for cell in cells) for f in maps for g in maps} == set(maps)
    assert len({symmetry.name for symmetry in game.symmetries()}) == count


def test_names_say_what_happens() -> None:
    """Each symmetry maps a1 and b1 of a 3x3 board to the cells that its name describes."""
    game = Isolation(3, 3)
    images = {
        symmetry.name: tuple(game.format_action(game.initial(), symmetry.action(cell)) for cell in (0, 1))
        for symmetry in game.symmetries()
    }
    assert images == {
        "identity": ("a1", "b1"),
        "quarter turn clockwise": ("c1", "c2"),
        "half turn": ("c3", "b3"),
        "quarter turn counter-clockwise": ("a3", "a2"),
        "mirror left and right": ("c1", "b1"),
        "mirror top and bottom": ("a3", "b3"),
        "mirror in the falling diagonal": ("a1", "a2"),
        "mirror in the rising diagonal": ("c3", "c2"),
    }


@given(data=st.data())
def test_the_game_is_the_same_game(data: st.DataObject, arbitrary: Positions, walked: Positions) -> None:
    """Actions, results, turns and ends of an image are the images of the original's."""
    game, state = data.draw(arbitrary | walked)
    for symmetry in game.symmetries():
        image = symmetry.state(state)
        assert sorted(symmetry.action(action) for action in game.actions(state)) == list(game.actions(image))
        assert (game.player(image), game.ply(image)) == (game.player(state), game.ply(state))
        assert game.terminal(image) == game.terminal(state)
        for action in game.actions(state)[:4]:
            assert symmetry.state(game.result(state, action)) == game.result(image, symmetry.action(action))
