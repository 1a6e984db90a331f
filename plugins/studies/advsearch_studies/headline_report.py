"""Headline claims (the claims for which a study is known) as tables of text, for a terminal, Markdown and
programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from advsearch.notation import count
from advsearch_studies.headlines import DEPENDS, HeadlineResult, StageResult
from advsearch_studies.report import Rows, against_text, found_text, games_text, outcome_text
from advsearch_studies.study import Budget, Claim

HEADLINE_HEADERS: Final = ["nodes per move", "measured", "ours", "verdict"]


def headline_rows(result: HeadlineResult) -> Rows:
    """The rows of the table of a headline claim: one row for each budget, in ascending order of nodes."""
    return [
        [
            budget_text(each.budget),
            f"{each.found.better} minus {each.found.worse}",
            found_text(each.found),
            outcome_text(each.found) + _missing(each),
        ]
        for each in result.stages
    ]


def budget_text(budget: Budget) -> str:
    """The budget of a headline claim, as text.

    >>> from advsearch.limits import Limits
    >>> budget_text(Budget(Limits(nodes=13_000), 1, authors=True)), budget_text(Budget(Limits(depth=6), 1, about=60))
    ("13,000 (the authors' budget)", 'about 60 (6 plies)')
    """
    said = count(budget.nodes) if budget.about is None else f"about {count(budget.about)}"
    notes = [] if budget.about is None else [f"{budget.limits.depth} plies"]
    notes += ["the authors' budget"] if budget.authors else []
    return f"{said} ({', '.join(notes)})" if notes else said


def _missing(each: StageResult) -> str:
    return "" if each.complete or not each.played else f", {count(each.played)} of {count(each.planned)} are played"


def verdict_text(result: HeadlineResult) -> str:
    if result.verdict is not None:
        return result.verdict
    return f"no verdict, {result.measured} of {len(result.stages)} budgets are played"


def span_text(headline: Claim) -> str:
    """The number and the range of the budgets of a headline claim, as text.

    >>> from advsearch.limits import Limits
    >>> span_text(Claim("", "a", "b", budgets=(Budget(Limits(nodes=100), 1), Budget(Limits(nodes=40_000), 1))))
    '2 budgets from 100 to 40,000 nodes per move'
    """
    low, high = headline.budgets[0].nodes, headline.budgets[-1].nodes
    return f"{len(headline.budgets)} budgets from {count(low)} to {count(high)} nodes per move"


def headline_lines(result: HeadlineResult) -> Iterator[str]:
    """The lines of text below the table of a headline claim. The lines give the budgets between which the verdict
    changes, and the source of the authors' budget."""
    if result.verdict == DEPENDS:
        for below, above in result.changes:
            yield (
                f"Between {count(below.budget.nodes)} and {count(above.budget.nodes)} nodes per move the verdict "
                f"changes from {below.found.at_ours} to {above.found.at_ours}"
            )
    speed = " ".join(result.headline.speed.split())
    if speed:
        yield speed


HEADLINE_NOTE: Final = (
    "The p values are adjusted for the number of budgets. A headline claim is supported if every budget supports the "
    "claim, and refuted if every budget refutes the claim. The verdict 'depends on the budget' means that the "
    "verdicts at the budgets differ, and that the results at two budgets differ significantly. A headline claim is "
    "not decidable if it is neither supported nor refuted, and does not depend on the budget"
)


def compared_text(result: HeadlineResult) -> str:
    """The games in which the agents of a headline claim are compared, as text."""
    against = result.stages[0].found.against
    return against_text(against) if ", " in against else games_text(against)


def headline_claim_rows(results: Iterable[HeadlineResult]) -> dict[str, list[str]]:
    """For each claim with a verdict over all budgets, a row of the table of claims. The keys are the texts of the
    claims."""
    return {
        each.headline.text: [
            "",
            "",
            f"{compared_text(each)}, at {span_text(each.headline)}",
            "see the headline",
            verdict_text(each),
        ]
        for each in results
        if each.verdict is not None
    }
