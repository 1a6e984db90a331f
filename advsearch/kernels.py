"""Kernels: a game's rules as plain Python functions over integers. The compiled tier turns kernels into machine code.

A state is a tuple of words (see `advsearch.bits`), usually from the point of view of the side to move. The functions
of a `KernelSet` are ordinary Python and can also be called in Python. Kernels may use integers, tuples of integers,
`advsearch.bits` and other kernels. Kernels read settings such as a board size from variables of an enclosing
function. docs/kernels.md explains how to write kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any, Final, TypeAlias

import attrs

from advsearch.bits import WORD_BITS, lowest, rest
from advsearch.errors import InvalidSettings

Words: TypeAlias = tuple[int, ...]
"""A state as kernels receive it: a tuple of words."""

Cells: TypeAlias = Any
"""A set of cells as one word. If `cell_words` is 2, a set of cells is a tuple of two words."""

ONGOING: Final = -(1 << 62)
"""The result of `outcome` if the game is not over."""

MOST_PLIES: Final = 300_000
"""The largest value that `KernelSet.longest` may have. Compiled searches call themselves once per ply, on a stack of
256 MB."""

SKIP: Final = -(1 << 62)
"""The result of the kernel `rank` for an action that loses immediately."""


def same_action(number: int) -> int:
    """Return the action number itself. `same_action` is the default of `KernelSet.action`, for games whose actions
    are numbers."""
    return number


def by_place(number: int) -> Any:
    """If `KernelSet.action` is `by_place`, the i-th smallest action number of a state belongs to the i-th legal
    action. The function `by_place` itself is never called.
    """
    raise NotImplementedError(f"by_place cannot be called; use {number} as an index in the list of legal actions")


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
            f"expected `{field.name}` to be at most {MOST_PLIES:,}, the most plies of a compiled search, "
            f"got {value!r}"
        )


def _one_or_two(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if value not in (1, 2):
        raise InvalidSettings(
            f"expected `{field.name}` to be 1 or 2, got {value!r}; a game of more than {2 * WORD_BITS} cells "
            "needs tier=reference"
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

    The number of an action is `cell * fan + choice`. The kernel `actions` returns the set of cells in which some
    action is legal. Without a kernel `choices`, all choices from 0 to `fan - 1` are legal in each cell that `actions`
    returns. A kernel `choices` returns the range of the legal choices in a cell. The game's method `actions` lists
    the legal actions in ascending order of their numbers.
    """

    # --- the protocol side: ordinary Python, never compiled ---------------------------------------------------
    encode: Callable[[Any], Words]
    """The words of a state of the game. For every legal action: `apply(encode(s), a) == encode(result(s, a))`."""
    action: Callable[[int], Any] = same_action
    """A function that returns the game's action for an action number. `by_place` is for games in which the action
    also depends on the state."""

    # --- shape --------------------------------------------------------------------------------------------------
    words: int = attrs.field(validator=_at_least_one)
    """The number of words in a state."""
    longest: int = attrs.field(validator=_plies)
    """The largest number of plies that a game takes from any state."""
    longest_is_certain: bool = True
    """Whether no game takes more plies than `longest`. For derived kernels, `longest` may be the length of the
    longest random game."""
    cell_words: int = attrs.field(default=1, validator=_one_or_two)
    """The number of words in a set of cells: 1 for boards of up to 63 cells, 2 for up to 126 cells."""
    fan: int = attrs.field(default=1, validator=_power_of_two)
    """The number of choices per cell. `fan` is a power of two, because a shift and a mask split an action number."""

    # --- the rules ----------------------------------------------------------------------------------------------
    actions: Callable[[Words], Cells] = attrs.field(validator=_kernel)
    """`actions(s)`: the cells of the legal actions. The kernel `actions` is also called for finished states. In a
    finished state, no search tries the returned cells."""
    apply: Callable[[Words, int], Words] = attrs.field(validator=_kernel)
    """`apply(s, action)`: the state after the action, from the point of view of the player who moves next."""
    outcome: Callable[[Words, Cells], Any] = attrs.field(validator=_kernel)
    """`outcome(s, actions(s))`: the utility for the side to move, or `ONGOING` if the game is not over."""
    choices: Callable[[Words, int], tuple[int, int]] | None = attrs.field(default=None, validator=_kernel)
    """`choices(s, cell)`: the range (start, stop) of the legal choices in a cell. Without the kernel, the range is
    (0, fan)."""
    stays: Callable[[Words, int], Any] | None = attrs.field(default=None, validator=_kernel)
    """`stays(s, action)`: whether the same player moves again after the action. Without the kernel `stays`, the
    players alternate."""

    draws: bool = True
    """Whether a game can end in a draw. In a game without draws, alpha-beta takes 8 % less time."""

    # --- what speeds up searches and the solver ----------------------------------------------------------------
    evaluators: Mapping[Any, Any] = attrs.field(factory=dict)
    """The kernel of each evaluator of the game. For evaluators with settings, write `{Weighted: make}`: the key is
    the class `Weighted`, and `make(Weighted(2))` returns a kernel.

    The kernel of an evaluator is a function `f(s, actions(s), side)`, annotated with `-> int` or `-> float`. If
    `side` is 0, the kernel says how good `s` is for the side to move. If `side` is 1, the kernel says how good `s` is
    for the side that is not to move.
    """
    fields: Callable[[Words, int], Sequence[Any]] | None = attrs.field(default=None, validator=_kernel)
    """`fields(s, player)`: the values of all fields of the game's state, where `player` is to move. With a kernel
    `fields`, the compiled tier can derive the kernel of an evaluator `f(game, state, player)`."""
    left_out: Mapping[str, str] = attrs.field(factory=dict)
    """For derived kernels: the optional methods of the game that have no kernel, and the reason for each."""
    lower: Callable[[Any], Callable[..., Any]] | None = None
    """`lower(f)` derives the kernel of an evaluator `f(game, state, player)`. Only derived kernels have `lower`."""
    pack: Callable[[Words], int] | None = attrs.field(default=None, validator=_kernel)
    """`pack(s)`: the state as a single word. Different states have different words."""
    pack_bits: int = attrs.field(default=WORD_BITS, validator=_bits_of_a_word)
    """The number of bits that `pack` uses. If `pack` uses few bits, an entry of the solver's tables may fit into one
    64-bit cell."""
    utmost: int = attrs.field(default=1, validator=_at_least_one)
    """The largest utility. The smallest utility is `-utmost`."""
    rank: Callable[[Words, int, Words, Cells], int] | None = attrs.field(default=None, validator=_kernel)
    """`rank(s, action, t, actions(t))` returns a number, where `t` is `apply(s, action)`. The solver tries actions
    with larger ranks first. The rank `SKIP` means that the action loses immediately. The solver may leave out an
    action with the rank `SKIP`."""
    decided: Callable[[Words, Cells], tuple[int, int]] | None = attrs.field(default=None, validator=_kernel)
    """`decided(s, actions(s))`: bounds (lower, upper) of the utility for the side to move. Equal bounds decide the
    state."""
    symmetries: tuple[Callable[[Words], Words], ...] = attrs.field(default=(), validator=_kernels)
    """Functions that map a state to an equivalent state, such as the mirrored board. The identity is not listed."""

    def each_action(self, state: Words) -> Iterator[int]:
        """The action numbers of an unfinished state in ascending order, as in compiled code."""
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
        """The game's action for an action number in this state."""
        if self.action is not by_place:
            return self.action(number)
        return game.actions(state)[list(self.each_action(self.encode(state))).index(number)]


@attrs.frozen
class WordsEvaluator:
    """An evaluator written over words. A `WordsEvaluator` that is called with a state encodes the state first. A
    `WordsEvaluator` works on both tiers."""

    function: Callable[[Words, Cells, int], Any] = attrs.field(validator=_kernel)
    antisymmetric: bool = False

    def __call__(self, game: Any, state: Any, player: int) -> Any:
        if not hasattr(game, "kernels"):
            game_name = getattr(game, "name", type(game).__name__)
            raise InvalidSettings(
                f"expected a game with kernels for evaluator {self.function.__name__}, got {game_name}; "
                "write the evaluator as f(game, state, player)"
            )
        kernels: KernelSet = game.kernels()
        words = kernels.encode(state)
        return self.function(words, kernels.actions(words), 0 if game.player(state) == player else 1)


def over_words(function: Callable[[Words, Cells, int], Any]) -> WordsEvaluator:
    """A decorator for an evaluator over words: a function `f(s, actions(s), side) -> int` (or `-> float`). See
    docs/kernels.md.

    The evaluator need not be registered: `--evaluator file.py:name` finds it.
    """
    return WordsEvaluator(function)
