"""What a result means, in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from advsearch.ratings.pairs import Interval, PairCounts
from advsearch.ratings.power import more_pairs
from advsearch.ratings.sequential import Decision


def elo_text(elo: float) -> str:
    """
    >>> elo_text(31.4), elo_text(-12.0), elo_text(float("inf"))
    ('+31', '-12', '+inf')
    """
    if math.isinf(elo):
        return "+inf" if elo > 0 else "-inf"
    return f"{round(elo):+d}"


def interval_text(interval: Interval) -> str:
    return f"95 % interval {elo_text(interval.low)} to {elo_text(interval.high)} Elo"


def _pairs(further: int) -> str:
    return "1 more pair" if further == 1 else f"{further:,} more pairs"


def verdict(
    first: str,
    second: str,
    counts: PairCounts,
    decision: Decision | None = None,
    *,
    margin: float | None = None,
    distinct_games: int | None = None,
) -> str:
    """One line a student can quote.

    >>> verdict("mine", "improved", PairCounts((0, 2, 10, 40, 60)), "first")
    'mine is stronger than improved: +305 Elo, 95 % interval +258 to +352 Elo (112 pairs)'
    """
    if counts.pairs == 0:
        return f"not decided: no pair of {first} against {second} is complete"
    interval = counts.elo_interval()
    evidence = f"{interval_text(interval)} ({counts.pairs} pair{'s' if counts.pairs != 1 else ''})"
    warning = ""
    games = 2 * counts.pairs
    if distinct_games is not None and distinct_games < games / 2:
        warning = f"; only {distinct_games} of {games} games were different, so chance played little part"
    if decision == "neither":
        size = f" as large as {margin:g} Elo" if margin is not None else ""
        return f"no difference{size} between {first} and {second}: {evidence}{warning}"
    leads = decision or ("first" if interval.low > 0 else "second" if interval.high < 0 else None)
    if leads is None:
        further = more_pairs(counts)
        need = f"; about {_pairs(max(further, 1))} needed at this score" if further is not None else ""
        return f"not decided: {evidence}{need}{warning}"
    strong, weak, sign = (first, second, 1) if leads == "first" else (second, first, -1)
    if sign < 0:
        evidence = (
            f"{interval_text(Interval(-interval.high, -interval.low))} "
            f"({counts.pairs} pair{'s' if counts.pairs != 1 else ''})"
        )
    return f"{strong} is stronger than {weak}: {elo_text(sign * counts.elo)} Elo, {evidence}{warning}"


def holm(p_values: Sequence[float]) -> list[float]:
    """p values adjusted for having looked at all of them (Holm's step-down method).

    >>> [round(p, 6) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = highest
    return adjusted
