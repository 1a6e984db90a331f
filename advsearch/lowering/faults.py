"""Errors that stop the lowering although every construct in the rules is supported."""

from __future__ import annotations

from advsearch.errors import CompiledTierUnavailable


class RulesRaised(CompiledTierUnavailable):
    """The game's own methods raise errors or break the protocol."""


class Differs(CompiledTierUnavailable):
    """The derived rules differ from the game's own methods."""
