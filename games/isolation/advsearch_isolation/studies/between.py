"""Document 002: a formula for a greedy player. The formula is meant to keep the player between its opponent and the
centre.

The report prefers the action with the least cost. The cost is computed in the position after the action. In the
formula, c and p are the distances to the centre and to the opponent, and m and o are the liberties of the player and
of the opponent:

    M c² (o - m)              if o > m
    (c + p)² max(1, m - o)    if o < m

A higher value of an evaluator is better, so these evaluators return the negated cost. The printed formula has no line
for o = m. In this module, as in the author's file, the line for o < m also applies to o = m. In the author's file no
code calls the method with the formula: the player uses `improved`.
"""

from __future__ import annotations

import math
from typing import Any, Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation
from advsearch_isolation.studies.questions import DISTANCES, Distance, manhattan, squared, standing

BIG: Final = 1000
"""The author's M."""

_TIER: Final = 1_000_000
_LEAD: Final = 1 / 1000
"""The weight of each liberty that the player has more than its opponent; a unit of distance has the weight 1. A lead
is always below 1000 liberties, so it weighs less than a unit of distance."""


def _check_distance(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if value not in DISTANCES:
        raise InvalidSettings(f"expected `{field.name}` to be one of {', '.join(DISTANCES)}, got {value!r}")


@attrs.frozen
class Formula:
    """The formula as the document prints it. The printed formula does not say which `distance` it means; the author's
    file squares the distances."""

    distance: Distance = attrs.field(default="squared", validator=_check_distance)

    def __call__(self, game: Isolation, state: State, player: int) -> float:
        to_centre, to_opponent = _distances(game, state, player, self.distance)
        return -_cost(game, state, player, to_centre, to_opponent)


@attrs.frozen
class FormulaProse:
    """An evaluator with the formula that the document's prose describes, which differs from the printed formula.

    Positions in which the player has more liberties than the opponent are best, positions with fewer liberties are
    worst. If m > o, a smaller c + p is better, and between equal c + p a larger m - o. If m = o, a smaller c is
    better. If m < o, a smaller c² (o - m) is better; the prose does not mention this case.
    """

    distance: Distance = attrs.field(default="squared", validator=_check_distance)

    def __call__(self, game: Isolation, state: State, player: int) -> float:
        to_centre, to_opponent = _distances(game, state, player, self.distance)
        lead = game.mobility(state, player) - game.mobility(state, 1 - player)
        if lead > 0:
            return _TIER - (to_centre + to_opponent) + lead * _LEAD
        return float(-to_centre if lead == 0 else -_TIER + to_centre**2 * lead)


def formula_stored(game: Isolation, state: State, player: int) -> float:
    """The formula as it is computed by a method in the author's file. The method's centre, (width / 2, height / 2)
    counted from the bottom right cell, is half a cell left of and above the middle. Before ply 3 the method assumes
    that the opponent stands on the method's centre.
    """
    centre = game.width / 2 - 1, game.height / 2 - 1
    own = standing(game, state, player)
    opponent = standing(game, state, 1 - player) if state.ply >= 3 else centre
    return -_cost(game, state, player, squared(centre, own), squared(opponent, own))


def between(game: Isolation, state: State, player: int) -> int:
    """An evaluator that is 1 if `player` is between its opponent and the centre, and 0 otherwise. The report says
    that its player always tries to be between the opponent and the centre.

    A cell is between two points if it is inside or on the circle whose diameter is the line between the two points.
    """
    centre = game.width // 2, game.height // 2
    own, opponent = standing(game, state, player), standing(game, state, 1 - player)
    return int(squared(own, centre) + squared(own, opponent) <= squared(opponent, centre))


def _distances(game: Isolation, state: State, player: int, distance: Distance) -> tuple[float, float]:
    """Two distances from `player`'s token: to the middle of the centre cell, and to the opponent's token."""
    centre = game.width // 2, game.height // 2
    own, opponent = standing(game, state, player), standing(game, state, 1 - player)
    if distance == "manhattan":
        return manhattan(own, centre), manhattan(own, opponent)
    to_centre, to_opponent = squared(own, centre), squared(own, opponent)
    return (to_centre, to_opponent) if distance == "squared" else (math.sqrt(to_centre), math.sqrt(to_opponent))


def _cost(game: Isolation, state: State, player: int, to_centre: float, to_opponent: float) -> float:
    own, opponent = game.mobility(state, player), game.mobility(state, 1 - player)
    if opponent > own:
        return float(BIG * to_centre**2 * (opponent - own))
    return float((to_centre + to_opponent) ** 2 * max(1, own - opponent))
