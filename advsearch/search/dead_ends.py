"""Broken games: states that are not terminal and have no actions.

The search does not test for such states, because that would cost a comparison at every node. Instead, a state without
actions has a value below every loss, which is visible in the root's value if the state matters there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from advsearch.errors import AdvsearchError
from advsearch.notation import state_text
from advsearch.protocol import AnyGame, name_of, utilities_of
from advsearch.values import WIN, Value

_LOOKED_AT: Final = 10_000


class BrokenGame(AdvsearchError):
    """The game breaks a law, whichever code called it."""


def no_action(game: AnyGame, state: Any = None) -> BrokenGame:
    """The error for a non-terminal state without actions; `state` is None where it is not known."""
    where = "a position of this search" if state is None else state_text(game, state)
    return BrokenGame(
        f"{name_of(game)} has no action in {where}, which is not terminal; run 'advsearch check' on the game"
    )


def refuse_dead_ends(game: AnyGame, state: Any, value: Value, pv: Sequence[Any], *, beyond: Value = math.inf) -> None:
    """Raise if the root's value can only come from a state without actions.

    That state is looked for along `pv` first. `beyond` is the smallest score that the search gives to a state without
    actions: every utility is larger.
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
