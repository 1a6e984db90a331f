"""When to stop a match: a sequential test with three answers.

Two sequential probability ratio tests run side by side on the pair counts, each asking whether one named side is
`margin` Elo stronger rather than equal. One of them accepting its difference ends the match with a winner; both of
them refusing ends it with "no difference as large as the margin". If the sides are equal, a winner is declared
with probability at most `alpha` (alpha/2 either way); if one is `margin` stronger, it is missed with probability
at most `beta` (Wald's bounds, which ignore the overshoot).

The ratio is the generalised one for multinomial pair counts: under each hypothesis the five probabilities are the
most likely ones having the hypothesis's mean, found by one Lagrange multiplier. Unlike a win/draw/loss test it
takes in that the two games of a pair depend on each other.
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
"""Added to each count, so that a kind of pair not yet seen is rare rather than impossible."""
MOST_ELO: Final = 1_000
"""A margin beyond which a score of 1 and one that is 1 for a computer cannot be told apart."""
FEWEST_PAIRS: Final = 8
"""No decision before: the likeliest five probabilities mean nothing on a handful of pairs."""


def _likeliest(shares: Sequence[float], mean: float) -> float:
    """The mean log of the probabilities likeliest to have given these shares, among those with this mean.

    They are p / (1 + t (x - mean)); the multiplier t is the root of a falling function between two poles, found by
    Newton's method, by halving where a step would leave what is known to hold the root.
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
    """For each difference, of "the first named side is so much stronger" against equality."""
    if not counts.pairs:
        return [0.0] * len(elos)
    padded = [n + _FLOOR for n in counts.counts]
    total = sum(padded)
    shares = [n / total for n in padded]
    equal = _likeliest(shares, 0.5)
    return [total * (_likeliest(shares, score_of_elo(elo)) - equal) for elo in elos]


@attrs.frozen
class SequentialTest:
    """The rule of a match between two sides.

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
                raise InvalidSettings(f"expected {name} between 0 and 0.5, got {value!r}")

    @property
    def bounds(self) -> tuple[float, float]:
        """Refuse a difference below the first, accept it above the second."""
        one_sided = self.alpha / 2
        return math.log(self.beta / (1 - one_sided)), math.log((1 - self.beta) / one_sided)

    def ratios(self, counts: PairCounts) -> tuple[float, float]:
        """For "the first is stronger" and for "the second is stronger", each against equality."""
        first, second = log_likelihood_ratios(counts, self.margin, -self.margin)
        return first, second

    def decide(self, counts: PairCounts) -> Decision | None:
        """The answer, or None while the match must go on."""
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
        """About how many further pairs decide, should they go on as they went: the ratios grow with the pairs. None
        where that is not to be told."""
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
