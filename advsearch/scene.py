"""A board as data: what a game hands out to be drawn, in the terminal, as SVG, or on the page."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import attrs

Look: TypeAlias = Literal["open", "blocked", "first", "second", "hole"]
"""What is in a cell: nothing, nothing any more, a piece of either player, or an empty slot of a frame."""


@attrs.frozen
class Cell:
    column: int
    row: int
    """From the top, 0 first."""
    look: Look = "open"
    label: str = ""
    """Short text on the piece; empty draws the piece alone."""
    last: bool = False
    """Whether the last action touched this cell."""
    action: Any = None
    """The action a click here plays, if any (of several, none)."""


@attrs.frozen
class Scene:
    """Cells on a grid with coordinates; `gaps_after_*` separate blocks such as quadrants."""

    columns: int
    rows: int
    cells: tuple[Cell, ...]
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    gaps_after_columns: tuple[int, ...] = ()
    gaps_after_rows: tuple[int, ...] = ()
    caption: str = ""
    """The text under the board: whose turn it is, or how the game ended."""
