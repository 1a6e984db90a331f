"""Boards of coloured characters, and the clicks on them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch import load_game
from advsearch.drawing.clicks import after_click, clicks_of, meaning
from advsearch.drawing.scenes import scene_data, scene_from, scene_of
from advsearch.drawing.tiles import SIZES, Decor, Tiling, next_cell, tiling_of
from advsearch.scene import Arrow, Cell, Mark, Scene, Turned

words = st.text("abX+-.0123456789", max_size=7)
looks = st.sampled_from(["open", "blocked", "first", "second", "hole"])


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Boards of every form, with gaps, labels, wires, marks and missing cells."""
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    places = [(column, row) for column in range(columns) for row in range(rows)]
    chosen = draw(st.lists(st.sampled_from(places), unique=True, min_size=1))
    cells = [Cell(*place, look=draw(looks), label=draw(words), last=draw(st.booleans())) for place in chosen]
    ends = st.tuples(st.sampled_from(places), st.sampled_from(places))
    return Scene(
        columns,
        rows,
        tuple(cells),
        tuple("abcdef"[:columns]) if draw(st.booleans()) else (),
        tuple("12345"[:rows]) if draw(st.booleans()) else (),
        tuple(draw(st.sets(st.integers(0, columns), max_size=2))),
        tuple(draw(st.sets(st.integers(0, rows), max_size=2))),
        form=draw(st.sampled_from(["square", "hexagon", "point"])),
        lines=tuple(draw(st.lists(ends, max_size=4))),
        marks=tuple(draw(st.lists(st.builds(Mark, st.just(0), st.just(0), words), max_size=1))),
        arrows=tuple(draw(st.lists(st.builds(Arrow, st.sampled_from(places), st.sampled_from(places)), max_size=1))),
        turned=draw(st.none() | st.just(Turned(0, 0, 1, 1, 1))),
    )


@given(scenes())
def test_a_scene_is_the_same_after_json(scene: Scene) -> None:
    """A scene that is written as JSON is read as the same scene, but for the actions of its cells."""
    assert scene_from(json.loads(json.dumps(scene_data(scene)))) == scene


@given(scenes(), st.sampled_from(SIZES), st.booleans(), words)
def test_a_drawing_has_its_size_and_its_cells(scene: Scene, size: tuple[int, int], flipped: bool, mark: str) -> None:
    """Every line of a drawing has the width that was announced, no tile lies outside, and a click in a tile finds its
    cell, whatever marks there are."""
    tiling = Tiling(scene, *size, flipped)
    decors = {n: Decor(mark, "best", n % 2 == 0, n % 3 == 0, n == 0) for n in range(0, len(scene.cells), 2)}
    lines = tiling.lines(decors)
    assert (max(map(len, lines)), min(map(len, lines)), len(lines)) == (tiling.size[0], *tiling.size)
    assert all(len(glyph.char) == 1 for line in lines for glyph in line)
    for number, cell in enumerate(scene.cells):
        x, y = tiling.corner((cell.column, cell.row))
        assert 0 <= x <= tiling.size[0] - size[0]
        assert 0 <= y <= tiling.size[1] - size[1]
        assert tiling.cell_at(x + size[0] // 2, y + size[1] // 2) == number


@given(scenes(), st.tuples(st.integers(1, 120), st.integers(1, 60)))
def test_the_largest_tiles_that_fit(scene: Scene, room: tuple[int, int]) -> None:
    """A board has the largest tiles with which it fits, or the smallest if none fits."""
    found = tiling_of(scene, room)
    fits = [
        size
        for size in SIZES
        if all(long <= most for long, most in zip(Tiling(scene, *size).size, room, strict=True))
    ]
    assert (found.width, found.height) == (fits[0] if fits else SIZES[-1])


@given(scenes())
def test_arrow_keys_reach_every_cell_of_a_row(scene: Scene) -> None:
    """From every cell that has one to its right in its row, an arrow key goes right, and the other one back."""
    for number, cell in enumerate(scene.cells):
        right = [other.column for other in scene.cells if other.row == cell.row and other.column > cell.column]
        after = next_cell(scene, number, 1, 0)
        assert (after != number) or not right
        if after != number and scene.cells[after].row == cell.row:
            assert scene.cells[after].column == min(right)
            assert next_cell(scene, after, -1, 0) == number or scene.form == "hexagon"


@pytest.mark.parametrize("spec", ["isolation", "pentago"])
def test_clicks_play_every_action(spec: str) -> None:
    """Every action is played by each of its ways: by the clicks alone, or by choosing from what they leave open."""
    game: Any = load_game(spec)
    state = game.initial()
    for ply in range(4):
        actions = clicks_of(game, state)
        for action in actions:
            for way in action.ways:
                path: tuple[int, ...] = ()
                played = None
                for cell in way:
                    assert cell in meaning(actions, path).targets
                    path, played = after_click(actions, path, cell)
                assert played == action or action in meaning(actions, path).complete
        state = game.result(state, game.actions(state)[-1 - ply % 2])


def test_a_click_that_goes_nowhere_begins_anew() -> None:
    """A second click that continues no action begins an action of its own, and one on the same cell takes the first
    back."""
    game: Any = load_game("pentago")
    actions = clicks_of(game, game.initial())
    path, _ = after_click(actions, (), 5)
    assert path == (5,)
    assert after_click(actions, path, 7) == ((7,), None)
    assert after_click(actions, path, 5) == ((), None)
    scene = scene_of(game, game.initial())
    assert scene is not None
    assert len(meaning(actions, (5,)).complete) == 8
