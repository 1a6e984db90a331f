"""The values of a whole game, position by position, and its mistakes by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from advsearch.analysis.live.lines import value_data
from advsearch.analysis.live.positions import Walked
from advsearch.notation import action_text
from advsearch.protocol import utilities_of
from advsearch.results import Result
from advsearch.values import EVALUATION_LIMIT, Utilities, Value, is_loss, is_proven, is_win, outcome_value

SWEEP_S: Final = 0.3
"""The seconds of the search of each position."""


def sweep(walked: Walked, search: Callable[[Any], Result]) -> Iterator[dict[str, Any]]:
    """Yield the value of each position of a game for its first player, from the last position to the first. A
    position whose played action lost value also has the mistake in words.
    """
    game, utilities = walked.game, utilities_of(walked.game)
    later: Value | None = None
    for ply in reversed(range(len(walked.states))):
        state = walked.states[ply]
        over = bool(game.terminal(state))
        if over:
            utility = game.utility(state, 0)
            value: Value = outcome_value(utility, 0) if utilities == "outcome" else utility
            best = ""
        else:
            found = search(state)
            if found.depth == 0:
                return
            value = found.value if game.player(state) == 0 else -found.value
            best = action_text(game, state, found.action)
        swept = {"kind": "swept", "ply": ply, **value_data(value, utilities), "best": best}
        if not over and later is not None and ply < len(walked.actions):
            played = action_text(game, state, walked.actions[ply])
            sign = 1 if game.player(state) == 0 else -1
            swept["mistake"] = "" if played == best else mistake(sign * value, sign * later, utilities)
            swept["loss"] = float(max(0, _within(sign * value) - _within(sign * later)))
        yield swept
        later = value


def mistake(before: Value, after: Value, utilities: Utilities) -> str:
    """Return what an action gave away, in words; "" for nothing that is certain. Both values are for the player who
    chose it: the value of the best action, and the value after the action that was played.

    >>> mistake(999_999_995, 3, "outcome"), mistake(2, -999_999_996, "outcome"), mistake(4, 1, "outcome")
    ('leaves a proven win', 'walks into a loss', '')
    """
    if utilities == "score":
        return ""
    if is_win(before) and is_loss(after):
        return "turns a win into a loss"
    if is_win(before) and not is_win(after):
        return "leaves a proven win"
    return "walks into a loss" if is_loss(after) and not is_loss(before) else ""


def _within(value: Value) -> Value:
    return 0 if is_proven(value) else max(-EVALUATION_LIMIT, min(EVALUATION_LIMIT, value))
