"""The command `advsearch study`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from advsearch.cli.console import INTERRUPTED, note, show, show_json, table
from advsearch.cli.options import (
    COUNT,
    EVALUATOR,
    at_most,
    group_with_examples,
    made_of,
    option_of,
    registry,
    reporting_options,
    shared_options,
)
from advsearch.cli.progress import play_schedule
from advsearch.cli.workers import AskedWorkers, worker_options
from advsearch.errors import InvalidSettings
from advsearch.tournament.openings import MOST_PAIRS
from advsearch_studies.catalogue import catalogue, evaluators_of, load_study
from advsearch_studies.page import write_page
from advsearch_studies.plan import plan, tiers_in
from advsearch_studies.report import StudyReport
from advsearch_studies.run import HeadlineReport, Selection, StudyRun, plan_study
from advsearch_studies.show import description_object, show_description, show_headlines, show_report


@group_with_examples(
    "study",
    "advsearch study list",
    "advsearch study run 000 --quick",
    "advsearch study run 000 --quick --evaluator mine.py:f",
    "advsearch study run 001 --headline",
    "advsearch study report 000 --page 000.md",
)
@shared_options
def command() -> None:
    """Repeat published experiments, and test their claims."""


@command.command("list")
@reporting_options
def list_studies(as_json: bool) -> None:
    """List the studies of the installed games."""
    installed = registry()
    studies = [load_study(name, installed) for name in catalogue(installed)]
    if as_json:
        show_json([{"name": study.name, "title": study.title, "game": study.game} for study in studies])
        return
    show(table(("study", "game", "title"), [(study.name, study.game, study.title) for study in studies]))


@command.command("show")
@click.argument("name")
@reporting_options
def show_study(name: str, as_json: bool) -> None:
    """Show the agents, evaluators and matches of the study NAME, and the published results."""
    study = load_study(name, registry())
    own = evaluators_of(name, registry())
    if as_json:
        show_json(description_object(study, own))
    else:
        show_description(study, own, plan(study, registry()).games)


selection: Final = made_of(
    "selected",
    Selection,
    evaluator={"type": EVALUATOR, "help": "Add your evaluator as one more agent, with the study's search."},
    headline={
        "is_flag": True,
        "help": "Play only the games for the study's headline claim, at several node limits.",
    },
    quick={"is_flag": True, "help": "Play only a few games, with few nodes per move, and give no verdicts."},
    clock={
        "is_flag": True,
        "help": "Limit each move to the time of the authors' program, and search on the reference tier.",
    },
    nodes={"type": COUNT, "help": "Nodes per move, except for agents with their own limits."},
    depth={"type": COUNT, "help": "Search depth for each move, except for agents with their own limits."},
    pairs={
        "type": COUNT,
        "callback": at_most(MOST_PAIRS),
        "help": "Number of pairs of games for each pairing in each batch.",
    },
    batches={
        "type": COUNT,
        "callback": at_most(1_000),
        "help": "Number of batches of games, each with its own openings.",
    },
    store={
        "type": click.Path(path_type=Path),
        "help": "Folder in which the games are stored. [default: your data folder]",
    },
)


@command.command("run")
@click.argument("name")
@selection
@worker_options
@reporting_options
def run(
    name: str,
    selected: Selection,
    workers: AskedWorkers,
    as_json: bool,
) -> int:
    """Play the missing games of the study NAME, and print the results beside the published ones.

    Games are stored and never played twice. If a run was stopped, the same command continues it. Without --clock,
    every move has a limit of nodes or plies, and the result can be repeated. A verdict is valid only for the limits
    of its run. --headline plays the study's best-known claim at several limits.
    """
    planned = _planned(name, selected)
    chosen = workers.chosen()
    stopped = planned.play(
        lambda schedule, opened, play: play_schedule(schedule, opened, chosen, play, silent=as_json),
        here=workers.here,
        announce=_unsaid if as_json else note,
        setting=option_of,
    )
    _show(planned.report(), as_json)
    return INTERRUPTED if stopped else 0


def _unsaid(_: str) -> None:
    """Discard a remark, because a program reads the output."""


def _planned(name: str, selected: Selection) -> StudyRun:
    return plan_study(name, selected, setting=option_of, registry=registry())


@command.command("report")
@click.argument("name")
@selection
@click.option(
    "--page",
    type=click.Path(path_type=Path),
    help="Write the verdicts to this Markdown file, and the data and plots into the same folder.",
)
@reporting_options
def report(
    name: str,
    selected: Selection,
    page: Path | None,
    as_json: bool,
) -> None:
    """Report on the stored games of the study NAME, without playing any games."""
    if selected.headline and page is not None:
        raise InvalidSettings("--headline cannot be combined with --page; the page contains the headline anyway")
    planned = _planned(name, selected)
    found = planned.report(measured=page is not None)
    if isinstance(found, HeadlineReport):
        if not any(stage.played for each in found.headlines for stage in each.stages):
            raise InvalidSettings(
                f"study {name} has no stored headline games; play the games with: "
                f"advsearch study run {name} --headline"
            )
    elif not found.played:
        again = found.plan.again
        raise InvalidSettings(
            f"study {name} has no stored games with these options; play the study with: "
            f"advsearch study run {name}{again}"
        )
    elif page is not None:
        for path in write_page(found, page):
            note(f"wrote {path}")
        return
    _show(found, as_json)


def _show(found: StudyReport | HeadlineReport, as_json: bool) -> None:
    if as_json:
        show_json(found.as_json())
        return
    tiers = {tier for tier in tiers_in(found.plan.parts).values() if tier is not None}
    if tiers:
        note(f"searches ran on the {' and the '.join(sorted(tiers))} tier")
    if isinstance(found, HeadlineReport):
        show_headlines(found.headlines)
    else:
        show_report(found)
