"""A study's results as one JSON object, for programs."""

from __future__ import annotations

import math
from typing import Any

import attrs

from advsearch.ratings.means import Mean
from advsearch_studies.headlines import DEPENDS, HeadlineResult
from advsearch_studies.measures import Measured
from advsearch_studies.plan import tiers_in
from advsearch_studies.report import StudyReport
from advsearch_studies.results import Difference, TableResult


def report_object(report: StudyReport) -> dict[str, Any]:
    """The whole report of a study as one JSON object."""
    plan = report.plan
    return {
        "study": plan.study.name,
        "mode": plan.mode,
        "tiers": tiers_in(plan.parts),
        "planned": plan.games,
        "played": report.played,
        "distinct": report.distinct,
        "faults": [attrs.asdict(each) for each in report.faults],
        "limits": {key: value for key, value in attrs.asdict(plan.budget.limits).items() if value is not None},
        "quick": plan.quick,
        "tables": [_table_object(table, quick=plan.quick) for table in report.tables],
        "claims": [difference_object(each, quick=plan.quick) for each in report.claims],
        "headlines": [headline_object(each) for each in report.headlines],
        "runs": [
            {
                "text": each.text,
                "agent": each.agent,
                "runs": each.runs,
                "games": each.games,
                **_estimate_object(found),
            }
            for each, found in report.runs
        ],
        **({} if report.measured is None else {"measured": measured_object(report.measured)}),
    }


def _table_object(table: TableResult, *, quick: bool) -> dict[str, Any]:
    return {
        "name": table.table.name,
        "cells": [
            {
                "agent": cell.agent,
                "opponent": cell.opponent,
                "published": _rounded(cell.published),
                "published_games": cell.published_games,
                **_estimate_object(cell.ours),
                "games": cell.games,
                "distinct": cell.distinct,
                "faults": cell.faults,
                "agrees": cell.agrees,
            }
            for cell in table.cells
        ],
        "agents": [
            {
                "agent": row.agent,
                "published": _rounded(row.recomputed),
                "published_games": row.published_games,
                "printed_percent": row.printed,
                **_estimate_object(row.ours),
                "games": row.games,
                "batches": [_rounded(rate) for rate in row.batches],
            }
            for row in table.rows
        ],
        "differences": [difference_object(each, quick=quick) for each in table.differences],
    }


def difference_object(each: Difference, *, quick: bool = False) -> dict[str, Any]:
    """A difference between two agents as a JSON object. `which` says whether the new games show that the first agent
    is ahead. `at_ours` is the verdict. In a quick run there is no verdict, and `at_ours` is null."""
    return {
        "better": each.better,
        "worse": each.worse,
        "against": each.against,
        "text": each.text,
        "published": _rounded(each.published),
        "published_games": each.published_games,
        "published_games_of_worse": each.published_games_of_worse,
        "at_theirs": each.at_theirs,
        **_estimate_object(each.ours),
        "games": each.games,
        "distinct": each.distinct,
        "adjusted_p": _rounded(each.p_value),
        "which": each.which,
        "at_ours": None if quick else each.at_ours,
    }


def _estimate_object(found: Mean) -> dict[str, Any]:
    return {
        "ours": _rounded(found.mean),
        "low": _rounded(found.interval.low),
        "high": _rounded(found.interval.high),
        "units": found.units,
    }


def measured_object(measured: Measured) -> dict[str, Any]:
    return {
        "branching": {str(ply): value for ply, value in measured.branching.items()},
        "depth": {name: {str(ply): value for ply, value in by.items()} for name, by in measured.depth.items()},
        "depths": dict(measured.depths),
        "nodes": dict(measured.nodes),
        "cost_us": dict(measured.cost_us),
        "cost_by_ply_us": {
            name: {str(ply): us for ply, us in by.items()} for name, by in measured.cost_by_ply.items()
        },
        "measures": [
            {"text": each.text, "agent": each.agent, "evaluator": each.evaluator, **_estimate_object(found)}
            for each, found in measured.shares
        ],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else round(value, 5)


def headline_object(result: HeadlineResult) -> dict[str, Any]:
    return {
        "text": result.headline.text,
        "better": result.headline.better,
        "worse": result.headline.worse,
        "table": result.headline.table,
        "verdict": result.verdict,
        "changes": [
            {
                "between": [below.budget.nodes, above.budget.nodes],
                "from": below.found.at_ours,
                "to": above.found.at_ours,
            }
            for below, above in (result.changes if result.verdict == DEPENDS else ())
        ],
        "speed": " ".join(result.headline.speed.split()),
        "budgets": [
            {
                "nodes": each.budget.limits.nodes,
                "depth": each.budget.limits.depth,
                "about_nodes": each.budget.nodes,
                "authors": each.budget.authors,
                "played": each.played,
                "planned": each.planned,
                **difference_object(each.found),
            }
            for each in result.stages
        ],
    }
