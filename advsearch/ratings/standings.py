"""Ratings of everyone in a tournament, each with the interval that the results leave possible.

Intervals are those of the profile likelihood: a difference belongs to them while some choice of all the other
parameters makes the results likely enough beside the best fit. Unlike an estimate plus and minus its error they are
right for a side with few points, and for one with none they have one end, which is all there is to know.

Games of one pair share their opening and are not independent, so the likelihood counts for as much as the spread
between whole pairs allows (`_inflation`): the jackknife over pairs, to first order, in place of the model's variance.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import NormalDist
from typing import Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.ratings.bradley_terry import ELO, Likelihood, Row, Tally, solve
from advsearch.ratings.pairs import Interval

_FAR: Final = 16.0
"""How far beyond an estimate an end of its interval is looked for, in natural log units (2,780 Elo)."""
_CLOSE: Final = 1e-3
"""How near an end of an interval is looked for: 0.2 Elo."""
_MOST_TRIES: Final = 60
_PRIOR: Final = 5.0
"""Without it, intervals of the sides of ten pairs over 1,800 Elo held the truth in 89 % of 150 tournaments, with it
in 94 % (benchmarks/rating_coverage.py)."""

_ITSELF: Final = (0.5, 0.0, 0.5)
"""One game of somebody against himself, half won and half lost by the first mover, is added to those played. It says
nothing of strengths, and keeps the advantage of moving first finite where every game was won from one seat."""

PairResult = tuple[str, str, float, float]
"""Sides a and b; a's points in the game a began; a's points in the game b began."""


@attrs.frozen
class Estimate:
    """A quantity in Elo and its interval, either end of which may be infinite."""

    elo: float | None
    """None where the results are as likely however large or small it is."""
    interval: Interval


@attrs.frozen
class Rating:
    name: str
    elo: float | None
    """None where wins and losses are not mixed enough for one: see what the interval still says."""
    interval: Interval
    games: int
    points: float


@attrs.frozen
class Standings:
    ratings: tuple[Rating, ...]
    """Strongest first. The mean of those with an estimate is 0."""
    first_move: Estimate
    """The advantage of moving first."""


def tally_of(pairs: Iterable[PairResult]) -> Tally:
    """Games by (first, second) from pair results."""
    tally: dict[tuple[str, str], list[float]] = {}
    for a, b, began, replied in pairs:
        tally.setdefault((a, b), [0.0, 0.0, 0.0])[round(2 - 2 * began)] += 1
        tally.setdefault((b, a), [0.0, 0.0, 0.0])[round(2 * replied)] += 1
    return {key: (counts[0], counts[1], counts[2]) for key, counts in tally.items()}


def rate(pairs: Sequence[PairResult], *, confidence: float = 0.95) -> Standings:
    """Ratings of everyone who played, from one fit to all pairs.

    >>> rate([("a", "b", 1.0, 0.5), ("a", "b", 0.0, 1.0), ("a", "b", 1.0, 0.0)]).ratings[0].name
    'a'
    """
    if not pairs:
        raise InvalidSettings("expected at least one pair of games to rate, got none")
    tally = tally_of(pairs)
    names = sorted({name for pairing in tally for name in pairing})
    likelihood = Likelihood(names, {**tally, (names[0], names[0]): _ITSELF})
    profile = _Profile(likelihood, Counter(pairs), confidence)
    core = _core(names, tally)
    among = core if len(core) > 1 else set(names)
    centre = [(name in among) / len(among) for name in names]
    games, points = _totals(tally)
    found = []
    for place, name in enumerate(names):
        contrast = [(i == place) - share for i, share in enumerate(centre)]
        value, estimate = profile.estimate(contrast, finite=name in core)
        found.append((value, Rating(name, estimate.elo, estimate.interval, games[name], points[name])))
    moving = [0.0] * len(names) + [1.0]
    _, first_move = profile.estimate(moving, finite=True)
    ranked = sorted(found, key=lambda each: (-each[0], each[1].name))
    return Standings(tuple(rating for _, rating in ranked), first_move)


class _Profile:
    """The likelihood of one tournament's results, asked about one quantity after the other."""

    def __init__(self, likelihood: Likelihood, pairs: Mapping[PairResult, int], confidence: float) -> None:
        self._likelihood, self._pairs = likelihood, pairs
        self._top, self._height = likelihood.climb([0.0] * likelihood.size)
        _, self._curvature = likelihood.slope(self._top)
        self._z = NormalDist().inv_cdf(0.5 + confidence / 2)

    def estimate(self, weights: Sequence[float], *, finite: bool) -> tuple[float, Estimate]:
        """The linear combination of the parameters with these weights, as it was fitted and as it may be told.

        Where it is not `finite`, the fit is at no true maximum.
        """
        weights = [*weights, *[0.0] * (self._likelihood.size - len(weights))]
        value = sum(w * p for w, p in zip(weights, self._top, strict=True))
        pull = solve(self._curvature, weights)
        spread = sum(w * u for w, u in zip(weights, pull, strict=True))
        inflation = self._inflation(pull)
        reach = self._z * math.sqrt(inflation * spread)
        low, high = (self._end(weights, value, side * min(reach, _FAR), inflation) for side in (-1, 1))
        known = finite and math.isfinite(high - low)
        return value, Estimate(value * ELO if known else None, Interval(low * ELO, high * ELO))

    def _inflation(self, pull: Sequence[float]) -> float:
        """How many times the model's variance of an estimate the variance between whole pairs is.

        That is hard to tell from few pairs, or from many that were nearly all foregone. So it is taken together with
        the 1 of independent games, which weighs as much as `_PRIOR` degrees of freedom; the pairs weigh as much as
        the model says that a variance can be told from them.
        """
        groups: dict[tuple[int, int], list[tuple[float, int]]] = defaultdict(list)
        expected = doubt = 0.0
        for (a, b, began, replied), times in self._pairs.items():
            one, two = self._likelihood.place[a], self._likelihood.place[b]
            ahead, ahead_shares = self._likelihood.slopes(self._top, pull, one, two)
            behind, behind_shares = self._likelihood.slopes(self._top, pull, two, one)
            both = ahead[round(2 - 2 * began)] + behind[round(2 * replied)]
            groups[min(one, two), max(one, two)].append((both, times))
            moments = _moments(ahead, ahead_shares), _moments(behind, behind_shares)
            expected += times * (moments[0][0] + moments[1][0])
            doubt += times * _doubt(*moments)
        if not doubt > 0:
            return 1.0
        variance, weight = sum(map(_variance_between, groups.values())), 2 * expected**2 / doubt
        return (variance / expected * weight + _PRIOR) / (weight + _PRIOR)

    def _end(self, weights: Sequence[float], value: float, reach: float, inflation: float) -> float:
        """Where the interval ends on the side `reach` points to; the guess is the reach, and infinity where the
        results stay likely enough as far as we look."""
        norm = sum(w * w for w in weights)
        parameters, at = self._top, value

        def deviations(target: float) -> float:
            """How many standard deviations off a value of this is, all else being chosen for it."""
            nonlocal parameters, at
            moved = [p + (target - at) * w / norm for p, w in zip(parameters, weights, strict=True)]
            parameters, height = self._likelihood.climb(moved, weights)
            at = target
            return math.sqrt(max(0.0, 2 * (self._height - height) / inflation))

        return _crossing(deviations, value, reach, self._z)


