"""`advsearch study`"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import attrs
import click

from advsearch.cli.compare import try_evaluator
from advsearch.cli.console import note, show, show_json, table
from advsearch.cli.groups import GroupWithSummaries
from advsearch.cli.interrupt import INTERRUPTED
from advsearch.cli.options import COUNT, EVALUATOR, at_most, json_option, registry, shared_options
from advsearch.cli.study_show import description_object, show_description, show_report
from advsearch.cli.tournament import worker_options
from advsearch.cli.tournament_live import play_schedule
from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.limits import Limits
from advsearch.specs import Spec
from advsearch.studies.catalogue import catalogue, load_study
from advsearch.studies.measures import measure
from advsearch.studies.page import write_page
from advsearch.studies.plan import Plan, data_folder, plan
from advsearch.studies.report import Faults, StudyReport, report_object
from advsearch.studies.results import claim_results, gather, range_of_runs, table_result
from advsearch.tournament.openings import MOST_PAIRS, replay
from advsearch.tournament.store import Store
from advsearch.tournament.summary import faults_of, reasons_of
from advsearch.tournament.tiers import check_recorded, check_tiers, tiers_of
from advsearch.tournament.worker import play
from advsearch.tournament.workers import workers_of

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


@click.group("study", cls=GroupWithSummaries, epilog="\b\nExamples:\n"
    "  advsearch study list\n"
    "  advsearch study run 000 --quick\n"
    "  advsearch study run 000 --quick --evaluator mine.py:f\n"
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
    quick: bool
    clock: bool
    nodes: int | None
    depth: int | None
    pairs: int | None
    batches: int | None
    store: Path | None

    def plan(self, name: str) -> Plan:
        if self.clock and (self.nodes is not None or self.depth is not None):
            raise InvalidSettings("expected --clock or a budget of nodes or plies, got both")
        for option in ("nodes", "depth", "pairs", "batches"):
            if getattr(self, option) == 0:
                raise InvalidSettings(f"expected --{option} of at least 1, got 0")
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

    def folder(self, planned: Plan) -> Path:
        return (self.store or data_folder()) / planned.folder


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
        click.option("--quick", is_flag=True, help="A few games at few nodes: an answer within two minutes."),
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
    every move has a budget of nodes or plies, so that anyone can repeat the result.
    """
    planned = selected.plan(name)
    chosen, warning = workers_of(workers, scheduler)
    if warning:
        note(warning)
    if selected.evaluator is not None:
        _try_out(selected.evaluator, planned)
    folder = selected.folder(planned)
    _make_folder(folder, selected.store)
    planned = planned.kept_in(folder)
    if scheduler in (None, "local"):
        _check_tiers(planned)
    stopped = False
    for number, part in enumerate(planned.parts, 1):
        check_tiers(part.schedule, registry())
        with Store(folder / part.file) as opened:
            stored = len(opened.ids() & part.schedule.ids())
            if not as_json and stored < part.schedule.games:
                batch = f", batch {part.batch + 1}" if planned.budget.batches > 1 else ""
                note(f"part {number} of {len(planned.parts)}: {part.table.name}{batch}")
            if stored < part.schedule.games:
                stopped = play_schedule(part.schedule, opened, chosen, play, silent=as_json).draining
        if stopped:
            break
    _told(read_report(planned, folder), as_json)
    if stopped:
        ctx.exit(INTERRUPTED)


def _make_folder(folder: Path, store: Path | None) -> None:
    """Make the folder of the games before anything is played."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        if store is None:
            raise InvalidSettings(
                f"the folder of the games {str(folder)!r} cannot be made: {reason}; give another with --store"
            ) from error
        raise InvalidSettings(
            f"expected --store to be a folder that can be written, got {str(store)!r}: {reason}"
        ) from error


def _check_tiers(planned: Plan) -> None:
    """Refuse a run by nodes on a machine without the tier it is played on."""
    for part in planned.parts:
        try:
            check_recorded(part.schedule, registry())
        except CompiledTierUnavailable:
            raise CompiledTierUnavailable(
                f"study {planned.study.name} counts nodes and is played on the compiled tier on every machine, and "
                "numba is not installed here; install numba, or play it with --quick, on the reference tier"
            ) from None


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
    planned = selected.plan(name)
    found = read_report(planned, selected.folder(planned), measured=page is not None)
    if not found.played:
        raise InvalidSettings(
            f"study {name} has not been played in this way; play it with: advsearch study run {name}{planned.again}"
        )
    if page is not None:
        for path in write_page(found, page):
            note(f"wrote {path}")
        return
    _told(found, as_json)


def read_report(planned: Plan, folder: Path, *, measured: bool = False) -> StudyReport:
    """The report of what is stored of a plan."""
    planned = planned.kept_in(folder, reading=True)
    stored = []
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
    )


def _told(found: StudyReport, as_json: bool) -> None:
    if as_json:
        show_json(report_object(found))
    else:
        tiers = {tier for part in found.plan.parts for tier in tiers_of(part.schedule).values() if tier is not None}
        if tiers:
            note(f"searches ran on the {' and the '.join(sorted(tiers))} tier")
        show_report(found)
