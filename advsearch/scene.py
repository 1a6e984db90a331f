"""A board as data, from which a position is drawn in the terminal, as SVG and in the browser."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import attrs

Look: TypeAlias = Literal["open", "blocked", "first", "second", "hole"]
"""The contents of a cell. "first" and "second" are pieces of the two players. "open" is an empty cell, and "hole" is
an empty cell of an upright frame. "blocked" is a cell that cannot be used."""

Form: TypeAlias = Literal["square", "hexagon", "point"]
"""The shape of the cells. Hexagons stand on a corner, and each row begins half a cell to the right of the row above.
Points are the places of a board that is drawn with lines."""

Tone: TypeAlias = Literal["plain", "best", "good", "bad"]
"""What a mark or an arrow says of its cell or action."""

Place: TypeAlias = "tuple[float, float]"
"""A column and a row, counted from 0 at the top left. A place may lie between cells or outside of the board."""


@attrs.frozen
class Cell:
    """One cell of a drawing: where it is, and what stands on it.

    A cell says what a person calls it (`name`), and a page lets people click on it.
    """

    column: int
    row: int
    """The number of the row, from 0 at the top."""
    look: Look = "open"
    label: str = ""
    """A short text on the piece. If the text is empty, the piece is drawn without text."""
    last: bool = False
    """Whether the last action changed this cell."""
    action: Any = None
    """The action that a click on this cell plays. If `action` is None, a click is understood from the texts of the
    actions (see `advsearch.drawing.clicks`)."""
    name: str = ""
    """The cell's name in the notation. If the name is empty, it is the labels of the column and the row."""
    piece: str = ""
    """A name of the piece. If the piece of this name stood on another cell before, it is shown to move here."""
    entered: Place | None = None
    """The place from which the last action brought the piece, such as above the column for a disc that falls."""
    at: Place | None = None
    """Where the cell is drawn, if not at its column and row."""


@attrs.frozen
class Mark:
    """A short text on a cell, such as the value of an action."""

    column: int
    row: int
    text: str
    tone: Tone = "plain"


@attrs.frozen
class Arrow:
    """An arrow from one cell to another."""

    start: tuple[int, int]
    """The column and the row at which the arrow begins."""
    end: tuple[int, int]
    tone: Tone = "plain"


@attrs.frozen
class Turned:
    """A block of cells that the last action turned about its centre."""

    column: int
    row: int
    """The column and the row of the cell at the top left of the block."""
    columns: int
    rows: int
    quarters: int
    """The number of quarter turns: positive is clockwise."""


@attrs.frozen
class Scene:
    """Cells on a grid with coordinates. `gaps_after_*` lists the columns and rows after which a new block begins."""

    columns: int
    rows: int
    cells: tuple[Cell, ...]
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    gaps_after_columns: tuple[int, ...] = ()
    gaps_after_rows: tuple[int, ...] = ()
    caption: str = ""
    """One line of text under the board: the player to move, or how the game ended."""
    form: Form = attrs.field(default="square", kw_only=True)
    lines: tuple[tuple[Place, Place], ...] = attrs.field(default=(), kw_only=True)
    """Lines under the cells, each from one place to another."""
    marks: tuple[Mark, ...] = attrs.field(default=(), kw_only=True)
    arrows: tuple[Arrow, ...] = attrs.field(default=(), kw_only=True)
    turned: Turned | None = attrs.field(default=None, kw_only=True)

    def name(self, cell: Cell) -> str:
        """Return the name of a cell, such as `d4`; "" if the cell has neither a name nor two labels."""
        if cell.name or cell.column >= len(self.column_labels) or cell.row >= len(self.row_labels):
            return cell.name
        return self.column_labels[cell.column] + self.row_labels[cell.row]
