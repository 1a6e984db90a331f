"""Checks of the values that games and searchers return, where a wrong one would make a search or a proof wrong.

A search that got `nan`, or an exhausted iterator, would not fail: it would report a wrong value as exact. The hot
loops check only the type, and call the functions here for all unusual types.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from advsearch.errors import InvalidSettings, PluginError, without_places
from advsearch.notation import state_text
from advsearch.protocol import AnyGame, name_of, utilities_of
from advsearch.results import Result
from advsearch.search.dead_ends import BrokenGame, no_action
from advsearch.values import Value, checked_number


class WrongUtility(BrokenGame, InvalidSettings):
    """The utility of a finished game is not a number that can be compared."""


def checked_result(searcher: object, result: Any) -> Result:
    """What a search has returned, if it is a `Result`. `searcher` is the searcher that messages name."""
    if not isinstance(result, Result):
        raise PluginError(without_places(f"expected {searcher!r} to return a Result, got {result!r}"))
    return result


def checked_actions(game: AnyGame, actions: Any) -> Sequence[Any]:
    """The actions of a state, if they are a sequence, which has a length, an index and can be iterated twice."""
    if hasattr(actions, "__len__") and hasattr(actions, "__getitem__"):
        return actions  # type: ignore[no-any-return]
    got = "None" if actions is None else f"a {type(actions).__name__}; return list(...) of it"
    raise BrokenGame(f"expected {name_of(game)}.actions to return a sequence such as a list, got {got}")


def actions_of(game: AnyGame, state: Any) -> Sequence[Any]:
    """The actions of a state that is not terminal; an error if there are none."""
    actions = checked_actions(game, game.actions(state))
    if not len(actions):
        raise no_action(game, state)
    return actions


def checked_utility(game: AnyGame, state: Any, utility: Any) -> Value:
    """The utility of a finished game, if it is a number."""
    try:
        return checked_number(f"{name_of(game)}.utility", utility)
    except InvalidSettings as error:
        raise WrongUtility(f"{error} in {state_text(game, state)}") from None


def utility_of(game: AnyGame, state: Any, player: int) -> Value:
    """The utility of a finished game for a player."""
    return checked_utility(game, state, game.utility(state, player))


def proof_utility(game: AnyGame, state: Any, player: int) -> Value:
    """The utility for a proof, which must be -1, 0 or 1 in outcome games. (A search treats every utility above 0 as
    a win and every one below 0 as a loss.)"""
    utility = game.utility(state, player)
    number = checked_utility(game, state, utility)
    if utilities_of(game) != "outcome" or number in (-1, 0, 1):
        return number
    raise WrongUtility(
        f'expected {name_of(game)}.utility to return -1, 0 or 1, as utilities = "outcome" says, '
        f"got {utility!r} in {state_text(game, state)}; leave utilities out for a game with scores"
    )
