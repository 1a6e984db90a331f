"""Kernels: a game's rules as plain Python functions over integers, which the compiled tier turns into machine code.

A state is a tuple of words (see `advsearch.bits`), best seen from the side to move. The functions of a `KernelSet`
are ordinary Python and can be called as such; the compiled tier turns them into machine code. These functions may use
integers, tuples of integers as tables, `advsearch.bits`, and one another. Settings such as a board size are captured
by closures. docs/kernels.md explains how to write them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any, Final, TypeAlias

import attrs

from advsearch.bits import WORD_BITS, lowest, rest
from advsearch.errors import InvalidSettings

Words: TypeAlias = tuple[int, ...]
"""A state as the kernels see it."""

Cells: TypeAlias = Any
"""A set of cells: a word, or a tuple of two words where `cell_words` is 2."""

ONGOING: Final = -(1 << 62)
"""The result of `outcome` if the game is not over."""

MOST_PLIES: Final = 300_000
"""The most that `longest` may be: compiled searches call themselves once per ply, on a stack of 256 MB."""

SKIP: Final = -(1 << 62)
"""`rank` may return this for an action that loses immediately."""


def same_action(number: int) -> int:
    """The default of `KernelSet.action`: the game's actions are the action numbers."""
    return number


def by_place(number: int) -> Any:
    """For `KernelSet.action`: an action is identified by its index among the legal actions. This function is never
    called.
    """
    raise NotImplementedError(
        f"action {number} must be looked up by its place in the list of actions, not by its number"
    )


