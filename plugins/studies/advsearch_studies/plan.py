"""The tournaments that repeat a study. Each table and batch has its own schedule and store."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.match.clock import TimeControl
from advsearch.plugins.registry import Registry
from advsearch.plugins.texts import digest_of
from advsearch.protocol import TierChoice
from advsearch.specs import Spec, reference_in, references_in
from advsearch.tournament.openings import Opening, chosen_openings, random_openings
from advsearch.tournament.schedule import DEFAULT_GRACE_S, AgentSpec, Conditions, Schedule
from advsearch.tournament.texts import record
from advsearch.tournament.tiers import spec_on_tier, tiers_of
from advsearch_studies.study import EVALUATOR, Agent, Budget, Cell, Claim, Row, Study, Table

OURS: Final = "yours: "
"""The start of the name of the agent that plays with the user's evaluator, such as `yours: material`. The agent with
the user's evaluator is called the visitor."""
FULL_TIER: Final = "auto"
"""The tier of all runs except quick runs and runs with a clock."""
_DIGEST: Final = 6
_SEEDS: Final = 1_000
"""The difference between the seeds of two successive tables of a study. In each table, successive batches have
successive seeds."""


@attrs.frozen
class Part:
    """The games of one table and batch of a study at one budget."""

    table: Table
    batch: int
    schedule: Schedule
    file: str
    """The path of the part's store, below the folder of all studies."""
    called: str
    """The name of the part in messages."""
    budget: Budget
    headline: Claim | None = None
    """The headline for which the part is played; None in a run of the study's tables."""


@attrs.frozen
class Plan:
    """All games of one run of a study: of its tables, or of its headline claims."""

    study: Study
    mode: str
    """The kind of run, such as `quick-nodes-100`, `nodes-1000`, `depth-4`, `clock-150ms` or `headline`."""
    budget: Budget
    parts: tuple[Part, ...]
    quick: bool = False
    visitor: AgentSpec | None = None
    again: str = ""
    """The command-line options of the run, without the options for the user's evaluator."""

    @property
    def games(self) -> int:
        return sum(part.schedule.games for part in self.parts)

    @property
    def own(self) -> bool:
        """Whether the run uses the limits per move of the study file. If `own` is false, the report has no headline
        claims."""
        return not self.quick and self.budget.limits == self.study.full.limits


def tiers_in(parts: Iterable[Part]) -> dict[str, str | None]:
    """The tier of each agent in `parts` (see `tiers_of`)."""
    return {name: tier for part in parts for name, tier in tiers_of(part.schedule).items()}


