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
from pathlib import Path
from typing import Final, Literal, TypeAlias

import attrs

from advsearch.plugins.registry import Registry
from advsearch.ratings.means import beyond
from advsearch.ratings.verdict import holm
from advsearch.tournament.records import GameRecord
from advsearch_studies.plan import FULL_TIER, Part, mode_of, seed_of, table_schedule
from advsearch_studies.results import LEVEL, Difference, Games, adjusted, planned_games, settle
from advsearch_studies.statistics import Answer
from advsearch_studies.study import Budget, Cell, Claim, Headline, Row, Stage, Study, Table

Verdict: TypeAlias = Answer | Literal["depends on the budget"]
DEPENDS: Final[Literal["depends on the budget"]] = "depends on the budget"


@attrs.frozen
class StagePlan:
    """The games of a headline claim at one budget."""

    stage: Stage
    claim: Claim
    """The claim about the agents that play at this budget."""
    table: Table
    """The study's table, reduced to the pairings that are needed to decide the claim."""
    parts: tuple[Part, ...]
    """The parts of the stage, one for each batch. The `file` of each part is a path below the study's folder.
    A full run of the study with the same limits stores its games in the same files."""

    @property
    def games(self) -> int:
        return sum(part.schedule.games for part in self.parts)


@attrs.frozen
class HeadlinePlan:
    """The games of a headline claim at all its budgets."""

    headline: Headline
    stages: tuple[StagePlan, ...]

    @property
    def games(self) -> int:
        return sum(stage.games for stage in self.stages)

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(part for stage in self.stages for part in stage.parts)


def plan_headlines(
    study: Study, registry: Registry, *, pairs: int | None = None, batches: int | None = None
) -> tuple[HeadlinePlan, ...]:
    """Plan the games of a study's headline claims. `pairs` and `batches` replace the numbers in the study file."""
    return tuple(
        HeadlinePlan(
            headline,
            tuple(_stage_plan(study, headline, stage, registry, pairs, batches) for stage in headline.stages),
        )
        for headline in study.headlines
    )


def _stage_plan(
    study: Study, headline: Headline, stage: Stage, registry: Registry, pairs: int | None, batches: int | None
) -> StagePlan:
    place = next(at for at, table in enumerate(study.tables) if table.name == headline.table)
    whole, claim = study.tables[place], headline.claim
    played = stage.agents or (claim.better, claim.worse)
    table = _needed(whole, claim, played)
    asked = pairs or stage.pairs or whole.pairs or study.full.pairs
    budget = Budget(stage.limits, asked, batches or stage.batches or study.full.batches)
    parts = tuple(
        Part(
            table,
            batch,
            table_schedule(study, table, seed_of(place, batch), budget, registry, tier=FULL_TIER),
            f"{mode_of(stage.limits)}/{place}-{batch}.db",
        )
        for batch in range(budget.batches)
    )
    return StagePlan(stage, attrs.evolve(claim, better=played[0], worse=played[1]), table, parts)


def _needed(table: Table, claim: Claim, played: tuple[str, str]) -> Table:
    """The table with only the rows that are needed to decide the claim. In the result, `played[0]` replaces the
    claim's better agent, and `played[1]` replaces the worse agent."""
    if any({claim.better, claim.worse} == {cell.agent, cell.opponent} for cell in table.cells()):
        better, worse = played
        return attrs.evolve(table, rows=(Row(better, (Cell(better, worse),)),), field=False)
    as_played = {claim.better: played[0], claim.worse: played[1]}
    rows = [
        Row(as_played[row.agent], tuple(Cell(as_played[row.agent], cell.opponent) for cell in row.cells))
        for row in table.rows
        if row.agent in as_played
    ]
    return attrs.evolve(table, rows=tuple(rows))


# --- results ----------------------------------------------------------------------------------------------------


@attrs.frozen
class StageResult:
    """The result of a headline claim at one budget."""

    plan: StagePlan
    found: Difference
    """The difference between the two agents. The p value of the difference is adjusted for the number of budgets."""
    played: int
    """The number of games that were played at this budget."""

    @property
    def stage(self) -> Stage:
        return self.plan.stage

    @property
    def complete(self) -> bool:
        return self.played == self.plan.games


@attrs.frozen
class Change:
    """Two neighbouring budgets with different verdicts."""

    below: StageResult
    above: StageResult


@attrs.frozen
class HeadlineResult:
    """The result of a headline claim at all its budgets."""

    headline: Headline
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
    def changes(self) -> tuple[Change, ...]:
        """The pairs of neighbouring budgets with different verdicts."""
        return tuple(
            Change(below, above)
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


def headline_results(
    plans: Iterable[HeadlinePlan], read: Callable[[Path], Iterable[GameRecord]]
) -> tuple[HeadlineResult, ...]:
    """The result of each headline claim from the stored games. `read(path)` returns the games in a store, or no games
    if the store does not exist."""
    return tuple(_headline_result(each, read) for each in plans)


def _headline_result(planned: HeadlinePlan, read: Callable[[Path], Iterable[GameRecord]]) -> HeadlineResult:
    found, played = [], []
    for stage in planned.stages:
        by_batch = {part.batch: planned_games(part, read(Path(part.file))) for part in stage.parts}
        difference = settle(stage.claim, Games(stage.table, None, by_batch))
        assert difference is not None, "the study file was read with this checked"
        found.append(difference)
        played.append(sum(map(len, by_batch.values())))
    return HeadlineResult(
        planned.headline,
        tuple(
            StageResult(stage, difference, games)
            for stage, difference, games in zip(planned.stages, adjusted(found), played, strict=True)
        ),
    )
