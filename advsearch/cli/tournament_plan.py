"""The option `--simulate` and its output: the number of games that are needed to detect a difference."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

from advsearch.cli.console import count, note, plural, show_json
from advsearch.cli.options import Decorated, number_within
from advsearch.ratings import SequentialTest, plan_match
from advsearch.ratings.verdict import elo_text
from advsearch.tournament.forecast import forecast, recorded_draws
from advsearch.tournament.schedule import Schedule


def simulate_options(command: Decorated) -> Decorated:
    """Add the options `--simulate` and `--draws`."""
    command = click.option(
        "--draws",
        type=float,
        metavar="SHARE",
        callback=number_within(0, 1),
        help="Share of draws that --simulate assumes, such as 0.3. [default: the share in the stored games, or 0]",
    )(command)
    return click.option(
        "--simulate",
        type=float,
        metavar="ELO",
        callback=number_within(-10_000, 10_000),
        help="Play nothing; print how many games are needed to detect a true difference of ELO.",
    )(command)


def share_of_draws(given: float | None, store: Path | None) -> float:
    """Return the assumed share of draws. If `given` is None, the share is computed from the games in the store. If
    there are too few stored games, the share is 0."""
    if given is not None:
        return given
    found = None if store is None else recorded_draws(store)
    if found is None:
        return 0.0
    games = plural(found.games, "game")
    note(f"of the {games} in {store} {found.share:.0%} were drawn; the same share is assumed here")
    return found.share


def show_test_plan(elo: float, test: SequentialTest, pairs: int, draws: float, *, as_json: bool) -> None:
    """Print how a match with a sequential test would end if the true difference were `elo`."""
    plan = plan_match(elo, test, draws=draws, most_pairs=pairs)
    if as_json:
        found: dict[str, Any] = {
            "elo": plan.elo,
            "draws": draws,
            "median_pairs": plan.median_pairs,
            "long_pairs": plan.long_pairs,
            "fixed_pairs": plan.fixed_pairs,
            "stronger": plan.stronger,
            "neither": plan.neither,
            "weaker": plan.weaker,
            "undecided": plan.undecided,
        }
        show_json(found)
        return
    click.echo(
        f"at a true difference of {elo_text(elo)} Elo, with a margin of {test.margin:g} and {draws:.0%} of games "
        f"drawn: half the matches end within {plural(plan.median_pairs, 'pair')} "
        f"({count(2 * plan.median_pairs)} games), nine in ten within {count(plan.long_pairs)}"
    )
    if elo:
        answers = f"{plan.stronger:.0%} name the stronger one, {plan.weaker:.0%} the weaker one"
    else:
        answers = f"{plan.stronger + plan.weaker:.0%} name one of the two"
    click.echo(
        f"{answers}, {plan.neither:.0%} say there is no difference as large as the margin, "
        f"{plan.undecided:.0%} end undecided after {plural(pairs, 'pair')}"
    )
    if plan.fixed_pairs:
        click.echo(f"a match of fixed length would need {plural(plan.fixed_pairs, 'pair')} (5 % error, 80 % power)")


def show_schedule_plan(elo: float, schedule: Schedule, draws: float, *, as_json: bool) -> None:
    """Print how many pairs of games are needed to detect a difference of `elo`. Also print which differences the
    schedule can detect.
    """
    if schedule.test is not None:
        show_test_plan(elo, schedule.test, len(schedule.openings), draws, as_json=as_json)
        return
    found = forecast(schedule, elo, draws)
    if as_json:
        show_json(found.as_json())
        return
    shared = f" shared by {plural(found.pairings, 'pairing')}" if found.pairings > 1 else ""
    click.echo(
        f"to show a true difference of {elo_text(elo)} Elo with {draws:.0%} of games drawn, a pairing needs "
        f"{plural(found.pairs_needed, 'pair')}, {count(2 * found.pairs_needed)} games "
        f"(5 % error{shared}, 80 % power)"
    )
    smallest = found.smallest_elo
    shown = (
        f"which show differences of at least {smallest:.0f} Elo" if math.isfinite(smallest) else "too few to show any"
    )
    click.echo(f"this schedule has {plural(found.pairs, 'pair')} per pairing, {shown}")
