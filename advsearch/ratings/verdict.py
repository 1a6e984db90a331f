"""The verdict of a match in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import attrs

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


@attrs.frozen
class FaultyGames:
    """The games of a match that were lost by faults, and what the other games show."""

    lost: tuple[tuple[str, str, int], ...]
    """For each side and kind of fault, the number of games, such as `("mine", "crash", 6)`."""
    other: PairCounts
    """The counts of the pairs without a fault."""
    decision: Decision | None
    """The decision of the sequential test from the pairs without a fault."""

    @property
    def in_words(self) -> str:
        return " and ".join(f"{name} lost {plural(games, 'game')} by {kind}" for name, kind, games in self.lost)

    @property
    def sides(self) -> str:
        return " and ".join(dict.fromkeys(name for name, _, _ in self.lost))

    def decided(self, counts: PairCounts, decision: Decision | None) -> bool:
        """Whether the faults decided the match: the other pairs show something else, or are less than half."""
        if not self.lost:
            return False
        if decision is None:
            return 2 * self.other.pairs < counts.pairs
        return self.decision != decision


def by_interval(counts: PairCounts) -> Decision | None:
    """The side whose 95 % interval lies above equality; None if there is no such side."""
    if not counts.pairs:
        return None
    interval = counts.elo_interval()
    return "first" if interval.low > 0 else "second" if interval.high < 0 else None


NO_FAULTS: Final = FaultyGames((), PairCounts(), None)


def verdict(
    first: str,
    second: str,
    counts: PairCounts,
    decision: Decision | None = None,
    *,
    test: SequentialTest | None = None,
    distinct_games: int | None = None,
    faults: FaultyGames = NO_FAULTS,
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
    if decision is None and test is None:
        decision = by_interval(counts)
    if faults.decided(counts, decision):
        return (
            f"decided by faults: {faults.in_words}, of {games:,} between {first} and {second}; "
            f"{_of_others(first, second, faults)}; mend {faults.sides}, and play again"
        )
    if distinct_games is not None and distinct_games < games / 2:
        which = f"{distinct_games:,} of {games:,} games of {first} against {second} were different"
        return f"not decided: only {which}, and repeated games are no evidence; take other openings"
    if decision is None and faults.lost:
        evidence = _evidence(interval, counts.pairs, f" for {first} against {second}")
        return f"not decided: {evidence}, and {faults.in_words}; mend {faults.sides} before you play more games"
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


def _of_others(first: str, second: str, faults: FaultyGames) -> str:
    if not faults.other.pairs:
        return "no pair is without a fault"
    strong = {"first": first, "second": second}.get(faults.decision or "")
    shown = "not decide which side is stronger" if strong is None else f"show that {strong} is stronger"
    one = faults.other.pairs == 1
    does = ("does " if one else "do ") if strong is None else ""
    return f"the {plural(faults.other.pairs, 'pair')} without a fault {does}{shown}"


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
