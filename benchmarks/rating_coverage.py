"""How often rating intervals hold the truth, and how often sequential tests err.

    python benchmarks/rating_coverage.py --tournaments 2000 --pairs 25
    python benchmarks/rating_coverage.py --matches 2000

Simulates tournaments of four agents of known strengths (games drawn from the rating model itself), and matches of
two agents at 0 and at the margin, and prints the shares. Seeded: the same command prints the same numbers.
"""

from __future__ import annotations

import argparse
import math
import random

from advsearch.ratings import SequentialTest, rate
from advsearch.ratings.bradley_terry import ELO, PairResult
from advsearch.ratings.power import simulate_match

STRENGTHS = {"a": -60.0, "b": -20.0, "c": 20.0, "d": 60.0}
FIRST_MOVE = 30.0
DRAW_WEIGHT = 0.3


def play(rng: random.Random, first: str, second: str) -> float:
    """The first's points in one game, drawn from the model."""
    x = (STRENGTHS[first] - STRENGTHS[second] + FIRST_MOVE) / ELO
    win, loss = math.exp(x / 2), math.exp(-x / 2)
    u = rng.random() * (win + DRAW_WEIGHT + loss)
    return 1.0 if u < win else 0.5 if u < win + DRAW_WEIGHT else 0.0


def tournament(rng: random.Random, pairs: int) -> list[PairResult]:
    names = sorted(STRENGTHS)
    return [
        (a, b, play(rng, a, b), 1 - play(rng, b, a))
        for i, a in enumerate(names)
        for b in names[i + 1 :]
        for _ in range(pairs)
    ]


def coverage(tournaments: int, pairs: int, resamples: int) -> float:
    rng = random.Random(pairs)
    held = 0
    for seed in range(tournaments):
        _, ratings = rate(tournament(rng, pairs), resamples=resamples, seed=seed)
        held += sum(STRENGTHS[rating.name] in rating.interval for rating in ratings)
    return held / (tournaments * len(STRENGTHS))


def error_rates(matches: int, draws: float) -> tuple[float, float]:
    """Shares of matches between equals that name a winner, and of matches at the margin that name the wrong one
    or none."""
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
    parser.add_argument("--resamples", type=int, default=200)
    parser.add_argument("--matches", type=int, default=0)
    options = parser.parse_args()
    if options.tournaments:
        share = coverage(options.tournaments, options.pairs, options.resamples)
        print(f"{options.tournaments} tournaments, {options.pairs} pairs a pairing: intervals hold {share:.1%}")
    if options.matches:
        for draws in (0.0, 0.3):
            false, missed = error_rates(options.matches, draws)
            print(f"{options.matches} matches, {draws:.0%} draws: false winner {false:.1%}, missed {missed:.1%}")


if __name__ == "__main__":
    main()
