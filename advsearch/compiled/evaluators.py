"""Find the compiled form of an evaluator: a kernel that takes a state as numbers."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs

from advsearch.compiled import build
from advsearch.compiled.numbers import NUMBERS, Numbers
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import Cells, KernelSet, Words, WordsEvaluator
from advsearch.protocol import AnyGame, Evaluator, evaluator_name, name_of, null

if TYPE_CHECKING:
    from advsearch.compiled.returns import Kernel
    from advsearch.lowering.row_rules import RowRules


@attrs.frozen(eq=False)
class EvaluatorKernel:
    """An evaluator's kernel, its number type, and the memory that the kernel needs."""

    function: Callable[[Words, Cells, int], Any]
    numbers: Numbers
    """The type of number that the kernel returns."""
    antisymmetric: bool
    room: int = 0
    """The number of memory cells that the kernel needs after the cells of the last state."""


def _zero(s: Words, own: Cells, side: int) -> int:  # noqa: ARG001 - a kernel's signature
    return 0


def kernel_of(evaluator: Evaluator, kernels: KernelSet | RowRules, game: AnyGame) -> EvaluatorKernel:
    """Find an evaluator's kernel. An evaluator with the decorator `over_words` is itself the kernel. If the game's
    kernel set contains a kernel for the evaluator, this kernel is returned. For an evaluator without a kernel, a
    kernel is derived. Raises `CompiledTierUnavailable` if no kernel can be derived.
    """
    reason = getattr(evaluator, "in_python", None)
    if isinstance(reason, str):
        raise CompiledTierUnavailable(reason)
    by_hand = isinstance(kernels, KernelSet) and kernels.lower is None
    if isinstance(evaluator, WordsEvaluator) and not by_hand:
        raise CompiledTierUnavailable(
            f"evaluator {evaluator_name(evaluator)} needs kernels, but {name_of(game)} has none; "
            "write the evaluator as f(game, state, player)"
        )
    if isinstance(kernels, KernelSet):
        function = _found(evaluator, kernels)
        if function is None:
            function = _over_fields(evaluator, kernels, game)
    else:
        function = _over_rows(evaluator, kernels)
    if function is None:
        raise CompiledTierUnavailable(
            f"evaluator {evaluator_name(evaluator)} has no kernel for {name_of(game)}; "
            "write a kernel with `@over_words` (docs/kernels.md), or ask for tier=reference"
        )
    antisymmetric = evaluator is null or bool(getattr(evaluator, "antisymmetric", False))
    return EvaluatorKernel(function, _numbers(function), antisymmetric, getattr(function, "room", 0))


def _over_rows(evaluator: Any, rules: RowRules) -> Callable[..., Any]:
    if evaluator is null:
        return _zero
    from advsearch.compiled.row_moves import evaluator_over_rows

    return evaluator_over_rows(rules, evaluator)


def _found(evaluator: Any, kernels: KernelSet) -> Callable[..., Any] | None:
    if evaluator is null:
        return _zero
    if isinstance(evaluator, WordsEvaluator):
        return evaluator.function
    try:
        by_itself: Callable[..., Any] | None = kernels.evaluators.get(evaluator)
    except TypeError:  # an evaluator that cannot be hashed is not a key
        by_itself = None
    if by_itself is not None:
        return by_itself
    maker = kernels.evaluators.get(type(evaluator))
    if maker is not None:
        made: Callable[..., Any] | None = maker(evaluator)
        return made
    return None if kernels.lower is None else kernels.lower(evaluator)


def _over_fields(evaluator: Any, kernels: KernelSet, game: AnyGame) -> Callable[..., Any] | None:
    """Derive a kernel from an evaluator that takes states of the game. Return None if the game's kernel set does not
    name the fields of a state."""
    if kernels.fields is None:
        return None
    from advsearch.lowering import without_faults, words

    return without_faults(lambda: words.evaluator_over(game, kernels, evaluator))


def check_compiles(evaluator: WordsEvaluator, kernels: KernelSet) -> None:
    """Raise `CompiledTierUnavailable` if numba cannot compile a user's evaluator.

    Evaluators that come with a game are not tested here, because the search compiles them.
    """
    reason = _refusal(evaluator.function, kernels.words, kernels.cell_words)
    if reason is not None:
        raise CompiledTierUnavailable(reason)


@functools.lru_cache(maxsize=256)
def _refusal(function: Callable[..., Any], words: int, cell_words: int) -> str | None:
    try:
        _machine_code(function, words, cell_words)
    except CompiledTierUnavailable as error:
        return str(error)
    return None


def machine_code_of(function: Callable[..., Any], kernels: KernelSet) -> Callable[..., Any]:
    """Return machine code for an evaluator's kernel alone. Checks compare its results with the results in plain
    Python."""
    return _machine_code(function, kernels.words, kernels.cell_words)


@functools.lru_cache(maxsize=256)
def _machine_code(function: Callable[..., Any], words: int, cell_words: int) -> Callable[..., Any]:
    numbers = _numbers(function)
    converted = numbers.converted

    def evaluate(s: Words, cells: Cells, side: int) -> Any:
        return converted(function(s, cells, side))

    cells = 0 if cell_words == 1 else (0, 0)
    example, label = (tuple([0] * words), cells, 0), f"evaluator {evaluator_name(function)}"

    def called() -> list[Kernel]:
        from advsearch.compiled.returns import Kernel

        return [Kernel(label, function, example, None, numbers)]

    return build.native(evaluate, example, label, called)


def _numbers(function: Callable[..., Any]) -> Numbers:
    declared = getattr(function, "__annotations__", {}).get("return")
    for kind, numbers in NUMBERS.items():
        if declared is kind or declared == kind.__name__:
            return numbers
    name, allowed = evaluator_name(function), " or ".join(f"'-> {kind.__name__}'" for kind in NUMBERS)
    raise CompiledTierUnavailable(f"expected the evaluator kernel {name} to declare {allowed}, got {declared!r}")
