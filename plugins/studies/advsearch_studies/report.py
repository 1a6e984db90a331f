"""A study's results as tables of text, for a terminal, Markdown and programs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

import attrs

from advsearch.limits import Limits
from advsearch.notation import count
from advsearch.ratings.means import Mean, student
from advsearch_studies.headlines import HeadlineResult
from advsearch_studies.measures import Measured
from advsearch_studies.plan import Plan
from advsearch_studies.results import CellResult, Difference, RowResult, TableResult
from advsearch_studies.statistics import sample_deviation
from advsearch_studies.study import Runs

Rows: TypeAlias = list[list[str]]


@attrs.frozen
class Faults:
    """The games that an agent lost by one kind of fault."""

    agent: str
    termination: str
    games: int
    detail: str
    """The details of the first fault."""


@attrs.frozen
class StudyReport:
    """All results of one run of a study."""

    plan: Plan
    tables: tuple[TableResult, ...]
    claims: tuple[Difference, ...]
    runs: tuple[tuple[Runs, Mean], ...]
    played: int
    distinct: int
    faults: tuple[Faults, ...] = ()
    measured: Measured | None = None
    headlines: tuple[HeadlineResult, ...] = ()
    """The results of the study's headline claims; empty if the run does not use the study's own budget."""

    def as_json(self) -> dict[str, Any]:
        """The object that `advsearch study report --json` prints."""
        from advsearch_studies.report_object import report_object

        return report_object(self)


# --- pieces of text ---------------------------------------------------------------------------------------------


def percent(share: float | None, digits: int = 0) -> str:
    return "" if share is None or math.isnan(share) else f"{100 * share:.{digits}f}"


def plus_minus(found: Mean, digits: int = 0, sign: str = "") -> str:
    """A mean in per cent with half the width of its interval, as text.

    >>> from advsearch.ratings.means import Interval
    >>> plus_minus(Mean(0.25, Interval(0.2, 0.3), 9), sign="+")
    '+25 ±5'
    """
    if found.units == 0:
        return "-"
    half = (found.interval.high - found.interval.low) / 2
    return f"{100 * found.mean:{sign}z.{digits}f} ±{100 * half:.{digits}f}"


def budget_text(plan: Plan) -> str:
    """The limits per move in this run, as text. A verdict holds only for the limits of its run.

    Quick runs and runs with a clock use the reference tier. With the same number of nodes, a search on the reference
    tier differs slightly from a search on the compiled tier.
    """
    limits = plan.budget.limits
    text = " and ".join(filter(None, [*_pieces(limits)])) + " per move"
    return f"{text} on the reference tier" if plan.quick or limits.time_s is not None else text


def _pieces(limits: Limits) -> Iterator[str]:
    if limits.depth is not None:
        yield "1 ply" if limits.depth == 1 else f"{limits.depth} plies"
    if limits.nodes is not None:
        yield f"{count(limits.nodes)} nodes"
    if limits.time_s is not None:
        yield f"{limits.time_s * 1000:.0f} ms"


# --- tables -----------------------------------------------------------------------------------------------------


def table_rows(table: TableResult) -> tuple[list[str], Rows]:
    """The headers and rows of a table. Each agent has a row of published results and a row of new results. Each
    opponent has a column. Numbers are per cent of the points."""
    opponents = list(dict.fromkeys(cell.opponent for cell in table.cells))
    cells = {(cell.agent, cell.opponent): cell for cell in table.cells}
    whole = {row.agent: row for row in table.rows}
    rows: Rows = []
    for agent in dict.fromkeys(cell.agent for cell in table.cells):
        row = whole.get(agent)
        found = [cells.get((agent, opponent)) for opponent in opponents]
        if any(cell is not None and cell.published is not None for cell in found):
            rows.append([agent, "published", *(_theirs(cell) for cell in found), *_all(row, ours=False, table=table)])
            agent = ""
        rows.append([agent, "ours", *(_ours(cell) for cell in found), *_all(row, ours=True, table=table)])
    total = ["all", "games"] if table.rows else []
    return ["agent", "", *opponents, *total], rows


def _theirs(cell: CellResult | None) -> str:
    return "" if cell is None else percent(cell.published)


def _ours(cell: CellResult | None) -> str:
    if cell is None:
        return ""
    if cell.alike:  # the agents are not random, so there is no interval
        return f"rate {percent(cell.ours.mean)} %, in only {cell.distinct} different games"
    share = plus_minus(cell.ours) + ("*" if cell.agrees is False else "")
    return f"rate {share} %, in only {cell.distinct} different games" if 2 * cell.distinct < cell.games else share


def _all(row: RowResult | None, *, ours: bool, table: TableResult) -> list[str]:
    if row is None:
        return ["", ""] if table.rows else []
    if ours:
        return [plus_minus(row.ours, 1), count(row.games)]
    return [percent(row.recomputed, 1), count(row.published_games)]


def difference_rows(differences: Sequence[Difference], *, quick: bool = False) -> tuple[list[str], Rows]:
    """The headers and rows of the table of published differences. One column says whether the published games are
    enough to show the difference. The last column gives the verdict of the new games. In a quick run, the last column
    only names the agent that is ahead."""
    if not any(each.z is not None for each in differences):
        found = [
            [f"{each.better} minus {each.worse}", found_text(each), outcome_text(each, quick=quick)]
            for each in differences
        ]
        return ["difference", "ours", "result"], found
    rows = []
    for each in differences:
        theirs = "" if each.published is None else f"{100 * each.published:+.1f}"
        games = f"{count(each.published_games)} published games"
        if each.published_games_of_worse != each.published_games:
            games += f" of {each.better} and {count(each.published_games_of_worse)} of {each.worse}"
        decidable = "" if each.z is None else f"{each.at_theirs} in {games} (z = {each.z:.1f})"
        rows.append(
            [f"{each.better} over {each.worse}", theirs, decidable, found_text(each), outcome_text(each, quick=quick)]
        )
    return ["published difference", "theirs", "at their games", "ours", "result" if quick else "at ours"], rows


def all_claimed(table: TableResult, claims: Sequence[Difference]) -> bool:
    """Whether the claims include all differences of a table."""
    claimed = {frozenset((each.better, each.worse)) for each in claims if each.against == "each other"}
    return not table.table.field and all(
        each.published is None and frozenset((each.better, each.worse)) in claimed for each in table.differences
    )


def claim_table(report: StudyReport, at_all_budgets: Mapping[str, list[str]]) -> tuple[list[str], Rows]:
    """The headers and rows of the table of claims. The text of a claim is shown only in the row of its first
    measurement. `at_all_budgets[text]` is the last row of the claim `text`; the row shows the verdict over all
    budgets.
    """
    plan, rows, before = report.plan, [], ("", "")
    for place, each in enumerate(report.claims, 1):
        measured = f"{each.better} minus {each.worse}"
        said = ["", ""] if (each.text, measured) == before else [each.text, measured]
        rows.append([*said, against_text(each.against), found_text(each), outcome_text(each, quick=plan.quick)])
        before = each.text, measured
        if each.text in at_all_budgets and each.text not in {later.text for later in report.claims[place:]}:
            rows.append(at_all_budgets[each.text])
    last = f"result at {budget_text(plan)}" if plan.quick else f"verdict at {budget_text(plan)}"
    return ["claim", "measured", "against", "ours", last], rows


def found_text(each: Difference) -> str:
    return f"{100 * each.ours.mean:+z.1f}" if each.alike else plus_minus(each.ours, 1, "+")


def against_text(against: str) -> str:
    """The text that says how the agents of a claim are compared, and in which table.

    >>> against_text("each other"), against_text("each other, the 11x9 board")
    ('each other', "games against each other, in the table 'the 11x9 board'")
    """
    how, _, table = against.partition(", ")
    if not table:
        return how
    return f"{games_text(how)}, in the table '{table}'"


def games_text(how: str) -> str:
    """The text that says against whom the agents of a claim played."""
    return "games against the same opponents" if how == "the field" else f"games against {how}"


_WHICH: Final = {
    "ahead": "the agent {} is ahead after",
    "behind": "the agent {} is behind after",
    "level": "both agents are equal after",
}


def outcome_text(each: Difference, *, quick: bool = False) -> str:
    """The verdict on a published difference or a claim, with the number of games. Without a verdict, the text says
    whether the first agent is ahead.
    """
    if not each.games:
        return "not played"
    judged = not quick and (each.text or each.published is not None)
    outcome = f"{each.at_ours} in" if judged else _WHICH.get(each.which, f"{each.which} in").format(each.better)
    different = ""
    if each.distinct is not None and 2 * each.distinct < each.games:
        different = f" (only {count(each.distinct)} different games)"
    level = ", but the difference is below three points" if each.level else ""
    return f"{outcome} {count(each.games)} games{different}{level}"


MEASURE_HEADERS = ["claim", "measured", "found"]


def measure_rows(report: StudyReport) -> Rows:
    """The rows for two kinds of statements in the study's document: how an agent plays, and how much the rates in
    several runs of an agent differ."""
    rows = []
    for measure, found in report.measured.shares if report.measured is not None else ():
        if measure.evaluator is not None:
            share = f"how often this row's claim is true after a move of the agent {measure.agent}"
            rows.append([measure.text, share, f"{plus_minus(found, 1)} %"])
        else:
            half = (found.interval.high - found.interval.low) / 2
            actions = f"mean number of legal actions when the agent {measure.agent} is to move"
            rows.append([measure.text, actions, f"{found.mean:.2f} ±{half:.2f}"])
    for runs, found in report.runs:
        of = f"best rate minus worst rate in {runs.runs} runs of {runs.agent} ({count(runs.games)} games per run)"
        rows.append([runs.text, of, plus_minus(found, 1)])
    return rows


def batch_lines(table: TableResult) -> Iterator[str]:
    """Lines of text that list each agent's rates in the published batches and in the new batches."""
    for row in table.rows:
        if len(row.published_batches) > 1:
            pieces = [
                _batches(f"Rates of {row.agent} in the published batches", row.published_batches),
                _batches(f"Rates of {row.agent} in our batches", row.batches),
            ]
            yield from filter(None, pieces)


