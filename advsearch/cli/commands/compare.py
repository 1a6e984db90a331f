"""`advsearch compare`"""

from __future__ import annotations

import collections
import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import click

from advsearch.cli.building import note_reference_tier
from advsearch.cli.console import note, plural, show_json
from advsearch.cli.interrupt import INTERRUPTED
from advsearch.cli.live import play_schedule
from advsearch.cli.options import (
    COUNT,
    EVALUATOR,
    SEARCHER,
    GivenGame,
    at_most,
    game_argument,
    json_option,
    limit_options,
    registry,
    seed_defaults,
    shared_options,
)
from advsearch.cli.playing import INCOMPLETE, MAX_PLIES_HELP, worker_options
from advsearch.cli.tournament_plan import share_of_draws, show_test_plan, simulate_options
from advsearch.errors import InvalidSettings
from advsearch.protocol import AnyGame, TierChoice, bind_evaluator
from advsearch.ratings import SequentialTest
from advsearch.specs import Spec, parse_spec
from advsearch.tournament.openings import MOST_PAIRS, MOST_RANDOM_PLIES, draw_openings, plies_for, replay
from advsearch.tournament.report import adjudications_note, tiers_note
from advsearch.tournament.runner import PairScan
from advsearch.tournament.schedule import Schedule
from advsearch.tournament.schedule_file import schedule_of
from advsearch.tournament.store import Store
from advsearch.tournament.summary import Summary, pairing_object, summarize, summary_object
from advsearch.tournament.tiers import check_recorded, check_tiers, common_tier, record_tiers
from advsearch.tournament.worker import play
from advsearch.tournament.workers import workers_of
from advsearch.values import checked_number

DEFAULT_NODES = 1_000


@click.command("compare", epilog="\b\nExamples:\n"
    "  advsearch compare GAME mine.py:heuristic improved\n"
    "  advsearch compare GAME mine.py:heuristic improved --depth 3 --margin 50\n"
    "  advsearch compare GAME improved open --simulate 20 --draws 0.3\n")  # fmt: skip
