"""Repeat a study, and report on its stored games.

from advsearch import run_study

report = run_study("000", quick=True)
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack, overload

import attrs

from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.limits import Limits
from advsearch.plugins.registry import Registry, default_registry
from advsearch.specs import Spec, parse_spec
from advsearch.system.typed import in_backticks
from advsearch.tournament.comparison import try_evaluator
from advsearch.tournament.openings import replay
from advsearch.tournament.records import GameRecord
from advsearch.tournament.runner import Progress, Run, run_on
from advsearch.tournament.store import Store
from advsearch.tournament.summary import faults_of, reasons_of
from advsearch.tournament.tiers import check_recorded, check_tiers
from advsearch.tournament.worker import play
from advsearch.tournament.workers import workers_of
from advsearch_studies.catalogue import load_study
from advsearch_studies.headlines import HeadlineResult, headline_results
from advsearch_studies.measures import measure
from advsearch_studies.plan import Part, Plan, data_folder, headline_plan, plan, tiers_in
from advsearch_studies.report import Faults, StudyReport
from advsearch_studies.report_object import headline_object
from advsearch_studies.results import claim_results, gather, range_of_runs, table_result
from advsearch_studies.study import Study
from advsearch_studies.study_file import read_study


@attrs.frozen
class Selection:
    """The options that select a run of a study."""

    evaluator: str | Spec | None = None
    """The user's evaluator. If the user gives an evaluator, the agent called the visitor also plays. The visitor is
    the study's search with the user's evaluator."""
    headline: bool = False
    """Whether only the study's headline claim is played, at each of its budgets."""
    quick: bool = False
    clock: bool = False
    nodes: int | None = None
    depth: int | None = None
    pairs: int | None = None
    batches: int | None = None
    store: str | os.PathLike[str] | None = None
    """The folder for the games, with a folder for each study."""

    @property
    def root(self) -> Path:
        return data_folder() if self.store is None else Path(self.store)


@attrs.frozen
class HeadlineReport:
    """The results of a study's headline claims from the stored games."""

    plan: Plan
    headlines: tuple[HeadlineResult, ...]

    def as_json(self) -> dict[str, Any]:
        """The object that `advsearch study report --headline --json` prints."""
        objects = [headline_object(each) for each in self.headlines]
        return {"study": self.plan.study.name, "tiers": tiers_in(self.plan.parts), "headlines": objects}


@attrs.frozen
class StudyRun:
    """A run of a study with the folder of its stores, ready to be played and reported."""

    plan: Plan
    selected: Selection
    registry: Registry

    def play(
        self,
        run: Run,
        *,
        here: bool = True,
        announce: Callable[[str], None] = lambda _: None,
        setting: Callable[[str], str] = in_backticks,
    ) -> bool:
        """Play the missing games of each part of the run, by calling `run`. Return whether the run was stopped.

        If a part cannot be played, an error is raised before the first game. `here` is true if the games are played
        on this machine.
        """
        parts = self.plan.parts
        if self.selected.evaluator is not None:
            _try_visitor(_spec(self.selected.evaluator), self.plan, self.registry)
        self._make_folders(setting)
        if here:
            self._check_tiers(setting)
        for number, part in enumerate(parts, 1):
            check_tiers(part.schedule, self.registry)
            with Store(self.selected.root / part.file) as opened:
                if len(opened.ids() & part.schedule.ids()) == part.schedule.games:
                    continue
                announce(f"part {number} of {len(parts)}: {part.called}")
                if run(part.schedule, opened, play).draining:
                    return True
        return False

    def report(self, *, measured: bool = False) -> StudyReport | HeadlineReport:
        """The report on the stored games of the run. With `measured`, the report includes measurements of the
        positions."""
        if self.selected.headline:
            return HeadlineReport(self.plan, headline_results(self.plan, _reader(self.selected.root)))
        return read_report(self.plan, self.selected.root, self.registry, measured=measured)

    def _make_folders(self, setting: Callable[[str], str]) -> None:
        store = self.selected.store
        for folder in dict.fromkeys((self.selected.root / part.file).parent for part in self.plan.parts):
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
                if store is None:
                    raise InvalidSettings(
                        f"the folder of the games {str(folder)!r} cannot be made: {reason}; "
                        f"give another folder with {setting('store')}"
                    ) from error
                raise InvalidSettings(
                    f"expected a writable folder for {setting('store')}, got {str(store)!r}: {reason}"
                ) from error

    def _check_tiers(self, setting: Callable[[str], str]) -> None:
        """Raise an error if the run needs the compiled tier and this machine cannot run that tier."""
        for part in self.plan.parts:
            try:
                check_recorded(part.schedule, self.registry)
            except CompiledTierUnavailable:
                raise CompiledTierUnavailable(
                    f"study {self.plan.study.name} limits nodes, which needs numba, but "
                    f"numba is not installed; install numba, or play the study with {setting('quick')} on the "
                    "reference tier"
                ) from None


