"""A board as data, from which a position is drawn in the terminal or as SVG."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import attrs

Look: TypeAlias = Literal["open", "blocked", "first", "second", "hole"]
"""The contents of a cell. "first" and "second" are pieces of the two players. "open" is an empty cell, and "hole" is
an empty cell of an upright frame. "blocked" is a cell that cannot be used."""


@attrs.frozen
class Cell:
    column: int
    row: int
    """The number of the row, from 0 at the top."""
    look: Look = "open"
    label: str = ""
    """A short text on the piece. If the text is empty, the piece is drawn without text."""
    last: bool = False
    """Whether the last action changed this cell."""
    action: Any = None
    """The action that a click on this cell plays. If a click could mean no action or several actions, `action` is
    None."""


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
