"""A game's rules and an evaluator in the form that search templates need. Optional kernels that a game lacks are
replaced by defaults.

The variant of each function is chosen in Python, before compilation. A compiled template contains no code for
features that the game does not use.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from advsearch.compiled.layout import SURE
from advsearch.compiled.memory import Block, get, put
from advsearch.compiled.numbers import Numbers
from advsearch.kernels import ONGOING
from advsearch.values import EVALUATION_LIMIT, Utilities, towards_node, towards_root

if TYPE_CHECKING:
    from advsearch.compiled.returns import Kernel as Called

Kernel: TypeAlias = Callable[..., Any]


def inlined(function: Kernel) -> Kernel:
    """Make numba inline the decorated function at every call (see `program.Conversion`)."""
    function.inlined = True  # type: ignore[attr-defined]
    return function


def variable(value: int) -> int:
    """Return `value` in a form that numba does not treat as a literal. If the argument of a recursive function is a
    literal, numba compiles the function again for this literal.
    """
    return value + 0


def _same_in_rules(name: str, *otherwise: Any) -> Any:
    """Make a field of `Moves` whose default is the field `name` of the game's rules."""
    return attrs.field(default=attrs.Factory(lambda moves: getattr(moves.kernels, name, *otherwise), takes_self=True))


def _nothing(s: Any) -> None:  # noqa: ARG001 - a kernel's signature
    return


def _nowhere(s: Any) -> int:  # noqa: ARG001
    return 0


def _one_choice(s: Any, cell: int) -> tuple[int, int]:  # noqa: ARG001
    return 0, 1


