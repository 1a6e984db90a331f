"""A page of verdicts in Markdown, with its numbers beside it as JSON and its plots as SVG."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from advsearch.studies.measures import Measured
from advsearch.studies.plot import line_chart
from advsearch.studies.report import (
    CLAIM_HEADERS,
    DIFFERENCE_HEADERS,
    StudyReport,
    batch_lines,
    claim_rows,
    count,
    difference_rows,
    footnotes,
    plus_minus,
    report_object,
    spread_line,
    table_rows,
)
from advsearch.tournament.exchange import write_whole


def write_page(report: StudyReport, path: Path) -> list[Path]:
    """Write the page and what belongs to it; the paths written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = path.with_suffix(".json")
    write_whole(data, [json.dumps(report_object(report), indent=1) + "\n"])
    written = [path, data]
    plots: list[tuple[str, str]] = []
    for name, title, picture in _plots(report):
        file = path.with_name(f"{path.stem}-{name}.svg")
        write_whole(file, [picture])
        written.append(file)
        plots.append((title, file.name))
    write_whole(path, [page(report, plots)])
    return written


def page(report: StudyReport, plots: Sequence[tuple[str, str]] = ()) -> str:
    """The page's text."""
    return "\n".join(_lines(report, plots)) + "\n"


def _lines(report: StudyReport, plots: Sequence[tuple[str, str]]) -> Iterator[str]:
    study, plan = report.plan.study, report.plan
    yield f"# Study {study.name}: {study.title}\n"
    yield f"{study.about}\n"
    again = f"--pairs {plan.budget.pairs} --batches {plan.budget.batches}"
    limits = plan.budget.limits
    budget = f" --nodes {limits.nodes}" if limits.nodes is not None and not plan.clocked else ""
    yield f"{count(report.played)} games (`{plan.mode}`), played and reported by\n"
    command = f"{study.name}{' --clock' if plan.clocked else budget} {again}"
    yield f"```\nadvsearch study run {command}\nadvsearch study report {command} --page {study.name}.md\n```\n"
    yield from (f"- {line}" for line in footnotes(report))
    yield (
        "- *Supported*, *refuted*: the interval of ours, adjusted for the number of differences in the table, lies "
        "on the published side of 0, or on the other. *Not decidable*: it does neither."
    )
    claims = [claim for table in report.tables for claim in table.claims]
    if claims:
        yield "\n## Claims\n"
        yield from markdown_table(CLAIM_HEADERS, claim_rows(claims))
    if report.measured is not None and report.measured.shares:
        yield ""
        yield from markdown_table(
            ["claim", "measured", "of its positions, %"],
            [[each.text, each.agent, plus_minus(found, 1)] for each, found in report.measured.shares],
        )
    for table in report.tables:
        yield f"\n## Results: {table.name}\n"
        yield from markdown_table(*table_rows(table))
        for line in filter(None, [*batch_lines(table), spread_line(table)]):
            yield f"\n{line}."
        if table.differences:
            yield ""
            yield from markdown_table(DIFFERENCE_HEADERS, difference_rows(table.differences))
    if report.measured is not None:
        yield from _measured(report.measured)
    for title, file in plots:
        yield f"\n![{title}]({file})"


def markdown_table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(headers)} |"
    yield f"|{'---|' * len(headers)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


def _measured(measured: Measured) -> Iterator[str]:
    yield "\n## Measured\n"
    if measured.cost_us:
        yield "An evaluation on the reference tier, microseconds, on positions of these games:\n"
        yield from markdown_table(["evaluator", "us"], [[n, f"{us:.2f}"] for n, us in measured.cost_us.items()])
        yield ""
    if measured.branching:
        chosen = [ply for ply in sorted(measured.branching) if ply % 10 == 5 or ply == max(measured.branching)]
        yield "Legal actions of the side to move, by ply:\n"
        yield from markdown_table(
            ["ply", *map(str, chosen)], [["actions", *(f"{measured.branching[ply]:.1f}" for ply in chosen)]]
        )
        yield ""
    if measured.depth:
        yield "Depth finished and nodes entered, on the mean of an agent's moves:\n"
        rows = [
            [name, f"{sum(by.values()) / len(by):.1f}", count(measured.nodes.get(name, 0))]
            for name, by in measured.depth.items()
            if by
        ]
        yield from markdown_table(["agent", "depth", "nodes"], rows)


def _plots(report: StudyReport) -> Iterator[tuple[str, str, str]]:
    measured = report.measured
    if measured is None:
        return
    if measured.branching:
        title = "Legal actions by ply"
        yield "branching", title, line_chart(title, "ply", {"actions": measured.branching})
    names = [row.agent for table in report.tables[:1] for row in table.rows] or list(measured.depth)
    chosen = {name: measured.depth[name] for name in names if measured.depth.get(name)}
    if chosen:
        title = "Depth finished by ply"
        yield "depth", title, line_chart(title, "ply", chosen)
