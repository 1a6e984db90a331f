"""The values of states in the solver, from the point of view of the side to move.

In a proof without distances, the value of a state is its utility. In a proof with distances, the value also contains
the number n of plies to the end of the game. A utility u > 0 has the value `u * unit - n`. A utility u < 0 has the
value `u * unit + n`. A quicker win has a greater value than a slower win, and a slower loss has a greater value than
a quicker loss. The values of different utilities do not overlap, because `unit` is more than twice the largest number
of plies.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from advsearch.compiled.shape import Moves
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import Cells, Words

_GREATEST: Final = (1 << 30) - 1
"""The greatest value for which a pair of bounds fits into the 62 bits of a cell."""


_MARGIN: Final = 1 << 12


@attrs.frozen
class Scale:
    """The arithmetic of values, as functions that templates call."""

    unit: int
    """The factor by which utilities are multiplied to get values. In a proof without distances, `unit` is 1. In a
    proof with distances, `unit` is more than twice the largest number of plies."""
    greatest: int
    """The greatest value; the least value is its negative."""
    settled: Callable[[int], int]
    """`settled(utility)` returns the value of a finished state."""
    bounds: Callable[[Words, Cells], tuple[int, int]]
    """`bounds(s, actions(s))` returns bounds on the value of an unfinished state, from the game's kernel `decided`.
    """
    down: Callable[[Words, int, int], int]
    """`down(s, action, beta)` converts the bound `beta` on an action's value into a bound on the child's value."""
    up: Callable[[Words, int, int], int]
    """`up(s, action, v)` converts a child's value v into the action's value for the mover of s."""
    span: Callable[[Words, int, int, int], tuple[int, int]]
    """`span(s, action, low, high)` converts bounds on a child's value into bounds on the action's value."""
    join: Callable[[int, int], int]
    """`join(low, high)` packs a pair of bounds into one number of `bits` bits, which is never 0."""
    low_of: Callable[[int], int]
    high_of: Callable[[int], int]
    bits: int


def make(k: Moves, distance: bool) -> Scale:
    unit = 2 * plies_of(k) + 2 if distance else 1
    if k.utmost * unit > _GREATEST:
        proof = "a proof with distances" if distance else "the solver"
        raise CompiledTierUnavailable(
            f"expected `utmost` to be at most {_GREATEST // unit:,} for {proof}, got {k.utmost:,}; "
            "ask for tier=reference"
        )
    down, up = _between(k, unit)
    join, low_of, high_of, bits = _pairs(k.utmost * unit)

    def settled(utility: int) -> int:
        return utility * unit

    return Scale(unit, k.utmost * unit, settled, _bounds(k, unit), down, up, _span(up), join, low_of, high_of, bits)


def plies_of(k: Moves) -> int:
    """Return an upper bound on the plies of a game. If `longest` is not certain, the bound is so large that memory
    runs out before a game reaches the bound. If a win took more plies than the bound, the solver could wrongly
    exclude the win.
    """
    return k.longest if k.longest_is_certain else (k.longest + _MARGIN) * k.width


def _bounds(k: Moves, unit: int) -> Callable[[Words, Cells], tuple[int, int]]:
    decided, greatest = k.decided, k.utmost * unit
    if decided is None:

        def unknown(s: Words, cells: Cells) -> tuple[int, int]:  # noqa: ARG001
            return -greatest, greatest

        return unknown
    utmost, longest = k.utmost, plies_of(k)

    def within(s: Words, cells: Cells) -> tuple[int, int]:
        # `decided` may return bounds beyond all utilities, which would not fit into a table entry
        low, high = decided(s, cells)
        return max(low, -utmost), min(high, utmost)

    if unit == 1:
        return within

    def bounds(s: Words, cells: Cells) -> tuple[int, int]:
        # the state is not finished, so its end is 1 to `longest` plies away
        low, high = within(s, cells)
        low = low * unit - longest if low > 0 else low * unit + 1 if low < 0 else 0
        high = high * unit - 1 if high > 0 else high * unit + longest if high < 0 else 0
        return low, high

    return bounds


def _between(k: Moves, unit: int) -> tuple[Callable[..., int], Callable[..., int]]:
    stays = k.stays

    def further(v: int) -> int:
        return v + 1 if v > 0 else v - 1 if v < 0 else 0

    def nearer(v: int) -> int:
        return v - 1 if v > 0 else v + 1 if v < 0 else 0

    def same(v: int) -> int:
        return v

    # each ply brings a win or a loss nearer to 0, and none ever reaches 0: see `unit`
    there, back = (same, same) if unit == 1 else (further, nearer)

    def down(s: Words, action: int, beta: int) -> int:
        return there(beta) if stays(s, action) else 1 - there(beta)

    def up(s: Words, action: int, v: int) -> int:
        return back(v) if stays(s, action) else back(-v)

    return down, up


def _span(up: Callable[..., int]) -> Callable[[Words, int, int, int], tuple[int, int]]:

    def span(s: Words, action: int, low: int, high: int) -> tuple[int, int]:
        one, other = up(s, action, low), up(s, action, high)
        return (one, other) if one < other else (other, one)

    return span


def _pairs(greatest: int) -> tuple[Any, Any, Any, int]:
    field = (2 * greatest + 1).bit_length()
    mask = (1 << field) - 1

    def join(low: int, high: int) -> int:
        return (low + greatest + 1) << field | (high + greatest)

    def low_of(pair: int) -> int:
        return (pair >> field) - greatest - 1

    def high_of(pair: int) -> int:
        return (pair & mask) - greatest

    return join, low_of, high_of, 2 * field
