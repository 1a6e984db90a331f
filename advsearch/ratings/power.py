"""The number of games that a match still needs, and simulated matches between sides of known strength."""

from __future__ import annotations

import math
import random

from advsearch.errors import InvalidSettings
from advsearch.ratings.means import deviations_of
from advsearch.ratings.pairs import PairCounts, score_of_elo
from advsearch.ratings.sequential import Decision, SequentialTest


def more_pairs(counts: PairCounts, confidence: float = 0.95) -> int | None:
    """The number of further pairs (at least 1) that the interval needs to exclude equality at the present score.

    The result is None if the score is even or there are fewer than two pairs.
    """
    gap = abs(counts.score - 0.5)
    if gap == 0 or counts.pairs < 2:
        return None
    z = deviations_of(confidence)
    return max(1, math.ceil(counts.pairs * (z / (2 * gap)) ** 2 / counts.evidence) - counts.pairs)


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
    score = score_of_elo(elo)
    most_draws = 2 * min(score, 1 - score)
    if not 0 <= draws <= most_draws:
        raise InvalidSettings(
            f"expected a share of draws from 0 to {most_draws:.2f}, the most at a "
            f"difference of {elo:g} Elo, got {draws!r}"
        )
    counts = [0] * 5
    for played in range(1, most_pairs + 1):
        counts[_pair(rng, score, draws)] += 1
        if played % every == 0:
            decision = test.decide(PairCounts((counts[0], counts[1], counts[2], counts[3], counts[4])))
            if decision is not None:
                return decision, played
    return None, most_pairs
