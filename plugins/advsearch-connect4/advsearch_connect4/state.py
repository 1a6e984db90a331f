"""Positions of Connect Four: the stones of both players.

A set of cells is an int. Each column takes height + 1 bits, beginning with its bottom cell. The bit above a column is
always 0, so that no line of four continues in the next column. The numbers of the bits on 7x6:

     6 13 20 27 34 41 48      always 0
     5 12 19 26 33 40 47      row 1
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42      row 6
"""

from __future__ import annotations

from typing import NamedTuple


class State(NamedTuple):
    """The stones of both players. If the number of stones is even, the first player is to move."""

    first: int
    second: int
