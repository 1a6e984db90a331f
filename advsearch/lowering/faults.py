"""Why nothing is derived from rules that have no construct to refuse."""

from __future__ import annotations

from advsearch.errors import CompiledTierUnavailable


class RulesRaised(CompiledTierUnavailable):
    """The game's own methods raise errors or are no rules, as any search will say."""


class Differs(CompiledTierUnavailable):
    """What was derived differs from the game's own methods."""