@game_argument
@click.argument("one", type=EVALUATOR, metavar="EVALUATOR_A")
@click.argument("two", type=EVALUATOR, metavar="EVALUATOR_B")
@click.option("--searcher", type=SEARCHER, default="deepening", show_default=True, help="The search both use.")
@limit_options
@click.option(
    "--tier",
    type=click.Choice(["auto", "reference", "compiled"]),
    default="auto",
    show_default=True,
    help="What both run on; auto takes compiled if both can, and where nodes are counted on every machine alike.",
)
@click.option(
    "--mixed-tiers", is_flag=True, help="Let each run on its own fastest tier; this measures the tier, too."
)
@click.option(
    "--margin", type=float, default=30.0, show_default=True, help="The smallest difference of interest, Elo."
)
@click.option(
    "--pairs",
    type=COUNT,
    default=1_000,
    show_default=True,
    callback=at_most(MOST_PAIRS),
    help="Give up after this many pairs.",
)
@click.option(
    "--random-plies",
    type=COUNT,
    callback=at_most(MOST_RANDOM_PLIES),
    help="Random plies each opening begins with. [default: 2, more where --pairs need them]",
)
@click.option("--max-plies", type=COUNT, help=MAX_PLIES_HELP)
@click.option("--store", type=click.Path(path_type=Path), help="Keep the games; the same command goes on with them.")
@simulate_options
@worker_options
@json_option
@shared_options
@click.pass_context
def command(
    ctx: click.Context,
    game: GivenGame,
    one: Spec,
    two: Spec,
    searcher: Spec,
    time: float | None,
    depth: int | None,
    nodes: int | None,
    tier: TierChoice,
    mixed_tiers: bool,
    margin: float,
    pairs: int,
    random_plies: int | None,
    max_plies: int | None,
    store: Path | None,
    simulate: float | None,
    draws: float | None,
    workers: int | None,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Tell which of two evaluators is better, honestly.

    Both get the same search on the same tier. They play pairs of games: a random opening, once from each seat.
    After each pair a sequential test asks whether one is --margin Elo stronger; playing ends as soon as it knows,
    or when --pairs are played. Without --depth, --nodes or --time each move takes 1,000 nodes, so that the answer
    does not depend on the machine.
    """
    test = SequentialTest(margin=margin)
    if simulate is not None:
        show_test_plan(simulate, test, pairs, share_of_draws(draws, store), as_json=as_json)
        return
    if mixed_tiers and tier != "auto":
        raise InvalidSettings(f"expected --mixed-tiers without --tier, got both it and --tier {tier}")
    agents = [_agent(game, searcher, evaluator) for evaluator in (one, two)]
    limits = _limits(time, depth, nodes)
    pinned: TierChoice = "auto"
    if not mixed_tiers:
        pinned, why = common_tier(agents, game.game, tier, registry(), counted="nodes" in limits)
        agents = [agent.with_settings(tier=parse_spec(pinned)) for agent in agents]
        if why:
            note_reference_tier(why)
    openings = _openings(game, pairs, random_plies)
    _try_out((one, two), game, openings)
    schedule = _schedule(game, (one, two), agents, limits, openings, test, max_plies)
    schedule = attrs.evolve(schedule, mixed_tiers=mixed_tiers)
    schedule = _on_tiers(schedule, pinned, here=scheduler in (None, "local"))
    chosen, warning = workers_of(workers, scheduler)
    if warning:
        note(warning)
    with _store(store) as opened:
        try:
            progress = play_schedule(schedule, opened, chosen, play, silent=as_json)
        except KeyboardInterrupt:
            note(_how_to_go_on(store))
            raise
        summary = summarize(schedule, opened)
        decided = PairScan(schedule, opened).decision
    pairing = summary.pairings[0]
    if as_json:
        found = {**pairing_object(pairing), "decision": _winner(decided, one, two)}
        whole = summary_object(summary)
        kept = ("tiers", "max_plies", "games", "terminations", "faults", "reasons", "set_aside")
        show_json(found | {key: whole[key] for key in kept})
    else:
        tally = pairing.tally
        click.echo(f"{one} against {two}: {tally.wins} won, {tally.draws} drawn, {tally.losses} lost")
        _show_faults(summary)
        for told in (tiers_note(summary.tiers) if "nodes" in limits else "", adjudications_note(summary)):
            if told:
                click.echo(told)
        click.echo(pairing.verdict)
    if progress.draining and decided is None:
        note(_how_to_go_on(store))
        ctx.exit(INTERRUPTED)
    if progress.set_aside:
        ctx.exit(INCOMPLETE)


def _how_to_go_on(store: Path | None) -> str:
    if store is None:
        return "stopped; nothing was kept: with --store FILE the same command goes on where it was stopped"
    return f"stopped; every game that was finished is in {store}, and the same command goes on"


def _show_faults(summary: Summary) -> None:
    """What went wrong in the games, and which could not be played."""
    for agent, kinds in summary.faults.items():
        for kind, number in kinds.items():
            click.echo(f"{agent}: {plural(number, 'game')} lost by {kind}: {summary.reasons[agent, kind]}")
    for why, number in collections.Counter(summary.set_aside.values()).items():
        click.echo(f"{plural(number, 'game')} could not be played: {why}")


def _winner(decision: str | None, one: Spec, two: Spec) -> str | None:
    return {"first": str(one), "second": str(two), "neither": "neither"}.get(decision or "")


def _agent(game: GivenGame, searcher: Spec, evaluator: Spec) -> Spec:
    if "evaluator" in searcher.settings:
        raise InvalidSettings(f"expected a search without evaluator to compare evaluators with, got {searcher}")
    registry().evaluator(evaluator, game.game)  # a wrong name is told before anything starts
    return searcher.with_settings(evaluator=evaluator)


def _on_tiers(schedule: Schedule, pinned: TierChoice, *, here: bool) -> Schedule:
    """The schedule with the tiers of searches that are none of ours; refused where they cannot run."""
    schedule = record_tiers(schedule, registry(), None if pinned == "auto" else pinned)
    if here:
        check_recorded(schedule, registry())
    check_tiers(schedule, registry())
    return schedule


def _limits(time: float | None, depth: int | None, nodes: int | None) -> dict[str, Any]:
    given = {"time_s": time, "depth": depth, "nodes": nodes}
    return {key: value for key, value in given.items() if value is not None} or {"nodes": DEFAULT_NODES}


def _openings(game: GivenGame, pairs: int, random_plies: int | None) -> dict[str, int]:
    """As many different openings as there are pairs, or fewer where the game has no more."""
    if not pairs:
        raise InvalidSettings("expected --pairs of at least 1, got 0")
    seed = seed_defaults().get("seed", 0)
    if random_plies is None:
        plies, found = plies_for(game.game, pairs, seed)
    else:
        plies, found = random_plies, len(draw_openings(game.game, random_plies, pairs, seed))
    if not found:
        raise InvalidSettings(f"expected --random-plies that leave a game to play, got {plies}")
    if found < pairs:
        openings = f"{plural(found, 'different opening')} of {plural(plies, 'random ply', 'random plies')}"
        more = "" if random_plies is None else "; another --random-plies may give more"
        note(f"{game.text} has only {openings}, so at most {plural(found, 'pair')} can be played{more}")
    return {"random_plies": plies, "count": found}


def _try_out(evaluators: tuple[Spec, Spec], game: GivenGame, openings: dict[str, int]) -> None:
    """Ask both once, where the first game begins: one that fails there is told now, not by a lost match."""
    seed = seed_defaults().get("seed", 0)
    state = replay(game.game, draw_openings(game.game, openings["random_plies"], 1, seed)[0])
    for spec in evaluators:
        try_evaluator(spec, game.game, state)


def try_evaluator(spec: Spec, game: AnyGame, state: Any) -> None:
    """Ask an evaluator for both players; what it fails with is raised."""
    evaluate = bind_evaluator(registry().evaluator(spec, game), game)
    for player in (0, 1):
        checked_number(f"evaluator {spec}", evaluate(game, state, player))


def _schedule(
    game: GivenGame,
    names: tuple[Spec, Spec],
    agents: list[Spec],
    limits: dict[str, Any],
    openings: dict[str, int],
    test: SequentialTest,
    max_plies: int | None,
) -> Schedule:
    called = [str(name) for name in names]
    if called[0] == called[1]:
        called = [f"{called[0]} (A)", f"{called[1]} (B)"]
    return schedule_of(
        {
            "game": game.text,
            "seed": seed_defaults().get("seed", 0),
            "openings": openings,
            "limits": limits,
            "rules": {} if max_plies is None else {"max_plies": max_plies},
            "test": {"margin": test.margin},
            "agents": [{"name": name, "searcher": str(agent)} for name, agent in zip(called, agents, strict=True)],
        },
        game.game,
        Path(),
    )


@contextlib.contextmanager
def _store(path: Path | None) -> Iterator[Store]:
    """The store named, else one that is gone afterwards."""
    with contextlib.ExitStack() as stack:
        if path is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="advsearch-compare-"))
            path = Path(folder) / "games.db"
        yield stack.enter_context(Store(path))
