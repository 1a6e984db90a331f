"""The number of games that are needed to detect a difference in strength, computed before the games are played."""

from __future__ import annotations

import math
import random
from statistics import NormalDist
from typing import Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.ratings.means import deviations_of
from advsearch.ratings.pairs import PairCounts, elo_of_score, score_of_elo
from advsearch.ratings.sequential import Decision, SequentialTest

_NORMAL: Final = NormalDist()
DEFAULT_DEVIATION: Final = 0.3
"""The assumed standard deviation of the points per game of one pair, if no results are known. The deviation is 0.354
for independent games between equal sides without draws. The deviation is near 0.25 if most pairs have one win for
each side."""


def pairs_needed(elo: float, deviation: float = DEFAULT_DEVIATION, alpha: float = 0.05, power: float = 0.8) -> int:
    """The number of pairs that a match of fixed length needs to detect a true difference of `elo` with probability
    `power`.

    >>> pairs_needed(20), pairs_needed(100)
    (855, 37)
    """
    if elo == 0:
        raise InvalidSettings("expected a difference other than 0 Elo, got 0")
    gap = abs(score_of_elo(elo) - 0.5)
    z = _NORMAL.inv_cdf(1 - alpha / 2) + _NORMAL.inv_cdf(power)
    return math.ceil((z * deviation / gap) ** 2)


def deviation_of(draws: float, elo: float = 0.0) -> float:
    """The standard deviation of a pair's points per game, if the two games of the pair are independent. `draws` is
    the share of drawn games.
    """
    score = score_of_elo(elo)
    most_draws = 2 * min(score, 1 - score)
    if not 0 <= draws <= most_draws:
        raise InvalidSettings(
            f"expected a share of draws from 0 to {most_draws:.2f}, the most at a "
            f"difference of {elo:g} Elo, got {draws!r}"
        )
    return math.sqrt((score * (1 - score) - draws / 4) / 2)


def smallest_difference(
    pairs: int, deviation: float = DEFAULT_DEVIATION, alpha: float = 0.05, power: float = 0.8
) -> float:
    """The smallest difference in Elo that a match of `pairs` pairs detects with probability `power`.

    >>> round(smallest_difference(855))
    20
    """
    z = _NORMAL.inv_cdf(1 - alpha / 2) + _NORMAL.inv_cdf(power)
    return elo_of_score(0.5 + z * deviation / math.sqrt(pairs))


def more_pairs(counts: PairCounts, confidence: float = 0.95) -> int | None:
    """The number of further pairs (at least 1) that the interval needs to exclude equality at the present score.

    The result is None if the score is even or there are fewer than two pairs.
    """
    gap = abs(counts.score - 0.5)
    if gap == 0 or counts.pairs < 2:
        return None
    z = deviations_of(confidence)
    return max(1, math.ceil(counts.pairs * (z / (2 * gap)) ** 2 / counts.evidence) - counts.pairs)


@attrs.frozen
class Plan:
    """The expected course of a sequential match at a given true difference."""

    elo: float
    fixed_pairs: int
    """The number of pairs that a match of fixed length needs to detect the difference with probability 0.8."""
    median_pairs: int
    long_pairs: int
    """Nine of ten matches end after at most `long_pairs` pairs."""
    stronger: float
    """The share of matches in which the test declares the stronger side the winner."""
    neither: float
    """The share of matches that end with "no difference as large as the margin"."""
    weaker: float
    undecided: float


def _pair(rng: random.Random, score: float, draws: float) -> int:
    """Simulate a pair of two independent games, and return its points as a number of half points (0 to 4)."""
    place = 0
    for _ in range(2):
        u = rng.random()
        win = score - draws / 2
        place += 2 if u < win else 1 if u < win + draws else 0
    return place


def simulate_match(
    test: SequentialTest, elo: float, draws: float, most_pairs: int, rng: random.Random, every: int = 1
) -> tuple[Decision | None, int]:
    """Simulate one match at a known difference. Return the decision of the match, and its length in pairs."""
    deviation_of(draws, elo)  # raises for an impossible share of draws
    score = score_of_elo(elo)
    counts = [0] * 5
    for played in range(1, most_pairs + 1):
        counts[_pair(rng, score, draws)] += 1
        if played % every == 0:
            decision = test.decide(PairCounts((counts[0], counts[1], counts[2], counts[3], counts[4])))
            if decision is not None:
                return decision, played
    return None, most_pairs


def plan_match(
    elo: float,
    test: SequentialTest | None = None,
    *,
    draws: float = 0.0,
    most_pairs: int = 5_000,
    matches: int = 200,
    seed: int = 0,
) -> Plan:
    """Simulate sequential matches in which the first side is `elo` stronger. Return the lengths of the matches, and
    the share of matches with each decision.
    """
    test = test or SequentialTest()
    rng = random.Random(seed)
    every = max(1, most_pairs // 500)
    ends = [simulate_match(test, elo, draws, most_pairs, rng, every) for _ in range(matches)]
    lengths = sorted(length for _, length in ends)
    names: tuple[Decision, Decision] = ("second", "first") if elo < 0 else ("first", "second")

    def share(decision: Decision | None) -> float:
        return sum(found == decision for found, _ in ends) / matches

    return Plan(
        elo=elo,
        fixed_pairs=pairs_needed(elo, deviation_of(draws, elo)) if elo else 0,
        median_pairs=lengths[matches // 2],
        long_pairs=lengths[min(matches - 1, (9 * matches) // 10)],
        stronger=share(names[0]),
        neither=share("neither"),
        weaker=share(names[1]),
        undecided=share(None),
    )
