"""Which tier a searcher runs on: `tier=auto|reference|compiled` of the outermost searcher in a spec."""

from __future__ import annotations

from typing import Any, Final, cast

from advsearch.compiled.facade import TierChoice, Tiered, choose
from advsearch.errors import InvalidSettings
from advsearch.protocol import AnyGame, EvaluatorReference, HasKernels, Searcher
from advsearch.search.settings import with_evaluator

CHOICES: Final = ("auto", "reference", "compiled")
OUTERMOST: Final = {"tier": "auto"}
"""What the outermost searcher of a spec takes beside its own settings, if it is one of ours."""


def is_ours(searcher: Any) -> bool:
    """Whether this is one of our own algorithms, the only ones there are in two tiers."""
    return type(searcher).__module__.startswith("advsearch.search.")


def is_our_maker(maker: Any) -> bool:
    return str(getattr(maker, "__module__", "")).startswith("advsearch.search.")


def with_tier(searcher: Searcher, tier: Any, default_evaluator: EvaluatorReference) -> Searcher:
    """The searcher as it is used: with the game's own evaluator where none is set, on the tier asked for."""
    if tier not in CHOICES:
        raise InvalidSettings(f"expected tier to be {' or '.join(CHOICES)}, got {str(tier)!r}")
    return Tiered(with_evaluator(searcher, default_evaluator), cast(TierChoice, tier))


def prepare(searcher: Searcher, game: AnyGame) -> None:
    """Build or load what a compiled search of this game needs, if it will be compiled."""
    if isinstance(searcher, Tiered):
        searcher.prepare(game)


def why_not_compiled(searcher: Searcher, game: AnyGame) -> str | None:
    """Why a searcher that may run compiled does not on a game that has kernels; None if it does, or nobody would
    expect it to."""
    if not isinstance(searcher, Tiered) or not isinstance(game, HasKernels):
        return None
    return choose(searcher.searcher, game, searcher.tier).reason
