"""The grades of several submissions as one table: text, JSON or HTML."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import Any, Final

import attrs

from advsearch.testing.grading import POINTS, Grade
from advsearch.testing.report import Report

SEARCHERS_OF: Final = 100


@attrs.frozen
class Row:
    """What came of one submission."""

    checked: str
    holds: bool
    grade: Grade = attrs.field(factory=lambda: Grade({}))
    broken: tuple[str, ...] = ()
    """The names of the broken laws."""
    error: str = ""
    """Why the submission could not be checked; else ""."""

    @property
    def share(self) -> float:
        return self.grade.points / self.grade.of if self.grade.of else 0.0

    def as_json(self) -> dict[str, Any]:
        shown = {"checked": self.checked, "holds": self.holds} | self.grade.as_json()
        if self.error:
            return shown | {"of": SEARCHERS_OF, "error": self.error}
        return shown | {"broken": list(self.broken)}


def row_of(name: str, report: Report) -> Row:
    return Row(name, not report.broken, report.grade, tuple(broken.law for broken in report.broken))


def written_for(ending: str, rows: Sequence[Row]) -> str:
    """Return the table in the format of a file's ending: `.html`, `.json`, or text for any other."""
    if ending in (".html", ".htm"):
        return as_html(rows)
    if ending == ".json":
        return json.dumps([row.as_json() for row in ranked(rows)], indent=2) + "\n"
    return as_text(rows) + "\n"


def ranked(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with the best grade first."""
    return sorted(rows, key=lambda row: (-row.share, row.checked))


def _cells(rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    groups = [group for group in POINTS if any(group in row.grade.groups for row in rows)]
    table = []
    for row in ranked(rows):
        earned = [row.grade.groups.get(group) for group in groups]
        points = [f"{each[0]:g}/{each[1]}" if each else "-" for each in earned]
        more = f", {len(row.broken) - 1} more" if len(row.broken) > 1 else ""
        first = row.error or (f"breaks {row.broken[0]!r}{more}" if row.broken else "")
        of = row.grade.of if not row.error else SEARCHERS_OF
        table.append([row.checked, f"{row.grade.points:g}/{of}", *points, first])
    return ["submission", "points", *groups, ""], table


def as_text(rows: Sequence[Row]) -> str:
    head, table = _cells(rows)
    widths = [max(len(line[column]) for line in (head, *table)) for column in range(len(head))]
    lines = []
    for line in (head, *table):
        name, *points, first = line
        right = [text.rjust(width) for text, width in zip(points, widths[1:-1], strict=True)]
        lines.append("  ".join([name.ljust(widths[0]), *right, first]).rstrip())
    return "\n".join(lines)


_STYLE: Final = (
    "body{font-family:sans-serif;margin:2em}table{border-collapse:collapse}"
    "th,td{padding:.3em .8em;border-bottom:1px solid #ccc;text-align:right}"
    "th:first-child,td:first-child,th:last-child,td:last-child{text-align:left}"
)


def as_html(rows: Sequence[Row]) -> str:
    """Return a page that needs no other file."""
    head, table = _cells(rows)
    lines = ["".join(f"<th>{escape(text)}</th>" for text in head)]
    lines += ["".join(f"<td>{escape(text)}</td>" for text in line) for line in table]
    body = "\n".join(f"<tr>{line}</tr>" for line in lines)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Grades</title>'
        f"<style>{_STYLE}</style></head>\n<body><h1>Grades</h1>\n<table>\n{body}\n</table></body></html>\n"
    )
