"""Isolation with kernels written by hand: the example of docs/kernels.md, and a rival of the derived rules.

On boards of at most 63 cells, a state is three words. `open` is the set of cells on which no token has stood; bit c
means cell c. `mover` is the cell on which the token of the side to move stands. Before this token is placed, `mover`
is the number of cells on the board. `waiting` is the same number for the other side's token.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import attrs

from advsearch.bits import WORD_BITS, count, highest
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import ONGOING, SKIP, Cells, KernelSet, Words
from advsearch_isolation.movement import leaps, rays
from advsearch_isolation.position import UNPLACED, State
from advsearch_isolation.rules import Isolation


@attrs.frozen
class ByHand(Isolation):
    """Isolation with kernels. The kernel set has no kernels of evaluators; they are derived, because the kernel
    `fields` describes a state."""

    def kernels(self) -> KernelSet:
        return make(self)


@functools.cache
def make(game: Isolation) -> KernelSet:
    """The kernels of a game with its settings."""
    cells = game.width * game.height
    if cells > WORD_BITS:
        raise CompiledTierUnavailable(
            f"expected at most {WORD_BITS} cells for kernels, got {cells}; ask for tier=reference"
        )
    reach = _knight(game) if game.moves == "knight" else _queen(game)
    bits = cells.bit_length()

    def encode(state: State) -> Words:
        return state.open, state.mover % (cells + 1), state.waiting % (cells + 1)  # UNPLACED is -1

    def actions(s: Words) -> Cells:
        return reach(s[0], s[1])

    def apply(s: Words, action: int) -> Words:
        return s[0] & ~(1 << action), s[2], action

    def outcome(s: Words, own: Cells) -> int:  # noqa: ARG001 - a kernel's signature
        return ONGOING if own else -1

    def pack(s: Words) -> int:
        return s[0] | s[1] << cells | s[2] << cells + bits

    def rank(s: Words, action: int, t: Words, replies: Cells) -> int:  # noqa: ARG001
        onward = count(reach(t[0], t[2]))
        if onward == 0 and replies:
            return SKIP
        return onward - 2 * count(replies)

    def decided(s: Words, own: Cells) -> tuple[int, int]:
        theirs = reach(s[0], s[2])
        if theirs == 0 or (theirs & (theirs - 1) == 0 and own & theirs):
            return 1, 1
        return -1, 1

    def fields(s: Words, player: int) -> tuple[int, ...]:
        """The fields of a state. The ply is computed as the number of closed cells, which is correct in every game
        from the start."""
        mover, waiting = (UNPLACED if cell == cells else cell for cell in s[1:])
        return s[0], mover, waiting, player, cells - s[0].bit_count()

    fits = cells + 2 * bits <= WORD_BITS
    return KernelSet(
        encode=encode,
        words=3,
        longest=cells,
        draws=False,
        actions=actions,
        apply=apply,
        outcome=outcome,
        fields=fields,
        pack=pack if fits else None,
        pack_bits=cells + 2 * bits if fits else WORD_BITS,
        rank=rank,
        decided=decided,
    )


def _padded(table: tuple[int, ...], size: int) -> tuple[int, ...]:
    """A table filled up with zeros, so that a masked index needs no check."""
    return (*table, *([0] * (size - len(table))))


def _knight(game: Isolation) -> Callable[..., Any]:
    table = _padded(leaps(game.width, game.height), WORD_BITS + 1)

    def reach(free: int, cell: int) -> Cells:
        return table[cell & 63] & free

    return reach


def _queen(game: Isolation) -> Callable[..., Any]:
    """The rays of a queen. From each cell, four rays lead to higher cell numbers and four to lower ones. In the
    tables `rising` and `falling`, the four rays of a cell begin at the index `4 * cell`."""
    cells, of_cells = game.width * game.height, rays(game.width, game.height)
    rising = _padded(tuple(ray for up, _ in of_cells for ray in up), 256)
    falling = _padded(tuple(ray for _, down in of_cells for ray in down), 256)

    def reach(free: int, cell: int) -> Cells:
        if cell == cells:
            return free
        found = 0
        for ray in range(4 * cell, 4 * cell + 4):
            along = rising[ray & 255]
            closed = along & ~free
            found |= along & ((closed & -closed) - 1)  # if nothing is closed, 0 - 1 keeps the whole ray
            along = falling[ray & 255]
            closed = along & ~free
            if closed:
                beyond = highest(closed) + 1
                along = along >> beyond << beyond
            found |= along
        return found

    return reach
