"""An ordering of isolation's moves: the middle of the board first; `kernels.central` is its compiled form."""

from __future__ import annotations

from typing import Any

from advsearch.search import Order


class Central(Order):
    """On the reference tier: actions are cells, numbered row by row."""

    def __init__(self, game: Any) -> None:
        self._actions = len(game.actions(game.initial()))

    def weight(self, state: Any, mover: int, ply: int, action: int) -> int:
        return -abs(2 * action - self._actions)
