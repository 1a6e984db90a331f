"""How far a token could walk if the other token did not move."""

from __future__ import annotations

import functools
from typing import Final

from advsearch.bits import cells
from advsearch_isolation.position import UNPLACED, State
from advsearch_isolation.rules import Isolation

FEW: Final = 14
"""Open cells up to which `longest_walk` is meant to be asked; it is exponential in them.

On 7x7 a position of a random game with at most so many takes 5 us, the worst of 100 sets grown to be dense in
knight's moves 0.8 ms (`python benchmarks/isolation_readings.py walks`)."""


def longest_walk(game: Isolation, state: State, player: int) -> int:
    """The most plies `player` could make in a row, the opponent passing; an unplaced player begins by a placement."""
    start = state.mover if player == state.turn else state.waiting
    reachable = _reachable(game, start, state.open)
    bound = _bound(game, start, reachable)
    longest = 0
    seen: set[tuple[int, int]] = set()

    def walk(cell: int, left: int, plies: int) -> bool:
        """Try every walk on from here; whether one as long as the bound was found."""
        nonlocal longest
        if plies > longest:
            longest = plies
            if plies == bound:
                return True
        targets = game.targets(cell, left)
        if targets & (targets - 1):  # a choice; what is left also says how many plies there were
            if (cell, left) in seen:
                return False
            seen.add((cell, left))
        for target in cells(targets):  # noqa: SIM110 - any() makes it a third slower
            if walk(target, left ^ 1 << target, plies + 1):
                return True
        return False

    walk(start, reachable, 0)
    return longest


def _reachable(game: Isolation, start: int, open_cells: int) -> int:
    """The cells that walks from `start` can come to."""
    found = front = game.targets(start, open_cells)
    while front:
        nearby = 0
        for cell in cells(front):
            nearby |= game.targets(cell, open_cells)
        front = nearby & ~found
        found |= front
    return found


def _bound(game: Isolation, start: int, reachable: int) -> int:
    """No walk is longer: it visits a cell once, and a knight goes from light to dark to light."""
    if game.moves != "knight" or start == UNPLACED:
        return reachable.bit_count()
    dark = _dark(game.width, game.height)
    like_start = reachable & (dark if dark >> start & 1 else ~dark)
    other = reachable ^ like_start
    return min(2 * other.bit_count(), 2 * like_start.bit_count() + 1)


@functools.cache
def _dark(width: int, height: int) -> int:
    return sum(1 << cell for cell in range(width * height) if sum(divmod(cell, width)) % 2)