def _moments(slopes: Row, shares: Row) -> tuple[float, float]:
    """The second and the fourth moment of something whose mean is 0."""
    return (
        sum(share * slope**2 for slope, share in zip(slopes, shares, strict=True)),
        sum(share * slope**4 for slope, share in zip(slopes, shares, strict=True)),
    )


def _doubt(one: tuple[float, float], two: tuple[float, float]) -> float:
    """The variance of the square of a sum of two independent numbers with these moments."""
    return one[1] + two[1] + 6 * one[0] * two[0] - (one[0] + two[0]) ** 2


def _variance_between(group: Sequence[tuple[float, int]]) -> float:
    """Of the sum of a pairing's pairs; of a single one, its square."""
    n = sum(times for _, times in group)
    if n == 1:
        return group[0][0] ** 2
    mean = sum(x * times for x, times in group) / n
    return sum(times * (x - mean) ** 2 for x, times in group) * n / (n - 1)


def _crossing(deviations: Callable[[float], float], start: float, reach: float, wanted: float) -> float:
    """Where a function that rises from 0 at `start` on one side reaches `wanted`; it is nearly straight."""
    side = math.copysign(1.0, reach)
    inner, inner_off = start, -wanted
    outer = start + reach
    while (outer_off := deviations(outer) - wanted) < 0:
        if abs(outer - start) >= _FAR - _CLOSE:
            return side * math.inf
        inner, inner_off = outer, outer_off
        outer = start + side * min(_FAR, 2 * abs(outer - start) + _CLOSE)
    for _ in range(_MOST_TRIES):
        if abs(outer - inner) < _CLOSE or outer_off < _CLOSE:
            break
        guess = outer - outer_off * (outer - inner) / (outer_off - inner_off)
        off = deviations(guess) - wanted
        if abs(off) < _CLOSE:
            return guess
        if off < 0:
            inner, inner_off, outer_off = guess, off, outer_off / 2  # else the same end might stay for long
        else:
            outer, outer_off, inner_off = guess, off, inner_off / 2
    return outer


def _totals(tally: Tally) -> tuple[dict[str, int], dict[str, float]]:
    games: dict[str, int] = {}
    points: dict[str, float] = {}
    for (a, b), (wins, draws, losses) in tally.items():
        n = round(wins + draws + losses)
        for name, scored in ((a, wins + draws / 2), (b, losses + draws / 2)):
            games[name] = games.get(name, 0) + n
            points[name] = points.get(name, 0.0) + scored
    return games, points


def _core(names: Sequence[str], tally: Tally) -> set[str]:
    """Who can be rated: those from whom a chain of points leads to and from everyone else.

    A finite maximum needs that no group scored everything against the rest (Ford's condition); a name outside the
    largest group tied together both ways has no finite difference to it. Empty where nobody is tied to anybody.
    """
    beat: dict[str, set[str]] = {name: set() for name in names}
    for (a, b), (wins, draws, losses) in tally.items():
        if wins or draws:
            beat[a].add(b)
        if losses or draws:
            beat[b].add(a)

    def reach(start: str) -> set[str]:
        seen, queue = {start}, [start]
        while queue:
            for other in beat[queue.pop()] - seen:
                seen.add(other)
                queue.append(other)
        return seen

    reached = {name: reach(name) for name in names}
    tied = [{other for other in reached[name] if name in reached[other]} for name in names]
    core = max(tied, key=len)
    return core if len(core) > 1 else set()