@attrs.frozen(kw_only=True, eq=False)
class Moves:
    """The rules of a game, as functions that search templates call. The module `advsearch.compiled.moves` is for
    states that are words, and `advsearch.compiled.row_moves` is for states that are rows of cells.

    A state s is a tuple of numbers. If states are rows, s consists of a block of memory and an offset in the block.
    Each call of `apply` for a row s overwrites the result of the last call for s.
    """

    kernels: Any
    """The rules from which this object is made: a `KernelSet` or `RowRules`. Orderings of plugins may read the rules.
    """
    longest: int = _same_in_rules("longest")
    """The largest number of plies of a game."""
    longest_is_certain: bool = _same_in_rules("longest_is_certain")
    """Whether no game takes more plies than `longest`. If false, `longest` is the length of the longest random game
    seen."""
    utmost: int = _same_in_rules("utmost")
    """The largest utility."""
    draws: bool = _same_in_rules("draws", True)
    utility: Numbers
    """The number type of the game's utilities."""
    width: int
    """The largest number of actions of a state."""
    names: int
    """The number of different names that actions can have."""

    # --- the rules ----------------------------------------------------------------------------------------------
    begin: Kernel = _nothing
    """A search calls `begin(s)` with the root state before any other function."""
    actions: Kernel = _same_in_rules("actions")  # noqa: RUF009 - a field
    """`actions(s)` returns the set of the cells that have legal actions."""
    apply: Kernel = _same_in_rules("apply")  # noqa: RUF009 - a field
    """`apply(s, action)` returns the state after the action."""
    outcome: Kernel = _same_in_rules("outcome")  # noqa: RUF009 - a field
    """`outcome(s, actions(s))` returns the utility for the mover, or ONGOING."""
    stays: Kernel
    """`stays(s, action)` returns whether the same player moves again. A template calls `stays` after `apply(s,
    action)`."""
    at: Kernel = _nowhere
    """`at(s)` returns the offset of a row s in its block of memory. If states are words, `at(s)` returns 0."""
    fan: int = _same_in_rules("fan", 1)
    some: Kernel
    """`some(cells)` returns whether the set `cells` has any elements."""
    take: Kernel
    """`take(cells)` returns the first cell of a set, and the set without this cell."""
    choices: Kernel = _one_choice
    """`choices(s, cell)` returns the range (start, stop) of the legal choices in a cell. The number of an action is
    `cell * fan + choice`. If `choices` returned a Python `range`, perft would take 50 % longer."""
    after: Kernel = attrs.field(init=False)
    """`after(s, action)` returns five results: `t, replies, same, over, utility`. `t` is the state after the action,
    and `replies` is `actions(t)`. `same` says whether the same player moves again. `over` says whether the game is
    over. `utility` is for the player who moved."""

    # --- the names of actions, by which orderings and tables know them in other states and searches ---------------
    name: Kernel
    """`name(s, action)` returns a number that names the action."""
    find: Kernel
    """`find(s, cells, name)` returns the first legal action with this name, or -1."""
    leads: Kernel
    """`leads(s, cells, action)` returns False if an earlier legal action has the same name."""

    # --- keys of tables -----------------------------------------------------------------------------------------
    key: Kernel
    """`key(s)` returns a tuple of words. Different states have different keys."""
    key_words: int
    key_bits: int
    """The number of bits in a key that consists of one word."""

    # --- the solver ---------------------------------------------------------------------------------------------
    rank: Kernel | None = _same_in_rules("rank", None)  # noqa: RUF009 - a field
    decided: Kernel | None = _same_in_rules("decided", None)  # noqa: RUF009 - a field
    symmetries: tuple[Kernel, ...] = _same_in_rules("symmetries", ())

    # --- the caller's side: ordinary Python -----------------------------------------------------------------------
    example: tuple[Any, ...]
    """An example of a state as numbers, from which numba infers the types of all states."""
    example_cells: Any
    """An example of a set of cells, from which numba infers the type of all sets of cells."""
    encode: Callable[[Any], tuple[int, ...]] = _same_in_rules("encode")  # noqa: RUF009 - a field
    """`encode(state)` converts a state of the game into numbers. Raises `CompiledTierUnavailable` if the rules over
    integers cannot represent the state."""
    place: Callable[[Any, Any, int, tuple[int, ...]], tuple[Any, ...]]
    """`place(cells, block, at, encoded)` returns the state s for the numbers `encoded`. If states are rows, `place`
    writes the numbers into the block, from the offset `at` on. `cells` is a view of the block."""
    written: Callable[[Any], tuple[int, ...]] = tuple
    """`written(s)` returns the numbers that `encode` would return for the state s. Compiled code cannot call
    `written`."""
    room: Callable[[int], int] = lambda _plies: 0
    """`room(plies)` returns the number of memory cells for the states of a line of play with `plies` plies."""
    numbers: Callable[[tuple[int, ...], int], Sequence[int]]
    """`numbers(encoded, count)` returns the numbers of a state's `count` actions, in the order of `listed`."""
    listed: Callable[[Any, Any, Any], tuple[Any, ...]]
    """`listed(game, state, s)` returns the game's own action objects, in the order of the compiled rules. Compiled
    code cannot call `listed`."""
    played: Callable[[Any, Any, Sequence[int]], tuple[Any, ...]]
    """`played(game, state, numbers)` converts a line of play from action numbers into the game's actions."""
    complaint: Callable[[int], str] | None = None
    """`complaint(number)` returns the message for a number in the cell ERROR (see `advsearch.lowering.row_rules`).
    `complaint` is None if the rules cannot fail."""
    inspected: Callable[[str, Kernel | None, Any], list[Any]]
    """`inspected(game, evaluate, numbers)` returns the kernels that `advsearch.compiled.returns` checks."""

    @after.default
    def _after(self) -> Kernel:
        actions, apply, outcome, stays = self.actions, self.apply, self.outcome, self.stays

        @inlined
        def after(s: Any, action: int) -> tuple[Any, Any, bool, bool, Any]:
            t = apply(s, action)
            replies = actions(t)
            same = stays(s, action)
            utility = outcome(t, replies)
            return t, replies, same, utility != ONGOING, utility if same else -utility

        return after


@attrs.frozen
class Template:
    """The functions that make a compiled search for a game and an evaluator."""

    name: str
    """The name of the template in messages about its builds."""
    make: Callable[[Moves, Scale], Kernel]
    """`make(moves, scale)` returns a search function with the same contract as the search of `alphabeta`."""
    called: Callable[[Moves], Sequence[Called]] = attrs.field(default=lambda moves: (), eq=False)  # noqa: ARG005
    """The functions of plugins that the template calls, for error messages."""


