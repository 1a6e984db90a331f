"""Which tier a searcher runs on: `tier=auto|reference|compiled` of the outermost searcher in a spec."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import attrs

from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.protocol import AnyGame, EvaluatorReference, Searcher
from advsearch.results import Result
from advsearch.search.settings import with_evaluator

TierChoice: TypeAlias = Literal["auto", "reference", "compiled"]
CHOICES: Final = ("auto", "reference", "compiled")


@attrs.frozen
class Tiered:
    """A searcher on a tier of one's choice."""

    searcher: Searcher
    tier: TierChoice = "auto"

    def search(self, game: AnyGame, state: Any, **options: Any) -> Result:
        if self.tier == "compiled":
            raise CompiledTierUnavailable("the compiled tier is not there yet; use tier=auto")
        return self.searcher.search(game, state, **options)


def is_ours(searcher: Any) -> bool:
    """Whether this is one of our own algorithms, the only ones there are in two tiers."""
    return type(searcher).__module__.startswith("advsearch.search.")


def is_our_maker(maker: Any) -> bool:
    return str(getattr(maker, "__module__", "")).startswith(("advsearch.search.", "advsearch.plugins."))


def with_tier(searcher: Searcher, tier: Any, default_evaluator: EvaluatorReference) -> Searcher:
    """The searcher as it is used: with the game's own evaluator where none is set, on the tier asked for."""
    if tier not in CHOICES:
        raise InvalidSettings(f"expected tier to be {' or '.join(CHOICES)}, got {str(tier)!r}")
    return Tiered(with_evaluator(searcher, default_evaluator), tier)
