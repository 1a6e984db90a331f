"""Refuses what is often given in place of a game, a searcher or a state: a class, a function, or text."""

from __future__ import annotations

from typing import Any

from advsearch.errors import InvalidSettings, without_places
from advsearch.plugins.entries import refuse_class
from advsearch.protocol import RULES, AnyGame, Bindable, Searcher, evaluator_name, name_of


def check_game(game: Any) -> None:
    """Raise an error if `game` is a class, or has no method of a game."""
    refuse_class("game", game)
    if any(hasattr(game, name) for name in RULES):
        return
    if callable(game) and hasattr(game, "__name__"):
        name = evaluator_name(game)
        remedy = f"if it makes a game, call it first: {name}()"
        raise InvalidSettings(f"expected a game, got the function {name}; {remedy}")
    raise InvalidSettings(
        f"expected a game, an object with the methods {', '.join(RULES)}, got {without_places(repr(game))}"
    )


def check_searcher(searcher: Any) -> None:
    """Raise an error if `searcher` is a class, or has neither `search` nor `bind`."""
    refuse_class("searcher", searcher)
    if not isinstance(searcher, Searcher | Bindable):
        got = without_places(repr(searcher))
        raise InvalidSettings(f"expected a searcher, such as AlphaBeta(depth=6), got {got}")


def check_state(game: AnyGame, state: Any) -> None:
    """Raise an error if a state is text, in a game whose states are not."""
    if type(state) is not str or isinstance(game.initial(), str):
        return
    reads = hasattr(game, "parse_state")
    remedy = "read the text with game.parse_state(text)" if reads else "pass a state such as game.initial()"
    raise InvalidSettings(f"expected a state of {name_of(game)}, got the text {state!r}; {remedy}")
