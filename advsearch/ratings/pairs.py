"""The results of one match as counts of pairs, and the difference in strength that follows from the counts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.ratings.means import Interval, wilson

_NORMAL: Final = NormalDist()
POINTS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The points per game in each of the five kinds of pairs. The two games of a pair give 0, 0.5, 1, 1.5 or 2 points."""


def elo_of_score(score: float) -> float:
    """The rating difference in Elo at which `score` (points per game) is expected. For the scores 0 and 1 the
    difference is infinite."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """The expected points per game of a side that is `elo` stronger than its opponent."""
    return 1 / (1 + 10 ** (-elo / 400))


def _five_counts(_: object, __: object, counts: tuple[int, ...]) -> None:
    if len(counts) != 5 or any(count < 0 for count in counts):
        raise InvalidSettings(f"expected five counts of pairs, none negative, got {counts!r}")


@attrs.frozen
class PairCounts:
    """The numbers of pairs that gave the first named side 0, 0.5, 1, 1.5 and 2 points.

    >>> PairCounts((1, 0, 6, 0, 3)).score
    0.6
    """

    counts: tuple[int, int, int, int, int] = attrs.field(default=(0, 0, 0, 0, 0), validator=_five_counts)

    def plus(self, place: int) -> PairCounts:
        """Return these counts with one more pair, which gave `place / 2` points."""
        a, b, c, d, e = (count + (number == place) for number, count in enumerate(self.counts))
        return PairCounts((a, b, c, d, e))

    @classmethod
    def of_points(cls, pairs: Iterable[float]) -> PairCounts:
        """Count pairs by the points (0 to 2) that they gave."""
        counts = [0] * 5
        for points in pairs:
            place = round(2 * points)
            if place != 2 * points or not 0 <= place <= 4:
                raise InvalidSettings(f"expected a pair to give 0, 0.5, 1, 1.5 or 2 points, got {points!r}")
            counts[place] += 1
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def score(self) -> float:
        """Points per game; 0.5 if there is no pair."""
        if not self.pairs:
            return 0.5
        return sum(n * x for n, x in zip(self.counts, POINTS, strict=True)) / self.pairs

    @property
    def variance(self) -> float:
        """The sample variance of one pair's points per game. For fewer than two pairs, the result is the largest
        possible variance, 1/4."""
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
        """The number of decisive pairs that would give an equally precise mean score. A decisive pair is two wins or
        two losses.

        The result is at least the number of played pairs, because decisive pairs have the largest variance. If all
        pairs gave the same points, one pair is treated as different. If all games were won, or all were lost, the
        largest possible variance is used.
        """
        mean, n = self.score, self.pairs
        ceiling = mean * (1 - mean)
        if n < 2 or ceiling == 0:
            return float(n)
        share = self.variance / ceiling
        return n / min(1.0, share) if share > 0 else float(n * n)

    def score_interval(self, confidence: float = 0.95) -> Interval:
        """Wilson's interval for the score. The variance between pairs replaces the binomial variance.

        Wilson's interval lies within 0 to 1. If all pairs gave the same points, the interval does not shrink to a
        point.
        """
        return wilson(self.score, self.evidence, confidence)

    def elo_interval(self, confidence: float = 0.95) -> Interval:
        score = self.score_interval(confidence)
        return Interval(elo_of_score(score.low), elo_of_score(score.high))

    @property
    def superiority(self) -> float:
        """The probability that the first named side is the stronger one (flat prior, normal approximation)."""
        return _NORMAL.cdf(self._deviations)

    @property
    def p_value(self) -> float:
        """The two-sided p value of the score if both sides are equally strong. The p value is below 0.05 exactly if
        the 95 % interval excludes equality."""
        return 2 * _NORMAL.cdf(-abs(self._deviations))

    @property
    def _deviations(self) -> float:
        """The distance of the score from 0.5, in standard deviations of a score between equal sides."""
        return (self.score - 0.5) * 2 * math.sqrt(self.evidence)
