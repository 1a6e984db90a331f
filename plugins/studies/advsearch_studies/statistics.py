"""The statistics of win rates. For a published rate, only the numbers of games and points are known. For the new
games, the result of every pair of games is known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import stdev
from typing import Literal, TypeAlias

from advsearch.ratings.means import Mean, deviations_of

Answer: TypeAlias = Literal["supported", "refuted", "not decidable"]


def z_between(won: float, games: int, other_won: float, other_games: int) -> float:
    """The difference between two rates in standard errors. The standard error is computed as if the true rates were
    equal.

    >>> round(z_between(156, 210, 144, 210), 2)
    1.3
    """
    pooled = (won + other_won) / (games + other_games)
    error = math.sqrt(pooled * (1 - pooled) * (1 / games + 1 / other_games))
    return (won / games - other_won / other_games) / error if error else 0.0


def z_from_half(won: float, games: int) -> float:
    """The difference of a rate from 0.5, in standard errors."""
    return (won / games - 0.5) / math.sqrt(0.25 / games) if games else 0.0


def significant(z: float) -> bool:
    return abs(z) >= deviations_of()


def answer(published: float, ours: Mean) -> Answer:
    """Whether the difference in the new games confirms the sign of the published difference."""
    if ours.units < 2 or ours.interval.low <= 0 <= ours.interval.high:
        return "not decidable"
    return "supported" if (ours.mean > 0) == (published > 0) else "refuted"


def sample_deviation(values: Sequence[float]) -> float | None:
    return stdev(values) if len(values) > 1 else None
