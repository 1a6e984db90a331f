"""Facts about a position that several evaluators use, such as the distance between two tokens.

The course programs do not define the location of an unplaced token. In this module, an unplaced token is located on
the centre, as the author of document 002 assumed.
"""

from __future__ import annotations

import math
from typing import Final, Literal, TypeAlias

from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation

Distance: TypeAlias = Literal["squared", "euclidean", "manhattan"]
DISTANCES: Final = ("squared", "euclidean", "manhattan")


def verdict(game: Isolation, state: State, player: int) -> float | None:
    """Minus infinity if `player` has lost, infinity if `player` has won, and None if the game is not over."""
    if game.reach(state, state.turn):
        return None
    return -math.inf if player == state.turn else math.inf


def standing(game: Isolation, state: State, player: int) -> tuple[int, int]:
    """The column and the row on which a token stands."""
    cell = game.location(state, player)
    return (game.width // 2, game.height // 2) if cell is None else game.coordinates(cell)


def manhattan(a: tuple[int, int], b: tuple[int, int]) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def squared(a: tuple[float, float], b: tuple[float, float]) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
