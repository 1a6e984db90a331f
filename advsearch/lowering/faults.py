"""Two errors that stop the compilation of a game: `RulesRaised` and `Differs`."""

from __future__ import annotations

from advsearch.errors import CompiledTierUnavailable


class RulesRaised(CompiledTierUnavailable):
    """The game's own methods raise an error or return impossible values."""


class Differs(CompiledTierUnavailable):
    """Derived rules return another result than the game's own methods."""
