"""Means, and shares of games, with their confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev
from typing import Final

import attrs

CONFIDENCE: Final = 0.95
_NORMAL: Final = NormalDist()
_ROUNDING: Final = 1e-12
"""Numbers that differ by less, or by less of their size, differ by rounding alone."""


@attrs.frozen
class Interval:
    """An interval from `low` to `high`. Either end may be infinite."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def deviations_of(confidence: float = CONFIDENCE) -> float:
    """The number z: with probability `confidence`, a normal variable lies within z standard deviations of its mean.

    >>> round(deviations_of(0.95), 2)
    1.96
    """
    return _NORMAL.inv_cdf(0.5 + confidence / 2)


def wilson(share: float, units: float, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's interval for the mean of `units` independent numbers between 0 and 1. `share` is the observed mean. If
    the mean is m, the numbers are assumed to have the variance m (1 - m), like numbers that are only 0 or 1. If
    `units` is 0, the interval is from 0 to 1.

    >>> interval = wilson(0.6, 20)
    >>> round(interval.low, 2), round(interval.high, 2)
    (0.39, 0.78)
    """
    if units == 0:
        return Interval(0.0, 1.0)
    z, n = deviations_of(confidence), units
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + (z / (2 * n)) ** 2) / (1 + z * z / n)
    # rounding must not exclude 0 or 1
    low = 0.0 if share == 0 else max(0.0, centre - half)
    high = 1.0 if share == 1 else min(1.0, centre + half)
    return Interval(low, high)


@attrs.frozen
class Mean:
    """A mean and its 95 % interval, from `units` independent numbers."""

    mean: float
    interval: Interval
    units: int
    error: float = math.inf
    """The standard error of the mean."""

    @property
    def p_value(self) -> float:
        """The two-sided p value of the mean if the true mean is 0."""
        return beyond(abs(self.mean) / self.error, self.units - 1) if self.units > 1 else 1.0


def mean_of(values: Sequence[float], low: float = -math.inf, high: float = math.inf) -> Mean:
    """The mean of independent numbers between two bounds.

    The interval of the mean never shrinks to a point. If all numbers are equal, up to rounding, a different number is
    added to estimate the spread.
    """
    if not values:
        return Mean(math.nan, Interval(low, high), 0)
    mean = fmean(values)
    if len(values) < 2:
        return Mean(mean, Interval(low, high), len(values))
    spread = stdev(values)
    if spread < _ROUNDING * max(1.0, *map(abs, values)):
        spread = 1 / math.sqrt(len(values) + 1)
    error = spread / math.sqrt(len(values))
    half = student(len(values) - 1) * error
    return Mean(mean, Interval(max(low, mean - half), min(high, mean + half)), len(values), error)


def student(freedom: int) -> float:
    """The number of standard errors on each side of a mean in a 95 % interval, for `freedom` degrees of freedom.

    The number is computed by Cornish and Fisher's expansion of Student's t.

    >>> [round(student(n), 2) for n in (4, 10, 100)]
    [2.77, 2.23, 1.98]
    """
    z, n = deviations_of(), max(freedom, 1)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def beyond(t: float, freedom: int) -> float:
    """The two-sided probability that Student's t is at least as far from 0 as `t` (Abramowitz and Stegun, 26.7.3-4).

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
