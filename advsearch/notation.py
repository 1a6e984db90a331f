"""Read and write states, actions and numbers as text.

Users and files supply the text that is read, so every state and action is checked against the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from advsearch.errors import AdvsearchError, IllegalAction, InvalidNotation, without_places
from advsearch.protocol import AnyGame, HasNotation, name_of


def action_text(game: AnyGame, state: Any, action: Any) -> str:
    """An action as text for users, in the game's notation. In a game without notation, the text is the action's
    `str`."""
    return game.format_action(state, action) if isinstance(game, HasNotation) else str(action)


def state_text(game: AnyGame, state: Any) -> str:
    """A position as one line of text, in the game's notation. In a game without notation, the text is the position's
    `str`."""
    return game.format_state(state) if isinstance(game, HasNotation) else str(state)


def line_text(game: AnyGame, state: Any, actions: Iterable[Any]) -> tuple[str, ...]:
    """The actions of a line of play that starts at `state`, as text."""
    texts = []
    for action in actions:
        texts.append(action_text(game, state, action))
        state = game.result(state, action)
    return tuple(texts)


def read_action(game: AnyGame, state: Any, text: str) -> Any:
    """The legal action that `text` denotes. Raises `InvalidNotation` or `IllegalAction` if `text` denotes no legal
    action.

    In a game without notation, the text of an action is its `str`, with or without spaces.
    """
    if isinstance(game, HasNotation):
        try:
            action = game.parse_action(state, text)
        except Exception as error:
            raise _refused("action", text, game, error) from error
        try:
            game.result(state, action)  # refuses illegal actions with the game's own words
        except Exception as error:
            if action in game.actions(state):
                raise  # the game refuses an action that it listed, so no other text would be accepted
            raise _refused("action", text, game, error, IllegalAction) from error
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
    """The position that `text` denotes. Raises `InvalidNotation` for a game without notation."""
    if not isinstance(game, HasNotation):
        raise InvalidNotation(
            f"{name_of(game)} has no notation for positions; give its class `parse_state` and `format_state`"
        )
    try:
        return game.parse_state(text)
    except Exception as error:
        raise _refused("position", text, game, error) from error


def _refused(
    what: str, text: str, game: AnyGame, error: Exception, kind: type[AdvsearchError] = InvalidNotation
) -> AdvsearchError:
    """The error for a string that a game refuses. The error message comes from the game. If the game's message does
    not quote the string, the string and the name of the game are added.

    For a string that it cannot read, a game's parser may raise any error, most often `ValueError`.
    """
    said = " ".join(without_places(str(error)).split())
    if isinstance(error, IllegalAction):
        kind = IllegalAction
    elif not isinstance(error, AdvsearchError):
        said = f"{type(error).__name__}{f': {said}' if said else ''}"
    quoted = isinstance(error, AdvsearchError) and (", got " in said or (text.strip() and text.strip() in said))
    return kind(said if quoted else f"{name_of(game)} refuses the {what} {text!r}{f': {said}' if said else ''}")


def _without_spaces(text: str) -> str:
    return "".join(text.split())


def count(number: float) -> str:
    """A number with thousands separators, as text.

    >>> count(12345)
    '12,345'
    """
    return f"{number:,.0f}"


def plural(number: int, one: str, many: str = "") -> str:
    """A number with a noun in the singular or plural, as text.

    >>> plural(1, "game"), plural(2, "ply", "plies")
    ('1 game', '2 plies')
    """
    return f"{count(number)} {one if number == 1 else many or one + 's'}"


def seconds_text(seconds: float) -> str:
    """Seconds as text with a unit.

    >>> seconds_text(0.0123), seconds_text(4.5), seconds_text(1234)
    ('12 ms', '4.50 s', '1,234 s')
    """
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    return f"{seconds:.2f} s" if seconds < 100 else f"{seconds:,.0f} s"
