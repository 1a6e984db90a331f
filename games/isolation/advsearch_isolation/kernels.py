"""The rules over words, for the compiled tier.

Up to 63 cells a state is three words, seen from the side to move:

    open       the cells no token has stood on, bit c for cell c
    mover      the cell of the side to move; the number of cells on the board while it has none
    waiting    the same of the other side

From 64 cells (8x8) to 121 it is four, `open` being two words: cells 0 to 62, and the rest.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs

from advsearch.bits import WORD_BITS, count
from advsearch.kernels import ONGOING, SKIP, Cells, KernelSet, Words
from advsearch_isolation import evaluators
from advsearch_isolation.position import UNPLACED, State
from advsearch_isolation.reach import one_word_reach, two_word_reach
from advsearch_isolation.studies import study_kernels

if TYPE_CHECKING:
    from advsearch_isolation.rules import Isolation

Kernel = Callable[..., Any]


@attrs.frozen
class _Board:
    """The functions from which the kernels of evaluators are made, for one or two words of cells."""

    other: Kernel
    """`other(s)`: the cells the waiting side could go to."""
    size: Kernel
    """How many cells a set has."""
    place: Kernel
    """`place(s, side)`: the cell of the side to move (0) or waiting (1)."""


@functools.cache
def make(game: Isolation) -> KernelSet:
    """The kernels of a game with its settings."""
    cells = game.width * game.height
    return _one_word(game, cells) if cells <= WORD_BITS else _two_words(game, cells)


def _cell(cell: int, cells: int) -> int:
    return cells if cell == UNPLACED else cell


# --- up to 63 cells -------------------------------------------------------------------------------------------------


def _one_word(game: Isolation, cells: int) -> KernelSet:
    reach = one_word_reach(game.width, game.height, game.moves)

    def encode(state: State) -> Words:
        return state.open, _cell(state.mover, cells), _cell(state.waiting, cells)

    def actions(s: Words) -> Cells:
        return reach(s[0], s[1])

    def apply(s: Words, action: int) -> Words:
        return s[0] & ~(1 << action), s[2], action

    def outcome(s: Words, own: Cells) -> int:  # noqa: ARG001 - a kernel's signature
        return ONGOING if own else -1

    def other(s: Words) -> Cells:
        return reach(s[0], s[2])

    def place(s: Words, side: int) -> int:
        return s[2] if side else s[1]

    def rank(s: Words, action: int, t: Words, replies: Cells) -> int:  # noqa: ARG001
        onward = count(reach(t[0], t[2]))
        if onward == 0 and replies:
            return SKIP
        return onward - 2 * count(replies)

    def decided(s: Words, own: Cells) -> tuple[int, int]:
        theirs = reach(s[0], s[2])
        if theirs == 0 or (theirs & (theirs - 1) == 0 and own & theirs):
            return 1, 1  # they are stuck already, or we take the one cell they have
        return -1, 1

    def empty(s: Words) -> int:
        return count(s[0])

    studied = study_kernels.evaluators(game, study_kernels.Board(other, count, place, empty))
    pack, bits = _pack(cells)
    return KernelSet(
        encode=encode,
        words=3,
        longest=cells,
        draws=False,
        actions=actions,
        apply=apply,
        outcome=outcome,
        evaluators=_evaluators(game, _Board(other, count, place)) | studied,
        pack=pack,
        pack_bits=bits,
        rank=rank,
        decided=decided,
    )


def _pack(cells: int) -> tuple[Kernel | None, int]:
    """The state in one word, open | mover << cells | waiting << cells + b, for boards up to 51 cells; else None."""
    location = cells.bit_length()
    bits = cells + 2 * location
    if bits > WORD_BITS:
        return None, WORD_BITS

    def pack(s: Words) -> int:
        return s[0] | s[1] << cells | s[2] << cells + location

    return pack, bits


# --- 64 cells and more ----------------------------------------------------------------------------------------------


def _two_words(game: Isolation, cells: int) -> KernelSet:
    reach = two_word_reach(game.width, game.height, game.moves)
    low_bits = (1 << WORD_BITS) - 1

    def encode(state: State) -> Words:
        mover, waiting = _cell(state.mover, cells), _cell(state.waiting, cells)
        return state.open & low_bits, state.open >> WORD_BITS, mover, waiting

    def actions(s: Words) -> Cells:
        return reach(s[0], s[1], s[2])

    def apply(s: Words, action: int) -> Words:
        if action < WORD_BITS:
            return s[0] & ~(1 << action), s[1], s[3], action
        return s[0], s[1] & ~(1 << action - WORD_BITS), s[3], action

    def outcome(s: Words, own: Cells) -> int:  # noqa: ARG001 - a kernel's signature
        return ONGOING if own[0] | own[1] else -1

    def other(s: Words) -> Cells:
        return reach(s[0], s[1], s[3])

    def size(cells: Cells) -> int:
        return count(cells[0]) + count(cells[1])

    def place(s: Words, side: int) -> int:
        return s[3] if side else s[2]

    def rank(s: Words, action: int, t: Words, replies: Cells) -> int:  # noqa: ARG001
        onward = size(reach(t[0], t[1], t[3]))
        if onward == 0 and replies[0] | replies[1]:
            return SKIP
        return onward - 2 * size(replies)

    def decided(s: Words, own: Cells) -> tuple[int, int]:
        theirs = reach(s[0], s[1], s[3])
        few = size(theirs)
        if few == 0 or (few == 1 and (own[0] & theirs[0]) | (own[1] & theirs[1])):
            return 1, 1
        return -1, 1

    def empty(s: Words) -> int:
        return count(s[0]) + count(s[1])

    studied = study_kernels.evaluators(game, study_kernels.Board(other, size, place, empty))
    return KernelSet(
        encode=encode,
        words=4,
        longest=cells,
        draws=False,
        cell_words=2,
        actions=actions,
        apply=apply,
        outcome=outcome,
        evaluators=_evaluators(game, _Board(other, size, place)) | studied,
        rank=rank,
        decided=decided,
    )


# --- evaluators -----------------------------------------------------------------------------------------------------


def _evaluators(game: Isolation, board: _Board) -> dict[Any, Any]:
    other, size, place = board.other, board.size, board.place

    def open_moves(s: Words, own: Cells, side: int) -> int:
        return int(size(other(s)) if side else size(own))

    def improved(s: Words, own: Cells, side: int) -> int:
        difference = size(own) - size(other(s))
        return int(-difference if side else difference)

    def weighted(evaluator: evaluators.WeightedMobility) -> Kernel:
        return _weighted(board, evaluator.own, evaluator.opponent)

    distances = _distances(game)

    def center(s: Words, own: Cells, side: int) -> float:  # noqa: ARG001 - a kernel's signature
        return float(distances[place(s, side) & 127])

    def centered(s: Words, own: Cells, side: int) -> float:  # noqa: ARG001
        return 0.0 - float(distances[place(s, side) & 127])

    return {
        evaluators.open_moves: open_moves,
        evaluators.improved: improved,
        evaluators.WeightedMobility: weighted,
        evaluators.center: center,
        evaluators.centered: centered,
    }


def _weighted(board: _Board, own_weight: Any, opponent_weight: Any) -> Kernel:
    other, size = board.other, board.size

    def exact(s: Words, own: Cells, side: int) -> int:
        mine, theirs = (size(other(s)), size(own)) if side else (size(own), size(other(s)))
        return int(own_weight * mine - opponent_weight * theirs)

    def inexact(s: Words, own: Cells, side: int) -> float:
        mine, theirs = (size(other(s)), size(own)) if side else (size(own), size(other(s)))
        return float(own_weight * mine - opponent_weight * theirs)

    return exact if isinstance(own_weight, int) and isinstance(opponent_weight, int) else inexact


def _distances(game: Isolation) -> tuple[float, ...]:
    """For each cell, the value of `center` for a token there; 0 for an unplaced token. It has 128 entries."""
    cells = game.width * game.height
    empty = game.initial()
    found = [evaluators.center(game, attrs.evolve(empty, mover=cell), 0) for cell in range(cells)]
    return (*found, *([0.0] * (128 - cells)))
