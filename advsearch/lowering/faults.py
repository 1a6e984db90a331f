"""Errors that prevent the derivation of rules, even if the rules contain no refused construct."""

from __future__ import annotations

from advsearch.errors import CompiledTierUnavailable


class RulesRaised(CompiledTierUnavailable):
    """The game's own methods raise errors or break the protocol. Any search of the game would fail."""


class Differs(CompiledTierUnavailable):
    """The derived rules differ from the game's own methods."""
