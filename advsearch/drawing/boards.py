"""Draw a scene as one list of shapes: for pictures, reports, pages and notebooks.

A drawing has classes and coordinates and no colours; `advsearch.drawing.palette` has the colours of each theme.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final

import attrs

from advsearch.drawing.palette import board_style
from advsearch.drawing.svg import Shape, group, picture, shape
from advsearch.scene import Arrow, Cell, Form, Mark, Place, Scene, Turned

CELL, GAP, MARGIN, BORDER = 44, 10, 24, 8
"""The units of a picture: the width of a cell, the gap between blocks, the margin for labels, and the free border."""

PIECE: Final = 16.5
"""The radius of a piece."""


@attrs.frozen(slots=False)
class Layout:
    """The places of a scene's cells, in the units of the picture. Every face of a board is laid out by it."""

    scene: Scene

    def centre(self, place: Place) -> tuple[float, float]:
        """Return the middle of a cell, or of a place between cells, from its column and row."""
        scene, (column, row) = self.scene, place
        down = CELL * math.sqrt(3) / 2 if scene.form == "hexagon" else CELL
        across = column + row / 2 if scene.form == "hexagon" else column
        x = across * CELL + GAP * sum(after < column for after in scene.gaps_after_columns)
        y = row * down + GAP * sum(after < row for after in scene.gaps_after_rows)
        left, top = self._shift
        return left + x + CELL / 2, top + y + CELL / 2

    def over(self, place: Place) -> tuple[float, float]:
        """Return the middle of the cell with this column and row, wherever the cell is drawn."""
        drawn = (self.of(cell) for cell in self.scene.cells if (cell.column, cell.row) == place)
        return next(drawn, self.centre(place))

    def of(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a cell of the scene."""
        return self.centre((cell.column, cell.row) if cell.at is None else cell.at)

    @property
    def _shift(self) -> tuple[float, float]:
        scene = self.scene
        return (
            MARGIN if scene.row_labels else BORDER,
            MARGIN if scene.column_labels else BORDER,
        )

    @cached_property
    def size(self) -> tuple[float, float]:
        """The width and the height of the picture."""
        places = [self.of(cell) for cell in self.scene.cells]
        places += [self.centre(end) for line in self.scene.lines for end in line]
        half = CELL / math.sqrt(3) if self.scene.form == "hexagon" else CELL / 2
        return (
            math.ceil(max((x for x, _ in places), default=0) + CELL / 2 + BORDER),
            math.ceil(max((y for _, y in places), default=0) + half + BORDER),
        )


@attrs.frozen
class DrawnCell:
    """A cell as shapes, relative to its middle (x, y)."""

    cell: Cell
    name: str
    x: float
    y: float
    ground: tuple[Shape, ...]
    piece: tuple[Shape, ...]
    """What stands on the ground and may move: the piece and its label."""
    entered: tuple[float, float] | None
    """The point from which the last action brought the piece, relative to the middle."""

    def svg(self) -> str:
        return group((*self.ground, *self.piece), self.x, self.y)

    def data(self) -> dict[str, Any]:
        more = {"id": self.cell.piece, "entered": self.entered}
        return {
            "name": self.name,
            "look": self.cell.look,
            "x": self.x,
            "y": self.y,
            "ground": [each.data() for each in self.ground],
            "piece": [each.data() for each in self.piece],
            **{key: value for key, value in more.items() if value},
        }


@attrs.frozen
class Drawing:
    """A scene as shapes. The shapes of a cell are relative to the middle of the cell."""

    scene: Scene
    width: float
    height: float
    below: tuple[Shape, ...]
    """Labels, and lines between cells."""
    cells: tuple[DrawnCell, ...]
    """The cells of the scene, in its order."""
    above: tuple[Shape, ...]
    """Arrows and marks."""

    def data(self) -> dict[str, Any]:
        """Return the drawing as JSON: sizes, shapes, and what a page needs to show how pieces moved."""
        data: dict[str, Any] = {
            "width": self.width,
            "height": self.height,
            "below": [each.data() for each in self.below],
            "cells": [each.data() for each in self.cells],
            "above": [each.data() for each in self.above],
        }
        if self.scene.turned is not None:
            data["turned"] = self._turn(self.scene.turned)
        return data

    def _turn(self, turned: Turned) -> dict[str, Any]:
        columns = range(turned.column, turned.column + turned.columns)
        rows = range(turned.row, turned.row + turned.rows)
        x, y = Layout(self.scene).centre(
            (turned.column + (turned.columns - 1) / 2, turned.row + (turned.rows - 1) / 2)
        )
        inside = [n for n, each in enumerate(self.cells) if each.cell.column in columns and each.cell.row in rows]
        return {"cells": inside, "x": x, "y": y, "degrees": 90 * turned.quarters}


def drawing_of(scene: Scene) -> Drawing:
    """Draw a scene as shapes."""
    layout = Layout(scene)
    return Drawing(
        scene,
        *layout.size,
        below=(*_wires(layout), *_coordinates(layout)),
        cells=tuple(_drawn(layout, cell) for cell in scene.cells),
        above=(
            *(each for arrow in scene.arrows for each in arrow_shapes(layout, arrow)),
            *(each for mark in scene.marks for each in mark_shapes(*layout.over((mark.column, mark.row)), mark)),
        ),
    )


def board_svg(scene: Scene, *, style: bool = True) -> str:
    """A scene drawn as one `<svg>` element with its own style, for a light and a dark background. Without `style`,
    the page around it has the style.
    """
    drawing = drawing_of(scene)
    body = [
        shape("style", board_style()) if style else "",
        *(each.svg() for each in drawing.below),
        *(each.svg() for each in drawing.cells),
        *(each.svg() for each in drawing.above),
    ]
    return picture(f"{drawing.width:g}", f"{drawing.height:g}", scene.caption or "a board", "".join(body), "board")


def _drawn(layout: Layout, cell: Cell) -> DrawnCell:
    x, y = layout.of(cell)
    entered = None
    if cell.entered is not None:
        from_x, from_y = layout.centre(cell.entered)
        entered = (from_x - x, from_y - y)
    ground, piece = ground_of(layout.scene.form, cell), tuple(_piece(cell))
    return DrawnCell(cell, layout.scene.name(cell), x, y, ground, piece, entered)


def ground_of(form: Form, cell: Cell) -> tuple[Shape, ...]:
    """The shapes of a cell without what stands on it, relative to its middle."""
    classes = f"ground {cell.look}{' last' if cell.last else ''}"
    if form == "hexagon":
        ground = Shape("polygon", {"class": classes, "points": _hexagon(CELL / math.sqrt(3) - 1)})
    elif form == "point":
        ground = Shape("circle", {"class": classes, "r": PIECE + 2 if cell.last else 7})
    else:
        half = CELL / 2 - 1
        size = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half, "rx": 6}
        ground = Shape("rect", {"class": classes, **size})
    return (ground, Shape("circle", {"class": "pit", "r": PIECE})) if cell.look == "hole" else (ground,)


def _piece(cell: Cell) -> Iterator[Shape]:
    if cell.look in ("first", "second"):
        yield Shape("circle", {"class": f"piece {cell.look}", "r": PIECE})
        if cell.look == "second" and not cell.label:
            yield Shape("circle", {"class": "ring", "r": 10})
    if cell.label:
        wide = {"textLength": 34, "lengthAdjust": "spacingAndGlyphs"} if len(cell.label) > 4 else {}
        yield Shape("text", {"class": f"label {cell.look}", "y": 5.5, **wide}, cell.label)


def _hexagon(radius: float) -> str:
    corners = [(radius * math.sin(n * math.pi / 3), -radius * math.cos(n * math.pi / 3)) for n in range(6)]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def mark_shapes(x: float, y: float, mark: Mark) -> tuple[Shape, ...]:
    """A short text on a tag, around the point (x, y)."""
    half = min(4 + 4 * len(mark.text), CELL // 2 - 2)
    tag = {"x": x - half, "y": y - 10, "width": 2 * half, "height": 20, "rx": 7}
    return (
        Shape("rect", {"class": f"tag {mark.tone}", **tag}),
        Shape("text", {"class": f"value {mark.tone}", "x": x, "y": y + 4.2}, mark.text),
    )


def arrow_shapes(layout: Layout, arrow: Arrow) -> tuple[Shape, ...]:
    """A line with a head, from the middle of one cell to the middle of another."""
    (x1, y1), (x2, y2) = layout.over(arrow.start), layout.over(arrow.end)
    long = math.hypot(x2 - x1, y2 - y1)
    if not long:
        return ()
    across, down = (x2 - x1) / long, (y2 - y1) / long
    neck_x, neck_y = x2 - 14 * across, y2 - 14 * down
    corners = [(x2, y2), (neck_x - 8 * down, neck_y + 8 * across), (neck_x + 8 * down, neck_y - 8 * across)]
    return (
        Shape("line", {"class": f"arrow {arrow.tone}", "x1": x1, "y1": y1, "x2": neck_x, "y2": neck_y}),
        Shape(
            "polygon",
            {"class": f"head {arrow.tone}", "points": " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)},
        ),
    )


def _wires(layout: Layout) -> Iterator[Shape]:
    for start, end in layout.scene.lines:
        (x1, y1), (x2, y2) = layout.centre(start), layout.centre(end)
        yield Shape("line", {"class": "wire", "x1": x1, "y1": y1, "x2": x2, "y2": y2})


def _coordinates(layout: Layout) -> Iterator[Shape]:
    for column, label in enumerate(layout.scene.column_labels):
        x, _ = layout.centre((column, 0))
        yield Shape("text", {"class": "coordinate", "x": x, "y": MARGIN - 8}, label)
    for row, label in enumerate(layout.scene.row_labels):
        x, y = layout.centre((0, row))
        yield Shape("text", {"class": "coordinate", "x": x - CELL / 2 - 12, "y": y + 4}, label)