def plan_study(
    study: str | os.PathLike[str],
    selected: Selection,
    *,
    setting: Callable[[str], str] = in_backticks,
    registry: Registry | None = None,
) -> StudyRun:
    """The run of a study that the options in `selected` select. `study` is the name of an installed study, or the
    path of a file. `setting(name)` returns the name of a setting as messages show it, such as `--nodes`."""
    registry = registry or default_registry()
    if selected.clock and (selected.nodes is not None or selected.depth is not None):
        raise InvalidSettings(f"expected {setting('clock')} or a limit on nodes or plies, got both")
    for name in ("nodes", "depth", "pairs", "batches"):
        value = getattr(selected, name)
        if value is not None and value < 1:
            raise InvalidSettings(f"expected {setting(name)} to be at least 1, got {value}")
    if selected.headline:
        for name in ("evaluator", "quick", "clock", "nodes", "depth"):
            if getattr(selected, name) not in (None, False):
                headline = setting("headline")
                raise InvalidSettings(
                    f"expected {headline} or {setting(name)}, got both; the games of a headline have fixed limits"
                )
    known = _study(study, registry)
    if selected.headline:
        if not known.headlines:
            raise InvalidSettings(f"study {known.name} has no headline; play the study without {setting('headline')}")
        played = headline_plan(known, registry, pairs=selected.pairs, batches=selected.batches)
        return StudyRun(played, selected, registry)
    budget = selected.nodes is not None or selected.depth is not None
    planned = plan(
        known,
        registry,
        quick=selected.quick,
        clock=selected.clock,
        evaluator=None if selected.evaluator is None else _spec(selected.evaluator),
        limits=Limits(nodes=selected.nodes, depth=selected.depth) if budget else None,
        pairs=selected.pairs,
        batches=selected.batches,
    )
    return StudyRun(planned, selected, registry)


class _Extent(TypedDict, total=False):
    """The options that every run of a study has: how much is played, and where."""

    pairs: int | None
    batches: int | None
    store: str | os.PathLike[str] | None
    workers: int | None
    scheduler: str | None
    on_progress: Callable[[Progress], None] | None


@overload
def run_study(
    study: str | os.PathLike[str], *, headline: Literal[True], **extent: Unpack[_Extent]
) -> HeadlineReport: ...


@overload
def run_study(
    study: str | os.PathLike[str],
    *,
    evaluator: str | Spec | None = None,
    headline: Literal[False] = False,
    quick: bool = False,
    clock: bool = False,
    nodes: int | None = None,
    depth: int | None = None,
    **extent: Unpack[_Extent],
) -> StudyReport: ...


def run_study(
    study: str | os.PathLike[str],
    *,
    workers: int | None = 0,
    scheduler: str | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    **selected: Any,
) -> StudyReport | HeadlineReport:
    """Play the missing games of a study, given by its name or its file, and report the results beside the published
    ones.

    Games are kept in the folder `store`, and are never played twice. The default of `store` is the user's data
    folder. With `workers=0`, all games are played in this process. With `workers=None`, there is one process per
    core. With `headline=True` only the study's headline claim is played, at several budgets.
    """
    for name in selected.keys() - attrs.fields_dict(Selection).keys():
        raise TypeError(f"run_study() got an unexpected keyword argument {name!r}")
    chosen, _ = workers_of(workers, scheduler)
    planned = plan_study(study, Selection(**selected))
    planned.play(run_on(chosen, on_progress), here=scheduler in (None, "local"))
    return planned.report()


def read_report(planned: Plan, root: Path, registry: Registry, *, measured: bool = False) -> StudyReport:
    """The report on a plan, from the plan's games that are stored below `root`. If the plan has the study's own
    limits, the report includes the headline claims."""
    read = _reader(root, costs=measured)
    stored = [(part, read(part)) for part in planned.parts if (root / part.file).exists()]
    games = gather(planned, stored)
    every = [game for each in games for game in each.all()]
    reasons = reasons_of(every)
    return StudyReport(
        planned,
        tuple(map(table_result, games)),
        claim_results(planned.study.claims, games),
        tuple((each, range_of_runs(each, games)) for each in planned.study.runs),
        len(every),
        len({(game.first, game.second, game.start, game.actions) for game in every}),
        tuple(
            Faults(agent, kind, number, reasons[agent, kind])
            for agent, kinds in faults_of(every).items()
            for kind, number in kinds.items()
        ),
        measure(planned.study, every, registry) if measured and every else None,
        headline_results(headline_plan(planned.study, registry), _reader(root)) if planned.own else (),
    )


def _reader(root: Path, *, costs: bool = False) -> Callable[[Part], list[GameRecord]]:
    """Make a function that returns the games in the store of a part, or no games if the store does not exist."""

    def read(part: Part) -> list[GameRecord]:
        if not (root / part.file).exists():
            return []
        with Store(root / part.file, writable=False) as opened:
            return list(opened.games(costs=costs))

    return read


def _try_visitor(evaluator: Spec, planned: Plan, registry: Registry) -> None:
    """To report errors of the user's evaluator before play, call the evaluator in the first position of its first
    game."""
    schedule = next(part.schedule for part in planned.parts if part.table.visitors)
    game = registry.game(schedule.conditions.game)
    try_evaluator(evaluator, game, replay(game, schedule.openings[0]), registry)


def _study(study: str | os.PathLike[str], registry: Registry) -> Study:
    path = Path(study)
    if not isinstance(study, str) or path.suffix == ".toml":
        return read_study(path.stem, path)
    return load_study(study, registry)


def _spec(evaluator: str | Spec) -> Spec:
    if isinstance(evaluator, str | Spec):
        return evaluator if isinstance(evaluator, Spec) else parse_spec(evaluator)
    raise InvalidSettings(f"expected an evaluator by name, such as 'mine.py:name', got {evaluator!r}")
