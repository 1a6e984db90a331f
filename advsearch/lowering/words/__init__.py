"""Derives kernels for games whose states are a few integers.

A game's six methods run on symbols for unknown values. For example, `stones - 1` becomes a node with the operation
"sub". `context`, `expressions`, `calls`, `methods`, `loops` and `families` run Python code symbolically, on the nodes
of a `graph`. `rules` runs a game's methods for each player, and `actions` converts a list of actions to a set of
cells. `limbs` and `steps` translate nodes to operations on machine words. `write`, `module` and `kernelset` turn the
operations on words into Python functions. `evaluators` lowers evaluators.
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
    """Return the kernels of a game whose states are a few integers. A game that cannot be lowered raises
    `NotLowered`.
    """
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
    """The kernel of an evaluator for a game with hand-written kernels. The hand-written kernels must include
    `fields`.
    """
    from advsearch.lowering.words import evaluators

    return evaluators.evaluator_over(game, kernels, evaluator)
