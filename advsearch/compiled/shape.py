"""A kernel set and an evaluator in the form templates need: all optional kernels filled in, values on one scale.

Variants are chosen here, in Python, so that a template has no branch for what a game does not do: the compiler folds
constants.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import attrs

from advsearch.bits import WORD_BITS, lowest, rest
from advsearch.compiled.layout import SURE
from advsearch.compiled.memory import Block, get, put
from advsearch.compiled.numbers import Numbers
from advsearch.compiled.returns import Kernel as Called
from advsearch.kernels import KernelSet
from advsearch.values import EVALUATION_LIMIT, Utilities

Kernel: TypeAlias = Callable[..., Any]


def inlined(function: Kernel) -> Kernel:
    """Ask for this function to be inlined wherever it is called (see `program.Conversion`)."""
    function.inlined = True  # type: ignore[attr-defined]
    return function


def variable(value: int) -> int:
    """The same, but no literal to numba, which for a literal would compile a recursive function a second time."""
    return value + 0


@attrs.frozen(kw_only=True, eq=False)
class Moves:
    """The rules of a game, as templates call them."""

    kernels: KernelSet
    actions: Kernel
    apply: Kernel
    outcome: Kernel
    fan: int
    some: Kernel
    """Whether a set of cells is not empty."""
    first: Kernel
    """Its least cell."""
    drop: Kernel
    """It without its least cell."""
    has: Kernel
    """Whether it has a cell."""
    choices: Kernel
    stays: Kernel


@attrs.frozen
class Template:
    """What a compiled search is made from."""

    name: str
    """How builds are called in messages."""
    make: Callable[[Moves, Scale], Kernel]
    """Gives a function with the contract of `alphabeta.make_search`."""
    called: Callable[[KernelSet], Sequence[Called]] = attrs.field(default=lambda kernels: (), eq=False)  # noqa: ARG005
    """The functions of plugins that it calls besides the game's kernels, so that messages can name them."""


def moves_of(kernels: KernelSet) -> Moves:
    fan = kernels.fan

    def every_choice(s: Any, cell: int) -> tuple[int, int]:  # noqa: ARG001 - a kernel's signature
        return 0, fan

    def never(s: Any, action: int) -> bool:  # noqa: ARG001
        return False

    some, first, drop, has = _one_word() if kernels.cell_words == 1 else _two_words()
    return Moves(
        kernels=kernels,
        actions=kernels.actions,
        apply=kernels.apply,
        outcome=kernels.outcome,
        fan=fan,
        some=some,
        first=first,
        drop=drop,
        has=has,
        choices=kernels.choices or every_choice,
        stays=kernels.stays or never,
    )


def _one_word() -> tuple[Kernel, Kernel, Kernel, Kernel]:
    def some(cells: Any) -> bool:
        return bool(cells != 0)

    def has(cells: Any, cell: int) -> bool:
        return bool(cells >> cell & 1)

    return some, lowest, rest, has


def _two_words() -> tuple[Kernel, Kernel, Kernel, Kernel]:
    def some(cells: Any) -> bool:
        return bool((cells[0] | cells[1]) != 0)

    def first(cells: Any) -> int:
        return lowest(cells[0]) if cells[0] else WORD_BITS + lowest(cells[1])

    def drop(cells: Any) -> Any:
        return (rest(cells[0]), cells[1]) if cells[0] else (0, rest(cells[1]))

    def has(cells: Any, cell: int) -> bool:
        if cell < WORD_BITS:
            return bool(cells[0] >> cell & 1)
        return bool(cells[1] >> cell - WORD_BITS & 1)

    return some, first, drop, has


@attrs.frozen(kw_only=True, eq=False)
class Scale:
    """How a template values positions, in one number type."""

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
    """Whether evaluations depend on who is the root's mover."""
    below: Kernel
    """The next value below one."""
    above: Kernel
    """A value above one, with little between."""
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

    def towards_node(value: Any, ply: int) -> Any:
        if value > EVALUATION_LIMIT:
            return value + ply
        if value < -EVALUATION_LIMIT:
            return value - ply
        return value

    def towards_root(value: Any, ply: int) -> Any:
        if value > EVALUATION_LIMIT:
            return value - ply
        if value < -EVALUATION_LIMIT:
            return value + ply
        return value

    return proven, towards_node, towards_root


def _no_bands() -> tuple[Kernel, Kernel, Kernel]:
    def proven(value: Any) -> int:  # noqa: ARG001 - in the place of the one above
        return 0

    def as_it_is(value: Any, ply: int) -> Any:  # noqa: ARG001
        return value

    return proven, as_it_is, as_it_is
