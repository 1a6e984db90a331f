"""Facts about a position that the reports' functions read from a course board, defined for every position.

The course programs left some facts about a position undefined until both tokens were placed, because the courses'
tournaments did not need these facts earlier. In this module a token that is not on the board yet counts as being on
the centre, as one of the authors (002) assumed.
"""

from __future__ import annotations

import math
from typing import Final, Literal, TypeAlias

from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation

Distance: TypeAlias = Literal["squared", "euclidean", "manhattan"]
DISTANCES: Final = ("squared", "euclidean", "manhattan")


def verdict(game: Isolation, state: State, player: int) -> float | None:
    """Minus infinity if `player` has lost, infinity if it has won, and None before the end. The reports' functions
    first test whether the game is over."""
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
