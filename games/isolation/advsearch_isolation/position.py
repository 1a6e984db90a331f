"""Positions of Isolation: the open cells, the cells of the tokens, and the player to move.

A cell is a number, counted row by row from the top left. A set of cells is an int with one bit for each cell. The
numbers of the cells on 7x7:

     0  1  2  3  4  5  6      a1 b1 c1 d1 e1 f1 g1
     7  8  9 10 11 12 13      a2 b2 c2 d2 e2 f2 g2
     …                        …
    42 43 44 45 46 47 48      a7 b7 c7 d7 e7 f7 g7
"""

from __future__ import annotations

from typing import Final

import attrs

UNPLACED: Final = -1
"""The cell of a token that is not on the board yet."""

PLAYERS: Final = "AB"
"""The players' letters: A is player 0 (the first player), and B is player 1."""


@attrs.frozen
class State:
    """A position, from the point of view of the side to move.

    `turn` and `ply` cannot be computed from the cells, because a game may begin at a position with closed cells.
    """

    open: int
    """The set of the open cells. A cell is open until a token stands on it."""
    mover: int
    """The cell of the side to move, or `UNPLACED`."""
    waiting: int
    """The cell of the other side, or `UNPLACED`."""
    turn: int
    """The side to move: 0 (A) or 1 (B)."""
    ply: int
    """The number of plies played, including placements."""
