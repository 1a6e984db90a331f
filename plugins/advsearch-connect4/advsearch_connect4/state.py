"""The position as a value, with a drawing that shows which bit stands for which cell.

A set of cells is an int. Each column takes height + 1 bits, its bottom cell first; the bit on top of a column
stays 0, so that no line of four runs over into the next column. On 7x6:

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
    """The stones of both players. Their number decides the player to move."""

    first: int
    second: int