def _kernel(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if value is not None and not isinstance(value, FunctionType):
        raise InvalidSettings(f"expected the kernel {field.name} to be a plain Python function, got {value!r}")


def _kernels(_: object, field: attrs.Attribute[Any], value: tuple[object, ...]) -> None:
    for one in value:
        _kernel(_, field, one)


def _at_least_one(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidSettings(f"expected `{field.name}` to be a whole number from 1, got {value!r}")


def _plies(_: object, field: attrs.Attribute[Any], value: object) -> None:
    _at_least_one(_, field, value)
    if isinstance(value, int) and value > MOST_PLIES:
        raise InvalidSettings(
            f"expected `{field.name}` to be at most {MOST_PLIES:,}, because compiled searches recurse no deeper, "
            f"got {value!r}"
        )


def _one_or_two(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if value not in (1, 2):
        raise InvalidSettings(
            f"expected `{field.name}` to be 1 or 2, got {value!r}; a game of more than {2 * WORD_BITS} cells has no "
            "kernels, and is searched on the reference tier"
        )


def _bits_of_a_word(_: object, field: attrs.Attribute[Any], value: int) -> None:
    _at_least_one(_, field, value)
    if value > WORD_BITS:
        raise InvalidSettings(f"expected `{field.name}` to be at most {WORD_BITS}, the bits of a word, got {value!r}")


def _power_of_two(_: object, field: attrs.Attribute[Any], value: int) -> None:
    _at_least_one(_, field, value)
    if value & (value - 1):
        raise InvalidSettings(f"expected `{field.name}` to be a power of two, got {value!r}")


@attrs.frozen(kw_only=True, eq=False)
class KernelSet:
    """The kernels of one game with its settings.

    An action is a number, `cell * fan + choice`. `actions` returns a set of cells. Each of them stands for the
    choices 0 .. fan - 1, or for those that `choices` allows. In ascending order, the numbers correspond to the game's
    `actions` in their order.
    """

    # --- the protocol side: ordinary Python, never compiled ---------------------------------------------------
    encode: Callable[[Any], Words]
    """The words of a state of the game. Law: `apply(encode(s), a) == encode(result(s, a))`."""
    action: Callable[[int], Any] = same_action
    """The game's action for an action number; `by_place` where that depends on the state."""

    # --- shape --------------------------------------------------------------------------------------------------
    words: int = attrs.field(validator=_at_least_one)
    """Words in a state."""
    longest: int = attrs.field(validator=_plies)
    """No game takes more plies than this from any state."""
    longest_is_certain: bool = True
    """Whether that is known, or only what random games have shown; of kernels that are derived."""
    cell_words: int = attrs.field(default=1, validator=_one_or_two)
    """Words in a set of cells: 1 for up to 63 cells, 2 for up to 126."""
    fan: int = attrs.field(default=1, validator=_power_of_two)
    """Choices per cell, a power of two, so that a shift and a mask split an action number."""

    # --- the rules ----------------------------------------------------------------------------------------------
    actions: Callable[[Words], Cells] = attrs.field(validator=_kernel)
    """`actions(s)`: the cells of the legal actions. It is also called for finished states, where the result is not
    used."""
    apply: Callable[[Words, int], Words] = attrs.field(validator=_kernel)
    """`apply(s, action)`: the state after it, seen by the player who moves next."""
    outcome: Callable[[Words, Cells], Any] = attrs.field(validator=_kernel)
    """`outcome(s, actions(s))`: the utility for the side to move, or `ONGOING` if the game is not over."""
    choices: Callable[[Words, int], tuple[int, int]] | None = attrs.field(default=None, validator=_kernel)
    """`choices(s, cell)`: the range (start, stop) of the choices that are legal in a cell; (0, fan) by default."""
    stays: Callable[[Words, int], Any] | None = attrs.field(default=None, validator=_kernel)
    """`stays(s, action)`: whether the same player moves again after the action; never by default."""

    draws: bool = True
    """Whether a game can end without a winner. Without draws only wins and losses are ever certain, so a search
    does not track which values are certain. That saves 8 % of alpha-beta's time."""

    # --- what speeds up searches and the solver ----------------------------------------------------------------
    evaluators: Mapping[Any, Any] = attrs.field(factory=dict)
    """From each evaluator of the game to its kernel. The key of an evaluator with settings is its class, and the
    value is a function from the evaluator to its kernel.

    A kernel is `f(s, actions(s), side)`, annotated `-> int` or `-> float`. It returns how good s is for the side to
    move (side 0) or for the other side (side 1).
    """
    fields: Callable[[Words, int], Sequence[Any]] | None = attrs.field(default=None, validator=_kernel)
    """`fields(s, player)`: the fields of the game's state in their order, where `player` is to move. With it,
    evaluators over states are derived: f(game, state, player) needs no kernel of its own."""
    left_out: Mapping[str, str] = attrs.field(factory=dict)
    """The optional methods of the game that have no kernel, each with the reason; of kernels that are derived."""
    lower: Callable[[Any], Callable[..., Any]] | None = None
    """`lower(f)`: the kernel of an evaluator over states; of kernels that are derived themselves."""
    pack: Callable[[Words], int] | None = attrs.field(default=None, validator=_kernel)
    """`pack(s)`: the state in one word, different for different states."""
    pack_bits: int = attrs.field(default=WORD_BITS, validator=_bits_of_a_word)
    """The number of bits that `pack` uses. With fewer bits a table stores more about each state."""
    utmost: int = attrs.field(default=1, validator=_at_least_one)
    """The largest utility; the smallest is its negative."""
    rank: Callable[[Words, int, Words, Cells], int] | None = attrs.field(default=None, validator=_kernel)
    """`rank(s, action, t, actions(t))` with t = apply(s, action): actions with larger values are tried first.
    `SKIP` is for an action that loses at once, which is worth no more than the lower bound of `decided`: the solver
    may leave it out."""
    decided: Callable[[Words, Cells], tuple[int, int]] | None = attrs.field(default=None, validator=_kernel)
    """`decided(s, actions(s))`: bounds (lower, upper) of the utility for the side to move; equal bounds decide it."""
    symmetries: tuple[Callable[[Words], Words], ...] = attrs.field(default=(), validator=_kernels)
    """Maps of states to equivalent states, without the identity."""

    def each_action(self, state: Words) -> Iterator[int]:
        """The action numbers of a state that is not finished, in ascending order. Templates compute the same numbers
        in compiled code.
        """
        cells = self.actions(state)
        for index, word in enumerate(cells if self.cell_words == 2 else (cells,)):
            left = word
            while left:
                cell = index * WORD_BITS + lowest(left)
                left = rest(left)
                start, stop = self.choices(state, cell) if self.choices else (0, self.fan)
                for choice in range(start, stop):
                    yield cell * self.fan + choice

    def action_in(self, game: Any, state: Any, number: int) -> Any:
        """The game's action for an action number in a state."""
        if self.action is not by_place:
            return self.action(number)
        return game.actions(state)[list(self.each_action(self.encode(state))).index(number)]


@attrs.frozen
class WordsEvaluator:
    """An evaluator written over words. An evaluator that is called with a state encodes the state first, so it works
    on both tiers."""

    function: Callable[[Words, Cells, int], Any] = attrs.field(validator=_kernel)
    antisymmetric: bool = False

    def __call__(self, game: Any, state: Any, player: int) -> Any:
        if not hasattr(game, "kernels"):
            raise InvalidSettings(
                f"expected a game with kernels for {self.function.__name__}, an evaluator over words, got "
                f"{getattr(game, 'name', type(game).__name__)}; write it as a function of game, state and player"
            )
        kernels: KernelSet = game.kernels()
        words = kernels.encode(state)
        return self.function(words, kernels.actions(words), 0 if game.player(state) == player else 1)


def over_words(function: Callable[[Words, Cells, int], Any]) -> WordsEvaluator:
    """Declare that a function `f(s, actions(s), side) -> int` (or `-> float`) is an evaluator over words; see
    docs/kernels.md.

    Such an evaluator needs no registration: `--evaluator file.py:name` finds it.
    """
    return WordsEvaluator(function)
