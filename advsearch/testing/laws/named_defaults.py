"""Laws for named defaults: a game's attributes `default_evaluator` and `default_searcher` name an evaluator and a
searcher that can be found.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from advsearch.binding import check_settings
from advsearch.errors import AdvsearchError
from advsearch.plugins.registry import default_registry
from advsearch.testing.defining import Law, law
from advsearch.testing.ground import Ground
from advsearch.testing.report import Broken


def laws_of(given: Collection[str]) -> list[Law]:
    """Return the laws about a game's `default_evaluator` and `default_searcher`. `given` has the names of evaluators
    that the user passes to the check. The default evaluator must have a name in `given`, or must be registered.
    """

    @law(groups=("style",), about="game", catches=("F54",))
    def the_default_evaluator_is_there(ground: Ground) -> int:
        """default_evaluator is the name of an evaluator of the game."""
        game: Any = ground.game
        if not _is_given(game):
            try:
                default_registry().default_evaluator(game)
            except AdvsearchError as error:
                raise Broken("`default_evaluator` to name an evaluator of the game", str(error)) from error
        return 1

    @law(groups=("style",), about="game", catches=("F54",))
    def the_default_searcher_is_there(ground: Ground) -> int:
        """default_searcher is the name of a searcher that can search the game."""
        game: Any = ground.game
        try:
            _, made = default_registry().default_searcher(game)
            if hasattr(game, "default_searcher") and not _is_given(game):
                check_settings(made, game)
        except AdvsearchError as error:
            raise Broken("`default_searcher` to name a searcher that can search the game", str(error)) from error
        return 1

    def _is_given(game: Any) -> bool:
        named = getattr(game, "default_evaluator", None)
        return isinstance(named, str) and named in given

    return [the_default_evaluator_is_there, the_default_searcher_is_there]
