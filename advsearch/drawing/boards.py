"""Draw a scene (a board as data) as SVG, for pages and notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from advsearch.drawing.svg import picture, shape, text
from advsearch.scene import Cell, Look, Scene

CELL, GAP, MARGIN = 44, 10, 24
"""The units of a picture: the width of a cell, the gap between blocks, and the margin for labels."""


@attrs.frozen
class Layout:
    """The positions of a scene's cells, in the units of the picture."""

    scene: Scene

    def x(self, column: int) -> int:
        return MARGIN + column * CELL + GAP * sum(after < column for after in self.scene.gaps_after_columns)

    def y(self, row: int) -> int:
        return MARGIN + row * CELL + GAP * sum(after < row for after in self.scene.gaps_after_rows)

    @property
    def width(self) -> int:
        return self.x(self.scene.columns - 1) + CELL + 8

    @property
    def height(self) -> int:
        return self.y(self.scene.rows - 1) + CELL + 8


def board_svg(scene: Scene) -> str:
    """A scene drawn as one `<svg>` element. Every shape has a CSS class, so that a page may change the colours."""
    layout = Layout(scene)
    body = "".join([*_labels(layout), *(_cell(layout, cell) for cell in scene.cells)])
    return picture(layout.width, layout.height, scene.caption, body, class_="board")


def _labels(layout: Layout) -> Iterator[str]:
    style = {
        "class_": "label",
        "font_family": "sans-serif",
        "font_size": 13,
        "fill": "#777",
        "text_anchor": "middle",
    }
    for column, label in enumerate(layout.scene.column_labels):
        yield text(label, **style, x=layout.x(column) + CELL // 2, y=MARGIN - 8)
    for row, label in enumerate(layout.scene.row_labels):
        yield text(label, **style, x=MARGIN - 12, y=layout.y(row) + CELL // 2 + 5)


FILLS: Final[dict[Look, str]] = {
    "open": "#f2efe9",
    "hole": "#f2efe9",
    "blocked": "#8d8a84",
    "first": "#f2efe9",
    "second": "#f2efe9",
}
PIECES: Final[dict[Look, tuple[str, str]]] = {"first": ("#1f6feb", "#fff"), "second": ("#e8590c", "#fff")}
"""For each player, the fill of a piece and of the text on it. The second player's pieces also have a ring or a
label."""


def _cell(layout: Layout, cell: Cell) -> str:
    x, y = layout.x(cell.column), layout.y(cell.row)
    edge = {"stroke": "#d9a400", "stroke_width": 3} if cell.last else {"stroke": "#cfcabf"}
    size = {"width": CELL - 2, "height": CELL - 2, "rx": 5}
    shapes = [shape("rect", class_=f"cell {cell.look}", x=x + 1, y=y + 1, **size, fill=FILLS[cell.look], **edge)]
    middle_x, middle_y = x + CELL // 2, y + CELL // 2
    middle = {"cx": middle_x, "cy": middle_y}
    if cell.look in PIECES:
        shapes.append(shape("circle", class_=f"piece {cell.look}", **middle, r=15, fill=PIECES[cell.look][0]))
        if cell.look == "second" and not cell.label:
            shapes.append(shape("circle", **middle, r=10, fill="none", stroke="#fff", stroke_width=2))
    elif cell.look == "hole":
        shapes.append(shape("circle", **middle, r=5, fill="#ddd6c8"))
    if cell.label:
        colour = PIECES[cell.look][1] if cell.look in PIECES else "#333"
        font = {"font_family": "sans-serif", "font_size": 14, "font_weight": "bold"}
        shapes.append(text(cell.label, x=middle_x, y=middle_y + 5, **font, fill=colour, text_anchor="middle"))
    return "".join(shapes)
