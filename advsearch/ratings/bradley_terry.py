"""One rating model for a whole tournament.

Bradley and Terry's model with Davidson's draws and an advantage for moving first, fitted jointly to all games by
maximum likelihood. With strengths r, first-move advantage f and draw parameter d (natural log units),

    win of the first : draw : win of the second  =  exp(x/2) : exp(d) : exp(-x/2),   x = r[first] - r[second] + f

The log-likelihood is concave in (r, f, d), so Newton's method with halving finds its one maximum. A side that won
or lost everything has no finite maximum: a penalty worth a small part of one game (`RIDGE`) keeps the fit finite,
and `Rating.bounded` tells the reader not to take the number literally.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import NormalDist, stdev
from typing import Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.ratings.pairs import Interval

ELO: Final = 400 / math.log(10)
"""Elo points per natural log unit."""
RIDGE: Final = 1e-4
_STEPS: Final = 100

Tally = Mapping[tuple[str, str], tuple[float, float, float]]
"""(first, second) -> games won by the first, drawn, won by the second."""
PairResult = tuple[str, str, float, float]
"""Sides a and b; a's points in the game a began; a's points in the game b began."""


@attrs.frozen
class Fit:
    """Maximum-likelihood strengths in Elo, their mean 0."""

    elo: Mapping[str, float]
    first_move: float
    """The advantage of moving first, in Elo."""
    draw: float
    """log of the draw weight; -inf where nothing was drawn."""
    log_likelihood: float

    def expected(self, first: str, second: str) -> float:
        """Points the first is expected to score."""
        win, drawn, _ = _shares((self.elo[first] - self.elo[second] + self.first_move) / ELO, self.draw)
        return win + drawn / 2


@attrs.frozen
class Rating:
    name: str
    elo: float
    interval: Interval
    games: int
    points: float
    bounded: bool
    """Whether wins and losses are mixed enough for a finite estimate; else read the interval's finite end only."""


def _shares(x: float, draw: float) -> tuple[float, float, float]:
    top = max(abs(x) / 2, draw)
    win, drawn, loss = math.exp(x / 2 - top), math.exp(draw - top), math.exp(-x / 2 - top)
    total = win + drawn + loss
    return win / total, drawn / total, loss / total


