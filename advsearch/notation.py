"""Reads and writes states and actions, for games with notation and for games without it.

The text comes from users and files, so everything read here is checked against the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from advsearch.errors import InvalidNotation
from advsearch.protocol import AnyGame, HasNotation, name_of


def action_text(game: AnyGame, state: Any, action: Any) -> str:
    """An action as text for users: in the game's notation, else its `str`."""
    return game.format_action(state, action) if isinstance(game, HasNotation) else str(action)


def state_text(game: AnyGame, state: Any) -> str:
    """A position as one line of text: in the game's notation, else its `str`."""
    return game.format_state(state) if isinstance(game, HasNotation) else str(state)


def line_text(game: AnyGame, state: Any, actions: Iterable[Any]) -> tuple[str, ...]:
    """The actions of a line of play that starts at `state`, as text."""
    texts = []
    for action in actions:
        texts.append(action_text(game, state, action))
        state = game.result(state, action)
    return tuple(texts)


def read_action(game: AnyGame, state: Any, text: str) -> Any:
    """The legal action that `text` denotes; raises `InvalidNotation` or `IllegalAction` if there is none.

    In a game without notation the text of an action is its `str`, with or without its spaces.
    """
    if isinstance(game, HasNotation):
        action = game.parse_action(state, text)
        game.result(state, action)  # raises the game's own error for an illegal action
        return action
    actions = {str(action): action for action in game.actions(state)}
    if text in actions:
        return actions[text]
    alike = [action for written, action in actions.items() if _without_spaces(written) == _without_spaces(text)]
    if len(alike) == 1:
        return alike[0]
    some = ", ".join(list(actions)[:3])
    raise InvalidNotation(f"expected one of {len(actions)} legal actions such as {some}, got {text!r}")


def read_state(game: AnyGame, text: str) -> Any:
    """The position that `text` denotes; raises `InvalidNotation` for a game without notation."""
    if not isinstance(game, HasNotation):
        raise InvalidNotation(
            f"{name_of(game)} has no notation for positions; give its class parse_state and format_state"
        )
    return game.parse_state(text)


def _without_spaces(text: str) -> str:
    return "".join(text.split())
