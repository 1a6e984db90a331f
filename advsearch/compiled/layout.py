"""The layout of a search's scratch memory: what each cell contains.

    cells 0 to HEADER-1     The cells that are named in this module.
    from the cell HEADER    One row for each action of the root: the action, its value, its facts, its line of play.
    from block[LINES] on    One row for each ply p: the best line of play from ply p, ended by NO_ACTION.

The search takes nodes from the budget in portions of at most 512 nodes. The search of 512 nodes takes some
microseconds. The cell LEFT contains the number of nodes left in the current portion. When LEFT reaches zero, the
search checks the stop flag, the budget and the error cell.
"""

from __future__ import annotations

from typing import Any, Final

import attrs

from advsearch.compiled.memory import Block, get, put, watch

STOP: Final = 0
"""1 if the search must stop; another thread sets this cell."""
LEFT: Final = 1
"""The number of nodes that the search may enter before its next check."""
BUDGET: Final = 2
"""The number of nodes that are left in the budget after the current portion of nodes."""
SURE: Final = 3
"""1 if a deeper search of the last position would return the same value, else 0."""
DEEPEST: Final = 4
"""The smallest number of remaining plies with which a position was searched."""
LINES: Final = 5
"""The index of the first cell of the lines of play."""
STRIDE: Final = 6
"""The number of cells of one line of play."""
ROOTS: Final = 7
"""The number of root actions."""
FINISHED: Final = 8
"""The number of root actions whose value at the current depth is final."""
ROOT_SURE: Final = 9
"""1 if a deeper search of the root would return the same value, else 0."""
STORE: Final = 10
"""The block of memory that is kept between probes. In compiled code, the cell STORE contains the address of the
block. In plain Python, the cell STORE contains the block itself as a list."""
TABLE_START: Final = 11
"""The cell of the kept block at which the transposition table begins."""
TABLE_MASK: Final = 12
"""The number of the table's buckets minus one, or -1 without a table."""
GENERATION: Final = 13
"""The number of the current search, which is written into table entries."""
AGE: Final = 14
"""The number of the current probe within the search, which is written into table entries."""
ORDERS: Final = 15
"""The built-in orderings in use, one bit for each; see `advsearch.compiled.orderings`."""
ERROR: Final = 16
"""The number of the first error in derived rules, or 0 (see `advsearch.lowering.row_rules`)."""
BEST: Final = 17
"""How many of the best root actions get an exact value."""
ENTERED: Final = 18
"""Perft: the number of positions entered."""
OVER: Final = 19
"""Perft: the number of leaves in which the game is over."""
SINCE: Final = 20
"""The number of the first search whose table entries may be used."""
HEADER: Final = 24

NO_ACTION: Final = -1
CERTAIN: Final = 1
"""The bit of a root action's facts that says that a deeper search would return the same value."""
INSIDE: Final = 2
"""The bit of a root action's facts that says that the value is above the lower bound of its window."""
PORTION: Final = 512
UNLIMITED: Final = 1 << 62


def granted(block: Block) -> int:
    """Return the size of the next portion of nodes, or 0 if the search must stop. When the cell LEFT is zero, a
    search calls `granted` and writes the result into LEFT."""
    portion = min(PORTION, get(block, BUDGET))
    if portion <= 0 or watch(block, STOP) != 0 or get(block, ERROR) != 0:
        return 0
    put(block, BUDGET, get(block, BUDGET) - portion)
    return portion


def enter(block: Block) -> bool:
    """Count a node before the search enters it. If the search must stop, count nothing and return False."""
    left = get(block, LEFT)
    if left == 0:
        left = granted(block)
        if left == 0:
            return False
    put(block, LEFT, left - 1)
    return True


def reached(block: Block, depth: int) -> None:
    """Record that a position is searched with `depth` plies left."""
    if depth < get(block, DEEPEST):
        put(block, DEEPEST, depth)


def end_line(block: Block, ply: int) -> None:
    """Empty the principal variation from a ply on."""
    put(block, get(block, LINES) + ply * get(block, STRIDE), NO_ACTION)


def copy_line(block: Block, source: int, target: int) -> None:
    """Copy a principal variation, including its end mark."""
    index = 0
    while True:
        action = get(block, source + index)
        put(block, target + index, action)
        index += 1
        if action == NO_ACTION:
            break


def extend_line(block: Block, ply: int, action: int) -> None:
    """Write the principal variation from this ply: first `action`, then the principal variation from the next ply."""
    row = get(block, LINES) + ply * get(block, STRIDE)
    put(block, row, action)
    copy_line(block, row + get(block, STRIDE), row + 1)


@attrs.frozen
class Layout:
    """The offsets in the block that depend on the sizes of the game and the search."""

    roots: int
    depth: int

    @property
    def stride(self) -> int:
        """The number of cells of a row: a root action, its value, its facts, a line of play, and an end mark."""
        return self.depth + 4

    @property
    def lines(self) -> int:
        return HEADER + self.roots * self.stride

    @property
    def cells(self) -> int:
        return self.lines + (self.depth + 1) * self.stride

    def write(self, block: Any) -> None:
        """Write the offsets of this layout into the header of a block."""
        block[LINES] = self.lines
        block[STRIDE] = self.stride
        block[ROOTS] = self.roots

    def root_row(self, index: int) -> int:
        return HEADER + index * self.stride
