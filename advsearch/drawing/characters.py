"""Draw a scene with characters: coordinates, a frame, gaps between blocks, and brackets around the last action."""

from __future__ import annotations

from typing import Final

import attrs

from advsearch.scene import Cell, Scene

_PIECES: Final = {"open": "·", "hole": "·", "blocked": "▒", "first": "●", "second": "○"}
_ASCII: Final = {"open": ".", "hole": ".", "blocked": "#", "first": "X", "second": "O"}
_FRAME_ASCII: Final = str.maketrans("─│┌┐└┘├┤┬┴┼", "-|+++++++++")
_ROLES: Final = {"open": "ground", "hole": "ground", "blocked": "blocked", "first": "first", "second": "second"}
"""The role in the palette of each kind of cell."""


@attrs.frozen
class Span:
    text: str
    role: str = ""
    """The role of the text in the palette; "" for the terminal's own colour."""


def lines_of(scene: Scene, *, unicode: bool = True) -> list[list[Span]]:
    """Return the lines of a board, each as spans of one colour."""
    cells = {(cell.column, cell.row): cell for cell in scene.cells}
    marks = {(mark.column, mark.row): mark.text for mark in scene.marks}
    width = max([1, *(len(cell.label) for cell in scene.cells), *map(len, marks.values())]) + 2
    margin = max([0, *(len(label) for label in scene.row_labels)])
    lines: list[list[Span]] = []
    if scene.column_labels:
        lines.append([Span(" " * (margin + 1) + _labels(scene, width), "soft")])
    lines.append(_rule(scene, width, margin, ("┌", "┬", "┐")))
    for row in range(scene.rows):
        label = scene.row_labels[row] if row < len(scene.row_labels) else ""
        line = [Span(f"{label:>{margin}} {_indent(scene, row, width)}│", "soft")]
        for column in range(scene.columns):
            line += _cell(cells.get((column, row)), marks.get((column, row)), width, unicode)
            if column + 1 == scene.columns or column in scene.gaps_after_columns:
                line.append(Span("│", "soft"))
        lines.append(line)
        if row in scene.gaps_after_rows and row + 1 < scene.rows:
            lines.append(_rule(scene, width, margin, ("├", "┼", "┤")))
    lines.append(_rule(scene, width, margin, ("└", "┴", "┘"), scene.rows - 1))
    if not unicode:
        lines = [[attrs.evolve(span, text=span.text.translate(_FRAME_ASCII)) for span in line] for line in lines]
    return [*lines, [Span(scene.caption)]] if scene.caption else lines


def _indent(scene: Scene, row: int, width: int) -> str:
    """The space before a row. In a board of hexagons each row begins half a cell to the right of the row above."""
    return " " * (row * width // 2) if scene.form == "hexagon" else ""


def _labels(scene: Scene, width: int) -> str:
    texts = []
    for column, label in enumerate(scene.column_labels):
        before = column == 0 or column - 1 in scene.gaps_after_columns
        texts.append(" " * before + f"{label:^{width}}")
    return "".join(texts).rstrip()


def _rule(scene: Scene, width: int, margin: int, corners: tuple[str, str, str], row: int = 0) -> list[Span]:
    left, between, right = corners
    line = " " * (margin + 1) + _indent(scene, row, width) + left
    for column in range(scene.columns):
        line += "─" * width
        if column + 1 < scene.columns and column in scene.gaps_after_columns:
            line += between
    return [Span(line + right, "soft")]


def _cell(cell: Cell | None, mark: str | None, width: int, unicode: bool) -> list[Span]:
    if cell is None:
        return [Span(" " * width)]
    text, role = mark or cell.label or (_PIECES if unicode else _ASCII)[cell.look], _ROLES[cell.look]
    if mark is not None:
        return [Span(f"{text:^{width}}", "good")]
    if cell.look == "blocked" and not cell.label and not cell.last:
        return [Span(text * width, role)]
    if not cell.last:
        return [Span(f"{text:^{width}}", role)]
    return [Span("[", "last"), Span(f"{text:^{width - 2}}", role), Span("]", "last")]