@attrs.frozen(kw_only=True, eq=False)
class Scale:
    """The functions by which a search template computes and compares values."""

    numbers: Numbers
    """The type of all values: whole numbers or floats."""
    aborted: Any
    lowest: Any
    stopped: Kernel
    """`stopped(value)` returns whether a value is `aborted`, the result of a stopped search."""
    terminal: Kernel
    """`terminal(utility, ply)` converts a player's utility in a finished position into a value."""
    horizon: Kernel
    """`horizon(t, replies, side, same)` returns the evaluation of t for the player whose action led to t. `side` is 0
    if the player whose action led to t also moves at the root, else 1. `same` is true if the mover in t is the player
    whose action led to t."""
    invalid: Kernel
    """`invalid(evaluation)` returns whether an evaluation is nan. An evaluation that is nan stops the search."""
    note_sure: Kernel
    """`note_sure(block, 1)` records that the last value would be the same at every greater depth. `note_sure(block,
    0)` records that the last value may change."""
    last_sure: Kernel
    """`last_sure(block)` returns the number that the last call of `note_sure` recorded. In an outcome game without
    draws, only proven values are sure, and `last_sure` returns 0."""
    sided: bool
    """Whether evaluations depend on which player moves at the root."""
    below: Kernel
    """`below(value)` returns the next smaller value."""
    above: Kernel
    """`above(value)` returns a value slightly larger than `value`."""
    proven: Kernel
    """`proven(value)` returns 1 if a value is a proven win or loss of an outcome game, else 0."""
    towards_node: Kernel
    """See `advsearch.values`."""
    towards_root: Kernel


def scale_of(
    evaluate: Kernel, numbers: Numbers, utilities: Utilities, *, antisymmetric: bool = False, draws: bool = True
) -> Scale:
    """Make the `Scale` for a game and an evaluator. `evaluate` is the evaluator's kernel, and `numbers` is the number
    type of its results. `utilities` is the game's kind of utilities."""
    outcome = utilities == "outcome"
    proven, towards_node, towards_root = _bands() if outcome else _no_bands()
    note_sure, last_sure = _notes() if draws or not outcome else _no_notes()
    return Scale(
        numbers=numbers,
        aborted=numbers.aborted,
        lowest=numbers.lowest,
        stopped=numbers.stopped,
        terminal=numbers.terminal(utilities),
        horizon=_horizon(evaluate, numbers.clip(utilities), antisymmetric),
        invalid=numbers.invalid,
        note_sure=note_sure,
        last_sure=last_sure,
        sided=not antisymmetric,
        below=numbers.below,
        above=numbers.above,
        proven=proven,
        towards_node=towards_node,
        towards_root=towards_root,
    )


def _horizon(evaluate: Kernel, clip: Kernel, antisymmetric: bool) -> Kernel:
    if antisymmetric:

        def own_view(t: Any, replies: Any, side: int, same: bool) -> Any:  # noqa: ARG001
            value = clip(evaluate(t, replies, 0))
            return value if same else -value

        return own_view

    def root_view(t: Any, replies: Any, side: int, same: bool) -> Any:
        mover = side if same else 1 - side
        value = clip(evaluate(t, replies, mover))
        return value if side == 0 else -value

    return root_view


def _notes() -> tuple[Kernel, Kernel]:
    def note_sure(block: Block, sure: int) -> None:
        put(block, SURE, sure)

    def last_sure(block: Block) -> int:
        return get(block, SURE)

    return note_sure, last_sure


def _no_notes() -> tuple[Kernel, Kernel]:
    def note_sure(block: Block, sure: int) -> None:  # noqa: ARG001 - replaces the function above
        return

    def last_sure(block: Block) -> int:  # noqa: ARG001
        return 0

    return note_sure, last_sure


def _bands() -> tuple[Kernel, Kernel, Kernel]:
    def proven(value: Any) -> int:
        return 1 if value > EVALUATION_LIMIT or value < -EVALUATION_LIMIT else 0

    return proven, towards_node, towards_root


def _no_bands() -> tuple[Kernel, Kernel, Kernel]:
    def proven(value: Any) -> int:  # noqa: ARG001 - replaces the function above
        return 0

    def as_it_is(value: Any, ply: int) -> Any:  # noqa: ARG001
        return value

    return proven, as_it_is, as_it_is
