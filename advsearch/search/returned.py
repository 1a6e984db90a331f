"""Checks of values that games and searchers return, if a wrong value would make a search or a proof wrong.

A search that received `nan`, or an iterator that is used up, would not fail. Such a search would report a wrong value
as exact. The hot loops check only the type, and call the functions of this module for all unusual types.

A search does not test each state for having actions, because that would cost a comparison at every node. Instead, an
unfinished state without actions gets a value below every loss. If the state matters to the root, the value of the
root shows it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from advsearch.errors import AdvsearchError, InvalidSettings, PluginError, without_places
from advsearch.notation import state_text
from advsearch.protocol import AnyGame, name_of, utilities_of
from advsearch.results import Result
from advsearch.values import WIN, Value, checked_number

_LOOKED_AT: Final = 10_000


class BrokenGame(AdvsearchError):
    """The error for a game that breaks a law, even if third-party code called it."""


def no_action(game: AnyGame, state: Any = None) -> BrokenGame:
    """The error for a non-terminal state without actions. `state` is None if it is not known."""
    where = "a position of this search" if state is None else state_text(game, state)
    return BrokenGame(
        f"{name_of(game)} has no action in {where}, which is not terminal; run 'advsearch check' on the game"
    )


class WrongUtility(BrokenGame, InvalidSettings):
    """The utility of a finished game is not a number that can be compared."""


def checked_result(searcher: object, result: Any) -> Result:
    """Return what a search has returned, or raise an error if it is not a `Result`. `searcher` is the searcher that
    messages name."""
    if not isinstance(result, Result):
        raise PluginError(without_places(f"expected {searcher!r} to return a Result, got {result!r}"))
    return result


def checked_actions(game: AnyGame, actions: Any) -> Sequence[Any]:
    """Return the actions of a state, or raise an error if they are not a sequence. A sequence has a length, can be
    indexed, and can be iterated twice."""
    if hasattr(actions, "__len__") and hasattr(actions, "__getitem__"):
        return actions  # type: ignore[no-any-return]
    got = "None" if actions is None else f"a {type(actions).__name__}; return list(...) of it"
    raise BrokenGame(f"expected {name_of(game)}.actions to return a sequence such as a list, got {got}")


def actions_of(game: AnyGame, state: Any) -> Sequence[Any]:
    """The actions of a state that is not terminal. If there are none, this raises an error."""
    actions = checked_actions(game, game.actions(state))
    if not len(actions):
        raise no_action(game, state)
    return actions


def checked_utility(game: AnyGame, state: Any, utility: Any) -> Value:
    """Return the utility of a finished game, or raise an error if it is not a number."""
    try:
        return checked_number(f"{name_of(game)}.utility", utility)
    except InvalidSettings as error:
        raise WrongUtility(f"{error} in {state_text(game, state)}") from None


def utility_of(game: AnyGame, state: Any, player: int) -> Value:
    """The utility of a finished game for a player."""
    return checked_utility(game, state, game.utility(state, player))


def proof_utility(game: AnyGame, state: Any, player: int) -> Value:
    """The utility for a proof, which must be -1, 0 or 1 in outcome games. (A search treats every utility above 0 as a
    win, and every utility below 0 as a loss.)"""
    utility = game.utility(state, player)
    number = checked_utility(game, state, utility)
    if utilities_of(game) != "outcome" or number in (-1, 0, 1):
        return number
    raise WrongUtility(
        f'expected {name_of(game)}.utility to return -1, 0 or 1, as utilities = "outcome" says, '
        f"got {utility!r} in {state_text(game, state)}; leave `utilities` out for a game with scores"
    )


def refuse_dead_ends(game: AnyGame, state: Any, value: Value, pv: Sequence[Any], *, beyond: Value = math.inf) -> None:
    """Raise an error if the root's value can only come from a state without actions.

    The search for that state begins along `pv`. `beyond` is the smallest value that the search gives to a state
    without actions; every utility is larger.
    """
    outcome = utilities_of(game) == "outcome"
    if -WIN <= value <= WIN if outcome else -beyond < value < beyond:
        return
    dead_end = _dead_end(game, state, pv)
    if dead_end is not None or outcome:  # a game may return infinite scores by itself
        raise no_action(game, dead_end)


def _dead_end(game: AnyGame, state: Any, pv: Sequence[Any]) -> Any:
    waiting = [state]
    for action in pv:
        waiting.append(game.result(waiting[-1], action))
    for _ in range(_LOOKED_AT):
        if not waiting:
            break
        state = waiting.pop()
        if not game.terminal(state):
            actions = tuple(game.actions(state))
            if not actions:
                return state
            waiting.extend(game.result(state, action) for action in actions)
    return None
