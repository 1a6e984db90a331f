"""Checks of the values that games and searchers return, because a wrong value would make a search or a proof wrong.

A search that received `nan` could report a wrong value as exact. The inner loops of searches check only the type of a
value. If a value has an unusual type, the inner loop calls a function of this module.

A search does not test whether each state has actions, because that would cost a comparison at every node. An
unfinished state without actions gets a value below every loss. A root value that comes from an unfinished state
without actions is outside the range of utilities.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from advsearch.errors import AdvsearchError, IllegalAction, InvalidSettings, PluginError, without_places
from advsearch.notation import state_text
from advsearch.protocol import AnyGame, name_of, utilities_of
from advsearch.results import Result
from advsearch.values import WIN, Value, checked_number

_LOOKED_AT: Final = 10_000


class BrokenGame(AdvsearchError):
    """Raised if a game breaks a law of the test kit. The game is blamed for a `BrokenGame`, even if third-party code
    called the game's method."""


def no_action(game: AnyGame, state: Any = None) -> BrokenGame:
    """The error for a non-terminal state without actions. `state` is None if the state is not known."""
    where = "a position of this search" if state is None else state_text(game, state)
    return BrokenGame(
        f"{name_of(game)} has no action in {where}, but terminal(state) is False; run 'advsearch check' on the game"
    )


class WrongUtility(BrokenGame, InvalidSettings):
    """Raised if the utility of a finished game is not a number that can be compared."""


def checked_result(searcher: object, result: Any) -> Result:
    """Return `result` if it is a `Result`, else raise an error that names `searcher`."""
    if not isinstance(result, Result):
        raise PluginError(without_places(f"expected {searcher!r} to return a Result, got {result!r}"))
    return result


def checked_actions(game: AnyGame, actions: Any) -> Sequence[Any]:
    """Return `actions` if it is a sequence, else raise an error. A sequence, unlike an iterator, has a length and can
    be iterated twice.
    """
    if hasattr(actions, "__len__") and hasattr(actions, "__getitem__"):
        return actions  # type: ignore[no-any-return]
    got = "None" if actions is None else f"a {type(actions).__name__}; return list(...) of it"
    raise BrokenGame(f"expected {name_of(game)}.actions to return a sequence such as a list, got {got}")


def player_of(game: AnyGame, state: Any) -> int:
    """The player to move in a state. Raises an error if it is neither 0 nor 1."""
    player = game.player(state)
    if player not in (0, 1):
        raise BrokenGame(
            f"expected {name_of(game)}.player to return 0 or 1, got {without_places(repr(player))} in "
            f"{state_text(game, state)}; run 'advsearch check' on the game"
        )
    return player


def actions_of(game: AnyGame, state: Any) -> Sequence[Any]:
    """The actions of a state that is not terminal. Raises an error if the state has no actions."""
    actions = checked_actions(game, game.actions(state))
    if not len(actions):
        raise no_action(game, state)
    return actions


def check_hashable(game: AnyGame, state: Any) -> None:
    """Raise an error if a state cannot be stored in a table."""
    try:
        hash(state)
    except TypeError as error:
        raise BrokenGame(
            f"expected states of {name_of(game)} to be hashable, got {without_places(repr(state))}: {error}; "
            "make states of tuples instead of lists, or search without a table (table=0)"
        ) from None


def root_actions(game: AnyGame, state: Any, wanted: Sequence[Any] | None) -> Sequence[Any]:
    """The actions of the root to search: those in `wanted`, in the game's order, or all if `wanted` is None. Raises
    an error if an action in `wanted` is not legal."""
    actions = actions_of(game, state)
    if wanted is None:
        return actions
    for each in wanted:
        if each not in actions:
            where = state_text(game, state)
            raise IllegalAction(f"expected `actions` to be legal actions in {where}, got {each!r}")
    return [each for each in actions if each in wanted]


def checked_utility(game: AnyGame, state: Any, utility: Any) -> Value:
    """Return the utility of a finished game if it is a number, else raise an error."""
    try:
        return checked_number(f"{name_of(game)}.utility", utility)
    except InvalidSettings as error:
        raise WrongUtility(f"{error} in {state_text(game, state)}") from None


def utility_of(game: AnyGame, state: Any, player: int) -> Value:
    """The utility of a finished game for a player."""
    return checked_utility(game, state, game.utility(state, player))


def proof_utility(game: AnyGame, state: Any, player: int) -> Value:
    """The utility of a finished game, checked for use in a proof. In the proof of an outcome game, a utility must be
    -1, 0 or 1. A search, unlike a proof, treats every utility above 0 as a win, and every utility below 0 as a loss.
    """
    utility = game.utility(state, player)
    number = checked_utility(game, state, utility)
    if utilities_of(game) != "outcome" or number in (-1, 0, 1):
        return number
    raise WrongUtility(
        f'expected {name_of(game)}.utility to return -1, 0 or 1, as utilities = "outcome" says, '
        f"got {utility!r} in {state_text(game, state)}; leave `utilities` out for a game with scores"
    )


def refuse_dead_ends(game: AnyGame, state: Any, value: Value, pv: Sequence[Any], *, beyond: Value = math.inf) -> None:
    """Raise an error if the root's value shows that an unfinished state has no actions.

    The error names the state without actions. A state without actions has a value of at least `beyond` or at most
    `-beyond`. Every utility is between `-beyond` and `beyond`.
    """
    outcome = utilities_of(game) == "outcome"
    if -WIN <= value <= WIN if outcome else -beyond < value < beyond:
        return
    dead_end = _dead_end(game, state, pv)
    if dead_end is not None or outcome:  # the utilities of a score game may be infinite
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
