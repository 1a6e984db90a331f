"""Errors for games from which nothing is derived although their rules have no construct that is refused."""

from __future__ import annotations

from advsearch.errors import CompiledTierUnavailable


class RulesRaised(CompiledTierUnavailable):
    """The game's own methods raise errors or break the protocol. Any search would report this."""


class Differs(CompiledTierUnavailable):
    """The derived rules differ from the game's own methods."""