def spread_line(table: TableResult) -> str | None:
    """A line of text that says how much runs of the published length differ by chance alone. The effect of chance is
    estimated from the spread between the openings of the new games."""
    rows = [row for row in table.rows if row.published_games and row.ours.units > 1]
    if not rows:
        return None
    row = max(rows, key=lambda each: each.ours.units)
    cells = sum(cell.agent == row.agent for cell in table.cells)
    games = row.published_games // max(1, len(row.published_batches))
    half = (row.ours.interval.high - row.ours.interval.low) / 2
    one_opening = half / student(row.ours.units - 1) * math.sqrt(row.ours.units)
    deviation = one_opening / math.sqrt(games / (2 * cells))
    return (
        f"In {count(games)} games, as in the document, the rate of {row.agent} varies by chance with a standard "
        f"deviation of {percent(deviation, 1)} points"
    )


def _batches(who: str, rates: Sequence[float]) -> str:
    deviation = sample_deviation(rates)
    if deviation is None:
        return ""
    return f"{who}: {', '.join(percent(rate, 1) for rate in rates)} (standard deviation {percent(deviation, 2)})"


def footnotes(report: StudyReport) -> Iterator[str]:
    """Notes on how to read the tables, and on what is missing in them."""
    cells = [cell for table in report.tables for cell in table.cells]
    yield (
        "Rates are in per cent of the points. A draw gives half a point. The number after ± is half the width of a "
        "95 % interval. All games from one opening count as one observation."
    )
    if any(cell.agrees is False and not cell.alike for cell in cells):
        yield "A rate marked * differs from the published rate by more than the intervals of the two rates allow."
    if any(cell.alike for cell in cells):
        yield (
            "If two agents repeat at most four different games, their result has no interval, and neither agent "
            "counts as better if their scores are equal."
        )
    yield (
        "In rows marked 'the field', both agents played the same opponents from the same openings. In rows marked "
        "'each other', the two agents played against each other, and the number is the first agent's rate minus 50 %."
    )
    yield from _quick_notes(report) if report.plan.quick else _verdict_notes(report)
    repeated, missing = report.played - report.distinct, report.plan.games - report.played
    if repeated:
        repeat = "repeats" if repeated == 1 else "repeat"
        yield f"{count(repeated)} of {count(report.played)} games {repeat} another game."
    for each in report.faults:
        games = "1 game" if each.games == 1 else f"{count(each.games)} games"
        yield f"{each.agent} lost {games} by {each.termination}: {each.detail}"
    if missing > 0:
        of = f"{count(missing)} of {count(report.plan.games)}"
        yield f"{of} games are not played yet; the same study run continues with them."


