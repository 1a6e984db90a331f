"""The evaluators of the courses. README.md lists these evaluators with their sources.

A token that is not on the board yet counts as standing on the centre, and all open cells count as its moves.
"""

from __future__ import annotations

import math
from typing import Any

import attrs

from advsearch.errors import InvalidSettings
from advsearch.protocol import Terms, evaluator
from advsearch.values import Value
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation


def open_moves(game: Isolation, state: State, player: int) -> int:
    """The number of moves that `player` has."""
    return game.mobility(state, player)


def _improved_terms(game: Isolation, state: State, player: int) -> Terms:
    return {"own moves": game.mobility(state, player), "opponent's moves": -game.mobility(state, 1 - player)}


@evaluator(antisymmetric=True, terms=_improved_terms)
def improved(game: Isolation, state: State, player: int) -> int:
    """The number of moves of `player` minus the number of moves of its opponent."""
    return game.reach(state, player).bit_count() - game.reach(state, 1 - player).bit_count()


def check_weight(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InvalidSettings(f"expected the weight {field.name} to be a finite number, got {value!r}")


@attrs.frozen
class WeightedMobility:
    """The number of own moves times `own`, minus the number of the opponent's moves times `opponent`. An agent whose
    weight `opponent` is larger plays more aggressively.
    """

    own: Value = attrs.field(default=0.4, validator=check_weight)
    opponent: Value = attrs.field(default=0.6, validator=check_weight)

    @property
    def antisymmetric(self) -> bool:
        return self.own == self.opponent

    def __call__(self, game: Isolation, state: State, player: int) -> Value:
        return self.own * game.mobility(state, player) - self.opponent * game.mobility(state, 1 - player)

    def terms(self, game: Isolation, state: State, player: int) -> Terms:
        return {
            "own moves": self.own * game.mobility(state, player),
            "opponent's moves": -self.opponent * game.mobility(state, 1 - player),
        }


def center(game: Isolation, state: State, player: int) -> float:
    """The squared distance of `player` from the point (width / 2, height / 2), as published. Cells far from the
    middle of the board have the highest values. The point (width / 2, height / 2) is half a cell right of and below
    the middle of the board. The corner a1 therefore has the highest value of all cells.
    """
    cell = game.location(state, player)
    if cell is None:
        return 0.0
    column, row = game.coordinates(cell)
    return (game.width / 2 - column) ** 2 + (game.height / 2 - row) ** 2


def centered(game: Isolation, state: State, player: int) -> float:
    """The negative of `center`, so that cells near the middle of the board have the highest values."""
    return 0.0 - center(game, state, player)
