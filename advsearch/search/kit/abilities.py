"""The methods that a game may have, beside those that it must have, and that a text calls."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

from advsearch.protocol import AnyGame


def ability(game: AnyGame, name: str, given: int) -> Callable[..., Any] | None:
    """Return the game's method of a name if it takes so many arguments, or None."""
    method = getattr(game, name, None)
    if not callable(method):
        return None
    try:
        signature(method).bind(*range(given))
    except (TypeError, ValueError):  # another thing of this name
        return None
    found: Callable[..., Any] = method
    return found
