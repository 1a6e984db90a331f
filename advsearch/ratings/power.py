"""How many games a difference needs, told before they are played."""

from __future__ import annotations

import math
import random
from statistics import NormalDist
from typing import Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.ratings.pairs import PairCounts, elo_of_score, score_of_elo
from advsearch.ratings.sequential import Decision, SequentialTest

_NORMAL: Final = NormalDist()
DEFAULT_DEVIATION: Final = 0.3
"""Of one pair's points per game, where no results tell: between 0.25 (a decisive game each way is usual) and
0.354 (independent decisive games of equal sides)."""


def pairs_needed(elo: float, deviation: float = DEFAULT_DEVIATION, alpha: float = 0.05, power: float = 0.8) -> int:
    """Pairs for a fixed-length match to tell a true difference of `elo` from none with the given power.

    >>> pairs_needed(20), pairs_needed(100)
    (855, 37)
    """
    if elo == 0:
        raise InvalidSettings("expected a difference other than 0 Elo, got 0")
    gap = abs(score_of_elo(elo) - 0.5)
    z = _NORMAL.inv_cdf(1 - alpha / 2) + _NORMAL.inv_cdf(power)
    return math.ceil((z * deviation / gap) ** 2)


def deviation_of(draws: float, elo: float = 0.0) -> float:
    """Of one pair's points per game, where its games are independent and so many of them drawn."""
    score = score_of_elo(elo)
    if not 0 <= draws <= 2 * min(score, 1 - score):
        raise InvalidSettings(
            f"expected a share of draws from 0 to {2 * min(score, 1 - score):.2f}, which is all that {elo:g} Elo "
            f"leave room for, got {draws!r}"
        )
    return math.sqrt((score * (1 - score) - draws / 4) / 2)


def smallest_difference(
    pairs: int, deviation: float = DEFAULT_DEVIATION, alpha: float = 0.05, power: float = 0.8
) -> float:
    """The difference in Elo that a match of so many pairs tells from none with the given power.

    >>> round(smallest_difference(855))
    20
    """
    z = _NORMAL.inv_cdf(1 - alpha / 2) + _NORMAL.inv_cdf(power)
    return elo_of_score(0.5 + z * deviation / math.sqrt(pairs))


def more_pairs(counts: PairCounts, confidence: float = 0.95) -> int | None:
    """Further pairs until the interval leaves equality out, should they go on as they went, one at
    least; None at level."""
    gap = abs(counts.score - 0.5)
    if gap == 0 or counts.pairs < 2:
        return None
    z = _NORMAL.inv_cdf(0.5 + confidence / 2)
    return max(1, math.ceil(counts.pairs * (z / (2 * gap)) ** 2 / counts.evidence) - counts.pairs)


@attrs.frozen
class Plan:
    """What a sequential match would do at a given true difference."""

    elo: float
    fixed_pairs: int
    """A fixed-length match with 80 % power would need this many."""
    median_pairs: int
    long_pairs: int
    """Nine matches in ten end within this many."""
    stronger: float
    """The share of matches that name the stronger side."""
    neither: float
    """The share that say there is no difference as large as the margin."""
    weaker: float
    undecided: float


def _pair(rng: random.Random, score: float, draws: float) -> int:
    """A simulated pair's place among the five kinds, its two games independent."""
    place = 0
    for _ in range(2):
        u = rng.random()
        win = score - draws / 2
        place += 2 if u < win else 1 if u < win + draws else 0
    return place


def simulate_match(
    test: SequentialTest, elo: float, draws: float, most_pairs: int, rng: random.Random, every: int = 1
) -> tuple[Decision | None, int]:
    """One match at a known difference: its answer and its length in pairs."""
    deviation_of(draws, elo)  # refuses what is not possible
    score = score_of_elo(elo)
    counts = [0] * 5
    for played in range(1, most_pairs + 1):
        counts[_pair(rng, score, draws)] += 1
        if played % every == 0:
            answer = test.decide(PairCounts((counts[0], counts[1], counts[2], counts[3], counts[4])))
            if answer is not None:
                return answer, played
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
    """How long a sequential match takes, and how often it is right, when the first side is `elo` stronger."""
    test = test or SequentialTest()
    rng = random.Random(seed)
    every = max(1, most_pairs // 500)
    ends = [simulate_match(test, elo, draws, most_pairs, rng, every) for _ in range(matches)]
    lengths = sorted(length for _, length in ends)
    names: tuple[Decision, Decision] = ("second", "first") if elo < 0 else ("first", "second")

    def share(answer: Decision | None) -> float:
        return sum(found == answer for found, _ in ends) / matches

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
