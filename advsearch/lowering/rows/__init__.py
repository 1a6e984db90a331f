"""Rows: states of any plain values as rows of 64-bit cells, and a game's methods as functions over these cells.

`derive(game, sample)` reads the methods, infers the types in them, and generates plain Python functions over
`advsearch.compiled.memory`. The generated functions run as they are, with a list as memory, and also compile to
machine code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from advsearch.lowering.row_rules import RowRules
    from advsearch.lowering.sample import Sample
    from advsearch.protocol import AnyGame


def derive(game: AnyGame, sample: Sample, room: int = 1) -> RowRules:
    """Return the rules of a game over rows. Raise `NotLowered` with every refusal if the game cannot be lowered."""
    from advsearch.lowering.rows import deriving  # rules that are kept on the disk need none of it

    return deriving.derive(game, sample, room)
