"""Boards as shapes and as SVG."""

from __future__ import annotations

import json
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from advsearch.drawing.boards import CELL, Layout, board_svg, drawing_of
from advsearch.drawing.svg import Shape
from advsearch.scene import Arrow, Cell, Mark, Scene, Turned

SCENE = Scene(
    3,
    1,
    (Cell(0, 0, "first", label="<b>"), Cell(1, 0, "second", last=True), Cell(2, 0)),
    ("a", "b", "c"),
    ("1",),
    gaps_after_columns=(0,),
    caption="2 & more",
)
LOOKS = st.sampled_from(["open", "blocked", "first", "second", "hole"])


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = tuple(
        Cell(column, row, draw(LOOKS), draw(st.sampled_from(["", "K", "<&>"])), last=draw(st.booleans()))
        for row in range(rows)
        for column in range(columns)
    )
    place = st.tuples(st.integers(0, columns - 1), st.integers(0, rows - 1))
    return Scene(
        columns,
        rows,
        cells,
        tuple(map(str, range(columns))) if draw(st.booleans()) else (),
        tuple(map(str, range(rows))) if draw(st.booleans()) else (),
        tuple(draw(st.sets(st.integers(0, columns)))),
        tuple(draw(st.sets(st.integers(0, rows)))),
        form=draw(st.sampled_from(["square", "hexagon", "point"])),
        lines=tuple(draw(st.lists(st.tuples(place, place), max_size=3))),
        marks=tuple(Mark(*draw(place), "+0.02", "best") for _ in range(draw(st.integers(0, 2)))),
        arrows=tuple(Arrow(*draw(st.tuples(place, place))) for _ in range(draw(st.integers(0, 2)))),
    )


def test_boards_as_svg() -> None:
    """A board shows every cell, escaped labels, coordinates and the caption, and marks the last action's cell."""
    svg = board_svg(SCENE)
    assert svg.count("<rect") == 3
    assert svg.count(' last"') == 1
    assert "&lt;b&gt;" in svg
    assert "2 &amp; more" in svg
    for label in ("a", "b", "c", "1"):
        assert f">{label}</text>" in svg


def test_gaps_separate_blocks() -> None:
    """Cells on both sides of a gap are farther apart than neighbours within a block."""
    first, second, third = (Layout(SCENE).of(cell)[0] for cell in SCENE.cells)
    assert second - first > third - second


@given(scenes())
def test_every_cell_is_inside_the_picture_and_apart_from_the_others(scene: Scene) -> None:
    """In every form, each cell is inside the picture, and no cell covers another. The picture is XML, and the same
    drawing is JSON.
    """
    drawing = drawing_of(scene)
    ElementTree.fromstring(board_svg(scene))
    json.dumps(drawing.data())
    middles = [(each.x, each.y) for each in drawing.cells]
    for n, (x, y) in enumerate(middles):
        assert CELL / 2 <= x <= drawing.width - CELL / 2
        assert CELL / 2 <= y <= drawing.height - CELL / 2
        assert all((x - a) ** 2 + (y - b) ** 2 >= (CELL - 0.01) ** 2 for a, b in middles[:n])


def test_a_board_follows_the_theme_of_its_reader() -> None:
    """The picture has its own style in a light and a dark theme, and no shape has a colour of its own."""
    svg = board_svg(SCENE)
    assert "@media (prefers-color-scheme: dark)" in svg
    assert "#" not in svg.split("</style>")[1]


def test_what_moved_is_data() -> None:
    """A page learns which cells turned, where a piece came from, and which piece stands where."""
    cells = (Cell(0, 0, "first", piece="K"), Cell(1, 0, "second", entered=(1, -1)), Cell(0, 1), Cell(1, 1))
    data = drawing_of(Scene(2, 2, cells, turned=Turned(0, 0, 1, 2, quarters=-1))).data()
    assert data["turned"] == {"cells": [0, 2], "x": 30.0, "y": 52.0, "degrees": -90}
    assert data["cells"][0]["id"] == "K"
    assert data["cells"][1]["entered"] == (0.0, -CELL)


def test_free_places() -> None:
    """A cell may be drawn anywhere, and lines join places."""
    scene = Scene(2, 1, (Cell(0, 0, at=(0.5, 2)), Cell(1, 0)), form="point", lines=(((0.5, 2), (1, 0)),))
    drawing = drawing_of(scene)
    assert (drawing.cells[0].x, drawing.cells[0].y) == (52, 118)
    (line,) = drawing.below
    assert line.attributes == {"class": "wire", "x1": 52, "y1": 118, "x2": 74, "y2": 30}


def test_numbers_are_short() -> None:
    """Numbers have at most two decimal places in the text of a shape."""
    assert Shape("circle", {"cx": 1 / 3, "r": 2.0}).svg() == '<circle cx="0.33" r="2"/>'
