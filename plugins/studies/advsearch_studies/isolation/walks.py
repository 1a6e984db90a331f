"""Longest walks: how many moves a token could make in a row if the other token did not move."""

from __future__ import annotations

import functools
from typing import Final

from advsearch.bits import cells
from advsearch_isolation.position import UNPLACED, State
from advsearch_isolation.rules import Isolation

FEW: Final = 14
"""The largest number of open cells for which `longest_walk` is fast: each further open cell multiplies its time.

In a 7x7 position of a random game with `FEW` open cells, `longest_walk` takes 5 us, and 0.8 ms in the slowest
measured position (`python benchmarks/isolation_readings.py walks`)."""


def longest_walk(game: Isolation, state: State, player: int) -> int:
    """The largest number of moves that `player` could make in a row. The walk of an unplaced player begins with a
    placement."""
    start = state.mover if player == state.turn else state.waiting
    reachable = _reachable(game, start, state.open)
    return _walk(game, start, reachable, _bound(game, start, reachable))


def _walk(game: Isolation, cell: int, left: int, bound: int) -> int:
    """The length of the longest walk from `cell`, at most `bound`. `left` is the set of the cells that are still
    open."""
    longest = 0
    for target in cells(game.targets(cell, left)):
        longest = max(longest, 1 + _walk(game, target, left ^ 1 << target, bound - 1))
        if longest == bound:
            return longest
    return longest


def _reachable(game: Isolation, start: int, open_cells: int) -> int:
    """The cells that walks from `start` can reach."""
    found = front = game.targets(start, open_cells)
    while front:
        nearby = 0
        for cell in cells(front):
            nearby |= game.targets(cell, open_cells)
        front = nearby & ~found
        found |= front
    return found


def _bound(game: Isolation, start: int, reachable: int) -> int:
    """An upper bound on the length of a walk over the cells `reachable`. A knight's walk alternates between light and
    dark cells.
    """
    if game.moves != "knight" or start == UNPLACED:
        return reachable.bit_count()
    dark = _dark(game.width, game.height)
    like_start = reachable & (dark if dark >> start & 1 else ~dark)
    other = reachable ^ like_start
    return min(2 * other.bit_count(), 2 * like_start.bit_count() + 1)


@functools.cache
def _dark(width: int, height: int) -> int:
    return sum(1 << cell for cell in range(width * height) if sum(divmod(cell, width)) % 2)
