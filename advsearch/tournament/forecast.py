"""The number of games that a schedule needs to show a difference, computed before play.

from advsearch.tournament.forecast import forecast

found = forecast(schedule, elo=20, draws=0.3)

For a match with a sequential test, use `advsearch.ratings.plan_match`.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.ratings.power import deviation_of, pairs_needed, smallest_difference
from advsearch.tournament.records import RESULTS
from advsearch.tournament.schedule import Schedule
from advsearch.tournament.store import Store

FEWEST_GAMES: Final = 20
"""The least number of stored games from which a share of draws is computed."""
_ERROR: Final = 0.05
"""The allowed probability that a schedule shows a difference between equally strong agents."""


@attrs.frozen
class Forecast:
    """The differences in strength that a schedule of fixed length can show, with 5 % error and 80 % power."""

    elo: float
    """The assumed true difference in strength."""
    draws: float
    """The assumed share of drawn games."""
    pairings: int
    pairs_needed: int
    """The number of pairs of games that one pairing needs to show the difference."""
    pairs: int
    """The number of pairs of games that one pairing has in the schedule."""
    smallest_elo: float
    """The smallest difference that `pairs` pairs of games can show. If `pairs` is too small to show any difference,
    the number is infinite."""

    def as_json(self) -> dict[str, Any]:
        """The object that `--simulate ELO --json` prints."""
        return {
            "elo": self.elo,
            "draws": self.draws,
            "pairs_needed": self.pairs_needed,
            "pairs": self.pairs,
            "smallest_elo": self.smallest_elo if math.isfinite(self.smallest_elo) else None,
        }


def forecast(schedule: Schedule, elo: float, draws: float = 0.0) -> Forecast:
    """Compute whether a schedule of fixed length can show a true difference of `elo`. `draws` is the assumed share of
    drawn games.

    If there are several pairings, the allowed probability of an error is divided by their number.
    """
    if not elo:
        raise InvalidSettings(
            "expected a difference above or below 0 Elo, got 0; to show that agents are equal, add a [test]"
        )
    pairings, pairs = len(schedule.matches()), len(schedule.openings)
    alpha = _ERROR / pairings
    needed = pairs_needed(elo, deviation_of(draws, elo), alpha)
    return Forecast(elo, draws, pairings, needed, pairs, smallest_difference(pairs, deviation_of(draws), alpha))


@attrs.frozen
class Draws:
    """The share of drawn games in a store, and the number of all games."""

    games: int
    share: float


def recorded_draws(store: Path) -> Draws | None:
    """The share of draws among the games in a store; None if the store does not exist or has too few games."""
    if not store.exists():
        return None
    with Store(store, writable=False) as opened:
        points = [RESULTS[outcome.result] for outcome in opened.outcomes()]
    if len(points) < FEWEST_GAMES:
        return None
    return Draws(len(points), points.count(0.5) / len(points))
