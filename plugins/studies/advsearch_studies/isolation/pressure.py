"""Document 001: the evaluators `edge` (the ratio of moves), `mirror` (the player stays close to the opponent) and
`pressure` (a gradual change from `mirror` to `edge`).

The printed formulas of `mirror` and `pressure` have a wrong sign: with these formulas the player runs away from its
opponent.
"""

from __future__ import annotations

import math

import attrs

from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation
from advsearch_studies.isolation.questions import manhattan, standing, verdict


def edge(game: Isolation, state: State, player: int) -> float:
    """The number of the player's moves divided by the number of the opponent's moves.

    The result is inf if the opponent has no move, even if it is not the opponent's turn.
    """
    decided = verdict(game, state, player)
    if decided is not None:
        return decided
    opponent = game.mobility(state, 1 - player)
    return game.mobility(state, player) / opponent if opponent else math.inf


def mirror(game: Isolation, state: State, player: int) -> float:
    """The negative of the distance between the two tokens, along rows and columns."""
    return _mirror(game, state, player, -1)


def mirror_printed(game: Isolation, state: State, player: int) -> float:
    """The distance between the two tokens, along rows and columns. A player with this evaluator moves away from its
    opponent."""
    return _mirror(game, state, player, 1)


def pressure(game: Isolation, state: State, player: int) -> float:
    """The value is w · edge + (1 - w) · mirror. The weight w is the ply divided by the number of cells, but at least
    0.3.
    """
    return _pressure(game, state, player, -1)


def pressure_printed(game: Isolation, state: State, player: int) -> float:
    """The value is w · edge + (1 - w) · the distance to the opponent. The weight w is the ply divided by the number
    of cells, but at least 0.3.
    """
    return _pressure(game, state, player, 1)


@attrs.frozen
class Pressure:
    """The evaluator `pressure` for kernels. Because kernels cannot read the field `ply`, the ply is computed as the
    number of closed cells minus `holes`.

    `holes` is the number of cells that were closed before the first ply. On the board of the document, `holes` is 1.
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
