"""Two evaluators of isolation, each one function for both tiers."""

from __future__ import annotations

from typing import Any


def freedom(game: Any, state: Any, player: int) -> int:
    """The cells that the side to move can reach: n cells are worth n + n² / 4, positive for the side to move."""
    mover = game.player(state)
    reach: int = game.mobility(state, mover)
    worth = reach + reach * reach // 4
    return worth if player == mover else -worth


def mobility(game: Any, state: Any, player: int) -> int:
    """The number of cells that the side to move can reach, positive for the side to move."""
    mover = game.player(state)
    reach: int = game.mobility(state, mover)
    return reach if player == mover else -reach