def data_folder() -> Path:
    """The default folder for the games of studies."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "advsearch" / "studies"


def plan(
    study: Study,
    registry: Registry,
    *,
    quick: bool = False,
    clock: bool = False,
    evaluator: Spec | None = None,
    limits: Limits | None = None,
    pairs: int | None = None,
    batches: int | None = None,
) -> Plan:
    """The games to play in one run of a study.

    Quick runs use the reference tier, because this tier needs no compilation. Runs with a clock use the reference
    tier, because the authors' programs were plain Python.
    """
    base = study.quick if quick else study.full
    budget = attrs.evolve(
        base, limits=limits or base.limits, pairs=pairs or base.pairs, batches=batches or base.batches
    )
    if clock:
        budget = attrs.evolve(budget, limits=Limits(time_s=study.clock_s))
    tier: TierChoice = "reference" if quick or clock else FULL_TIER
    visitor = None if evaluator is None else visiting(study, evaluator, registry)
    mode = mode_of(budget.limits, quick=quick)
    parts = []
    for place, table in enumerate(study.tables):
        each = budget if quick else attrs.evolve(budget, pairs=pairs or table.pairs or base.pairs)
        guest = visitor if table.visitors else None
        for batch in range(budget.batches):
            schedule = table_schedule(study, table, seed_of(place, batch), each, registry, guest, tier)
            called = f"{table.name}, batch {batch + 1}" if budget.batches > 1 else table.name
            parts.append(Part(table, batch, schedule, f"{study.name}/{mode}/{place}-{batch}.db", called, each))
    own = limits or Limits()
    asked = {
        "quick": quick,
        "clock": clock,
        "nodes": own.nodes,
        "depth": own.depth,
        "pairs": pairs,
        "batches": batches,
    }
    again = "".join(f" --{name}" if value is True else f" --{name} {value}" for name, value in asked.items() if value)
    return Plan(study, mode, budget, tuple(parts), quick, visitor, again)


def headline_plan(study: Study, registry: Registry, *, pairs: int | None = None, batches: int | None = None) -> Plan:
    """The games of a study's headline claims at all their budgets. `pairs` and `batches` replace the numbers in the
    study file. A full run of the study with the same limits stores its games in the same files."""
    parts = []
    for headline in study.headlines:
        place = next(at for at, table in enumerate(study.tables) if table.name == headline.table)
        for each in headline.budgets:
            budget = attrs.evolve(each, pairs=pairs or each.pairs, batches=batches or each.batches)
            claim, mode = claim_at(headline, budget), mode_of(budget.limits)
            table = _needed(study.tables[place], headline, (claim.better, claim.worse))
            called = f"{claim.better} and {claim.worse} at {mode}"
            for batch in range(budget.batches):
                schedule = table_schedule(study, table, seed_of(place, batch), budget, registry)
                file = f"{study.name}/{mode}/{place}-{batch}.db"
                parts.append(Part(table, batch, schedule, file, called, budget, headline))
    return Plan(study, "headline", study.full, tuple(parts))


def claim_at(headline: Claim, budget: Budget) -> Claim:
    """A headline, about the agents that play at this budget."""
    better, worse = budget.agents or (headline.better, headline.worse)
    return attrs.evolve(headline, better=better, worse=worse)


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


def mode_of(limits: Limits, *, quick: bool = False) -> str:
    """The name of the folder for runs with the given limits, such as `nodes-1000`."""
    words = ["quick"] if quick else []
    words += [f"depth-{limits.depth}"] if limits.depth is not None else []
    words += [f"nodes-{limits.nodes}"] if limits.nodes is not None else []
    words += [f"clock-{limits.time_s * 1000:.0f}ms"] if limits.time_s is not None else []
    return "-".join(words)


def visiting(study: Study, evaluator: Spec, registry: Registry) -> AgentSpec:
    """The agent that plays with the user's evaluator and the study's search. If the evaluator is in a file, the
    agent's name ends in a digest of its text, so an edit makes a new agent."""
    if study.visitor is None:
        raise InvalidSettings(
            f"study {study.name} takes no evaluator, because the study's file has no entry `visitor`"
        )
    registry.evaluator(evaluator, registry.game(study.game))  # a wrong name is reported before anything starts
    reference, text = reference_in(evaluator.name), digest_of(references_in(evaluator))
    called = str(evaluator)
    if reference is not None and text is not None:
        digest = hashlib.sha256(f"{text} {evaluator}".encode()).hexdigest()
        called = f"{reference.attribute} #{digest[:_DIGEST]}"
    return AgentSpec(f"{OURS}{called}", study.visitor.replace(EVALUATOR, str(evaluator)))


def seed_of(place: int, batch: int) -> int:
    """The seed of one batch of a table. `place` is the index of the table in the study."""
    return _SEEDS * place + batch


def table_schedule(
    study: Study,
    table: Table,
    seed: int,
    budget: Budget,
    registry: Registry,
    visitor: AgentSpec | None = None,
    tier: TierChoice = FULL_TIER,
) -> Schedule:
    """The schedule of the games of one table and batch. A game's id depends only on its two agents, its opening and
    the budget, and not on the other rows of the table."""
    meetings = [(cell.agent, cell.opponent) for cell in table.cells()]
    names = dict.fromkeys(name for meeting in meetings for name in meeting)
    agents = [_agent_spec(study.agents[name], budget.limits, tier=tier) for name in names]
    if visitor is not None:
        agents.append(attrs.evolve(visitor, searcher=spec_on_tier(visitor.searcher or "", tier)))
        opponents = table.opponents if table.field else (*table.opponents, *table.agents)
        meetings += [(visitor.name, opponent) for opponent in dict.fromkeys(opponents)]
    schedule = Schedule(
        Conditions(table.game or study.game, seed, TimeControl(budget.limits, grace_s=DEFAULT_GRACE_S)),
        tuple(agents),
        tuple(_openings(study, table, registry, budget.pairs, seed)),
        "pairs",
        tuple(dict.fromkeys(meetings)),
    )
    return record(schedule, registry)


def _agent_spec(agent: Agent, limits: Limits, *, tier: TierChoice) -> AgentSpec:
    """The specification of a study's agent in a schedule. The agent's own limits apply, except in runs with a
    clock."""
    own = agent.limits if limits.time_s is None else None
    if agent.share is not None and limits.nodes is not None:
        own = attrs.evolve(limits, nodes=max(1, round(agent.share * limits.nodes)))
    return AgentSpec(agent.name, spec_on_tier(agent.searcher, tier), limits=own, resigns=agent.resigns)


def _openings(study: Study, table: Table, registry: Registry, pairs: int, seed: int) -> list[Opening]:
    asked = table.openings or study.openings
    if asked.chosen_plies:
        return chosen_openings(asked.chosen_plies, pairs)
    game = registry.game(table.game or study.game)
    return random_openings(game, asked.random_plies, pairs, seed, asked.start)
