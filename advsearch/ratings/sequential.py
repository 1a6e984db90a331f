"""A sequential test that decides when to stop a match. The test has three possible decisions.

Each side has its own sequential probability ratio test on the pair counts. The test compares two hypotheses: "this
side is `margin` Elo stronger", and "the sides are equal". If a side's test accepts that the side is stronger, the
match ends, and the side is the winner. If both tests accept that the sides are equal, the match ends with "no
difference as large as the margin".

If the sides are equal, a winner is declared with probability at most `alpha`. If one side is stronger by `margin`,
the test misses the difference with probability at most `beta`. The thresholds of the test follow from `alpha` and
`beta` by Wald's approximation.

The likelihood ratio is the generalised ratio for multinomial counts of the five kinds of pairs. A hypothesis about
the strengths determines the mean points per game. Many distributions over the five kinds of pairs have the same mean.
For each hypothesis, the test uses the most likely distribution with the hypothesis's mean. Unlike a test on wins,
draws and losses, this test accounts for the dependence between the two games of a pair.
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
"""A number that is added to each count. With `_FLOOR`, a kind of pair that has not occurred counts as rare, not as
impossible.
"""
MOST_ELO: Final = 1_000
"""The largest margin of a test. With a margin above `MOST_ELO`, the expected score would be too close to 1 for
floating-point numbers."""
FEWEST_PAIRS: Final = 8
"""The least number of pairs for a decision. With fewer than `FEWEST_PAIRS` pairs, the probabilities of the five kinds
of pairs are too uncertain."""


def _likeliest(shares: Sequence[float], mean: float) -> float:
    """Return the largest log-likelihood per pair, over all distributions of the five kinds of pairs with the given
    `mean`.

    A kind of pair with the share p and the points x has the probability p / (1 + t (x - mean)). The Lagrange
    multiplier t is the root of a function that falls from one pole to the next. Newton's method finds the root. If a
    step would leave the interval around the root, the interval is bisected.
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
    """One log-likelihood ratio for each difference in `elos`: "the first side is stronger by the difference" against
    "the sides are equal"."""
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
        """The two thresholds of a side's log-likelihood ratio. Below the first threshold, the test rejects the
        hypothesis that the side is stronger by `margin`. Above the second threshold, the test accepts this
        hypothesis.
        """
        one_sided = self.alpha / 2
        return math.log(self.beta / (1 - one_sided)), math.log((1 - self.beta) / one_sided)

    def ratios(self, counts: PairCounts) -> tuple[float, float]:
        """One log-likelihood ratio for each side: "this side is stronger" against "the sides are equal"."""
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
        """The approximate number of further pairs that the test needs to decide at the present score.

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
