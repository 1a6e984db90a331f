"""Points that are a grade: what the laws of a group are worth, how many of the points a check has earned, and the
grades of several submissions as one table.

A law belongs to the groups that it speaks of, for example to *value* and *action*. The points of a group are
divided among its laws by their weights. A law that holds earns all of its part. A broken law earns at most
`MOST_OF_BROKEN` of its part, and less the more often it was broken.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs

if TYPE_CHECKING:
    from advsearch.testing.report import LawReport, Report

Group: TypeAlias = Literal["value", "action", "line", "clock", "style", "rules", "states", "evaluators"]
POINTS: Final[dict[Group, int]] = {
    "value": 40,
    "action": 25,
    "line": 10,
    "clock": 15,
    "rules": 60,
    "states": 20,
    "evaluators": 10,
    "style": 10,
}
"""The points of each group. The groups of searchers (value, action, line, clock, style) are worth 100 points
together, and so are those of games (rules, states, evaluators, style)."""
MOST_OF_BROKEN: Final = 0.5


@attrs.frozen
class Grade:
    """For each group in which any law was tried, the points that a check has earned, and the most it can earn."""

    groups: Mapping[Group, tuple[float, int]]

    @property
    def points(self) -> float:
        return round(sum(earned for earned, _ in self.groups.values()), 1)

    @property
    def of(self) -> int:
        return sum(most for _, most in self.groups.values())

    def as_json(self) -> dict[str, Any]:
        groups = {group: {"points": earned, "of": most} for group, (earned, most) in self.groups.items()}
        return {"points": self.points, "of": self.of, "groups": groups}

    def __str__(self) -> str:
        parts = "; ".join(f"{group} {earned:g} of {most}" for group, (earned, most) in self.groups.items())
        return f"{self.points:g} of {self.of} points ({parts})" if parts else "no law was tried"


def grade_of(laws: Iterable[LawReport]) -> Grade:
    """Return the grade for the results of all laws."""
    tried = [law for law in laws if law.credits]
    groups: dict[Group, tuple[float, int]] = {}
    for group, most in POINTS.items():
        parts = [(law.weight, law.credits[group]) for law in tried if group in law.credits]
        if total := sum(weight for weight, _ in parts):
            groups[group] = round(most * sum(weight * credit for weight, credit in parts) / total, 1), most
    return Grade(groups)


def credits_of(groups: Iterable[Group], wrong: Mapping[Group, int], tried: int) -> dict[Group, float]:
    """Return what a law earns in each of its groups, from 0 to 1. `wrong` has the number of cases, of those `tried`,
    in which the law was broken in what the group is about.
    """
    shares = {group: 1 - min(1.0, wrong.get(group, 0) / max(1, tried)) for group in groups}
    return {group: share if share == 1 else MOST_OF_BROKEN * share for group, share in shares.items()}


# --- a table of grades ----------------------------------------------------------------------------------------


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
