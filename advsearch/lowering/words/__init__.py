"""Derives integer functions for games whose states are a few integers.

The game's methods run on symbols: `stones - 1` becomes the graph node `sub(stones, 1)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from advsearch.errors import CompiledTierUnavailable

if TYPE_CHECKING:
    from advsearch.kernels import KernelSet
    from advsearch.lowering.sample import Sample
    from advsearch.protocol import AnyGame


def derive(game: AnyGame, sample: Sample) -> KernelSet:
    from advsearch.lowering.refusals import NotLowered, Refused
    from advsearch.lowering.words.context import Contradiction
    from advsearch.lowering.words.kernelset import kernels_of_view, view_of
    from advsearch.lowering.words.methods import Dead
    from advsearch.lowering.words.rules import closed_rules

    try:
        return kernels_of_view(view_of(*closed_rules(game, sample)), sample)
    except Refused as refused:
        raise NotLowered([refused.refusal]) from None
    except (Contradiction, Dead):
        from advsearch.lowering.refusals import Refusal

        raise NotLowered(
            [
                Refusal(
                    "",
                    0,
                    "the rules raise an error in every state",
                    "test with `if` before the part that raises the error",
                )
            ]
        ) from None


def every_refusal(game: AnyGame, sample: Sample, first: CompiledTierUnavailable) -> CompiledTierUnavailable:
    """Add all other refusals in the game's methods to the error of `derive`."""
    from advsearch.lowering import without_faults
    from advsearch.lowering.refusals import NotLowered
    from advsearch.lowering.words import telling

    if not isinstance(first, NotLowered):
        return first
    try:
        return without_faults(lambda: telling.every_refusal(game, sample, first))
    except CompiledTierUnavailable:
        return first


def evaluator_over(game: AnyGame, kernels: KernelSet, evaluator: Any) -> Callable[..., Any]:
    """Compile an evaluator for a game with hand-written kernels, which must include `fields`."""
    from advsearch.lowering.words import evaluators

    return evaluators.evaluator_over(game, kernels, evaluator)
