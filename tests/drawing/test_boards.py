"""Boards as SVG."""

from __future__ import annotations

from advsearch.drawing.boards import Layout, board_svg
from advsearch.scene import Cell, Scene

SCENE = Scene(
    3,
    1,
    (Cell(0, 0, "first", label="<b>"), Cell(1, 0, "second", last=True), Cell(2, 0)),
    ("a", "b", "c"),
    ("1",),
    gaps_after_columns=(0,),
    caption="2 & more",
)


def test_boards_as_svg() -> None:
    """A board shows every cell, escaped labels, coordinates and the caption, and marks the last action's cell."""
    svg = board_svg(SCENE)
    assert svg.count("<rect") == 3
    assert svg.count('stroke="#d9a400"') == 1
    assert "&lt;b&gt;" in svg
    assert "2 &amp; more" in svg
    for label in ("a", "b", "c", "1"):
        assert f">{label}</text>" in svg


def test_gaps_separate_blocks() -> None:
    """Cells on both sides of a gap are farther apart than neighbours within a block."""
    layout = Layout(SCENE)
    assert layout.x(1) - layout.x(0) > layout.x(2) - layout.x(1)
