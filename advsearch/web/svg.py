"""A scene as SVG: the same board the terminal shows, for pages and notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

import attrs

from advsearch.scene import Cell, Look, Scene

CELL: Final = 44
GAP: Final = 10
MARGIN: Final = 24


@attrs.frozen
class Layout:
    """Where the cells of a scene lie, in the picture's own units."""

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
    """The scene as one `<svg>` element; its colours are CSS classes with fallbacks, so that pages may restyle it."""
    layout = Layout(scene)
    body = "".join([*_labels(layout), *(_cell(layout, cell) for cell in scene.cells)])
    caption = escape(scene.caption, quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {layout.width} {layout.height}" '
        f'width="{layout.width}" height="{layout.height}" role="img" aria-label="{caption}">'
        f"<title>{caption}</title>{body}</svg>"
    )


def _labels(layout: Layout) -> Iterator[str]:
    style = 'class="label" font-family="sans-serif" font-size="13" fill="#777" text-anchor="middle"'
    for column, text in enumerate(layout.scene.column_labels):
        yield f'<text {style} x="{layout.x(column) + CELL // 2}" y="{MARGIN - 8}">{escape(text)}</text>'
    for row, text in enumerate(layout.scene.row_labels):
        yield f'<text {style} x="{MARGIN - 12}" y="{layout.y(row) + CELL // 2 + 5}">{escape(text)}</text>'


FILLS: Final[dict[Look, str]] = {
    "open": "#f2efe9",
    "hole": "#f2efe9",
    "blocked": "#8d8a84",
    "first": "#f2efe9",
    "second": "#f2efe9",
}
PIECES: Final[dict[Look, tuple[str, str]]] = {"first": ("#1f6feb", "#fff"), "second": ("#e8590c", "#fff")}
"""Fill of a piece and of the text on it; told apart by more than hue: without labels the second's has a ring."""


def _cell(layout: Layout, cell: Cell) -> str:
    x, y = layout.x(cell.column), layout.y(cell.row)
    edge = ' stroke="#d9a400" stroke-width="3"' if cell.last else ' stroke="#cfcabf"'
    shapes = [
        f'<rect class="cell {cell.look}" x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}" rx="5" '
        f'fill="{FILLS[cell.look]}"{edge}/>'
    ]
    middle_x, middle_y = x + CELL // 2, y + CELL // 2
    if cell.look in PIECES:
        fill, _ = PIECES[cell.look]
        shapes.append(f'<circle class="piece {cell.look}" cx="{middle_x}" cy="{middle_y}" r="15" fill="{fill}"/>')
        if cell.look == "second" and not cell.label:
            shapes.append(
                f'<circle cx="{middle_x}" cy="{middle_y}" r="10" fill="none" stroke="#fff" stroke-width="2"/>'
            )
    elif cell.look == "hole":
        shapes.append(f'<circle cx="{middle_x}" cy="{middle_y}" r="5" fill="#ddd6c8"/>')
    if cell.label:
        colour = PIECES[cell.look][1] if cell.look in PIECES else "#333"
        shapes.append(
            f'<text x="{middle_x}" y="{middle_y + 5}" font-family="sans-serif" font-size="14" font-weight="bold" '
            f'fill="{colour}" text-anchor="middle">{escape(cell.label)}</text>'
        )
    return "".join(shapes)
