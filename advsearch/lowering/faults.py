"""Reasons for which nothing is derived although no construct of the rules is refused."""

from __future__ import annotations

from advsearch.errors import CompiledTierUnavailable


class RulesRaised(CompiledTierUnavailable):
    """The game's own methods raise errors or are no rules, as any search will say."""


class Differs(CompiledTierUnavailable):
    """What was derived differs from the game's own methods."""