def _verdict_notes(report: StudyReport) -> Iterator[str]:
    yield (
        "A published difference is supported if our games show a significant difference with the same sign. A "
        "published difference is refuted if our games show a significant difference with the opposite sign. A "
        "published difference is not decidable if our games show no significant difference. A difference is "
        "significant if p is below 5 %, adjusted for the number of differences in the table. 'Below three points' "
        "means that the difference is not significant, and its whole interval is between -3 and +3 points. A "
        "difference below three points supports a claim that two agents are equal."
    )
    study = report.plan.study
    yield (
        f"The verdicts in the tables hold only for the budget of the games, {budget_text(report.plan)}. At another "
        "budget, a verdict can be different."
    )
    if any(each.measured < len(each.stages) for each in report.headlines):
        yield f"Some games of the headline are missing; play them with: advsearch study run {study.name} --headline"


def _quick_notes(report: StudyReport) -> Iterator[str]:
    study, budget = report.plan.study, report.plan.budget
    yield (
        "An agent is ahead or behind if the difference in our games is significant (p below 5 %, adjusted for the "
        "number of differences in the table). Other results are not decidable."
    )
    yield (
        f"A quick run gives no verdicts. In each batch, it plays {count(budget.pairs)} pairs of games per pairing, "
        f"with {budget_text(report.plan)}. At another budget the other agent may be ahead. For verdicts: "
        f"advsearch study run {study.name}"
    )
