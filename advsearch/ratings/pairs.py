"""The results of one match as pair counts, and what they say about the difference in strength."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import Final

import attrs

from advsearch.errors import InvalidSettings

_NORMAL: Final = NormalDist()
POINTS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What each of the five kinds of pair scores per game: 0, half, 1, one and a half, 2 of two points."""


def elo_of_score(score: float) -> float:
    """The rating difference at which `score` (points per game) is expected; infinite at 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """Points per game expected of the side that is `elo` stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


@attrs.frozen
class Interval:
    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def _five_counts(_: object, __: object, counts: tuple[int, ...]) -> None:
    if len(counts) != 5 or any(count < 0 for count in counts):
        raise InvalidSettings(f"expected five counts of pairs, none negative, got {counts!r}")


@attrs.frozen
class PairCounts:
    """How many pairs brought the first named side 0, half, 1, one and a half and 2 points.

    >>> PairCounts((1, 0, 6, 0, 3)).score
    0.6
    """

    counts: tuple[int, int, int, int, int] = attrs.field(default=(0, 0, 0, 0, 0), validator=_five_counts)

    @classmethod
    def of_points(cls, pairs: Iterable[float]) -> PairCounts:
        """From the points (0 to 2) each pair brought."""
        counts = [0] * 5
        for points in pairs:
            place = round(2 * points)
            if place != 2 * points or not 0 <= place <= 4:
                raise InvalidSettings(f"expected a pair to bring 0, 0.5, 1, 1.5 or 2 points, got {points!r}")
            counts[place] += 1
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def score(self) -> float:
        """Points per game; a half before any pair is in."""
        if not self.pairs:
            return 0.5
        return sum(n * x for n, x in zip(self.counts, POINTS, strict=True)) / self.pairs

    @property
    def variance(self) -> float:
        """Of one pair's points per game (sample variance); the widest possible, 1/4, below two pairs."""
        if self.pairs < 2:
            return 0.25
        mean = self.score
        squares = sum(n * (x - mean) ** 2 for n, x in zip(self.counts, POINTS, strict=True))
        return squares / (self.pairs - 1)

    @property
    def elo(self) -> float:
        return elo_of_score(self.score)

    @property
    def evidence(self) -> float:
        """How many independent pairs of two always equal games would tell the mean as well as these pairs do.

        What a mean m of numbers from 0 to 1 leaves of variance is at most m (1 - m), the variance of such a pair, so
        there are more of these than there are pairs. Where all pairs ended alike, one odd pair among them is allowed
        for; where all were won or lost, nothing is known of the variance and the most is taken.
        """
        mean, n = self.score, self.pairs
        ceiling = mean * (1 - mean)
        if n < 2 or ceiling == 0:
            return float(n)
        share = self.variance / ceiling
        return n / min(1.0, share) if share > 0 else float(n * n)

    def score_interval(self, confidence: float = 0.95) -> Interval:
        """Wilson's interval for a mean, with the variance between pairs in place of the binomial one.

        The means it leaves out are those a test of this confidence refuses, with the variance each of them would
        have. So it stays inside 0 to 1 and does not shrink to a point when every pair ended alike.
        """
        n = self.evidence
        if n == 0:
            return Interval(0.0, 1.0)
        z = _NORMAL.inv_cdf(0.5 + confidence / 2)
        mean = self.score
        centre = (mean + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(mean * (1 - mean) / n + (z / (2 * n)) ** 2) / (1 + z * z / n)
        low = 0.0 if mean == 0 else max(0.0, centre - half)
        high = 1.0 if mean == 1 else min(1.0, centre + half)
        return Interval(low, high)

    def elo_interval(self, confidence: float = 0.95) -> Interval:
        score = self.score_interval(confidence)
        return Interval(elo_of_score(score.low), elo_of_score(score.high))

    @property
    def superiority(self) -> float:
        """Likelihood that the first named side is the stronger (flat prior, normal approximation)."""
        return _NORMAL.cdf(self._deviations)

    @property
    def p_value(self) -> float:
        """Two-sided, of the observed score if both sides were equally strong: below 0.05 exactly where the 95 %
        interval leaves equality out."""
        return 2 * _NORMAL.cdf(-abs(self._deviations))

    @property
    def _deviations(self) -> float:
        """How many standard deviations of an equal match the score lies above a half."""
        return (self.score - 0.5) * 2 * math.sqrt(self.evidence)
