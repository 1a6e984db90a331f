"""Errors for games whose rules contain no refused construct, but cannot be derived all the same."""

from __future__ import annotations

from advsearch.errors import CompiledTierUnavailable


class RulesRaised(CompiledTierUnavailable):
    """The game's own methods raise errors or break the protocol. Any search of the game would report this."""


class Differs(CompiledTierUnavailable):
    """The derived rules differ from the game's own methods."""
