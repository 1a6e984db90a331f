"""The position as a value: only the stones of both players."""

from __future__ import annotations

from typing import Final

import attrs

PLAYERS: Final = "XO"
"""The players' letters: X is player 0 and moves first, O is player 1."""


@attrs.frozen
class State:
    """The stones of X and of O, as sets of cells (see the drawing in `geometry`).

    X moves when both have the same number of stones. The stones also show how a game ended. Under the official rules
    a five that a placement makes stays on the board, because nothing is turned.
    """

    x: int
    o: int


EMPTY: Final = State(0, 0)


def seen_by(state: State, player: int) -> tuple[int, int]:
    """The stones of a player, and the stones of the opponent."""
    return (state.x, state.o) if player == 0 else (state.o, state.x)
