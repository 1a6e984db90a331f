"""The headline claims of a study at several budgets: the games to play, and the verdict over all budgets.

A verdict holds only for its budget, because a different number of nodes per move can reverse a difference. A headline
claim is supported if every budget supports it, and refuted if every budget refutes it. If the verdicts at two budgets
contradict each other, the claim depends on the budget. If no budget decides the claim, the claim is not decidable.
Otherwise, each budget that decides the claim is compared with each budget that does not. If the differences measured
at two compared budgets differ significantly, the claim depends on the budget. Otherwise, the claim is not decidable.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable
from typing import Final, Literal, TypeAlias

import attrs

from advsearch.ratings.means import beyond
from advsearch.ratings.verdict import holm
from advsearch.tournament.records import GameRecord
from advsearch_studies.plan import Part, Plan, claim_at
from advsearch_studies.results import LEVEL, Difference, Games, adjusted, planned_games, settle
from advsearch_studies.statistics import Answer
from advsearch_studies.study import Budget, Claim

Verdict: TypeAlias = Answer | Literal["depends on the budget"]
DEPENDS: Final[Literal["depends on the budget"]] = "depends on the budget"


@attrs.frozen
class StageResult:
    """The result of a headline claim at one budget."""

    budget: Budget
    found: Difference
    """The difference between the two agents. The p value of the difference is adjusted for the number of budgets."""
    played: int
    planned: int
    """The number of games to play at this budget."""

    @property
    def complete(self) -> bool:
        return self.played == self.planned


@attrs.frozen
class HeadlineResult:
    """The result of a headline claim at all its budgets."""

    headline: Claim
    stages: tuple[StageResult, ...]

    @property
    def measured(self) -> int:
        """The number of budgets whose games have all been played."""
        return sum(each.complete for each in self.stages)

    @property
    def verdict(self) -> Verdict | None:
        """The verdict over all budgets. The verdict is None until all games of all budgets have been played."""
        if self.measured < len(self.stages):
            return None
        answers = {each.found.at_ours for each in self.stages}
        if len(answers) == 1:
            return answers.pop()
        return DEPENDS if self._disagree() else "not decidable"

    def _disagree(self) -> bool:
        """Whether two budgets disagree. Two budgets disagree if their verdicts contradict each other. Two budgets
        also disagree if their verdicts are different and their results differ significantly.

        The verdict `not decidable` contradicts no other verdict.
        """
        pairs = [
            (one, two)
            for one, two in itertools.combinations([each.found for each in self.stages], 2)
            if one.at_ours != two.at_ours
        ]
        if any("not decidable" not in (one.at_ours, two.at_ours) for one, two in pairs):
            return True
        return any(p < LEVEL for p in holm([_p_apart(one, two) for one, two in pairs]))

    @property
    def changes(self) -> tuple[tuple[StageResult, StageResult], ...]:
        """The pairs of neighbouring budgets with different verdicts, the smaller budget first."""
        return tuple(
            (below, above)
            for below, above in itertools.pairwise(self.stages)
            if below.found.at_ours != above.found.at_ours
        )


def _p_apart(one: Difference, two: Difference) -> float:
    """The p value of the difference between the results at two budgets. The games at the two budgets are treated as
    independent of each other. The games share openings, so the p value is rather too large than too small."""
    error = math.hypot(one.ours.error, two.ours.error)
    units = min(one.ours.units, two.ours.units)
    if units < 2 or not math.isfinite(error):
        return 1.0
    return beyond(abs(one.ours.mean - two.ours.mean) / error, units - 1)


def headline_results(plan: Plan, read: Callable[[Part], Iterable[GameRecord]]) -> tuple[HeadlineResult, ...]:
    """The result of each headline claim of a plan from the stored games. `read(part)` returns the games in a part's
    store, or no games if the store does not exist."""
    return tuple(
        _headline_result(headline, [part for part in plan.parts if part.headline == headline], read)
        for headline in plan.study.headlines
    )


def _headline_result(
    headline: Claim, parts: list[Part], read: Callable[[Part], Iterable[GameRecord]]
) -> HeadlineResult:
    stages = []
    for budget, group in itertools.groupby(parts, lambda part: part.budget):
        batches = list(group)
        by_batch = {part.batch: planned_games(part, read(part)) for part in batches}
        found = settle(claim_at(headline, budget), Games(batches[0].table, None, by_batch))
        assert found is not None, "the study file was read with this checked"
        planned = sum(part.schedule.games for part in batches)
        stages.append(StageResult(budget, found, sum(map(len, by_batch.values())), planned))
    judged = adjusted([each.found for each in stages])
    return HeadlineResult(
        headline, tuple(attrs.evolve(each, found=found) for each, found in zip(stages, judged, strict=True))
    )
