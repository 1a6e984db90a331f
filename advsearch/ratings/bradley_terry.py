"""The rating model of a whole tournament.

The model is that of Bradley and Terry, with Davidson's draws and an advantage for moving first. The model is fitted
to all games together by maximum likelihood. The strengths r, the first-move advantage f and the draw parameter d are
in natural log units:

    win of the first : draw : win of the second  =  exp(x/2) : exp(d) : exp(-x/2),   x = r[first] - r[second] + f

The log-likelihood is concave in (r, f, d), so Newton's method with step halving finds the only maximum. If a side won
or lost every game, its most likely strength is infinite. A penalty worth a small part of one game (`RIDGE`) keeps the
fit finite. For a side that won or lost every game, `advsearch.ratings.standings` reports no estimate.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import attrs

from advsearch.errors import InvalidSettings

ELO: Final = 400 / math.log(10)
"""The number of Elo points per natural log unit."""
RIDGE: Final = 1e-4
_STEPS: Final = 100

Row: TypeAlias = tuple[float, float, float]
"""One number for each result of a game: a win of the first mover, a draw, and a win of the second mover."""
Tally: TypeAlias = Mapping[tuple[str, str], Row]
"""For each pair (first mover, second mover), the numbers of wins, draws and losses of the first mover."""


@attrs.frozen
class Fit:
    """Maximum-likelihood strengths in Elo, with a mean of 0."""

    elo: Mapping[str, float]
    first_move: float
    """The advantage of moving first, in Elo."""
    draw: float
    """The logarithm of the draw weight; -inf if no game was drawn."""

    def expected(self, first: str, second: str) -> float:
        """The expected score of `first` in one game in which `first` moves first."""
        win, drawn, _ = _shares((self.elo[first] - self.elo[second] + self.first_move) / ELO, self.draw)
        return win + drawn / 2


def _shares(x: float, draw: float) -> Row:
    top = max(abs(x) / 2, draw)
    win, drawn, loss = math.exp(x / 2 - top), math.exp(draw - top), math.exp(-x / 2 - top)
    total = win + drawn + loss
    return win / total, drawn / total, loss / total


def solve(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """Solve `matrix` x = `vector` by Gaussian elimination with pivoting. The matrix has about one row per player."""
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


class Likelihood:
    """The penalised log-likelihood of a tally, with its gradient and negated Hessian.

    The parameters are the strengths, one per name, then the first-move advantage and, if a game was drawn, the draw
    weight.
    """

    def __init__(self, names: Sequence[str], tally: Tally) -> None:
        self.place = {name: i for i, name in enumerate(names)}
        self.rows = [(self.place[a], self.place[b], counts) for (a, b), counts in tally.items() if sum(counts)]
        self.players = len(names)
        self.draws = any(counts[1] for _, _, counts in self.rows)
        self.size = self.players + 1 + self.draws

    def split(self, parameters: list[float]) -> tuple[float, float]:
        """Return the first-move advantage and the draw weight from the list of parameters."""
        return parameters[self.players], parameters[-1] if self.draws else -math.inf

    def value(self, parameters: list[float]) -> float:
        first, draw = self.split(parameters)
        total = -RIDGE / 2 * sum(p * p for p in parameters)
        exp, log = math.exp, math.log
        for a, b, (wins, draws, losses) in self.rows:
            half = (parameters[a] - parameters[b] + first) / 2
            top = max(abs(half), draw)
            everything = top + log(exp(half - top) + exp(draw - top) + exp(-half - top))
            total += (wins - losses) * half - (wins + draws + losses) * everything
            if draws:
                total += draws * draw
        return total

    def slope(self, parameters: list[float]) -> tuple[list[float], list[list[float]]]:
        first, draw = self.split(parameters)
        gradient = [-RIDGE * p for p in parameters]
        curvature = [[RIDGE * (i == j) for j in range(self.size)] for i in range(self.size)]
        f = self.players
        for a, b, (wins, draws, losses) in self.rows:
            n = wins + draws + losses
            p, q, r = _shares(parameters[a] - parameters[b] + first, draw)
            # the sufficient statistics of one game are (+1/2, 0, -1/2) for x and (0, 1, 0) for the draw weight
            dx = (wins - losses) / 2 - n * (p - r) / 2
            xx = n * ((p + r) / 4 - (p - r) ** 2 / 4)
            gradient[a] += dx
            gradient[b] -= dx
            gradient[f] += dx
            for i, plus in ((a, xx), (b, -xx), (f, xx)):
                row = curvature[i]
                row[a] += plus
                row[b] -= plus
                row[f] += plus
            if self.draws:
                gradient[-1] += draws - n * q
                curvature[-1][-1] += n * q * (1 - q)
                cross = -n * q * (p - r) / 2
                for i, plus in ((a, cross), (b, -cross), (f, cross)):
                    curvature[i][-1] += plus
                    curvature[-1][i] += plus
        return gradient, curvature

    def slopes(self, parameters: list[float], along: Sequence[float], first: int, second: int) -> tuple[Row, Row]:
        """Return the slopes of one game's log-likelihood along a direction, and the probabilities of the game's
        results. Slopes and probabilities are given for a win, a draw and a loss of the first mover.
        """
        advantage, draw = self.split(parameters)
        shares = _shares(parameters[first] - parameters[second] + advantage, draw)
        drift, steep = (shares[0] - shares[2]) / 2, along[first] - along[second] + along[self.players]
        drawn = along[-1] if self.draws else 0.0
        even = -drift * steep - shares[1] * drawn
        return (even + steep / 2, even + drawn, even - steep / 2), shares

    def climb(self, parameters: list[float], fixed: Sequence[float] | None = None) -> tuple[list[float], float]:
        """Maximize the likelihood by Newton's method, beginning with `parameters`. Return the parameters with the
        highest likelihood found, and this likelihood.

        If `fixed` is given, the sum of the parameters, weighted by `fixed`, does not change. With `fixed`, the
        iteration stops earlier, because callers use only the likelihood.
        """
        close = 1e-5 if fixed is None else 1e-2  # the next step would be about the square of this
        value = self.value(parameters)
        for _ in range(_STEPS):
            gradient, curvature = self.slope(parameters)
            step = solve(curvature, gradient) if fixed is None else _step_beside(curvature, gradient, fixed)
            length = max(map(abs, step))
            scale = 4.0 / max(4.0, length)
            trial = [p + scale * d for p, d in zip(parameters, step, strict=True)]
            gained = self.value(trial)
            while gained < value - 1e-12 and scale > 1e-9:
                scale /= 2
                trial = [p + scale * d for p, d in zip(parameters, step, strict=True)]
                gained = self.value(trial)
            parameters, value = trial, gained
            if length < close:
                break
        return parameters, value


def _step_beside(curvature: list[list[float]], gradient: list[float], fixed: Sequence[float]) -> list[float]:
    """Newton's step that does not change the sum of `fixed[i] * parameters[i]` over all parameters."""
    bordered = [[*row, part] for row, part in zip(curvature, fixed, strict=True)]
    return solve([*bordered, [*fixed, 0.0]], [*gradient, 0.0])[:-1]


def fit(tally: Tally) -> Fit:
    """The maximum-likelihood ratings of a tally of games.

    >>> round(fit({("a", "b"): (3, 0, 1), ("b", "a"): (1, 0, 3)}).elo["a"], 1)
    95.4
    """
    names = sorted({name for pairing in tally for name in pairing})
    if not names:
        raise InvalidSettings("expected at least one game to rate, got none")
    likelihood = Likelihood(names, tally)
    parameters, _ = likelihood.climb([0.0] * likelihood.size)
    first, draw = likelihood.split(parameters)
    mean = sum(parameters[: len(names)]) / len(names)
    elo = {name: (parameters[i] - mean) * ELO for i, name in enumerate(names)}
    return Fit(elo, first * ELO, draw)
