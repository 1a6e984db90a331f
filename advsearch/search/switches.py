"""Defines switches. A switch decides whether a stage of a hybrid search is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from advsearch.errors import InvalidSettings
from advsearch.protocol import AnyGame, name_of
from advsearch.search.returned import checked_actions
from advsearch.search.settings import whole_number


@attrs.frozen
class AtPly:
    """A switch that ends a stage when at least `ply` plies have been played."""

    ply: int = attrs.field(validator=whole_number)

    def __call__(self, game: Any, state: Any, /) -> bool:
        return bool(_having("ply", "the ply of a state", game)(state) >= self.ply)


@attrs.frozen
class AtMostActions:
    """A switch that ends a stage when the player to move has at most `count` legal actions."""

    count: int = attrs.field(validator=whole_number)

    def __call__(self, game: Any, state: Any, /) -> bool:
        return len(checked_actions(game, game.actions(state))) <= self.count


@attrs.frozen
class AtMostEmpty:
    """A switch that ends a stage when at most `count` cells are empty."""

    count: int = attrs.field(validator=whole_number)

    def __call__(self, game: Any, state: Any, /) -> bool:
        return bool(_having("empty", "the number of empty cells", game)(state) <= self.count)


def _having(method: str, needed: str, game: AnyGame) -> Callable[[Any], int]:
    """Look up an optional method of a game. Raises an error if the game does not have the method."""
    found: Callable[[Any], int] | None = getattr(game, method, None)
    if found is None:
        raise InvalidSettings(
            f"the switch needs {needed}, but {name_of(game)} has no method {method}(state); "
            "write a function of game and state as the switch"
        )
    return found
