"""The ratings of all sides of a tournament, with their confidence intervals.

Intervals are computed from the profile likelihood. To compute the profile likelihood of a rating difference, all
other parameters get their most likely values. An interval contains all differences whose profile likelihood is close
to the largest likelihood. A profile interval is also right for a side with few points. For a side without points, one
end of the interval is infinite.

Because the two games of a pair share their opening, the likelihood is scaled to match the observed variance between
pairs (`_inflation`).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.ratings.bradley_terry import ELO, Likelihood, Row, Tally, solve
from advsearch.ratings.means import Interval, deviations_of

_FAR: Final = 16.0
"""The end of an interval is searched up to the distance `_FAR` from the estimate, in natural log units (2,780 Elo).
"""
_CLOSE: Final = 1e-3
"""The precision to which the ends of an interval are computed: 0.2 Elo."""
_MOST_TRIES: Final = 60
_PRIOR: Final = 5.0
"""The weight, in degrees of freedom, that `_inflation` gives to the ratio 1. In 150 tournaments, 94 % of the
intervals contained the true rating (benchmarks/rating_coverage.py). Without `_PRIOR`, 89 % of the intervals contained
the true rating."""

_ITSELF: Final = (0.5, 0.0, 0.5)
"""An imaginary game of a side against itself, with half a win and half a loss for the first mover. The imaginary game
keeps the first-move advantage finite if first movers won all games, or lost all games."""

PairResult = tuple[str, str, float, float]
"""The result of a pair of games: `("one", "two", 1.0, 0.5)` means that side `one` won the game that it began, and
drew the game that side `two` began."""


@attrs.frozen
class Estimate:
    """A quantity in Elo and its interval. Either end of the interval may be infinite."""

    elo: float | None
    """The most likely value of the quantity; None if no finite value is most likely."""
    interval: Interval


@attrs.frozen
class Rating:
    name: str
    elo: float | None
    """The most likely rating; None if no finite rating is most likely. If `elo` is None, the interval may still have
    one finite end."""
    interval: Interval
    games: int
    points: float


@attrs.frozen
class Standings:
    ratings: tuple[Rating, ...]
    """The ratings of all sides, the strongest first. The mean of all ratings that have an estimate is 0."""
    first_move: Estimate
    """The advantage of moving first, in Elo."""


def tally_of(pairs: Iterable[PairResult]) -> Tally:
    """Count the wins, draws and losses of each first mover against each second mover."""
    tally: dict[tuple[str, str], list[float]] = {}
    for a, b, began, replied in pairs:
        tally.setdefault((a, b), [0.0, 0.0, 0.0])[round(2 - 2 * began)] += 1
        tally.setdefault((b, a), [0.0, 0.0, 0.0])[round(2 * replied)] += 1
    return {key: (counts[0], counts[1], counts[2]) for key, counts in tally.items()}


def rate(pairs: Sequence[PairResult], *, confidence: float = 0.95) -> Standings:
    """The ratings of all sides, from one fit of the rating model to all pairs.

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
    """The profile likelihood of the results of one tournament, from which estimates and intervals are computed."""

    def __init__(self, likelihood: Likelihood, pairs: Mapping[PairResult, int], confidence: float) -> None:
        self._likelihood, self._pairs = likelihood, pairs
        self._top, self._height = likelihood.climb([0.0] * likelihood.size)
        _, self._curvature = likelihood.slope(self._top)
        self._z = deviations_of(confidence)

    def estimate(self, weights: Sequence[float], *, finite: bool) -> tuple[float, Estimate]:
        """Estimate the linear combination of the parameters with the given `weights`. Return the fitted value and the
        estimate to report.

        If `finite` is false, `elo` of the estimate is None.
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
        """The observed variance of an estimate divided by the variance from the model, pulled towards 1. The observed
        variance is computed from whole pairs.

        If there are few pairs, the observed ratio is imprecise. The result is a weighted mean of the observed ratio
        and the number 1, the ratio for independent games. Each weight is a number of degrees of freedom. The number 1
        has the weight `_PRIOR`. The observed ratio has the degrees of freedom of the observed variance.
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
        """The upper end of the interval if `reach` is positive, else the lower end. The search for the end of the
        interval begins at the distance `abs(reach)` from the estimate. If the interval has no end within the distance
        `_FAR`, the end is infinite.
        """
        norm = sum(w * w for w in weights)
        parameters, at = self._top, value

        def deviations(target: float) -> float:
            """The distance of `target` from the estimate in standard deviations."""
            nonlocal parameters, at
            moved = [p + (target - at) * w / norm for p, w in zip(parameters, weights, strict=True)]
            parameters, height = self._likelihood.climb(moved, weights)
            at = target
            return math.sqrt(max(0.0, 2 * (self._height - height) / inflation))

        return _crossing(deviations, value, reach, self._z)


def _moments(slopes: Row, shares: Row) -> tuple[float, float]:
    """The second and the fourth moment of a distribution whose mean is 0."""
    return (
        sum(share * slope**2 for slope, share in zip(slopes, shares, strict=True)),
        sum(share * slope**4 for slope, share in zip(slopes, shares, strict=True)),
    )


def _doubt(one: tuple[float, float], two: tuple[float, float]) -> float:
    """The variance of `(x + y) ** 2` for independent numbers x and y. `one` has the second and fourth moments of x,
    and `two` has those of y."""
    return one[1] + two[1] + 6 * one[0] * two[0] - (one[0] + two[0]) ** 2


def _variance_between(group: Sequence[tuple[float, int]]) -> float:
    """The variance of the sum of the values in `group`, one value for each pair of games between two sides. `group`
    lists each value with its number of occurrences. If there is only one pair, the square of its value is used as the
    variance.
    """
    n = sum(times for _, times in group)
    if n == 1:
        return group[0][0] ** 2
    mean = sum(x * times for x, times in group) / n
    return sum(times * (x - mean) ** 2 for x, times in group) * n / (n - 1)


def _crossing(deviations: Callable[[float], float], start: float, reach: float, wanted: float) -> float:
    """The point at which the function `deviations` reaches `wanted`. `deviations` is 0 at `start`, and rises from
    there almost linearly.

    The search begins at `start + reach` and goes in the direction of the sign of `reach`. The point is found by the
    false position method (Illinois variant).
    """
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
            inner, inner_off, outer_off = guess, off, outer_off / 2  # otherwise one end might hardly move
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
    """The names of the sides that can be rated. In a graph, draw an edge from each side to every side against which
    it has scored. The result is the largest strongly connected component of the graph.

    Within this component, the maximum of the likelihood is finite (Ford's condition). For a side outside the
    component, the rating difference from the sides inside is infinite. The result is empty if no component has more
    than one side.
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
