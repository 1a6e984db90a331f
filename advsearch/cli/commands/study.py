"""`advsearch study`"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import attrs
import click

from advsearch.cli.commands.compare import try_evaluator
from advsearch.cli.console import note, show, show_json, table
from advsearch.cli.help import GroupWithSummaries
from advsearch.cli.interrupt import INTERRUPTED
from advsearch.cli.live import play_schedule
from advsearch.cli.options import COUNT, EVALUATOR, at_most, json_option, registry, shared_options
from advsearch.cli.playing import worker_options
from advsearch.cli.study_show import description_object, show_description, show_headlines, show_report
from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.limits import Limits
from advsearch.specs import Spec
from advsearch.studies.catalogue import catalogue, load_study
from advsearch.studies.headlines import HeadlinePlan, HeadlineResult, headline_results, plan_headlines
from advsearch.studies.measures import measure
from advsearch.studies.page import write_page
from advsearch.studies.plan import Part, Plan, data_folder, plan, tiers_in
from advsearch.studies.report import Faults, StudyReport
from advsearch.studies.report_object import headline_object, report_object
from advsearch.studies.results import claim_results, gather, range_of_runs, table_result
from advsearch.studies.study import Study
from advsearch.tournament.openings import MOST_PAIRS, replay
from advsearch.tournament.records import GameRecord
from advsearch.tournament.store import Store
from advsearch.tournament.summary import faults_of, reasons_of
from advsearch.tournament.tiers import check_recorded, check_tiers
from advsearch.tournament.worker import play
from advsearch.tournament.workers import Workers, workers_of

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
NamedPart: TypeAlias = tuple[str, str, Part]
"""What a part is called, the path of its store, and the part."""


@click.group("study", cls=GroupWithSummaries, epilog="\b\nExamples:\n"
    "  advsearch study list\n"
    "  advsearch study run 000 --quick\n"
    "  advsearch study run 000 --quick --evaluator mine.py:f\n"
    "  advsearch study run 001 --headline\n"
    "  advsearch study report 000 --page 000.md\n")  # fmt: skip
@shared_options
def command() -> None:
    """Run published experiments again, and see what their numbers can and cannot say."""


@command.command("list")
@json_option
@shared_options
def list_studies(as_json: bool) -> None:
    """The studies that the installed games ship."""
    installed = registry()
    studies = [load_study(name, installed) for name in catalogue(installed)]
    if as_json:
        show_json([{"name": study.name, "title": study.title, "game": study.game} for study in studies])
        return
    show(table(("study", "game", "title"), [(study.name, study.game, study.title) for study in studies]))


@command.command("show")
@click.argument("name")
@json_option
@shared_options
def show_study(name: str, as_json: bool) -> None:
    """What the study NAME did, who played, and what was published."""
    study = load_study(name, registry())
    if as_json:
        show_json(description_object(study))
    else:
        show_description(study, plan(study, registry()).games)


@attrs.frozen
class Selection:
    """Which run of a study is meant."""

    evaluator: Spec | None
    headline: bool
    quick: bool
    clock: bool
    nodes: int | None
    depth: int | None
    pairs: int | None
    batches: int | None
    store: Path | None

    def plan(self, name: str) -> Plan:
        self._check()
        limits = None if self.nodes is None and self.depth is None else Limits(nodes=self.nodes, depth=self.depth)
        return plan(
            load_study(name, registry()),
            registry(),
            quick=self.quick,
            clock=self.clock,
            evaluator=self.evaluator,
            limits=limits,
            pairs=self.pairs,
            batches=self.batches,
        )

    def headlines(self, name: str) -> tuple[HeadlinePlan, ...]:
        """What --headline plays."""
        self._check()
        for option in ("evaluator", "quick", "clock", "nodes", "depth"):
            if getattr(self, option) not in (None, False):
                raise InvalidSettings(f"expected --headline, whose budgets the study gives, or --{option}, got both")
        study = load_study(name, registry())
        if not study.headlines:
            raise InvalidSettings(f"study {name} has no headline; play it without --headline")
        return plan_headlines(study, registry(), pairs=self.pairs, batches=self.batches)

    def _check(self) -> None:
        if self.clock and (self.nodes is not None or self.depth is not None):
            raise InvalidSettings("expected --clock or a budget of nodes or plies, got both")
        for option in ("nodes", "depth", "pairs", "batches"):
            if getattr(self, option) == 0:
                raise InvalidSettings(f"expected --{option} of at least 1, got 0")

    @property
    def root(self) -> Path:
        """The folder in which every study has its own."""
        return self.store or data_folder()


def selection(command: Decorated) -> Decorated:
    """Its options; the command gets them as one argument, `selected`."""

    @functools.wraps(command)
    def selecting(**options: Any) -> Any:
        of_ours = {field.name: options.pop(field.name) for field in attrs.fields(Selection)}
        return command(selected=Selection(**of_ours), **options)

    for option in (
        click.option(
            "--store", type=click.Path(path_type=Path), help="Folder of the games. [default: your data folder]"
        ),
        click.option(
            "--batches", type=COUNT, callback=at_most(1_000), help="Batches of these, each with openings of its own."
        ),
        click.option(
            "--pairs", type=COUNT, callback=at_most(MOST_PAIRS), help="Pairs of games for each pairing and batch."
        ),
        click.option("--depth", type=COUNT, help="Plies a move, where the study does not fix them."),
        click.option("--nodes", type=COUNT, help="Nodes a move, where the study does not fix them."),
        click.option("--clock", is_flag=True, help="By the authors' clock, on the reference tier as theirs were."),
        click.option("--quick", is_flag=True, help="A few games at few nodes: who is ahead, and no verdicts."),
        click.option("--headline", is_flag=True, help="Only the study's headline claim, at each of its budgets."),
        click.option("--evaluator", type=EVALUATOR, help="One of yours: another agent, with the study's search."),
    ):
        selecting = option(selecting)
    return cast(Decorated, selecting)


@command.command("run")
@click.argument("name")
@selection
@worker_options
@json_option
@shared_options
@click.pass_context
def run(
    ctx: click.Context,
    name: str,
    selected: Selection,
    workers: int | None,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Play what is missing of the study NAME, and print what was published beside it.

    Games are kept and never played twice; the same command goes on with a run that was stopped. Without --clock
    every move has a budget of nodes or plies, so that anyone can repeat the result. A verdict holds for its budget;
    --headline plays the claim the study is known for at several budgets.
    """
    headlines = selected.headlines(name) if selected.headline else None
    planned = selected.plan(name) if headlines is None else None
    chosen, warning = workers_of(workers, scheduler)
    if warning:
        note(warning)
    if planned is not None and selected.evaluator is not None:
        _try_out(selected.evaluator, planned)
    if headlines is not None:
        headlines = tuple(each.kept_in(selected.root / name) for each in headlines)
        parts = _headline_parts(name, headlines)
    else:
        assert planned is not None
        planned = planned.kept_in(selected.root / planned.folder)
        parts = _parts(planned)
    _make_folders(parts, selected)
    if scheduler in (None, "local"):
        _check_tiers(name, parts)
    stopped = _play(parts, selected.root, chosen, silent=as_json)
    if headlines is not None:
        _told_headlines(headlines, headline_results(headlines, _reader(selected.root / name)), name, as_json)
    else:
        assert planned is not None
        _told(read_report(planned, selected.root), as_json)
    if stopped:
        ctx.exit(INTERRUPTED)


