"""The rules over words, for the compiled tier and the solver.

A state is two words, the stones of the side to move and all stones, as sets of cells drawn in `state`. An action
number is the cell a stone falls to, so that actions ascend by column.

The position itself gives the bounds that make the solver fast, without a search: wins at once, cells that must be
taken to stop the opponent's win, and how soon a game can still be won.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from advsearch.bits import WORD_BITS, count
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import ONGOING, SKIP, Cells, KernelSet, Words

from advsearch_connect4 import evaluators
from advsearch_connect4.board import all_lines
from advsearch_connect4.state import State

if TYPE_CHECKING:
    from advsearch_connect4.game import ConnectFour

Kernel = Callable[..., Any]


def make(game: ConnectFour) -> KernelSet:
    """The kernels of a board of at most 63 bits: width * (height + 1), the row of zeros on top included."""
    width, height = game.width, game.height
    bits = width * (height + 1)
    if bits > WORD_BITS:
        raise CompiledTierUnavailable(
            f"expected width * (height + 1) of at most {WORD_BITS} for kernels, got {bits} from {width}x{height}; "
            "ask for tier=reference"
        )
    cells, column_bits = width * height, height + 1
    bottom = sum(game.board.bit(column, 0) for column in range(width))
    board = game.board.cells
    completing = _completing(height, board)
    centre = tuple(_nearness(width, bit // column_bits) for bit in range(64))

    def encode(state: State) -> Words:
        return state[game.player(state)], state.first | state.second

    def action(number: int) -> int:
        return number // column_bits

    def actions(s: Words) -> Cells:
        return (s[1] + bottom) & board

    def apply(s: Words, number: int) -> Words:
        return s[0] ^ s[1], s[1] | 1 << number

    outcome = _outcome(height, cells)

    def safe(s: Words, own: int) -> int:
        """The cells for a stone after which the opponent cannot win at once, if the side to move cannot win now
        either.
        """
        theirs: int = completing(s[0] ^ s[1], s[1])
        forced = own & theirs
        if forced:
            if forced & (forced - 1):
                return 0
            own = forced
        return own & ~(theirs >> 1)

    def decided(s: Words, own: Cells) -> tuple[int, int]:
        stones = count(s[1])
        if own & completing(s[0], s[1]):
            value = (cells + 2) // 2 - ((stones >> 1) + 1)
            return value, value
        # the opponent wins with its next stone at best, we with the one after our next
        soonest = (cells + 2) // 2 - ((stones + 1 >> 1) + 1)
        if stones >= cells - 1:
            return 0, 0
        if safe(s, own) == 0:
            return -soonest, -soonest
        later = soonest - 1 if stones + 4 <= cells else 0
        sooner = (cells + 2) // 2 - ((stones >> 1) + 2) if stones + 3 <= cells else 0
        return -later, sooner

    def rank(s: Words, number: int, t: Words, replies: Cells) -> int:  # noqa: ARG001
        if safe(s, (s[1] + bottom) & board) >> number & 1 == 0:
            return SKIP
        return 16 * count(completing(t[0] ^ t[1], t[1])) + centre[number & 63]

    def pack(s: Words) -> int:
        return s[0] + s[1] + bottom  # in each column a one on top of the stones, then a one for each of ours

    def mirror(s: Words) -> Words:
        mover, stones = 0, 0
        for column in range(0, bits, column_bits):
            lane = (1 << column_bits) - 1
            mover = mover << column_bits | (s[0] >> column & lane)
            stones = stones << column_bits | (s[1] >> column & lane)
        return mover, stones

    return KernelSet(
        encode=encode,
        action=action,
        words=2,
        longest=cells,
        utmost=(cells + 2) // 2,
        actions=actions,
        apply=apply,
        outcome=outcome,
        evaluators=_evaluators(game, completing),
        pack=pack,
        pack_bits=bits,
        rank=rank,
        decided=decided if cells >= 4 else None,
        symmetries=(mirror,) if width > 1 else (),
    )


def _nearness(width: int, column: int) -> int:
    return width - abs(2 * column - (width - 1))


def _outcome(height: int, cells: int) -> Kernel:
    up, falling, across, rising = 1, height, height + 1, height + 2

    def four(stones: int) -> bool:
        vertical = stones & stones >> up
        found = vertical & vertical >> 2 * up
        pairs = stones & stones >> falling
        found |= pairs & pairs >> 2 * falling
        pairs = stones & stones >> across
        found |= pairs & pairs >> 2 * across
        pairs = stones & stones >> rising
        found |= pairs & pairs >> 2 * rising
        return found != 0

    def outcome(s: Words, own: Cells) -> int:
        if four(s[0] ^ s[1]):
            return (count(s[1]) + 1 >> 1) - (cells + 2) // 2
        return ONGOING if own else 0

    return outcome


def _completing(height: int, board: int) -> Kernel:
    falling, across, rising = height, height + 1, height + 2

    def along(stones: int, step: int) -> int:
        """The cells on which one more stone would make four in this direction, as an end of the four or inside it."""
        above = stones << step & stones << 2 * step
        below = stones >> step & stones >> 2 * step
        return (
            above & stones << 3 * step | above & stones >> step | below & stones >> 3 * step | below & stones << step
        )

    def completing(own: int, stones: int) -> int:
        """The empty cells on which one more stone would make four; stones of a column are below its empty cells."""
        vertical = own << 1 & own << 2 & own << 3
        return (vertical | along(own, falling) | along(own, across) | along(own, rising)) & board & ~stones

    return completing


def _evaluators(game: ConnectFour, completing: Kernel) -> dict[Any, Any]:
    cells = game.width * game.height
    every = all_lines(game.width, game.height)
    lines_there, lines_and_one = len(every), len(every) + 1
    line_table = every or (0,)
    weights = evaluators.by_weight(game.width, game.height) or ((0, 0),)
    weight_table, cells_table = tuple(weight for weight, _ in weights), tuple(each for _, each in weights)
    levels = len(weights)
    total = sum(weight * each.bit_count() for weight, each in weights) + 1

    def threats(s: Words, own: Cells, side: int) -> float:  # noqa: ARG001 - a kernel's signature
        difference = count(completing(s[0], s[1])) / cells - count(completing(s[0] ^ s[1], s[1])) / cells
        return -difference if side else difference

    def open_lines(opponent: int) -> int:
        found = 0
        for i in range(lines_there):
            found += 1 if line_table[i] & opponent == 0 else 0
        return found

    def lines(s: Words, own: Cells, side: int) -> float:  # noqa: ARG001
        difference = open_lines(s[0] ^ s[1]) / lines_and_one - open_lines(s[0]) / lines_and_one
        return -difference if side else difference

    def weight(stones: int) -> int:
        found = 0
        for i in range(levels):
            found += weight_table[i] * count(cells_table[i] & stones)
        return found

    def center(s: Words, own: Cells, side: int) -> float:  # noqa: ARG001
        difference = weight(s[0]) / total - weight(s[0] ^ s[1]) / total
        return -difference if side else difference

    return {evaluators.threats: threats, evaluators.lines: lines, evaluators.center: center}
