"""The rules of a game as functions over an array of 64-bit integers.

For example, `player(block, state, free)` reads the state that begins at `block[state]`. If a result needs more than
64 bits, the function writes an error number to `block[ERROR]` and continues with an arbitrary value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from advsearch.compiled.layout import ERROR as ERROR
from advsearch.errors import CompiledTierUnavailable
from advsearch.lowering.keys import KEY

# An error number is `line << KIND_BITS | kind`.
KIND_BITS: Final = 8

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
"""The errors after which rules are derived again with more memory."""


def error_number(kind: int, line: int = 0) -> int:
    return line << KIND_BITS | kind


def error_kind(number: int) -> int:
    return number & ((1 << KIND_BITS) - 1)


def in_words(number: int, file: str = "") -> str:
    """The message for an error number: `an index was out of range in line 7`."""
    what = KINDS.get(error_kind(number), f"error {number}")
    line = number >> KIND_BITS
    return f"{what} in line {line}{f' of {file}' if file else ''}" if line else what


class GaveUp(CompiledTierUnavailable):
    """Derived rules reported an error, such as an index out of range."""

    def __init__(self, number: int, complaint: str | None = None) -> None:
        self.number = number
        super().__init__(in_words(number) if complaint is None else complaint)

    @property
    def needs_room(self) -> bool:
        """Whether more memory could prevent the error."""
        return error_kind(self.number) in GROWING


@attrs.frozen(kw_only=True, eq=False)
class RowRules:
    """The rules of one game with its settings, as functions over an array."""

    # --- shape --------------------------------------------------------------------------------------------------
    cells: int
    action_cells: int
    most: int
    """The greatest number of actions in a list."""
    room: int
    """One call needs at most this many integers in `block[free:]`."""
    longest: int
    """A search is abandoned after this many plies."""
    longest_is_certain: bool = False
    """Whether no game can last longer than `longest` plies."""
    utmost: int = 1
    """The greatest absolute utility in the sampled games."""
    file: str = ""

    # --- the protocol side: ordinary Python ---------------------------------------------------------------------
    encode: Callable[[Any], tuple[int, ...]]
    decode_action: Callable[[tuple[int, ...]], Any]

    # --- the rules ----------------------------------------------------------------------------------------------
    #
    # `state`, `action`, `target` and `free` are places in the block; from `free` on there is scratch memory.
    player: Callable[[Any, int, int], int]
    terminal: Callable[[Any, int, int], Any]
    utility: Callable[[Any, int, int, int], Any]
    utility_type: type = int
    result: Callable[[Any, int, int, int, int], None]
    """`result(block, state, action, target, free)` writes the next state to `block[target:]`."""
    actions: Callable[[Any, int, int, int], int]
    """`actions(block, state, target, free)` writes actions to `block[target:]`, and returns their number."""

    # --- what speeds up searches --------------------------------------------------------------------------------
    key: Callable[[Any, int], tuple[int, ...]] | None = None
    """`key(block, state)` is a tuple of integers, different for different states."""
    key_words: int = 0
    key_bits: int = 63
    evaluator: Callable[[Callable[..., Any]], tuple[Callable[[Any, int, int, int], Any], type]]
    """`evaluator(f)` returns a function `kernel(block, state, player, free)`, and its result type."""
