"""Errors for games whose rules contain no refused construct, but still cannot be derived."""

from __future__ import annotations

from advsearch.errors import CompiledTierUnavailable


class RulesRaised(CompiledTierUnavailable):
    """The game's own methods raise errors or break the protocol, so that any search of the game would fail."""


class Differs(CompiledTierUnavailable):
    """The derived rules differ from the game's own methods."""
