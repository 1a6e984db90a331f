"""Positions of Pentago: the stones of both players."""

from __future__ import annotations

from typing import Final

import attrs

PLAYERS: Final = "XO"
"""The players' letters: X is player 0 and moves first, and O is player 1."""


@attrs.frozen
class State:
    """The stones of X and of O, as sets of cells (see the drawing in `geometry`).

    If X and O have equally many stones, X is to move. The stones show who has won: the five that ended the game is
    still on the board.
    """

    x: int
    o: int


EMPTY: Final = State(0, 0)


def seen_by(state: State, player: int) -> tuple[int, int]:
    """The stones of a player, and the stones of the opponent."""
    return (state.x, state.o) if player == 0 else (state.o, state.x)
