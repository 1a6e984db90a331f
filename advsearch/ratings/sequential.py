"""A sequential test that decides when to stop a match. The test has three possible decisions.

Two sequential probability ratio tests run side by side on the pair counts, one for each side. The test of a side
compares the hypothesis that this side is `margin` Elo stronger with the hypothesis that the sides are equal. If the
test of a side accepts that this side is stronger, the match ends with this side as the winner. If the tests of both
sides accept that the sides are equal, the match ends with "no difference as large as the margin".

If the sides are equal, a winner is declared with probability at most `alpha` (alpha/2 for each side). If one side is
`margin` stronger, the test fails to detect this with probability at most `beta`. The probabilities `alpha` and `beta`
are Wald's bounds, which ignore the overshoot.

The likelihood ratio is the generalised ratio for multinomial counts of the five kinds of pairs. A hypothesis about
the strengths determines the mean points per game. Many distributions over the five kinds of pairs have the same mean;
the test uses the most likely of these distributions, which is found with one Lagrange multiplier. Unlike a test on
wins, draws and losses, this test accounts for the dependence between the two games of a pair.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import attrs

from advsearch.errors import InvalidSettings
from advsearch.ratings.pairs import POINTS, PairCounts, score_of_elo

Decision: TypeAlias = Literal["first", "second", "neither"]
_FLOOR: Final = 1e-3
"""A number added to each count, so that a kind of pair that has not occurred counts as rare and not as impossible."""
MOST_ELO: Final = 1_000
"""The largest margin of a test. With a margin above `MOST_ELO`, the expected score would be too close to 1 for
floating-point numbers."""
FEWEST_PAIRS: Final = 8
"""The least number of pairs for a decision. With fewer than `FEWEST_PAIRS` pairs, the probabilities of the five kinds
of pairs are too uncertain."""


def _likeliest(shares: Sequence[float], mean: float) -> float:
    """Of all distributions over the five kinds of pairs whose mean is `mean` points per game, take the most likely
    one, and return its log-likelihood per pair.

    The most likely probabilities are p / (1 + t (x - mean)), for the shares p and the points x. The Lagrange
    multiplier t is the root of a function that falls from one pole to the next. The root is found by Newton's method,
    and by bisection if a step would leave the interval that contains the root.
    """
    gaps = [x - mean for x in POINTS]
    low, high = -1 / gaps[-1], -1 / gaps[0]
    multiplier = 0.0
    for _ in range(60):
        slope = turn = 0.0
        for p, gap in zip(shares, gaps, strict=True):
            part = gap / (1 + multiplier * gap)
            slope += p * part
            turn += p * part * part
        if abs(slope) < 1e-12:
            break
        if slope > 0:
            low = multiplier
        else:
            high = multiplier
        multiplier += slope / turn
        if not low < multiplier < high:
            multiplier = (low + high) / 2
    return sum(p * math.log(p / (1 + multiplier * gap)) for p, gap in zip(shares, gaps, strict=True))


def log_likelihood_ratios(counts: PairCounts, *elos: float) -> list[float]:
    """For each difference in `elos`, the log-likelihood ratio of the hypothesis that the first side is stronger by
    this difference against the hypothesis that the sides are equal."""
    if not counts.pairs:
        return [0.0] * len(elos)
    padded = [n + _FLOOR for n in counts.counts]
    total = sum(padded)
    shares = [n / total for n in padded]
    equal = _likeliest(shares, 0.5)
    return [total * (_likeliest(shares, score_of_elo(elo)) - equal) for elo in elos]


@attrs.frozen
class SequentialTest:
    """A sequential test of a match between two sides.

    >>> SequentialTest(margin=30).decide(PairCounts((0, 2, 10, 40, 60)))
    'first'
    """

    margin: float = 30.0
    alpha: float = 0.05
    beta: float = 0.05

    def __attrs_post_init__(self) -> None:
        if not self.margin > 0:
            raise InvalidSettings(f"expected a margin above 0 Elo, got {self.margin!r}")
        if self.margin > MOST_ELO:
            raise InvalidSettings(f"expected a margin of at most {MOST_ELO:,} Elo, got {self.margin!r}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise InvalidSettings(f"expected `{name}` to be between 0 and 0.5, got {value!r}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The two thresholds of a log-likelihood ratio. If the ratio of a side is below the first threshold, the test
        rejects that this side is `margin` stronger. If the ratio of a side is above the second threshold, the test
        accepts that this side is stronger.
        """
        one_sided = self.alpha / 2
        return math.log(self.beta / (1 - one_sided)), math.log((1 - self.beta) / one_sided)

    def ratios(self, counts: PairCounts) -> tuple[float, float]:
        """Two log-likelihood ratios against the hypothesis that the sides are equal: of "the first is stronger", and
        of "the second is stronger".
        """
        first, second = log_likelihood_ratios(counts, self.margin, -self.margin)
        return first, second

    def decide(self, counts: PairCounts) -> Decision | None:
        """The decision after these pairs, or None if the match must continue."""
        if counts.pairs < FEWEST_PAIRS:
            return None
        refuse, accept = self.bounds
        first, second = self.ratios(counts)
        if first >= accept:
            return "first"
        if second >= accept:
            return "second"
        if first <= refuse and second <= refuse:
            return "neither"
        return None

    def more_pairs(self, counts: PairCounts) -> int | None:
        """The approximate number of further pairs until a decision, if the score stays the same.

        The result is None if there are too few pairs for an estimate.
        """
        if counts.pairs < 2:
            return None
        refuse, accept = self.bounds
        ratios = self.ratios(counts)
        growths = [accept / ratio for ratio in ratios if ratio > 0]
        if max(ratios) < 0:
            growths.append(max(refuse / ratio for ratio in ratios))
        if not growths:
            return None
        return max(1, math.ceil(max(FEWEST_PAIRS, counts.pairs * min(growths))) - counts.pairs)
