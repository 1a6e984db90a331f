"""Engines: a template for one game and evaluator, as machine code or plain Python, with what a call needs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final

import attrs

from advsearch.compiled import build
from advsearch.compiled.evaluators import EvaluatorKernel, kernel_of
from advsearch.compiled.fullwidth import make_perft
from advsearch.compiled.memory import Memory, plain_memory
from advsearch.compiled.numbers import FLOAT
from advsearch.compiled.returns import kernels_in
from advsearch.compiled.root import make_root
from advsearch.compiled.shape import Scale, Template, moves_of, scale_of
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import KernelSet
from advsearch.protocol import AnyGame, Evaluator, name_of, utilities_of


@attrs.frozen(eq=False)
class Engine:
    """A search of one game with one evaluator."""

    kernels: KernelSet
    scale: Scale
    root: Callable[..., Any]
    """`root.make_root`'s, compiled or plain."""
    compiled: bool

    def memory(self, cells: int, depth: int) -> tuple[Any, Any]:
        """A fresh block for searches to this depth: what Python reads and writes, and what is handed to `root`."""
        if not self.compiled:
            plain = plain_memory(cells)
            return plain, plain
        memory = Memory(cells, "depth", depth)
        return memory.cells, memory.address


_engines: dict[Hashable, Engine | str] = {}
"""The engines built so far, and the errors of those that could not be built."""
_MANY: Final = 256


def kernels_of(game: AnyGame) -> KernelSet:
    """The game's kernels; `CompiledTierUnavailable` where it has none."""
    offered = getattr(game, "kernels", None)
    if offered is None:
        raise CompiledTierUnavailable(f"{name_of(game)} has no kernels; ask for tier=reference")
    found = offered()
    if not isinstance(found, KernelSet):
        raise CompiledTierUnavailable(f"expected {name_of(game)}.kernels() to return a KernelSet, got {found!r}")
    return found


def check_available() -> None:
    """Raise `CompiledTierUnavailable` if nothing can be compiled on this machine."""
    reason = build.available()
    if reason is not None:
        raise CompiledTierUnavailable(reason)


def engine(game: AnyGame, evaluator: Evaluator, template: Template) -> Engine:
    """The compiled engine; built at the first call for these arguments, or loaded from disk."""
    try:
        key: Hashable = (type(game), game, evaluator, template)
        known = _engines.get(key)
    except TypeError:  # a game or evaluator that cannot be hashed is prepared again each time
        key, known = None, None
    if known is None:
        try:
            known = _built(game, evaluator, template)
        except CompiledTierUnavailable as error:
            known = str(error)
        if key is not None:
            if len(_engines) >= _MANY:
                _engines.clear()
            _engines[key] = known
    if isinstance(known, str):
        raise CompiledTierUnavailable(known)
    return known


def _built(game: AnyGame, evaluator: Evaluator, template: Template) -> Engine:
    made = plain_engine(game, evaluator, template)
    numbers = made.scale.numbers
    zero = numbers.type(0)
    example = (0, tuple([0] * made.kernels.words), 0, zero, zero, 0)
    chosen = kernel_of(evaluator, made.kernels, game)
    called = [*kernels_in(made.kernels, name_of(game), chosen.function, numbers), *template.called(made.kernels)]
    root = build.native(made.root, example, f"{name_of(game)} {template.name}", called)
    return attrs.evolve(made, root=root, compiled=True)


def check_not_refused(game: AnyGame, evaluator: Evaluator, template: Template) -> None:
    """Raise the error that `engine` has raised for these arguments, if any."""
    try:
        known = _engines.get((type(game), game, evaluator, template))
    except TypeError:
        return
    if isinstance(known, str):
        raise CompiledTierUnavailable(known)


def plain_engine(game: AnyGame, evaluator: Evaluator, template: Template) -> Engine:
    """The same engine as ordinary Python: slow, but it can be read, traced and tested."""
    kernels = kernels_of(game)
    chosen = kernel_of(evaluator, kernels, game)
    moves, scale = moves_of(kernels), _scale(game, chosen, kernels)
    search = template.make(moves, scale)
    return Engine(kernels, scale, make_root(moves, scale, search), compiled=False)


def _scale(game: AnyGame, chosen: EvaluatorKernel, kernels: KernelSet) -> Scale:
    return scale_of(
        chosen.function,
        chosen.numbers,
        utilities_of(game),
        antisymmetric=chosen.antisymmetric,
        draws=kernels.draws,
    )


def perft_engine(game: AnyGame) -> tuple[KernelSet, Callable[..., Any]]:
    """The game's kernels and its compiled perft."""
    kernels = kernels_of(game)
    plain = make_perft(moves_of(kernels))
    cells = 0 if kernels.cell_words == 1 else (0, 0)
    example = (0, tuple([0] * kernels.words), cells, 0)
    return kernels, build.native(
        plain, example, f"{name_of(game)} perft", kernels_in(kernels, name_of(game), numbers=FLOAT)
    )
