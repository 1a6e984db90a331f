"""A game's rules and an evaluator in the form that search templates need. Optional kernels that a game lacks are
replaced by defaults.

The variant of a function is chosen here in Python, before anything is compiled, so that a template contains no code
for features that the game does not use.
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
    """A decorator: numba inlines this function wherever it is called (see `program.Conversion`)."""
    function.inlined = True  # type: ignore[attr-defined]
    return function


def variable(value: int) -> int:
    """Return `value` in a form that numba does not treat as a literal. For each literal that is passed to a recursive
    function, numba compiles the function again.
    """
    return value + 0


def _same_in_rules(name: str, *otherwise: Any) -> Any:
    """A field of `Moves`. Its default is the value of the field `name` of the game's rules."""
    return attrs.field(default=attrs.Factory(lambda moves: getattr(moves.kernels, name, *otherwise), takes_self=True))


def _nothing(s: Any) -> None:  # noqa: ARG001 - a kernel's signature
    return


def _nowhere(s: Any) -> int:  # noqa: ARG001
    return 0


def _one_choice(s: Any, cell: int) -> tuple[int, int]:  # noqa: ARG001
    return 0, 1


@attrs.frozen(kw_only=True, eq=False)
class Moves:
    """The rules of a game as search templates call them. `Moves` are made by `advsearch.compiled.moves` for states
    that are words, and by `advsearch.compiled.row_moves` for rows.

    A state s is a tuple of numbers, and so is a set of cells. If states are rows, s consists of a block of memory and
    an offset in the block. A row is overwritten when another action is applied to its parent state.
    """

    kernels: Any
    """The rules from which the `Moves` are made: a `KernelSet` or `RowRules`. Orderings of plugins may read the
    rules."""
    longest: int = _same_in_rules("longest")
    """The largest number of plies of a game."""
    longest_is_certain: bool = _same_in_rules("longest_is_certain")
    """Whether `longest` is certain; if not, `longest` is the length of the longest game that has been seen."""
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
    """`begin(s)`: called with the root state before any other function."""
    actions: Kernel = _same_in_rules("actions")  # noqa: RUF009 - a field
    """`actions(s)`: the cells of the legal actions."""
    apply: Kernel = _same_in_rules("apply")  # noqa: RUF009 - a field
    """`apply(s, action)`: the state after the action."""
    outcome: Kernel = _same_in_rules("outcome")  # noqa: RUF009 - a field
    """`outcome(s, actions(s))`: the utility for the mover, or ONGOING."""
    stays: Kernel
    """`stays(s, action)`: whether the same player moves again. A template calls `stays` after `apply(s, action)`."""
    at: Kernel = _nowhere
    """`at(s)`: the offset of a state in the block; 0 for words."""
    fan: int = _same_in_rules("fan", 1)
    some: Kernel
    """`some(cells)`: whether a set of cells is not empty."""
    take: Kernel
    """`take(cells)`: the least cell of a set, and the set without this cell."""
    choices: Kernel = _one_choice
    """`choices(s, cell)`: the range (start, stop) of the legal choices of a cell; an action is `cell * fan + choice`.
    If `choices` returned a Python `range`, perft would take 50 % longer."""
    after: Kernel = attrs.field(init=False)
    """`after(s, action)` returns five results: the state after the action, the actions of that state, whether the
    same player moves again, whether the game is over, and the utility for the player who moved."""

    # --- the names of actions, by which orderings and tables know them in other states and searches ---------------
    name: Kernel
    """`name(s, action)`: the name of an action. A name is a number."""
    find: Kernel
    """`find(s, cells, name)`: the first legal action with this name; -1 if there is none."""
    leads: Kernel
    """`leads(s, cells, action)`: whether a legal action is the first one with its name."""

    # --- keys of tables -----------------------------------------------------------------------------------------
    key: Kernel
    """`key(s)`: a tuple of words, different for different states."""
    key_words: int
    key_bits: int
    """The number of bits that the key uses, if it is one word."""

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
    """`encode(state)`: a state of the game as numbers. Raises `CompiledTierUnavailable` if the rules over integers
    cannot represent the state."""
    place: Callable[[Any, Any, int, tuple[int, ...]], tuple[Any, ...]]
    """`place(cells, block, at, encoded)`: the state s, made from the numbers that `encode` returned. If states are
    rows, the numbers are written into the block at offset `at`, through the block's view `cells`."""
    written: Callable[[Any], tuple[int, ...]] = tuple
    """`written(s)`: the numbers that `encode` would return for the state s. Only uncompiled code can call
    `written`."""
    room: Callable[[int], int] = lambda _plies: 0
    """`room(plies)`: the cells of memory that a line of play of this many plies needs for its states, the root
    included."""
    numbers: Callable[[tuple[int, ...], int], Sequence[int]]
    """`numbers(encoded, count)`: the numbers of the `count` actions of an encoded state, in the order of `listed`."""
    listed: Callable[[Any, Any, Any], tuple[Any, ...]]
    """`listed(game, state, s)`: the game's actions in the order in which the rules over integers list them. Only
    uncompiled code can call `listed`."""
    played: Callable[[Any, Any, Sequence[int]], tuple[Any, ...]]
    """`played(game, state, numbers)`: the actions of the game along a line of play from a state."""
    complaint: Callable[[int], str] | None = None
    """`complaint(number)`: the message for an error number in the block, if the rules can fail; see
    `advsearch.lowering.row_rules`."""
    inspected: Callable[[str, Kernel | None, Any], list[Any]]
    """`inspected(game, evaluate, numbers)`: the kernels that `advsearch.compiled.returns` checks."""

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
    """`make(moves, scale)` returns a function with the contract of `alphabeta.make_search`."""
    called: Callable[[Moves], Sequence[Called]] = attrs.field(default=lambda moves: (), eq=False)  # noqa: ARG005
    """The functions of plugins that the template calls besides the game's kernels, so that messages can name them."""


