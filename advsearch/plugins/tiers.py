"""Which tier a searcher runs on: `tier=auto|reference|compiled` of the outermost searcher in a spec."""

from __future__ import annotations

from typing import Any, Final, cast

from advsearch.compiled.facade import TierChoice, Tiered, choose, tiered_within
from advsearch.errors import InvalidSettings
from advsearch.protocol import AnyGame, HasKernels, Searcher
from advsearch.search.settings import with_inner

CHOICES: Final = ("auto", "reference", "compiled")
OUTERMOST: Final = {"tier": "auto"}
"""What the outermost searcher of a spec takes beside its own settings, if it is one of ours."""


def is_ours(searcher: Any) -> bool:
    """Whether this is one of our own algorithms, the only ones there are in two tiers."""
    return type(searcher).__module__.startswith("advsearch.search.")


def is_our_maker(maker: Any) -> bool:
    return str(getattr(maker, "__module__", "")).startswith("advsearch.search.")


def with_tier(searcher: Searcher, tier: Any) -> Searcher:
    """The searcher on the tier asked for.

    An outside searcher within it may hold one of ours that has a tier of its own: where the reference tier is asked
    for, that one runs on it, too.
    """
    if tier not in CHOICES:
        raise InvalidSettings(f"expected tier to be {' or '.join(CHOICES)}, got {str(tier)!r}")
    return Tiered(_uncompiled(searcher) if tier == "reference" else searcher, cast(TierChoice, tier))


def _uncompiled(searcher: Any) -> Any:
    inner = with_inner(searcher, _uncompiled)
    return Tiered(inner.searcher, "reference") if isinstance(inner, Tiered) else inner


def prepare(searcher: Searcher, game: AnyGame) -> None:
    """Build or load what a compiled search of this game needs, if it will be compiled."""
    for each in [searcher] if isinstance(searcher, Tiered) else tiered_within(searcher):
        each.prepare(game)


def why_not_compiled(searcher: Searcher, game: AnyGame) -> str | None:
    """Why a searcher that may run compiled does not on a game that has kernels; None if it does, or nobody would
    expect it to."""
    if not isinstance(searcher, Tiered) or not isinstance(game, HasKernels):
        return None
    if any(choose(each.searcher, game, each.tier).tier == "compiled" for each in tiered_within(searcher.searcher)):
        return None
    return choose(searcher.searcher, game, searcher.tier).reason
