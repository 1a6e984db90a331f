"""What `--simulate` prints: how many games a difference needs, before any is played."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

from advsearch.cli.console import count, note, plural, show_json
from advsearch.cli.options import Decorated, number_within
from advsearch.errors import InvalidSettings
from advsearch.ratings import SequentialTest, plan_match
from advsearch.ratings.power import deviation_of, pairs_needed, smallest_difference
from advsearch.ratings.verdict import elo_text
from advsearch.tournament.schedule import Schedule
from advsearch.tournament.store import Store

FEWEST_GAMES = 20
"""Recorded games from which the share of draws is taken."""


def simulate_options(command: Decorated) -> Decorated:
    command = click.option(
        "--draws",
        type=float,
        metavar="SHARE",
        callback=number_within(0, 1),
        help="For --simulate: the share of games drawn, such as 0.3. [default: the store's games', else 0]",
    )(command)
    return click.option(
        "--simulate",
        type=float,
        metavar="ELO",
        callback=number_within(-10_000, 10_000),
        help="Play nothing; print how many games such a difference needs.",
    )(command)


def share_of_draws(given: float | None, store: Path | None) -> float:
    """The share given, else that of the games in the store, else 0."""
    if given is not None or store is None or not store.exists():
        return given or 0.0
    with Store(store, writable=False) as opened:
        results = [outcome.result for outcome in opened.outcomes()]
    if len(results) < FEWEST_GAMES:
        return 0.0
    share = results.count("1/2-1/2") / len(results)
    note(f"of the {plural(len(results), 'game')} in {store} {share:.0%} were drawn, which is taken for granted here")
    return share


def show_test_plan(elo: float, test: SequentialTest, pairs: int, draws: float, *, as_json: bool) -> None:
    """Print how a match under a sequential test would end at a true difference."""
    plan = plan_match(elo, test, draws=draws, most_pairs=pairs)
    if as_json:
        told: dict[str, Any] = {
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
        show_json(told)
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
    """Print what a schedule of fixed length can show: the pairs a difference needs, and the differences its pairs
    show. With several pairings the error is divided among them, as in the report's p values."""
    pairings, pairs = len(schedule.matches()), len(schedule.openings)
    if schedule.test is not None:
        show_test_plan(elo, schedule.test, pairs, draws, as_json=as_json)
        return
    if not elo:
        raise InvalidSettings("expected --simulate with a difference other than 0 Elo where no [test] ends the match")
    alpha = 0.05 / pairings
    needed = pairs_needed(elo, deviation_of(draws, elo), alpha)
    visible = smallest_difference(pairs, deviation_of(draws), alpha)
    if as_json:
        show_json(
            {
                "elo": elo,
                "draws": draws,
                "pairs_needed": needed,
                "pairs": pairs,
                "smallest_elo": visible if math.isfinite(visible) else None,
            }
        )
        return
    shared = f" shared by {plural(pairings, 'pairing')}" if pairings > 1 else ""
    click.echo(
        f"to show a true difference of {elo_text(elo)} Elo with {draws:.0%} of games drawn, a pairing needs "
        f"{plural(needed, 'pair')}, {count(2 * needed)} games (5 % error{shared}, 80 % power)"
    )
    shown = f"which show differences from {visible:.0f} Elo on" if math.isfinite(visible) else "too few to show any"
    click.echo(f"this schedule has {plural(pairs, 'pair')} a pairing, {shown}")
