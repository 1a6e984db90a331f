"""Rows of 64-bit cells: each state is stored as one row. Each method of the game becomes a function over rows.

`derive(game, sample)` reads the methods of the game, infers the types of all their values, and generates plain Python
functions. The functions use the memory of `advsearch.compiled.memory`. The generated functions run as ordinary Python
with a list as memory, and also compile to machine code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from advsearch.lowering.row_rules import RowRules
    from advsearch.lowering.sample import Sample
    from advsearch.protocol import AnyGame


def derive(game: AnyGame, sample: Sample, room: int = 1) -> RowRules:
    """Return a game's rules as functions over rows of cells. If the game cannot be lowered, raise `NotLowered` with a
    list of all refused constructs.
    """
    from advsearch.lowering.rows import deriving  # rules that are loaded from the disk do not need it

    return deriving.derive(game, sample, room)
