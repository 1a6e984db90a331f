"""A study's report as a page in Markdown. Beside the page are a JSON file with the numbers, and SVG files with the
plots."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from advsearch.drawing.plots import Bar, interval_chart, line_chart
from advsearch.errors import InvalidSettings
from advsearch.notation import count
from advsearch.system.files import STANDARD_OUTPUT, write
from advsearch_studies import report as texts
from advsearch_studies.headline_report import (
    HEADLINE_HEADERS,
    HEADLINE_NOTE,
    budget_text,
    compared_text,
    headline_claim_rows,
    headline_lines,
    headline_rows,
    verdict_text,
)
from advsearch_studies.headlines import HeadlineResult
from advsearch_studies.measures import Measured
from advsearch_studies.report import StudyReport
from advsearch_studies.report_object import report_object
from advsearch_studies.results import Difference, TableResult

Plots = Mapping[str, tuple[str, str]]
"""The title and the picture of each plot, by its name."""


def write_page(report: StudyReport, path: Path) -> list[Path]:
    """Write the page of a report with its data and plots. Return the paths of the files written."""
    if path == STANDARD_OUTPUT:
        raise InvalidSettings(
            "expected a file for the page, because data and plots are written to the same folder, got '-'"
        )
    path.parent.mkdir(parents=True, exist_ok=True)
    data = path.with_suffix(".json")
    write(data, [json.dumps(report_object(report), indent=1) + "\n"])
    written = [path, data]
    pictures = plots(report)
    for name, (_, picture) in pictures.items():
        file = path.with_name(f"{path.stem}-{name}.svg")
        write(file, [picture])
        written.append(file)
    write(path, [page(report, {name: title for name, (title, _) in pictures.items()}, path.stem)])
    return written


# --- text -------------------------------------------------------------------------------------------------------


def page(report: StudyReport, titles: Mapping[str, str], stem: str) -> str:
    """The text of the page of a report. `titles` contains the titles of the plots."""

    def plot(name: str) -> Iterator[str]:
        if name in titles:
            yield f"\n![{titles[name]}]({stem}-{name}.svg)"

    lines = list(_head(report))
    played = [each for each in report.headlines if any(stage.played for stage in each.stages)]
    if played:
        lines.append("\n## Headline at several budgets")
        for place, each in enumerate(played):
            lines += [*_headline(each), *plot(f"headline-{place}")]
        lines.append(f"\n{HEADLINE_NOTE}.")
    if report.claims:
        lines += [
            "\n## Claims\n",
            *markdown_table(*texts.claim_table(report, headline_claim_rows(played))),
            *plot("claims"),
        ]
    if rows := texts.measure_rows(report):
        lines += ["", *markdown_table(texts.MEASURE_HEADERS, rows)]
    for place, table in enumerate(report.tables):
        lines += [
            *_results(table, claimed=texts.all_claimed(table, report.claims), quick=report.plan.quick),
            *plot(f"table-{place}"),
        ]
    if report.measured is not None:
        lines += ["\n## Measured\n", *_measured(report.measured), *plot("cost"), *plot("branching"), *plot("depth")]
    return "\n".join(lines) + "\n"


def _headline(result: HeadlineResult) -> Iterator[str]:
    yield f"\n{result.headline.text}: **{verdict_text(result)}** (in {compared_text(result)})\n"
    yield from markdown_table(HEADLINE_HEADERS, headline_rows(result))
    for line in headline_lines(result):
        yield f"\n{line}."


def _head(report: StudyReport) -> Iterator[str]:
    plan = report.plan
    yield f"# Study {plan.study.name}: {plan.study.title}\n"
    yield f"{plan.study.about}\n"
    yield (
        f"The results come from {count(report.played)} games of the run `{plan.mode}`. These commands play the games "
        "and write this page:\n"
    )
    command, path = f"{plan.study.name}{plan.again}", f"{plan.study.name}.md"
    headline = f"advsearch study run {plan.study.name} --headline\n" if report.headlines else ""
    yield f"```\nadvsearch study run {command}\n{headline}advsearch study report {command} --page {path}\n```\n"
    yield from (f"- {line.replace('*', chr(92) + '*')}" for line in texts.footnotes(report))


def _results(table: TableResult, *, claimed: bool, quick: bool) -> Iterator[str]:
    yield f"\n## Results: {table.table.name}\n"
    yield from markdown_table(*texts.table_rows(table))
    for line in filter(None, [*texts.batch_lines(table), texts.spread_line(table)]):
        yield f"\n{line}."
    if table.differences and not claimed:
        yield ""
        yield from markdown_table(*texts.difference_rows(table.differences, quick=quick))


def markdown_table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(headers)} |"
    yield f"|{'---|' * len(headers)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def _measured(measured: Measured) -> Iterator[str]:
    if measured.cost_us:
        plies = sorted({ply for by_ply in measured.cost_by_ply.values() for ply in by_ply})
        yield (
            "The table has the time of one evaluation in plain Python, in microseconds. The column *from 10* is for "
            "positions of plies 10 to 19, for example.\n"
        )
        rows = []
        for name, us in measured.cost_us.items():
            by_ply = measured.cost_by_ply[name]
            rows.append([name, f"{us:.2f}", *(f"{by_ply[ply]:.2f}" if ply in by_ply else "" for ply in plies)])
        yield from markdown_table(["evaluator", "all", *(f"from {ply}" for ply in plies)], rows)
        yield ""
    if measured.branching:
        chosen = [ply for ply in sorted(measured.branching) if ply % 10 == 5 or ply == max(measured.branching)]
        yield "The table has the mean number of legal actions at some plies:\n"
        yield from markdown_table(
            ["ply", *map(str, chosen)], [["actions", *(f"{measured.branching[ply]:.1f}" for ply in chosen)]]
        )
        yield ""
    if measured.depths:
        yield "The table has each agent's mean search depth and mean number of nodes per move:\n"
        rows = [[name, f"{depth:.1f}", count(measured.nodes.get(name, 0))] for name, depth in measured.depths.items()]
        yield from markdown_table(["agent", "depth", "nodes"], rows)


# --- plots ------------------------------------------------------------------------------------------------------


def plots(report: StudyReport) -> Plots:
    """The plots of a study's report."""
    found: dict[str, tuple[str, str]] = {}
    across = "points of a hundred: blue ahead, orange behind, grey undecided"
    if bars := _bars(report.claims):
        title = "The difference in points between the two agents of each claim"
        found["claims"] = title, interval_chart(title, across, bars)
    for place, result in enumerate(report.headlines):
        if result.verdict is not None:
            title = (
                "The headline claim, by nodes per move"
                if not place
                else f"Headline claim {place + 1}, by nodes per move"
            )
            found[f"headline-{place}"] = title, interval_chart(title, across, _stage_bars(result))
    for place, table in enumerate(report.tables):
        drawn = [each for each in table.differences if each.published is None and each.games]
        if not table.table.field and len(drawn) > 2 and not texts.all_claimed(table, report.claims):
            name = f"{table.table.name[:1].upper()}{table.table.name[1:]}"
            title = f"{name}: points of the first agent, minus points of the second"
            found[f"table-{place}"] = title, interval_chart(title, across, _bars(drawn))
    measured = report.measured
    if measured is None:
        return found
    if by_ply := {name: by for name, by in measured.cost_by_ply.items() if len(by) > 1}:
        title = "Microseconds per evaluation, by ply"
        found["cost"] = title, line_chart(title, "ply", by_ply)
    opening = report.plan.study.openings
    begun = opening.random_plies or opening.chosen_plies  # the many first actions would flatten the other bars
    if actions := {ply: wide for ply, wide in measured.branching.items() if ply >= begun}:
        title = "Number of legal actions, by ply"
        found["branching"] = title, line_chart(title, "ply", {"actions": actions})
    names = [row.agent for table in report.tables[:1] for row in table.rows] or list(measured.depth)
    chosen = {name: measured.depth[name] for name in names if measured.depth.get(name)}
    if len({depth for by_ply in chosen.values() for depth in by_ply.values()}) > 1:  # equal depths show nothing
        title = "Finished search depth, by ply"
        found["depth"] = title, line_chart(title, "ply", chosen)
    return found


def _stage_bars(result: HeadlineResult) -> list[Bar]:
    return [_bar(budget_text(each.budget), each.found) for each in result.stages if each.found.games]


def _bars(differences: Sequence[Difference]) -> list[Bar]:
    bars = []
    for each in differences:
        if each.games:
            against = each.against.removeprefix("each other").removeprefix(", ")
            bars.append(_bar(f"{each.better} minus {each.worse}" + (f" ({against})" if against else ""), each))
    return bars


def _bar(name: str, each: Difference) -> Bar:
    mean, interval = 100 * each.ours.mean, each.ours.interval
    low, high = (mean, mean) if each.alike else (100 * interval.low, 100 * interval.high)
    decided = each.at_ours == "refuted" or (each.at_ours == "supported" and not each.equal)
    return Bar(name, low, mean, high, decided)
