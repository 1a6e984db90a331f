"""The verdict of a match in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from advsearch.notation import plural
from advsearch.ratings.means import Interval
from advsearch.ratings.pairs import PairCounts
from advsearch.ratings.power import more_pairs
from advsearch.ratings.sequential import Decision, SequentialTest


def elo_text(elo: float) -> str:
    """A rating difference as a signed whole number.

    >>> elo_text(31.4), elo_text(-12.0), elo_text(0.2)
    ('+31', '-12', '0')
    """
    return f"{round(elo):+d}" if round(elo) else "0"


def range_text(interval: Interval) -> str:
    """An interval of rating differences in words.

    >>> range_text(Interval(-12, 31)), range_text(Interval(46, math.inf)), range_text(Interval(-math.inf, 43))
    ('-12 to +31', 'above +46', 'below +43')
    """
    if math.isinf(interval.low) and math.isinf(interval.high):
        return "of any size"
    if math.isinf(interval.high):
        return f"above {elo_text(interval.low)}"
    if math.isinf(interval.low):
        return f"below {elo_text(interval.high)}"
    return f"{elo_text(interval.low)} to {elo_text(interval.high)}"


def _evidence(interval: Interval, pairs: int, whose: str = "") -> str:
    return f"95 % interval {range_text(interval)} Elo{whose} ({plural(pairs, 'pair')})"


def _need(further: int | None) -> str:
    """The number of pairs that are still needed, as text. The number is rounded to two digits.

    >>> _need(218181)
    '; about 220,000 more pairs needed at this score'
    """
    if further is None:
        return ""
    rounded = round(further, min(0, 2 - len(str(further))))
    return f"; about {plural(rounded, 'more pair')} needed at this score"


def verdict(
    first: str,
    second: str,
    counts: PairCounts,
    decision: Decision | None = None,
    *,
    test: SequentialTest | None = None,
    distinct_games: int | None = None,
) -> str:
    """The verdict of a match as one sentence that can be quoted.

    After a sequential test, the verdict is the decision of the test and not of the interval. An interval that is
    examined after every pair excludes equality too often.

    >>> verdict("mine", "improved", PairCounts((0, 2, 10, 40, 60)), "first")
    'mine is stronger than improved: +305 Elo, 95 % interval +258 to +352 Elo (112 pairs)'
    """
    if counts.pairs == 0:
        return f"not decided: no pair of {first} against {second} is complete"
    interval, games = counts.elo_interval(), 2 * counts.pairs
    if distinct_games is not None and distinct_games < games / 2:
        which = f"{distinct_games:,} of {games:,} games of {first} against {second} were different"
        return f"not decided: only {which}, and repeated games are no evidence; take other openings"
    if decision is None and test is None:
        decision = "first" if interval.low > 0 else "second" if interval.high < 0 else None
    if decision is None:
        further = more_pairs(counts) if test is None else test.more_pairs(counts)
        evidence = _evidence(interval, counts.pairs, f" for {first} against {second}")
        return f"not decided: {evidence}{_need(further)}"
    if decision == "neither":
        size = f" as large as {test.margin:g} Elo" if test is not None else ""
        return f"no difference{size} between {first} and {second}: {_evidence(interval, counts.pairs)}"
    strong, weak, elo = first, second, counts.elo
    if decision == "second":
        strong, weak, elo, interval = second, first, -elo, Interval(-interval.high, -interval.low)
    estimate = "" if math.isinf(elo) else f"{elo_text(elo)} Elo, "
    return f"{strong} is stronger than {weak}: {estimate}{_evidence(interval, counts.pairs)}"


def holm(p_values: Sequence[float]) -> list[float]:
    """The p values adjusted for the number of tests (Holm's step-down method).

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
