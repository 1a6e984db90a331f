"""A plot: its data, and its picture."""

from __future__ import annotations

import csv
import io
from typing import Any

import attrs


@attrs.frozen(repr=False)
class Plot:
    """What a plot shows, as rows of numbers and texts, and its picture."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    """The data, one row for each point. None is a number that is not known, or not finite."""
    svg: str
    """The picture as the text of an SVG file, for a light and a dark background."""

    def csv(self) -> str:
        """Return the data as CSV, with a line of headers."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(["" if each is None else each for each in row] for row in self.rows)
        return text.getvalue()

    def __repr__(self) -> str:
        return f"Plot({self.title!r}, {len(self.rows)} rows)"
