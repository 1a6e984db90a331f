"""002: the greedy formula that should keep a player between its opponent and the centre.

The report prefers the action with the least cost, computed on the position after it, where c and p are the distances
to the centre and to the opponent, and m and o the own and the opponent's liberties:

    M c² (o - m)              if o > m
    (c + p)² max(1, m - o)    if o < m

An evaluator is better when higher, so these return the cost negated. Equal liberties, which the formula leaves out,
fall under the second line, as in the author's file. That file has the formula in a method that nothing calls: the
player as run goes by `improved`.
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
"""The weight of a cell of lead, against 1 for a unit of distance: no lead reaches 1000, so leads only decide between
equal distances."""


def _check_distance(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if value not in DISTANCES:
        raise InvalidSettings(f"expected {field.name} to be one of {', '.join(DISTANCES)}, got {value!r}")


@attrs.frozen
class Formula:
    """The formula as printed. It does not say which `distance` it means; the author's file has squared ones."""

    distance: Distance = attrs.field(default="squared", validator=_check_distance)

    def __call__(self, game: Isolation, state: State, player: int) -> float:
        to_centre, to_opponent = _distances(game, state, player, self.distance)
        return -_cost(game, state, player, to_centre, to_opponent)


@attrs.frozen
class FormulaProse:
    """The formula as its prose has it, which the printed one is not.

    Fewer liberties than the opponent are worst, more are best. With more: the smaller c + p, then the larger lead.
    With as many: the smaller c. With fewer: the smaller c² (o - m), on which the prose is silent.
    """

    distance: Distance = attrs.field(default="squared", validator=_check_distance)

    def __call__(self, game: Isolation, state: State, player: int) -> float:
        to_centre, to_opponent = _distances(game, state, player, self.distance)
        lead = game.mobility(state, player) - game.mobility(state, 1 - player)
        if lead > 0:
            return _TIER - (to_centre + to_opponent) + lead * _LEAD
        return float(-to_centre if lead == 0 else -_TIER + to_centre**2 * lead)


def formula_stored(game: Isolation, state: State, player: int) -> float:
    """The method of the author's file. Its centre is (width / 2, height / 2) counted from the bottom right cell, half
    a cell left of and above the middle, and before ply 3 it takes the opponent to stand there."""
    centre = game.width / 2 - 1, game.height / 2 - 1
    own = standing(game, state, player)
    opponent = standing(game, state, 1 - player) if state.ply >= 3 else centre
    return -_cost(game, state, player, squared(centre, own), squared(opponent, own))


def between(game: Isolation, state: State, player: int) -> int:
    """1 where `player` stands between its opponent and the centre, as the report says it always tries to; else 0.

    Between is inside the circle of which those two are ends of a diameter, rim included.
    """
    centre = game.width // 2, game.height // 2
    own, opponent = standing(game, state, player), standing(game, state, 1 - player)
    return int(squared(own, centre) + squared(own, opponent) <= squared(opponent, centre))


def _distances(game: Isolation, state: State, player: int, distance: Distance) -> tuple[float, float]:
    """The distances from `player` to the middle of the centre cell, and to its opponent."""
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
