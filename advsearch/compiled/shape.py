"""Rules and an evaluator in the form that templates need. Every optional kernel has a default, and all values are on
one scale.

This module chooses between variants in Python, before anything is compiled. So a template contains no code for
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
    """Ask for this function to be inlined wherever it is called (see `program.Conversion`)."""
    function.inlined = True  # type: ignore[attr-defined]
    return function


def variable(value: int) -> int:
    """Return the value itself, in a way that numba does not see as a literal. Numba would otherwise compile a
    recursive function again for each literal.
    """
    return value + 0


def _same_in_rules(name: str, *otherwise: Any) -> Any:
    """A field that the rules have under this name, if they are words or `otherwise` is not given."""
    return attrs.field(default=attrs.Factory(lambda moves: getattr(moves.kernels, name, *otherwise), takes_self=True))


def _nothing(s: Any) -> None:  # noqa: ARG001 - a kernel's signature
    return


def _nowhere(s: Any) -> int:  # noqa: ARG001
    return 0


def _one_choice(s: Any, cell: int) -> tuple[int, int]:  # noqa: ARG001
    return 0, 1


@attrs.frozen(kw_only=True, eq=False)
class Moves:
    """The rules of a game, as templates call them: `advsearch.compiled.moves` makes them from words, and
    `advsearch.compiled.row_moves` from rows.

    A state s is a tuple of numbers. A set of cells is a tuple of numbers, too. With rows, s consists of a block and
    an offset in it. The memory at this offset is overwritten when another action is applied to the parent state.
    """

    kernels: Any
    """The rules that these moves are made from, a `KernelSet` or `RowRules`: what an ordering from outside may look
    at."""
    longest: int = _same_in_rules("longest")
    """No game takes more plies than this."""
    longest_is_certain: bool = _same_in_rules("longest_is_certain")
    """Whether this length is known, or only the longest game that has been seen."""
    utmost: int = _same_in_rules("utmost")
    """The largest utility."""
    draws: bool = _same_in_rules("draws", True)
    utility: Numbers
    """The type of utilities."""
    width: int
    """How many actions a state can have."""
    names: int
    """How many names actions can have."""

    # --- the rules ----------------------------------------------------------------------------------------------
    begin: Kernel = _nothing
    """`begin(s)`, before anything else is asked of a root."""
    actions: Kernel = _same_in_rules("actions")  # noqa: RUF009 - a field
    """`actions(s)`: the cells of the legal actions."""
    apply: Kernel = _same_in_rules("apply")  # noqa: RUF009 - a field
    """`apply(s, action)`: the state after it."""
    outcome: Kernel = _same_in_rules("outcome")  # noqa: RUF009 - a field
    """`outcome(s, actions(s))`: the utility for the mover, or ONGOING."""
    stays: Kernel
    """`stays(s, action)`, after `apply(s, action)`: whether the same player moves again."""
    at: Kernel = _nowhere
    """`at(s)`: where in the block a state is; 0 for words."""
    fan: int = _same_in_rules("fan", 1)
    some: Kernel
    """Whether a set of cells is not empty."""
    take: Kernel
    """`take(cells)`: its least cell, and the set without it."""
    choices: Kernel = _one_choice
    """`choices(s, cell)`: the range (start, stop) of the legal choices of a cell; an action is `cell * fan + choice`.
    A `range` of choices or of actions in its place made perft half as slow again."""
    after: Kernel = attrs.field(init=False)
    """`after(s, action)`: the state after it, the actions of that state, whether the same player moves again, whether
    the game is over, and then the utility for the player who moved."""

    # --- the names of actions, by which orderings and tables know them in other states and searches ---------------
    name: Kernel
    """`name(s, action)`"""
    find: Kernel
    """`find(s, cells, name)`: the legal action of this name, the first if there are several; -1 if there is none."""
    leads: Kernel
    """`leads(s, cells, action)`: whether a legal action is the first of its name."""

    # --- keys of tables -----------------------------------------------------------------------------------------
    key: Kernel
    """`key(s)`: a tuple of words, different for different states."""
    key_words: int
    key_bits: int
    """The bits used of the word where there is one."""

    # --- the solver ---------------------------------------------------------------------------------------------
    rank: Kernel | None = _same_in_rules("rank", None)  # noqa: RUF009 - a field
    decided: Kernel | None = _same_in_rules("decided", None)  # noqa: RUF009 - a field
    symmetries: tuple[Kernel, ...] = _same_in_rules("symmetries", ())

    # --- the caller's side: ordinary Python -----------------------------------------------------------------------
    example: tuple[Any, ...]
    """A state's numbers, for their types,"""
    example_cells: Any
    """and a set of cells."""
    encode: Callable[[Any], tuple[int, ...]] = _same_in_rules("encode")  # noqa: RUF009 - a field
    """The numbers that a state of the game is written in; raises `CompiledTierUnavailable` for one that has none."""
    place: Callable[[Any, Any, int, tuple[int, ...]], tuple[Any, ...]]
    """`place(cells, block, at, encoded)`: s for an encoded state, which is written at `at` of a block if states are
    there; `cells` is how Python writes to the block."""
    written: Callable[[Any], tuple[int, ...]] = tuple
    """The numbers that s is written in, uncompiled; equal to those of `encode` for the same state."""
    room: Callable[[int], int] = lambda _plies: 0
    """`room(plies)`: the cells that states of so many plies and the root take of a block."""
    numbers: Callable[[tuple[int, ...], int], Sequence[int]]
    """`numbers(encoded, count)`: the action numbers of an encoded state with so many actions, in their order."""
    listed: Callable[[Any, Any, Any], tuple[Any, ...]]
    """`listed(game, state, s)`: the game's actions as the rules over integers list them, uncompiled."""
    played: Callable[[Any, Any, Sequence[int]], tuple[Any, ...]]
    """`played(game, state, numbers)`: the actions of the game along a line of play from a state."""
    complaint: Callable[[int], str] | None = None
    """The message for an error number in the block, if the rules can fail; see `advsearch.lowering.row_rules`."""
    inspected: Callable[[str, Kernel | None, Any], list[Any]]
    """`inspected(game, evaluate, numbers)`: the kernels for `advsearch.compiled.returns`."""

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
    """The parts from which a compiled search is made."""

    name: str
    """The name of builds in messages."""
    make: Callable[[Moves, Scale], Kernel]
    """Gives a function with the contract of `alphabeta.make_search`."""
    called: Callable[[Moves], Sequence[Called]] = attrs.field(default=lambda moves: (), eq=False)  # noqa: ARG005
    """The functions of plugins that it calls besides the game's kernels, so that messages can name them."""


