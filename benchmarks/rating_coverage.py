"""Measure how often rating intervals contain the true rating, and how often sequential tests err.

    python benchmarks/rating_coverage.py --tournaments 2000 --pairs 25
    python benchmarks/rating_coverage.py --tournaments 2000 --pairs 25 --spread 1200
    python benchmarks/rating_coverage.py --matches 2000

The program simulates tournaments of four agents of known strengths, whose games are drawn from the rating model
itself. With `--matches`, it simulates matches of two agents whose true ratings differ by 0 or by the margin. The
program prints how often the results were right or wrong. If the ratings are far apart, some agents win or lose all
games; the interval of such an agent has only one end. The program is seeded, so the same command prints the same
numbers.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random

from advsearch.ratings import SequentialTest, Standings, rate
from advsearch.ratings.bradley_terry import ELO
from advsearch.ratings.power import simulate_match
from advsearch.ratings.standings import PairResult

NAMES = ("a", "b", "c", "d")
FIRST_MOVE = 30.0
DRAW_WEIGHT = 0.3


def strengths(spread: float) -> dict[str, float]:
    """The ratings of four agents at equal distances. The highest rating is `spread` above the lowest."""
    return {name: spread * (place / 3 - 0.5) for place, name in enumerate(NAMES)}


def play(rng: random.Random, ahead: float) -> float:
    """The first agent's points in one game, drawn from the rating model."""
    x = (ahead + FIRST_MOVE) / ELO
    win, loss = math.exp(x / 2), math.exp(-x / 2)
    u = rng.random() * (win + DRAW_WEIGHT + loss)
    return 1.0 if u < win else 0.5 if u < win + DRAW_WEIGHT else 0.0


def tournament(rng: random.Random, truth: dict[str, float], pairs: int) -> list[PairResult]:
    return [
        (a, b, play(rng, truth[a] - truth[b]), 1 - play(rng, truth[b] - truth[a]))
        for a, b in itertools.combinations(NAMES, 2)
        for _ in range(pairs)
    ]


def misses(standings: Standings, truth: dict[str, float]) -> tuple[int, int]:
    """The number of intervals that lie above the true rating, and the number that lie below. True ratings are shifted
    so that the mean of the agents with an estimate is 0.
    """
    estimated = [rating.name for rating in standings.ratings if rating.elo is not None] or NAMES
    centre = sum(truth[name] for name in estimated) / len(estimated)
    above = sum(rating.interval.low > truth[rating.name] - centre for rating in standings.ratings)
    return above, sum(rating.interval.high < truth[rating.name] - centre for rating in standings.ratings)


def coverage(tournaments: int, pairs: int, spread: float) -> str:
    rng, truth = random.Random(pairs), strengths(spread)
    above = below = beside = ended = 0
    for _ in range(tournaments):
        standings = rate(tournament(rng, truth, pairs))
        missed = misses(standings, truth)
        above, below = above + missed[0], below + missed[1]
        beside += FIRST_MOVE not in standings.first_move.interval
        ended += sum(rating.elo is None for rating in standings.ratings)
    n = tournaments * len(NAMES)
    return (
        f"intervals hold {1 - (above + below) / n:.1%} (too high {above / n:.1%}, too low {below / n:.1%}; "
        f"{ended / n:.1%} without an estimate), those of the first move {1 - beside / tournaments:.1%}"
    )


def error_rates(matches: int, draws: float) -> tuple[float, float]:
    """Two shares: of the matches between equal agents, those that name a winner; of the matches between agents whose
    ratings differ by the margin, those that do not name the stronger agent.
    """
    test = SequentialTest()
    rng = random.Random(round(1000 * draws))
    false = sum(simulate_match(test, 0, draws, 20_000, rng, 5)[0] != "neither" for _ in range(matches)) / matches
    missed = (
        sum(simulate_match(test, test.margin, draws, 20_000, rng, 5)[0] != "first" for _ in range(matches)) / matches
    )
    return false, missed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tournaments", type=int, default=0)
    parser.add_argument("--pairs", type=int, default=25)
    parser.add_argument("--spread", type=float, default=120.0)
    parser.add_argument("--matches", type=int, default=0)
    options = parser.parse_args()
    if options.tournaments:
        found = coverage(options.tournaments, options.pairs, options.spread)
        print(
            f"{options.tournaments} tournaments over {options.spread:g} Elo, {options.pairs} pairs a pairing: {found}"
        )
    if options.matches:
        for draws in (0.0, 0.3):
            false, missed = error_rates(options.matches, draws)
            print(f"{options.matches} matches, {draws:.0%} draws: false winner {false:.1%}, missed {missed:.1%}")


if __name__ == "__main__":
    main()
