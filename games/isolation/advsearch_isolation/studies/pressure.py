"""001: edge, the ratio of moves; mirror, staying close to the opponent; pressure, which goes from one to the other.

As printed mirror and pressure add the distance instead of taking it away, so that the player runs from its opponent.
"""

from __future__ import annotations

import math

import attrs

from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation
from advsearch_isolation.studies.questions import manhattan, standing, verdict


def edge(game: Isolation, state: State, player: int) -> float:
    """Own moves by the opponent's; inf where the opponent has none, also when it is not its turn."""
    decided = verdict(game, state, player)
    if decided is not None:
        return decided
    opponent = game.mobility(state, 1 - player)
    return game.mobility(state, player) / opponent if opponent else math.inf


def mirror(game: Isolation, state: State, player: int) -> float:
    """The distance to the opponent, along rows and columns, taken away."""
    return _mirror(game, state, player, -1)


def mirror_printed(game: Isolation, state: State, player: int) -> float:
    """The distance to the opponent, along rows and columns."""
    return _mirror(game, state, player, 1)


def pressure(game: Isolation, state: State, player: int) -> float:
    """w · edge + (1 - w) · mirror, w being the share of the board's cells played, and 0.3 at least."""
    return _pressure(game, state, player, -1)


def pressure_printed(game: Isolation, state: State, player: int) -> float:
    """w · edge + (1 - w) · the distance to the opponent, w being the share of cells played, and 0.3 at least."""
    return _pressure(game, state, player, 1)


@attrs.frozen
class Pressure:
    """The same, with the ply read off the board: the cells that are not open, but for the `holes` it began with.

    On the board of that day, on which one cell was closed from the start, that is `holes=1`. A kernel sees no ply.
    """

    printed: bool = False
    holes: int = 0

    def __call__(self, game: Isolation, state: State, player: int) -> float:
        ply = game.width * game.height - self.holes - state.open.bit_count()
        return _pressure(game, attrs.evolve(state, ply=ply), player, 1 if self.printed else -1)


def distance(game: Isolation, state: State) -> int:
    """The distance between the tokens, along rows and columns."""
    return manhattan(standing(game, state, 0), standing(game, state, 1))


def _mirror(game: Isolation, state: State, player: int, sign: int) -> float:
    decided = verdict(game, state, player)
    return float(sign * distance(game, state)) if decided is None else decided


def _pressure(game: Isolation, state: State, player: int, sign: int) -> float:
    decided = verdict(game, state, player)
    if decided is not None:
        return decided
    own, opponent = game.mobility(state, player), game.mobility(state, 1 - player)
    if opponent == 0:
        return math.inf
    progress = state.ply / (game.height * game.width)
    weight = max(progress, 0.3)
    return weight * own / opponent + (1 - weight) * (sign * distance(game, state))