def _solve(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """Gaussian elimination with pivoting; the matrices are positive definite and as small as the field."""
    n = len(vector)
    rows = [[*row, value] for row, value in zip(matrix, vector, strict=True)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(i + 1, n):
            factor = rows[k][i] / rows[i][i]
            if factor:
                for j in range(i, n + 1):
                    rows[k][j] -= factor * rows[i][j]
    out = [0.0] * n
    for i in reversed(range(n)):
        out[i] = (rows[i][n] - sum(rows[i][j] * out[j] for j in range(i + 1, n))) / rows[i][i]
    return out


class _Likelihood:
    """The penalised log-likelihood of a tally, with gradient and (negated) Hessian.

    Parameters: one strength per name, then the first-move advantage, then, where there were draws, their weight.
    """

    def __init__(self, names: Sequence[str], tally: Tally) -> None:
        place = {name: i for i, name in enumerate(names)}
        self.rows = [(place[a], place[b], counts) for (a, b), counts in tally.items() if sum(counts)]
        self.players = len(names)
        self.draws = any(counts[1] for _, _, counts in self.rows)
        self.size = self.players + 1 + self.draws

    def split(self, parameters: list[float]) -> tuple[float, float]:
        return parameters[self.players], parameters[-1] if self.draws else -math.inf

    def value(self, parameters: list[float]) -> float:
        first, draw = self.split(parameters)
        total = -RIDGE / 2 * sum(p * p for p in parameters)
        for a, b, counts in self.rows:
            shares = _shares(parameters[a] - parameters[b] + first, draw)
            total += sum(n * math.log(p) for n, p in zip(counts, shares, strict=True) if n)
        return total

    def slope(self, parameters: list[float]) -> tuple[list[float], list[list[float]]]:
        first, draw = self.split(parameters)
        gradient = [-RIDGE * p for p in parameters]
        curvature = [[RIDGE * (i == j) for j in range(self.size)] for i in range(self.size)]
        f = self.players
        for a, b, (wins, draws, losses) in self.rows:
            n = wins + draws + losses
            p, q, r = _shares(parameters[a] - parameters[b] + first, draw)
            # sufficient statistics of one game: (+1/2, 0, -1/2) for x, (0, 1, 0) for the draw weight
            dx = (wins - losses) / 2 - n * (p - r) / 2
            xx = n * ((p + r) / 4 - (p - r) ** 2 / 4)
            signs = ((a, 1.0), (b, -1.0), (f, 1.0))
            for i, s in signs:
                gradient[i] += s * dx
                for j, t in signs:
                    curvature[i][j] += s * t * xx
            if self.draws:
                gradient[-1] += draws - n * q
                curvature[-1][-1] += n * q * (1 - q)
                cross = -n * q * (p - r) / 2
                for i, s in signs:
                    curvature[i][-1] += s * cross
                    curvature[-1][i] += s * cross
        return gradient, curvature


def fit(tally: Tally, start: Fit | None = None) -> Fit:
    """The maximum-likelihood ratings of a tally of games.

    >>> round(fit({("a", "b"): (3, 0, 1), ("b", "a"): (1, 0, 3)}).elo["a"], 1)
    95.4
    """
    names = sorted({name for pairing in tally for name in pairing})
    if not names:
        raise InvalidSettings("expected at least one game to rate, got none")
    likelihood = _Likelihood(names, tally)
    parameters = [0.0] * likelihood.size
    if start is not None:
        parameters[: len(names)] = [start.elo.get(name, 0.0) / ELO for name in names]
        parameters[len(names)] = start.first_move / ELO
    value = likelihood.value(parameters)
    for _ in range(_STEPS):
        gradient, curvature = likelihood.slope(parameters)
        step = _solve(curvature, gradient)
        if max(map(abs, step)) < 1e-10:
            break
        scale = min(1.0, 4.0 / max(map(abs, step)))
        trial = [p + scale * d for p, d in zip(parameters, step, strict=True)]
        gained = likelihood.value(trial)
        while gained < value - 1e-12 and scale > 1e-9:
            scale /= 2
            trial = [p + scale * d for p, d in zip(parameters, step, strict=True)]
            gained = likelihood.value(trial)
        parameters, value = trial, gained
    first, draw = likelihood.split(parameters)
    mean = sum(parameters[: len(names)]) / len(names)
    elo = {name: (parameters[i] - mean) * ELO for i, name in enumerate(names)}
    return Fit(elo, first * ELO, draw, value)


def tally_of(pairs: Iterable[PairResult] | Mapping[PairResult, int]) -> dict[tuple[str, str], list[float]]:
    """Games by (first, second) from pair results, optionally with multiplicities."""
    counted = pairs.items() if isinstance(pairs, Mapping) else ((pair, 1) for pair in pairs)
    tally: dict[tuple[str, str], list[float]] = {}
    for (a, b, began, replied), times in counted:
        tally.setdefault((a, b), [0.0, 0.0, 0.0])[round(2 - 2 * began)] += times
        tally.setdefault((b, a), [0.0, 0.0, 0.0])[round(2 * replied)] += times
    return tally


def _frozen(tally: Mapping[tuple[str, str], list[float]]) -> Tally:
    return {key: (counts[0], counts[1], counts[2]) for key, counts in tally.items()}


def resample(pairs: Sequence[PairResult], rng: random.Random) -> Counter[PairResult]:
    """Pairs drawn with replacement within each pairing, as the schedule fixed how many each pairing played."""
    groups: dict[frozenset[str], Counter[PairResult]] = {}
    for pair in pairs:
        groups.setdefault(frozenset(pair[:2]), Counter())[pair] += 1
    drawn: Counter[PairResult] = Counter()
    for counted in groups.values():
        kinds = list(counted)
        drawn.update(rng.choices(kinds, weights=[counted[kind] for kind in kinds], k=counted.total()))
    return drawn


def rate(
    pairs: Sequence[PairResult],
    *,
    resamples: int = 400,
    confidence: float = 0.95,
    seed: int = 0,
    progress: Callable[[], None] | None = None,
) -> tuple[Fit, list[Rating]]:
    """Ratings of everyone who played, strongest first, with intervals from resampling whole pairs."""
    tally = tally_of(pairs)
    point = fit(_frozen(tally))
    rng = random.Random(seed)
    samples: dict[str, list[float]] = {name: [] for name in point.elo}
    for _ in range(resamples):
        again = fit(_frozen(tally_of(resample(pairs, rng))), start=point)
        for name in samples:
            samples[name].append(again.elo[name])
        if progress is not None:
            progress()
    games, points = _totals(tally)
    bounded = _bounded(tally)
    fewest = _fewest_pairs(pairs)
    ratings = [
        Rating(
            name,
            elo,
            _interval(elo, samples[name], fewest[name], confidence),
            games[name],
            points[name],
            bounded[name],
        )
        for name, elo in point.elo.items()
    ]
    return point, sorted(ratings, key=lambda rating: (-rating.elo, rating.name))


def _interval(point: float, samples: list[float], fewest: int, confidence: float) -> Interval:
    """The point estimate plus and minus a normal quantile of the resampled spread.

    Drawing n of n with replacement understates a variance by (n-1)/n. In 200 simulated four-agent tournaments of 10
    and 25 pairs a pairing, plain percentiles covered the truth in 90 and 94 %, this in 95 and 95 %
    (benchmarks/rating_coverage.py).
    """
    if len(samples) < 2 or fewest < 2:
        return Interval(-math.inf, math.inf)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    half = z * stdev(samples) * math.sqrt(fewest / (fewest - 1))
    return Interval(point - half, point + half)


def _fewest_pairs(pairs: Sequence[PairResult]) -> dict[str, int]:
    """For each name, the pairs of its least played pairing."""
    pairings = Counter(frozenset(pair[:2]) for pair in pairs)
    names = {name for pair in pairings for name in pair}
    return {name: min(n for pairing, n in pairings.items() if name in pairing) for name in names}


def _totals(tally: Mapping[tuple[str, str], list[float]]) -> tuple[dict[str, int], dict[str, float]]:
    games: dict[str, int] = {}
    points: dict[str, float] = {}
    for (a, b), (wins, draws, losses) in tally.items():
        n = round(wins + draws + losses)
        for name, scored in ((a, wins + draws / 2), (b, losses + draws / 2)):
            games[name] = games.get(name, 0) + n
            points[name] = points.get(name, 0.0) + scored
    return games, points


def _bounded(tally: Mapping[tuple[str, str], list[float]]) -> dict[str, bool]:
    """Who can be rated at all: those from whom a chain of points leads to and from everyone else.

    A finite maximum needs that no group scored everything against the rest (Ford's condition); a name outside the
    largest group tied together both ways has no finite difference to it.
    """
    names = sorted({name for pairing in tally for name in pairing})
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
    tied = {name: {other for other in reached[name] if name in reached[other]} for name in names}
    core = max(tied.values(), key=len)
    return {name: name in core and (len(core) > 1 or len(names) == 1) for name in names}
