"""The rules of a game as functions over numbers in memory, from which machine code is built.

A state is a row of 64-bit cells in a block of memory (`advsearch.compiled.memory`). A function such as `player(block,
state, free)` takes the block and the offset of the state's first cell. `encode` and `decode_action` are always plain
Python. The other functions can be compiled, or run as Python with a list as the block.

If a result does not fit into 64 bits, the function writes an error number into the cell `ERROR` of the block, and
continues with an arbitrary value. A search that finds an error number is abandoned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from advsearch.compiled.layout import ERROR as ERROR
from advsearch.errors import CompiledTierUnavailable
from advsearch.lowering.keys import KEY

KIND_BITS: Final = 8
"""The lowest bits of an error number are the kind of the error, the higher bits the line of the source."""

FULL: Final = 1
OVERFLOW: Final = 2
INDEX: Final = 3
DIVISION: Final = 4
SHIFT: Final = 5
UNSEEN: Final = 6
RAISED: Final = 7
EMPTY: Final = 8
MISSING: Final = 9
LONG: Final = 11
TIED: Final = 12
TWICE: Final = 13
ORDER: Final = 14

KINDS: Final = {
    FULL: "a list or set had no more room",
    OVERFLOW: "a number went beyond 64 bits",
    INDEX: "an index was out of range",
    DIVISION: "a division by zero",
    SHIFT: "a shift by a negative number",
    UNSEEN: "a value of a kind not seen before",
    RAISED: "the rules raised an error",
    EMPTY: "min or max of no items",
    MISSING: "a key that a dict does not have",
    KEY: "a state with values beyond those seen before",
    LONG: "a game longer than any seen before",
    TIED: "two items of a set have equal keys",
    TWICE: "a dict was written with the same key twice",
    ORDER: "a result that depends on the order of a set",
}

GROWING: Final = (FULL, KEY, LONG)
"""After an error of one of these kinds, the rules are derived again with more memory."""


def error_number(kind: int, line: int = 0) -> int:
    return line << KIND_BITS | kind


def error_kind(number: int) -> int:
    return number & ((1 << KIND_BITS) - 1)


def in_words(number: int, file: str = "") -> str:
    """The message for an error number, such as "an index was out of range in line 7"."""
    what = KINDS.get(error_kind(number), f"error {number}")
    line = number >> KIND_BITS
    return f"{what} in line {line}{f' of {file}' if file else ''}" if line else what


class GaveUp(CompiledTierUnavailable):
    """Raised if derived rules report an error."""

    def __init__(self, number: int, complaint: str | None = None) -> None:
        self.number = number
        super().__init__(in_words(number) if complaint is None else complaint)

    @property
    def needs_room(self) -> bool:
        """Whether more memory may prevent the error."""
        return error_kind(self.number) in GROWING


@attrs.frozen(kw_only=True, eq=False)
class RowRules:
    """The rules of one game with its settings, derived over rows of cells."""

    # --- shape --------------------------------------------------------------------------------------------------
    cells: int
    """The number of 64-bit memory cells of a state."""
    action_cells: int
    """The number of 64-bit memory cells of an action."""
    most: int
    """A list of actions has room for this many actions."""
    room: int
    """One call may use this many memory cells from `free` on."""
    longest: int
    """The largest expected number of plies of a game. A search that reaches more plies is abandoned."""
    longest_is_certain: bool = False
    """Whether no game can have more than `longest` plies."""
    utmost: int = 1
    """The greatest absolute utility in the sampled games."""
    file: str = ""

    # --- the protocol side: ordinary Python ---------------------------------------------------------------------
    encode: Callable[[Any], tuple[int, ...]]
    """`encode(state)` returns the cells of a state, or raises `CompiledTierUnavailable`."""
    decode_action: Callable[[tuple[int, ...]], Any]
    """`decode_action(cells)` returns the action that is stored in `cells`."""

    # --- the rules ----------------------------------------------------------------------------------------------
    #
    # `state`, `action`, `target` and `free` are places in the block; from `free` on there is scratch memory.
    player: Callable[[Any, int, int], int]
    """`player(block, state, free)` is the player to move."""
    terminal: Callable[[Any, int, int], Any]
    """`terminal(block, state, free)` is true if the game is over."""
    utility: Callable[[Any, int, int, int], Any]
    """`utility(block, state, player, free)` is the utility of a finished state."""
    utility_type: type = int
    result: Callable[[Any, int, int, int, int], None]
    """`result(block, state, action, target, free)` writes the next state into the cells that start at `target`."""
    actions: Callable[[Any, int, int, int], int]
    """`actions(block, state, target, free)` writes the legal actions into the cells that start at `target`, and
    returns the number of actions.
    """

    # --- what speeds up searches --------------------------------------------------------------------------------
    key: Callable[[Any, int], tuple[int, ...]] | None = None
    """`key(block, state)` is a tuple of `key_words` words. Different states have different keys."""
    key_words: int = 0
    key_bits: int = 63
    """The number of bits of a key, if a key is one word."""
    evaluator: Callable[[Callable[..., Any]], tuple[Callable[[Any, int, int, int], Any], type]]
    """`evaluator(f)` returns the kernel of the evaluator `f`, and the type of its values. The kernel is called as
    `kernel(block, state, player, free)`. If `f` cannot be lowered, `CompiledTierUnavailable` lists all reasons.
    """
