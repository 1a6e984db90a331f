"""Engines. An engine is a search for one game and one evaluator, made from a search template. An engine runs as
machine code or as plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Final

import attrs

from advsearch.compiled import build
from advsearch.compiled.evaluators import EvaluatorKernel, kernel_of
from advsearch.compiled.memory import Memory, plain_memory
from advsearch.compiled.moves import moves_of
from advsearch.compiled.numbers import wider
from advsearch.compiled.root import make_root
from advsearch.compiled.shape import Moves, Scale, Template, scale_of
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import KernelSet, WordsEvaluator
from advsearch.protocol import AnyGame, Evaluator, name_of, null, utilities_of

if TYPE_CHECKING:
    from advsearch.compiled.returns import Kernel as Called
    from advsearch.lowering.row_rules import RowRules


@attrs.frozen(eq=False)
class Engine:
    """A search for one game and one evaluator, compiled or as plain Python."""

    moves: Moves
    scale: Scale
    root: Callable[..., Any]
    """The function that `root.make_root` returns, compiled or as plain Python."""
    chosen: EvaluatorKernel
    compiled: bool

    def memory(self, cells: int, depth: int) -> tuple[Any, Any]:
        """Make a block of memory for searches to `depth`. Return the cells of the block, and the block as an argument
        for `root`."""
        if not self.compiled:
            plain = plain_memory(cells)
            return plain, plain
        memory = Memory(cells, "depth", depth)
        return memory.cells, memory.address


_engines: dict[Hashable, Engine | CompiledTierUnavailable] = {}
"""The engines built so far, and the errors for engines that could not be built."""
_MANY: Final = 256


def kernels_of(game: AnyGame) -> KernelSet | RowRules:
    """Return the game's rules over integers. If the game has no kernels, the rules are derived from the game's
    methods. Raises `CompiledTierUnavailable` if no rules can be derived.
    """
    offered = getattr(game, "kernels", None)
    if offered is None:
        from advsearch.lowering import derive

        return derive(game)
    found = offered()
    if not isinstance(found, KernelSet):
        raise CompiledTierUnavailable(f"expected {name_of(game)}.kernels() to return a KernelSet, got {found!r}")
    return found


def rules_with(game: AnyGame, evaluator: Evaluator) -> tuple[KernelSet | RowRules, EvaluatorKernel]:
    """Return a game's rules over integers, and an evaluator's kernel for these rules.

    If no kernel over words can be derived from the evaluator, the rules and the kernel are derived over rows of
    cells. Functions over rows can use recursion, powers, and every field of a state. Raises `CompiledTierUnavailable`
    if no kernel can be derived over rows.
    """
    rules = kernels_of(game)
    try:
        return rules, kernel_of(evaluator, rules, game)
    except CompiledTierUnavailable as error:
        if hasattr(game, "kernels") or not isinstance(rules, KernelSet) or isinstance(evaluator, WordsEvaluator):
            raise
        from advsearch.lowering import derive
        from advsearch.lowering.refusals import both_refused

        try:
            rows = derive(game, as_rows=True)
            return rows, kernel_of(evaluator, rows, game)
        except CompiledTierUnavailable as other:
            raise both_refused(error, other) from error


def check_available() -> None:
    """Raise `CompiledTierUnavailable` if nothing can be compiled on this machine."""
    reason = build.available()
    if reason is not None:
        raise CompiledTierUnavailable(reason)


def engine(game: AnyGame, evaluator: Evaluator, template: Template) -> Engine:
    """Return the compiled engine for a game, an evaluator and a template. The first call builds or loads the engine.
    Later calls return the same engine."""
    try:
        key: Hashable = (type(game), game, evaluator, template)
        known = _engines.get(key)
    except TypeError:  # a game or evaluator that cannot be hashed is prepared again each time
        key, known = None, None
    if known is None:
        try:
            known = _built(game, evaluator, template)
        except CompiledTierUnavailable as error:
            known = error
        if key is not None:
            if len(_engines) >= _MANY:
                _engines.clear()
            _engines[key] = known
    if isinstance(known, CompiledTierUnavailable):
        raise known.with_traceback(None)
    return known


def _built(game: AnyGame, evaluator: Evaluator, template: Template) -> Engine:
    made = plain_engine(game, evaluator, template)
    if evaluator is not null and not hasattr(game, "kernels"):
        from advsearch.lowering import hold_evaluator

        hold_evaluator(game, made.moves.kernels, evaluator, made.chosen)
    numbers = made.scale.numbers
    zero = numbers.type(0)
    example = (0, made.moves.example, 0, zero, zero, 0)

    def called() -> list[Called]:
        inspected = made.moves.inspected(name_of(game), made.chosen.function, numbers)
        return [*inspected, *template.called(made.moves)]

    root = build.native(made.root, example, f"{name_of(game)} {template.name}", called)
    return attrs.evolve(made, root=root, compiled=True)


def grow(game: AnyGame) -> bool:
    """Drop the engines of a game, and give its next engines more room for lists and plies. Return False if no more
    room is allowed.
    """
    from advsearch import lowering

    if not lowering.grow(game):
        return False
    for key in [key for key in _engines if isinstance(key, tuple) and key[0] is type(game) and key[1] == game]:
        del _engines[key]
    return True


def check_not_refused(game: AnyGame, evaluator: Evaluator, template: Template) -> None:
    """If an earlier call of `engine` with these arguments raised an error, raise the same error."""
    try:
        known = _engines.get((type(game), game, evaluator, template))
    except TypeError:
        return
    if isinstance(known, CompiledTierUnavailable):
        raise known.with_traceback(None)


def plain_engine(game: AnyGame, evaluator: Evaluator, template: Template) -> Engine:
    """Make an engine of ordinary Python functions. The engine is slow, but a debugger can trace the functions."""
    rules, chosen = rules_with(game, evaluator)
    moves = moves_of(rules)
    scale = scale_of(
        chosen.function,
        wider(chosen.numbers, moves.utility),
        utilities_of(game),
        antisymmetric=chosen.antisymmetric,
        draws=moves.draws,
    )
    search = template.make(moves, scale)
    return Engine(moves, scale, make_root(moves, scale, search), chosen, compiled=False)