def _make_folders(parts: Iterable[NamedPart], selected: Selection) -> None:
    """Make the folders of the games before anything is played."""
    for folder in dict.fromkeys((selected.root / file).parent for _, file, _ in parts):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            if selected.store is None:
                raise InvalidSettings(
                    f"the folder of the games {str(folder)!r} cannot be made: {reason}; give another with --store"
                ) from error
            raise InvalidSettings(
                f"expected --store to be a folder that can be written, got {str(selected.store)!r}: {reason}"
            ) from error


def _check_tiers(name: str, parts: Iterable[NamedPart]) -> None:
    """Refuse a run by nodes on a machine without the tier it is played on."""
    for _, _, part in parts:
        try:
            check_recorded(part.schedule, registry())
        except CompiledTierUnavailable:
            raise CompiledTierUnavailable(
                f"study {name} counts nodes and is played on the compiled tier on every machine, and "
                "numba is not installed here; install numba, or play it with --quick, on the reference tier"
            ) from None


def _parts(planned: Plan) -> list[NamedPart]:
    batches = planned.budget.batches > 1
    return [
        (
            f"{part.table.name}{f', batch {part.batch + 1}' if batches else ''}",
            f"{planned.folder}/{part.file}",
            part,
        )
        for part in planned.parts
    ]


def _headline_parts(name: str, headlines: tuple[HeadlinePlan, ...]) -> list[NamedPart]:
    return [
        (f"{stage.claim.better} and {stage.claim.worse} at {Path(part.file).parent}", f"{name}/{part.file}", part)
        for headline in headlines
        for stage in headline.stages
        for part in stage.parts
    ]


