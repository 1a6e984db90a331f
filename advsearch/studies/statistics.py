"""The statistics of win rates: published ones, where only totals are known, and ours, where every pair is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev
from typing import Final, Literal, TypeAlias

import attrs

from advsearch.ratings.pairs import Interval

Answer: TypeAlias = Literal["supported", "refuted", "not decidable"]
CONFIDENCE: Final = 0.95
_NORMAL: Final = NormalDist()
_Z: Final = _NORMAL.inv_cdf(0.5 + CONFIDENCE / 2)


@attrs.frozen
class Estimate:
    """A mean with its 95 % interval, over `units` that are independent of one another."""

    mean: float
    interval: Interval
    units: int
    error: float = math.inf
    """The standard error of the mean."""

    @property
    def p_value(self) -> float:
        """Two-sided, of a mean this far from 0 if it were 0."""
        return beyond(abs(self.mean) / self.error, self.units - 1) if self.units > 1 else 1.0


def student(freedom: int) -> float:
    """The factor of a 95 % interval with so many degrees of freedom (Cornish and Fisher's expansion of Student's t).

    >>> [round(student(n), 2) for n in (4, 10, 100)]
    [2.77, 2.23, 1.98]
    """
    z, n = _Z, max(freedom, 1)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def beyond(t: float, freedom: int) -> float:
    """The probability of a Student's t this far from 0 or farther, either way (Abramowitz and Stegun, 26.7.3 and 4).

    >>> [round(beyond(t, n), 3) for t, n in ((12.706, 1), (4.303, 2), (2.776, 4), (2.228, 10))]
    [0.05, 0.05, 0.05, 0.05]
    """
    angle = math.atan(t / math.sqrt(freedom))
    odd = freedom % 2
    term = total = math.cos(angle) if odd else 1.0
    for k in range(2 + odd, freedom, 2):
        term *= (k - 1) / k * math.cos(angle) ** 2
        total += term
    within = math.sin(angle) * total if freedom > 1 else 0.0
    return max(0.0, 1 - (2 / math.pi * (angle + within) if odd else within))


def estimate(values: Sequence[float], low: float = -math.inf, high: float = math.inf) -> Estimate:
    """The mean of independent values between two bounds.

    Where all are equal, one different value is added for the spread, so that certainty is never claimed.
    """
    if not values:
        return Estimate(math.nan, Interval(low, high), 0)
    mean = fmean(values)
    if len(values) < 2:
        return Estimate(mean, Interval(low, high), len(values))
    spread = stdev(values) or 1 / math.sqrt(len(values) + 1)
    error = spread / math.sqrt(len(values))
    half = student(len(values) - 1) * error
    return Estimate(mean, Interval(max(low, mean - half), min(high, mean + half)), len(values), error)


def wilson(won: float, games: int) -> Interval:
    """The 95 % interval of a rate of which only the totals are known; games are taken to be independent."""
    if games == 0:
        return Interval(0.0, 1.0)
    rate, n = won / games, games
    centre = (rate + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    half = _Z * math.sqrt(rate * (1 - rate) / n + (_Z / (2 * n)) ** 2) / (1 + _Z**2 / n)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def z_between(won: float, games: int, other_won: float, other_games: int) -> float:
    """By how many standard errors two rates differ, if the true rates were equal.

    >>> round(z_between(156, 210, 144, 210), 2)
    1.3
    """
    pooled = (won + other_won) / (games + other_games)
    error = math.sqrt(pooled * (1 - pooled) * (1 / games + 1 / other_games))
    return (won / games - other_won / other_games) / error if error else 0.0


def z_from_half(won: float, games: int) -> float:
    """By how many standard errors a rate differs from a half."""
    return (won / games - 0.5) / math.sqrt(0.25 / games) if games else 0.0


def significant(z: float) -> bool:
    return abs(z) >= _Z


def answer(published: float, ours: Estimate) -> Answer:
    """Whether our difference bears out the sign of the published one."""
    if ours.units < 2 or ours.interval.low <= 0 <= ours.interval.high:
        return "not decidable"
    return "supported" if (ours.mean > 0) == (published > 0) else "refuted"


def sample_deviation(values: Sequence[float]) -> float | None:
    return stdev(values) if len(values) > 1 else None
