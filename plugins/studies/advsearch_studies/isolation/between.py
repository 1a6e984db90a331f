"""Document 002: a formula for a greedy player. The formula is meant to keep the player between its opponent and the
centre.

The report's player takes the action with the least cost. With a large M, the cost after an action is `M c² (o - m)`
if o > m, and `(c + p)² max(1, m - o)` if o < m.

    c: the distance to the centre             p: the distance to the opponent
    m: the liberties of the player            o: the liberties of the opponent

The evaluators of this module return the negated cost, because a higher evaluation is better. The printed formula has
no line for o = m. In this module, as in the author's file, the line for o < m also applies to o = m. In the author's
file, the formula is a method that no code calls; the player uses `improved`.
"""

from __future__ import annotations

import math
from typing import Any, Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation
from advsearch_studies.isolation.questions import DISTANCES, Distance, manhattan, squared, standing

BIG: Final = 1000
"""The author's M."""

_TIER: Final = 1_000_000
_LEAD: Final = 1 / 1000
"""The weight of a liberty. A step of distance has the weight 1, so liberties decide only between equal distances."""


def _check_distance(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if value not in DISTANCES:
        raise InvalidSettings(f"expected `{field.name}` to be one of {', '.join(DISTANCES)}, got {value!r}")


@attrs.frozen
class Formula:
    """The formula as printed in the document. The document does not define the `distance`; the author's file squares
    distances."""

    distance: Distance = attrs.field(default="squared", validator=_check_distance)

    def __call__(self, game: Isolation, state: State, player: int) -> float:
        to_centre, to_opponent = _distances(game, state, player, self.distance)
        return -_cost(game, state, player, to_centre, to_opponent)


@attrs.frozen
class FormulaProse:
    """The formula by the document's prose, which differs from the printed formula.

    More liberties than the opponent (m > o) are better than equally many, and fewer liberties are worst. If m > o, a
    smaller c + p is better; if c + p is equal, a larger m - o is better. If m = o, a smaller distance c to the centre
    is better. If m < o, a smaller c² (o - m) is better; the prose does not mention the case m < o.
    """

    distance: Distance = attrs.field(default="squared", validator=_check_distance)

    def __call__(self, game: Isolation, state: State, player: int) -> float:
        to_centre, to_opponent = _distances(game, state, player, self.distance)
        lead = game.mobility(state, player) - game.mobility(state, 1 - player)
        if lead > 0:
            return _TIER - (to_centre + to_opponent) + lead * _LEAD
        return float(-to_centre if lead == 0 else -_TIER + to_centre**2 * lead)


def formula_stored(game: Isolation, state: State, player: int) -> float:
    """The formula as in the author's file. The file's centre is half a cell left of and above the middle of the
    board. Before ply 3, the opponent counts as standing on the file's centre.
    """
    centre = game.width / 2 - 1, game.height / 2 - 1
    own = standing(game, state, player)
    opponent = standing(game, state, 1 - player) if state.ply >= 3 else centre
    return -_cost(game, state, player, squared(centre, own), squared(opponent, own))


def between(game: Isolation, state: State, player: int) -> int:
    """1 if `player` is between its opponent and the centre, and 0 otherwise. The report says that its player always
    tries to be between the opponent and the centre.

    "Between" means: inside or on the circle whose diameter is the line from the opponent to the centre.
    """
    centre = game.width // 2, game.height // 2
    own, opponent = standing(game, state, player), standing(game, state, 1 - player)
    return int(squared(own, centre) + squared(own, opponent) <= squared(opponent, centre))


def _distances(game: Isolation, state: State, player: int, distance: Distance) -> tuple[float, float]:
    """The distance of `player`'s token from the centre cell, and its distance from the opponent's token."""
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