@attrs.frozen(kw_only=True, eq=False)
class Scale:
    """The functions with which a search template computes and compares values, in one number type."""

    numbers: Numbers
    """The number type of values."""
    aborted: Any
    lowest: Any
    stopped: Kernel
    """`stopped(value)`: whether a value is `aborted`."""
    terminal: Kernel
    """`terminal(utility, ply)`: the value of a finished position for a player who has this utility in the
    position."""
    horizon: Kernel
    """`horizon(t, replies, side, same)`: the evaluation of t for the player who moved into t. The argument `side` is
    0 if the player who moved into t is also the mover at the root. The argument `same` says whether the player who
    moved into t also moves in t."""
    invalid: Kernel
    """`invalid(evaluation)`: whether an evaluation is nan, which stops the search."""
    note_sure: Kernel
    """`note_sure(block, sure)`: record 1 if the value searched last would be the same at every greater depth, else
    0."""
    last_sure: Kernel
    """`last_sure(block)`: the number last recorded by `note_sure`. In an outcome game without draws, `last_sure`
    always returns 0, because `proven` recognises every value that stays the same at greater depths."""
    sided: bool
    """Whether evaluations depend on which player moves at the root."""
    below: Kernel
    """`below(value)`: the next smaller value."""
    above: Kernel
    """`above(value)`: a value slightly larger than `value`."""
    proven: Kernel
    """`proven(value)`: 1 if a value is a proven win or loss of an outcome game, else 0."""
    towards_node: Kernel
    """See `advsearch.values`."""
    towards_root: Kernel


def scale_of(
    evaluate: Kernel, numbers: Numbers, utilities: Utilities, *, antisymmetric: bool = False, draws: bool = True
) -> Scale:
    """The `Scale` for a game and an evaluator: `utilities` is the game's kind of utilities, `evaluate` the
    evaluator's kernel, and `numbers` the number type of the kernel's results."""
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
