"""Broken games: states that are not terminal and offer no action.

Nobody looks for them on the way, as that would cost every node a comparison. But a search takes such a state for
worse than any loss, which shows in the root's value if it matters there.
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
    """The game breaks a law, whoever asked it."""


def no_action(game: AnyGame, state: Any = None) -> BrokenGame:
    """The error for a state without actions that is not terminal; None is one that is not known."""
    where = "a position of this search" if state is None else state_text(game, state)
    return BrokenGame(
        f"{name_of(game)} has no action in {where}, which is not terminal; run 'advsearch check' on the game"
    )


def refuse_dead_ends(game: AnyGame, state: Any, value: Value, pv: Sequence[Any], *, beyond: Value = math.inf) -> None:
    """Raise if what a search found at the root can only come of such a state. `pv` is where to look first, `beyond`
    the first score that the search takes for one that nothing has: any utility below it is an honest one."""
    outcome = utilities_of(game) == "outcome"
    if -WIN <= value <= WIN if outcome else -beyond < value < beyond:
        return
    dead_end = _dead_end(game, state, pv)
    if dead_end is not None or outcome:  # scores may be infinite for reasons of their own
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
