"""The position as a value: both players' stones, and nothing else."""

from __future__ import annotations

from typing import Final

import attrs

PLAYERS: Final = "XO"
"""The players' letters: X is player 0 and moves first, O is player 1."""


@attrs.frozen
class State:
    """The stones of X and of O, as sets of cells drawn in `geometry`.

    X moves when both have the same number of stones. How a game ended is read off the stones too: under the
    official rules a five made by the placement stays on the board, nothing being turned.
    """

    x: int
    o: int


EMPTY: Final = State(0, 0)


def seen_by(state: State, player: int) -> tuple[int, int]:
    """The stones of a player, and those of the other."""
    return (state.x, state.o) if player == 0 else (state.o, state.x)