@attrs.frozen(kw_only=True, eq=False)
class Scale:
    """How a template compares and computes values, in one number type."""

    numbers: Numbers
    """The type of values."""
    aborted: Any
    lowest: Any
    stopped: Kernel
    """Whether a value is `aborted`."""
    terminal: Kernel
    """`terminal(utility, ply)`: the value of a finished position for the player whose utility it is."""
    horizon: Kernel
    """`horizon(t, replies, side, same)`: the evaluation of t for the side that moved into it; `side` is 0 where that
    side is the root's mover, `same` whether it moves again in t."""
    invalid: Kernel
    """Whether an evaluation is not a number; it stops the search."""
    note_sure: Kernel
    """`note_sure(block, sure)`: what was searched last is certain at every greater depth, or not (1 or 0)."""
    last_sure: Kernel
    """`last_sure(block)`: what was noted; 0 where only proven values are certain, which they are without notes."""
    sided: bool
    """Whether evaluations depend on which player moves at the root."""
    below: Kernel
    """The next value below a given value."""
    above: Kernel
    """A value slightly above a given value."""
    proven: Kernel
    """1 where a value is a proven win or loss of an outcome game, else 0."""
    towards_node: Kernel
    """See `advsearch.values`."""
    towards_root: Kernel


def scale_of(
    evaluate: Kernel, numbers: Numbers, utilities: Utilities, *, antisymmetric: bool = False, draws: bool = True
) -> Scale:
    """The scale of a game with `utilities`, evaluated by `evaluate`, which returns `numbers`."""
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
    def note_sure(block: Block, sure: int) -> None:  # noqa: ARG001 - in the place of the one above
        return

    def last_sure(block: Block) -> int:  # noqa: ARG001
        return 0

    return note_sure, last_sure


def _bands() -> tuple[Kernel, Kernel, Kernel]:
    def proven(value: Any) -> int:
        return 1 if value > EVALUATION_LIMIT or value < -EVALUATION_LIMIT else 0

    return proven, towards_node, towards_root


def _no_bands() -> tuple[Kernel, Kernel, Kernel]:
    def proven(value: Any) -> int:  # noqa: ARG001 - in the place of the one above
        return 0

    def as_it_is(value: Any, ply: int) -> Any:  # noqa: ARG001
        return value

    return proven, as_it_is, as_it_is
