"""The output of `advsearch study`: a study as published, and the report of a run."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import click

from advsearch.cli.catalogue import show_entries
from advsearch.cli.console import console, count, plural, say, show, show_wide, table
from advsearch.limits import Limits
from advsearch.plugins.entries import Entry
from advsearch_studies import headline_report as texts
from advsearch_studies.headlines import HeadlineResult
from advsearch_studies.report import (
    MEASURE_HEADERS,
    StudyReport,
    all_claimed,
    batch_lines,
    claim_table,
    difference_rows,
    footnotes,
    measure_rows,
    spread_line,
    table_rows,
)
from advsearch_studies.study import Agent, Study, Table


def show_description(study: Study, own: Sequence[Entry], games: int) -> None:
    """Print a study's agents and pairings, its own evaluators, the published results, and the claims of the
    document."""
    about = " ".join(study.about.split()) if console().is_terminal else study.about
    say(f"{study.name}: {study.title}\n\n{about}\n")
    show(table(("agent", "searcher"), [(each.name, _plays(each)) for each in study.agents.values()]))
    if own:
        click.echo()
        show_entries("evaluator", own, as_json=False)
    for each in study.tables:
        _show_published(each)
    measured = (study.claims, study.measures, study.runs)
    sentences = dict.fromkeys(itertools.chain.from_iterable([each.text for each in kind] for kind in measured))
    if sentences:
        say("\nmeasured, for what the text says:")
    for sentence in sentences:
        say(f"- {sentence}")
    for headline in study.headlines:
        say(f"\nheadline, at {texts.span_text(headline)}: {headline.text}")
    say(f"\n{study.game}, {limits_text(study.full.limits)} a move, {plural(games, 'game')}")


def _show_published(each: Table) -> None:
    published = [row for row in each.rows if row.played]
    if published:
        games = max(cell.games for row in published for cell in row.cells)
        say(f"\n{each.name}: games won of {games}" + (", by batch" if _has_batches(each) else ""))
        won = {(row.agent, cell.opponent): cell.won for row in published for cell in row.cells}
        headers = ["agent", *each.opponents]
        rows = [
            [row.agent, *(" ".join(map(str, won.get((row.agent, name), ()))) for name in each.opponents)]
            for row in published
        ]
        show_wide(headers, rows, keys=1)
    ours = [row for row in each.rows if not row.played]
    if ours:
        say(f"\n{each.name}: not in the document")
        meetings = [(row.agent, ", ".join(cell.opponent for cell in row.cells)) for row in ours]
        show(table(("agent", "against"), meetings))


def _has_batches(each: Table) -> bool:
    return any(len(cell.won) > 1 for cell in each.cells())


def _plays(agent: Agent) -> str:
    """Return a text with the agent's searcher, and with the settings that only this agent has."""
    said = [agent.searcher]
    said += [] if agent.limits is None else [limits_text(agent.limits)]
    said += [] if agent.share is None else [f"{100 * agent.share:.0f} % of the nodes"]
    said += ["resigns"] if agent.resigns else []
    return "; ".join(said)


def limits_text(limits: Limits) -> str:
    words = [f"depth {limits.depth}"] if limits.depth is not None else []
    words += [f"{count(limits.nodes)} nodes"] if limits.nodes is not None else []
    return " and ".join(words)


def description_object(study: Study, own: Sequence[Entry]) -> dict[str, Any]:
    return {
        "name": study.name,
        "title": study.title,
        "about": study.about,
        "game": study.game,
        "agents": {each.name: each.searcher for each in study.agents.values()},
        "shares": {each.name: each.share for each in study.agents.values() if each.share is not None},
        "resign": [each.name for each in study.agents.values() if each.resigns],
        "evaluators": {each.name: each.summary for each in own},
        "tables": [
            {
                "name": each.name,
                "cells": [
                    {"agent": cell.agent, "opponent": cell.opponent, "won": cell.won, "games": cell.games}
                    for cell in each.cells()
                ],
            }
            for each in study.tables
        ],
        "claims": [{"text": each.text, "better": each.better, "worse": each.worse} for each in study.claims],
        "headlines": [
            {
                "text": each.text,
                "table": each.table,
                "budgets": [
                    {"nodes": budget.limits.nodes, "depth": budget.limits.depth, "authors": budget.authors}
                    for budget in each.budgets
                ],
            }
            for each in study.headlines
        ],
    }


def show_report(found: StudyReport) -> None:
    """Print the published and the repeated tables, the verdicts on differences and claims, and an explanation of the
    verdicts."""
    for each in found.tables:
        click.echo(f"\n{each.table.name}")
        show_wide(*table_rows(each), keys=2)
        for line in filter(None, [*batch_lines(each), spread_line(each)]):
            say(line)
        if each.differences and not all_claimed(each, found.claims):
            click.echo()
            show(table(*difference_rows(each.differences, quick=found.plan.quick)))
    show_headlines(found.headlines)
    claims = claim_table(found, texts.headline_claim_rows(found.headlines))
    for heading, rows in (claims, (MEASURE_HEADERS, measure_rows(found))):
        if rows:
            click.echo()
            show(table(heading, rows))
    click.echo()
    for line in footnotes(found):
        say(line)


def show_headlines(results: Sequence[HeadlineResult]) -> None:
    """Print each headline that was played, with all its limits per move. A headline is the
    best-known claim of a study."""
    played = [each for each in results if any(stage.played for stage in each.stages)]
    for each in played:
        say(f"\n{each.headline.text}: {texts.verdict_text(each)} (in {texts.compared_text(each)})")
        show(table(texts.HEADLINE_HEADERS, texts.headline_rows(each)))
        for line in texts.headline_lines(each):
            say(line)
    if played:
        say(texts.HEADLINE_NOTE)