def _play(parts: list[NamedPart], root: Path, workers: Workers, *, silent: bool) -> bool:
    """Play what is missing of each part; whether it was stopped."""
    for number, (called, file, part) in enumerate(parts, 1):
        check_tiers(part.schedule, registry())
        with Store(root / file) as opened:
            stored = len(opened.ids() & part.schedule.ids())
            if stored == part.schedule.games:
                continue
            if not silent:
                note(f"part {number} of {len(parts)}: {called}")
            if play_schedule(part.schedule, opened, workers, play, silent=silent).draining:
                return True
    return False


def _try_out(evaluator: Spec, planned: Plan) -> None:
    """Ask the visitor's evaluator once, where its first game begins: one that fails there is told now."""
    schedule = next(part.schedule for part in planned.parts if part.table.visitors)
    game = registry().game(schedule.conditions.game)
    try_evaluator(evaluator, game, replay(game, schedule.openings[0]))


@command.command("report")
@click.argument("name")
@selection
@click.option("--page", type=click.Path(path_type=Path), help="Write a page of verdicts, its data and plots.")
@json_option
@shared_options
def report(
    name: str,
    selected: Selection,
    page: Path | None,
    as_json: bool,
) -> None:
    """What the stored games of the study NAME say; plays nothing."""
    if selected.headline:
        if page is not None:
            raise InvalidSettings("expected --headline or --page, got both; the whole page has the headline")
        headlines = _stored(selected.headlines(name), selected.root / name)
        headlines_found = headline_results(headlines, _reader(selected.root / name))
        if not any(stage.played for each in headlines_found for stage in each.stages):
            raise InvalidSettings(
                f"no headline of study {name} has been played; play it with: advsearch study run {name} --headline"
            )
        _told_headlines(headlines, headlines_found, name, as_json)
        return
    planned = selected.plan(name)
    found = read_report(planned, selected.root, measured=page is not None)
    if not found.played:
        raise InvalidSettings(
            f"study {name} has not been played in this way; play it with: advsearch study run {name}{planned.again}"
        )
    if page is not None:
        for path in write_page(found, page):
            note(f"wrote {path}")
        return
    _told(found, as_json)


def read_report(planned: Plan, root: Path, *, measured: bool = False) -> StudyReport:
    """The report of what is stored of a plan below `root`, and of the study's headlines if it is the study's own."""
    planned = planned.kept_in(root / planned.folder, reading=True)
    stored = []
    folder = root / planned.folder
    for part in planned.parts:
        if (folder / part.file).exists():
            with Store(folder / part.file, writable=False) as opened:
                stored.append((part, list(opened.games(costs=measured))))
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
        measure(planned.study, every, registry()) if measured and every else None,
        _read_headlines(planned.study, root) if planned.own else (),
    )


def _read_headlines(study: Study, root: Path) -> tuple[HeadlineResult, ...]:
    folder = root / study.name
    return headline_results(_stored(plan_headlines(study, registry()), folder), _reader(folder))


def _stored(headlines: tuple[HeadlinePlan, ...], folder: Path) -> tuple[HeadlinePlan, ...]:
    """The headlines with the tiers of the games that are stored, for a report."""
    return tuple(each.kept_in(folder, reading=True) for each in headlines)


def _reader(folder: Path) -> Callable[[Path], list[GameRecord]]:
    """The games of one store below a study's folder; none where there is none."""

    def read(file: Path) -> list[GameRecord]:
        if not (folder / file).exists():
            return []
        with Store(folder / file, writable=False) as opened:
            return list(opened.games(costs=False))

    return read


def _told(found: StudyReport, as_json: bool) -> None:
    if as_json:
        show_json(report_object(found))
    else:
        _note_tiers(found.plan.parts)
        show_report(found)


def _told_headlines(
    headlines: tuple[HeadlinePlan, ...], found: tuple[HeadlineResult, ...], name: str, as_json: bool
) -> None:
    parts = [part for each in headlines for part in each.parts]
    if as_json:
        objects = [headline_object(each) for each in found]
        show_json({"study": name, "tiers": tiers_in(parts), "headlines": objects})
    else:
        _note_tiers(parts)
        show_headlines(found)


def _note_tiers(parts: Iterable[Part]) -> None:
    tiers = {tier for tier in tiers_in(parts).values() if tier is not None}
    if tiers:
        note(f"searches ran on the {' and the '.join(sorted(tiers))} tier")
