"""Points that are a grade: what the laws of a group are worth, and how many of the points a check has earned.

A law belongs to the groups that it speaks of, for example to *value* and *action*. The points of a group are divided
among its laws by their weights. A law that holds earns all of its part. A broken law earns at most `MOST_OF_BROKEN`
of its part, and less the more often it was broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import attrs

if TYPE_CHECKING:
    from advsearch.testing.report import LawReport

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
