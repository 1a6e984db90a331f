"""Which differences in a ranking of many agents are more than chance.

If 30 agents meet each other in 8 pairs of games, no single pairing is decided after an adjustment for 435 pairings.
Two agents are therefore also compared by their results against the same opponents in the same openings.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Mapping

from advsearch.ratings.verdict import holm

Points = Mapping[str, Mapping[tuple[str, Hashable], float]]
"""For each agent, its points (0 to 2) in each pair of games. The key of a pair is the opponent and the opening."""


def certain_differences(points: Points, *, below: float) -> set[tuple[str, str]]:
    """Return the pairs (stronger, weaker) of agents whose difference has a p value below `below`.

    The p value of two agents is that of a sign test: it counts the openings in which the first got more points than
    the second against the same opponent, and in which the first won against the second. The p values are adjusted for
    the number of pairs of agents (Holm).

    >>> one = {("b", n): 2.0 for n in range(9)}
    >>> certain_differences({"a": one, "b": {("a", n): 0.0 for n in range(9)}}, below=0.05)
    {('a', 'b')}
    """
    tested = [(one, two, *_signs(one, two, points)) for one, two in itertools.combinations(sorted(points), 2)]
    adjusted = holm([sign_test(more, less) for _, _, more, less in tested])
    return {
        (one, two) if more > less else (two, one)
        for (one, two, more, less), p_value in zip(tested, adjusted, strict=True)
        if p_value < below and more != less
    }


def sign_test(more: int, less: int) -> float:
    """Return the two-sided p value of `more` positive and `less` negative differences.

    >>> sign_test(5, 0), sign_test(3, 3)
    (0.0625, 1.0)
    """
    n = more + less
    tail = sum(math.comb(n, k) for k in range(max(more, less), n + 1))
    return min(1.0, 2 * tail / (1 << n))


def _signs(one: str, two: str, points: Points) -> tuple[int, int]:
    """Count the pairs of games in which the first agent did better, and in which it did worse."""
    more = less = 0
    theirs = points[two]
    for (opponent, opening), got in points[one].items():
        other = 2 - got if opponent == two else theirs.get((opponent, opening))
        if other is not None:
            more, less = more + (got > other), less + (got < other)
    return more, less
