"""Kernels of the reports' evaluators: the same values as the functions in `studies`, over words.

Those of 000 and 003 are for boards of one word, as their course's is; those of 001 are for any. `formula` and its kin
have none: their players look one ply ahead.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import attrs

from advsearch.bits import WORD_BITS, count, lowest, rest
from advsearch.kernels import Cells, Words
from advsearch_isolation.reach import one_word_reach
from advsearch_isolation.studies import place_values, pressure, tie_breaks
from advsearch_isolation.studies.questions import manhattan

if TYPE_CHECKING:
    from advsearch_isolation.rules import Isolation

Kernel = Callable[..., Any]
_INFINITY: Final = math.inf
_SLOTS: Final = 128
"""Entries in a table by cell, a power of two, so that an index needs a mask and no test."""


@attrs.frozen
class Board:
    """The functions from which the kernels are made, for one or two words of cells."""

    other: Kernel
    """`other(s)`: the cells the waiting side could go to."""
    size: Kernel
    """How many cells a set has."""
    place: Kernel
    """`place(s, side)`: the cell of the side to move (0) or waiting (1)."""
    empty: Kernel
    """`empty(s)`: how many cells are open."""


def evaluators(game: Isolation, board: Board) -> dict[Any, Any]:
    """A dictionary from each evaluator to its kernel."""
    found = _of_001(game, board)
    if game.width * game.height <= WORD_BITS:
        found |= _of_003(game, board)
        found[tie_breaks.Heuristic] = lambda heuristic: _heuristic(game, board, heuristic)
    return found


def _by_cell(game: Isolation, values: list[int], unplaced: int) -> tuple[int, ...]:
    cells = game.width * game.height
    return (*values, *([unplaced] * (_SLOTS - cells)))


def _coordinates(game: Isolation) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The row and the column of each cell; an unplaced token counts as on the centre."""
    cells = list(product(range(game.height), range(game.width)))
    rows = _by_cell(game, [row for row, _ in cells], game.height // 2)
    return rows, _by_cell(game, [column for _, column in cells], game.width // 2)


# --- 001 ------------------------------------------------------------------------------------------------------------


def _of_001(game: Isolation, board: Board) -> dict[Any, Any]:
    other, size = board.other, board.size
    apart = _apart(game, board)

    def edge(s: Words, own: Cells, side: int) -> float:
        mine, theirs = (size(other(s)), size(own)) if side else (size(own), size(other(s)))
        if theirs == 0:
            return _INFINITY
        return float(mine / theirs)

    def mirror(s: Words, own: Cells, side: int) -> float:  # noqa: ARG001 - a kernel's signature
        return 0.0 - float(apart(s))

    def mirror_printed(s: Words, own: Cells, side: int) -> float:  # noqa: ARG001
        return float(apart(s))

    return {
        pressure.edge: edge,
        pressure.mirror: mirror,
        pressure.mirror_printed: mirror_printed,
        pressure.Pressure: lambda evaluator: _pressure(game, board, evaluator.printed, evaluator.holes),
    }


def _apart(game: Isolation, board: Board) -> Kernel:
    rows, columns = _coordinates(game)
    place = board.place

    def apart(s: Words) -> int:
        one, two = place(s, 0) & 127, place(s, 1) & 127
        return int(abs(rows[one] - rows[two]) + abs(columns[one] - columns[two]))

    return apart


def _pressure(game: Isolation, board: Board, printed: bool, holes: int) -> Kernel:
    other, size, empty = board.other, board.size, board.empty
    apart = _apart(game, board)
    cells = game.width * game.height
    played_from = cells - holes
    sign = 1 if printed else -1

    def kernel(s: Words, own: Cells, side: int) -> float:
        mine, theirs = (size(other(s)), size(own)) if side else (size(own), size(other(s)))
        if theirs == 0:
            return _INFINITY
        progress = (played_from - empty(s)) / cells
        weight = progress if progress > 0.3 else 0.3
        return float(weight * mine / theirs + (1 - weight) * (sign * apart(s)))

    return kernel


# --- 003 ------------------------------------------------------------------------------------------------------------


def _of_003(game: Isolation, board: Board) -> dict[Any, Any]:
    other = board.other
    values = (*place_values.place_values(game.width, game.height), *([0] * _SLOTS))[:_SLOTS]

    def total(cells: int) -> int:
        found = 0
        while cells:
            found += values[lowest(cells) & 127]
            cells = rest(cells)
        return found

    def score_1(s: Words, own: Cells, side: int) -> int:
        return int(total(other(s)) if side else total(own))

    def score_2(evaluator: place_values.Score2) -> Kernel:
        weight = evaluator.opponent

        def exact(s: Words, own: Cells, side: int) -> int:
            mine, theirs = (total(other(s)), total(own)) if side else (total(own), total(other(s)))
            return int(mine - weight * theirs)

        def inexact(s: Words, own: Cells, side: int) -> float:
            mine, theirs = (total(other(s)), total(own)) if side else (total(own), total(other(s)))
            return float(mine - weight * theirs)

        return exact if isinstance(weight, int) else inexact

    return {
        place_values.score_1: score_1,
        place_values.Score2: score_2,
        place_values.score_3: _score_3(game, board, total),
    }


def _score_3(game: Isolation, board: Board, total: Kernel) -> Kernel:
    other = board.other
    first, second, third, fourth = place_values.quarters(game.width, game.height)
    # A quarter without cells has no factor; nothing lies in it either.
    sizes = [max(part.bit_count(), 1) for part in (first, second, third, fourth)]
    size_1, size_2, size_3, size_4 = sizes

    def score_3(s: Words, own: Cells, side: int) -> float:
        mine, theirs = (other(s), own) if side else (own, other(s))
        empty = s[0]
        factor_1, factor_2 = total(first & empty) / size_1, total(second & empty) / size_2
        factor_3, factor_4 = total(third & empty) / size_3, total(fourth & empty) / size_4
        ours = (
            total(first & mine) * factor_1
            + total(second & mine) * factor_2
            + total(third & mine) * factor_3
            + total(fourth & mine) * factor_4
        )
        opposed = (
            total(first & theirs) * factor_1
            + total(second & theirs) * factor_2
            + total(third & theirs) * factor_3
            + total(fourth & theirs) * factor_4
        )
        return float(ours - opposed)

    return score_3


# --- 000 ------------------------------------------------------------------------------------------------------------


def _heuristic(game: Isolation, board: Board, heuristic: tie_breaks.Heuristic) -> Kernel:
    other = board.other
    tie_break = _tie_break(game, board, heuristic)
    walks = _printed_walks if heuristic.printed else _walks(game, board)
    late = tie_breaks.ENDGAME if heuristic.number > 3 else -1
    printed = heuristic.printed

    def kernel(s: Words, own: Cells, side: int) -> float:
        mine, theirs = (other(s), own) if side else (own, other(s))
        if count(s[0]) < late:
            return float(walks(s, mine, theirs, side))
        m, o = count(mine), count(theirs)
        weighted = 0.4 * m - 0.6 * o
        if 0.4 * m == 0.6 * o if printed else 2 * m == 3 * o:
            return float(tie_break(s, side))
        return weighted

    return kernel


def _tie_break(game: Isolation, board: Board, heuristic: tie_breaks.Heuristic) -> Kernel:
    place = board.place
    steps = [
        manhattan((row, column), (game.height // 2, game.width // 2))
        for row, column in product(range(game.height), range(game.width))
    ]
    far = _by_cell(game, steps, 0)
    patches = tie_breaks._patches(game.width, game.height, heuristic.patch)
    centre = game.height // 2 * game.width + game.width // 2
    around = _by_cell(game, list(patches), patches[centre])
    kind = (heuristic.number - 1) % 3

    def nearer(s: Words, side: int) -> int:
        return int(far[place(s, 1 - side) & 127] - far[place(s, side) & 127])

    def roomier(s: Words, side: int) -> int:
        own, opponent = around[place(s, side) & 127], around[place(s, 1 - side) & 127]
        return int(count(own & s[0]) - count(opponent & s[0]))

    def by_centre(s: Words, side: int) -> float:
        return nearer(s, side) / 10 * 0.5

    def by_space(s: Words, side: int) -> float:
        return roomier(s, side) / 30 * 0.5

    def by_both(s: Words, side: int) -> float:
        return 0.5 * (roomier(s, side) / 30 + nearer(s, side) / 10)

    return (by_centre, by_space, by_both)[kind]


def _printed_walks(s: Words, mine: Cells, theirs: Cells, side: int) -> float:  # noqa: ARG001 - as `_walks`
    return ((1 if mine else 0) - (1 if theirs & ~mine else 0)) / 2


def _walks(game: Isolation, board: Board) -> Kernel:
    reach = one_word_reach(game.width, game.height, game.moves)
    place = board.place

    def longest(empty: int, cell: int) -> int:
        """The plies of the longest walk from a cell. A walk has 14 cells at most, so that all walks can be tried."""
        targets = reach(empty, cell)
        if targets == 0:
            return 0
        best = 0
        while targets:
            target = lowest(targets)
            targets = rest(targets)
            best = max(best, 1 + longest(empty & ~(1 << target), target))
        return best

    def walks(s: Words, mine: Cells, theirs: Cells, side: int) -> float:  # noqa: ARG001 - as `_printed_walks`
        return (longest(s[0], place(s, side)) - longest(s[0], place(s, 1 - side))) / 2

    return walks
