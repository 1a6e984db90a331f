"""The command `advsearch compare`."""

from __future__ import annotations

import collections
from pathlib import Path
from typing import Any

import click

from advsearch.cli.console import INTERRUPTED, note, plural, show_json
from advsearch.cli.options import (
    COUNT,
    EVALUATOR,
    SEARCHER,
    GivenGame,
    at_most,
    game_argument,
    limit_options,
    option_of,
    registry,
    reporting_options,
    seed_defaults,
    with_examples,
)
from advsearch.cli.playing import BY_FAULTS, INCOMPLETE, MAX_PLIES_HELP
from advsearch.cli.progress import play_schedule
from advsearch.cli.workers import AskedWorkers, worker_options
from advsearch.protocol import TIERS
from advsearch.specs import Spec
from advsearch.tournament.comparison import DEFAULT_MARGIN, DEFAULT_PAIRS, DEFAULT_SEARCHER, plan_comparison
from advsearch.tournament.openings import MOST_PAIRS, MOST_RANDOM_PLIES
from advsearch.tournament.report import adjudications_note, tiers_note
from advsearch.tournament.summary import Summary


@with_examples(
    "compare",
    "advsearch compare {game} mine.py:heuristic improved",
    "advsearch compare {game} mine.py:heuristic improved --depth 3 --margin 50",
)
@game_argument
@click.argument("one", type=EVALUATOR, metavar="EVALUATOR_A")
@click.argument("two", type=EVALUATOR, metavar="EVALUATOR_B")
@click.option(
    "--searcher",
    type=SEARCHER,
    help=f"The search that both evaluators use. [default: {DEFAULT_SEARCHER}]",
)
@limit_options
@click.option(
    "--tier",
    type=click.Choice(TIERS),
    default="auto",
    show_default=True,
    help="The tier of both searches. auto takes the compiled tier if both searches have a compiled form. On "
    "the compiled tier a limit on nodes requires numba.",
)
@click.option(
    "--mixed-tiers",
    is_flag=True,
    help="Run each search on its own fastest tier, so that the result includes the tiers' difference in speed.",
)
@click.option(
    "--margin",
    type=float,
    default=DEFAULT_MARGIN,
    show_default=True,
    help="The smallest difference that matters to you, in Elo.",
)
@click.option(
    "--pairs",
    type=COUNT,
    default=DEFAULT_PAIRS,
    show_default=True,
    callback=at_most(MOST_PAIRS),
    help="Stop without a decision after this many pairs.",
)
@click.option(
    "--random-plies",
    type=COUNT,
    callback=at_most(MOST_RANDOM_PLIES),
    help="Random plies at the start of each opening. [default: 2, or more if --pairs needs more openings]",
)
@click.option("--max-plies", type=COUNT, help=MAX_PLIES_HELP)
@click.option(
    "--store",
    type=click.Path(path_type=Path),
    help="Store the games in this file. Run the same command again to continue the match.",
)
@worker_options
@reporting_options
def command(
    game: GivenGame,
    one: Spec,
    two: Spec,
    store: Path | None,
    workers: AskedWorkers,
    as_json: bool,
    **settings: Any,
) -> int:
    """Find the better of two evaluators by a sequential test.

    In a comparison both evaluators use the same search on the same tier. The evaluators play pairs of games: each
    random opening is played twice, with exchanged seats. After each pair a sequential test checks whether one
    evaluator is --margin Elo stronger. Instead of an evaluator, you may give a searcher, such as
    'alphabeta(depth=3)', or the player of a course, course:FILE.py:PLAYER.

    Play ends when the test has decided, or after --pairs pairs. Without --depth, --nodes or --time, each move takes
    1,000 nodes. The result then depends on the tier, but not on the speed of the machine.
    """
    planned = plan_comparison(
        game.text,
        one,
        two,
        **settings,
        seed=seed_defaults().get("seed", 0),
        here=workers.here,
        on_note=note,
        setting=option_of,
        registry=registry(),
    )
    chosen = workers.chosen()
    try:
        found = planned.play(
            lambda schedule, opened, play: play_schedule(schedule, opened, chosen, play, silent=as_json), store
        )
    except KeyboardInterrupt:
        note(_how_to_go_on(store))
        raise
    if as_json:
        show_json(found.as_json())
    else:
        click.echo(f"{one} against {two}: {found.wins} won, {found.draws} drawn, {found.losses} lost")
        _show_faults(found.summary)
        counted = planned.schedule.conditions.control.limits.nodes is not None
        for each in (tiers_note(found.tiers) if counted else "", adjudications_note(found.summary)):
            if each:
                click.echo(each)
        click.echo(found.verdict)
    if found.progress.draining and found.decision is None:
        note(_how_to_go_on(store))
        return INTERRUPTED
    if found.progress.set_aside:
        return INCOMPLETE
    return BY_FAULTS if found.decided_by_faults else 0


def _how_to_go_on(store: Path | None) -> str:
    if store is None:
        return "stopped; no game was kept, as there was no --store; with --store FILE the same command continues"
    return f"stopped; every game that was finished is in {store}, and the same command continues"


def _show_faults(summary: Summary) -> None:
    """Print the faults of the games, and the games that could not be played."""
    for agent, kinds in summary.faults.items():
        for kind, number in kinds.items():
            click.echo(f"{agent}: {plural(number, 'game')} lost by {kind}: {summary.reasons[agent, kind]}")
    for why, number in collections.Counter(summary.set_aside.values()).items():
        click.echo(f"{plural(number, 'game')} could not be played: {why}")
