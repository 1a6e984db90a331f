"""The rules of a game as functions over rows of cells; machine code is built from these functions.

A state is a row of 64-bit cells in a block of memory (`advsearch.compiled.memory`). A function receives a state as
two arguments: the block, and the offset of the state's first cell. All functions of `RowRules` except `encode` and
`decode_action` are plain functions over integers, which can be compiled. The functions also run as ordinary Python,
with a list as the block.

If a 64-bit integer cannot represent Python's result, a function writes an error number into the cell `ERROR` of the
block, and continues with an arbitrary value. A search that finds an error number in `ERROR` is abandoned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from advsearch.compiled.layout import ERROR as ERROR
from advsearch.errors import CompiledTierUnavailable
from advsearch.lowering.keys import KEY

KIND_BITS: Final = 8
"""An error number is `line << KIND_BITS | kind`. `line` is the line of the game's source, or 0."""

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
"""The kinds of errors that do not occur if the rules are derived again with more memory for lists."""


def error_number(kind: int, line: int = 0) -> int:
    return line << KIND_BITS | kind


def error_kind(number: int) -> int:
    return number & ((1 << KIND_BITS) - 1)


def in_words(number: int, file: str = "") -> str:
    """The message for an error number: what happened, and at which line of the rules."""
    what = KINDS.get(error_kind(number), f"error {number}")
    line = number >> KIND_BITS
    return f"{what} in line {line}{f' of {file}' if file else ''}" if line else what


class GaveUp(CompiledTierUnavailable):
    """Raised if derived rules could not continue. `number` is the number in the error cell."""

    def __init__(self, number: int, complaint: str | None = None) -> None:
        self.number = number
        super().__init__(in_words(number) if complaint is None else complaint)

    @property
    def needs_room(self) -> bool:
        """Whether rules with more memory for lists, or for longer games, could avoid the error."""
        return error_kind(self.number) in GROWING


@attrs.frozen(kw_only=True, eq=False)
class RowRules:
    """The rules of one game with its settings, derived over rows of cells."""

    # --- shape --------------------------------------------------------------------------------------------------
    cells: int
    """The number of cells of a state."""
    action_cells: int
    """The number of cells of an action."""
    most: int
    """The largest number of actions that a list of actions can contain."""
    room: int
    """The number of cells of scratch memory that one call may use, from the cell `free` on."""
    longest: int
    """The largest number of plies of a game, as far as is known. A search that reaches a greater number of plies is
    abandoned.
    """
    longest_is_certain: bool = False
    """Whether no game can have more than `longest` plies."""
    utmost: int = 1
    """The greatest absolute utility in the sampled games."""
    file: str = ""
    """The name of the game's source file, for messages."""

    # --- the protocol side: ordinary Python ---------------------------------------------------------------------
    encode: Callable[[Any], tuple[int, ...]]
    """A function that returns the cells of a state. The function raises `CompiledTierUnavailable` for a state that
    the cells cannot store."""
    decode_action: Callable[[tuple[int, ...]], Any]
    """A function that returns an action, given its cells."""

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
    """The type of utilities: `int` or `float`."""
    result: Callable[[Any, int, int, int, int], None]
    """`result(block, state, action, target, free)` writes the state after the action to the cells from `target`
    on."""
    actions: Callable[[Any, int, int, int], int]
    """`actions(block, state, target, free)` writes the actions of an unfinished state to the cells from `target` on,
    and returns their number."""

    # --- what speeds up searches --------------------------------------------------------------------------------
    key: Callable[[Any, int], tuple[int, ...]] | None = None
    """`key(block, state)` is a tuple of `key_words` words, different for different states."""
    key_words: int = 0
    key_bits: int = 63
    """The number of bits that a key uses, if the key is one word."""
    evaluator: Callable[[Callable[..., Any]], tuple[Callable[[Any, int, int, int], Any], type]]
    """`evaluator(f)` returns the kernel of f(game, state, player) and the type of its values, `int` or `float`. The
    kernel is `kernel(block, state, player, free)`. If `f` cannot be lowered, `evaluator` raises
    `CompiledTierUnavailable` with every refusal."""
