"""Laws for notation: the text of a state or action can be read back, and wrong text is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from advsearch.errors import AdvsearchError, InvalidNotation
from advsearch.testing.defining import lacks, law, positions
from advsearch.testing.ground import Ground, Visit
from advsearch.testing.laws.states import signature
from advsearch.testing.report import Broken, show, shown_error

NONSENSE: Final = ("", " ", "?!", "\x00", "this is no move", "this/is no/position at all", "9" * 400, "é", "½²")


def _no_written_states(game: Any) -> str:
    return lacks(game, "format_state", "parse_state")


def _no_written_actions(game: Any) -> str:
    return lacks(game, "format_action", "parse_action")


def _neither_states_nor_actions(game: Any) -> str:
    return _no_written_states(game) and _no_written_actions(game)


@law(groups=("style",), about="game", catches=("F39",), cases=positions, applies=_no_written_states)
def states_are_written_and_read_back(_ground: Ground, visit: Visit) -> None:
    """parse_state(format_state(state)) == state. The state that was read back has the player to move, the actions and
    the `terminal` of the state that was written.
    """
    text = visit.game.format_state(visit.state)
    if not isinstance(text, str):
        raise Broken("format_state(state) to be text", show(text))
    try:
        again = visit.game.parse_state(text)
    except Exception as error:
        raise Broken("parse_state to read the text from format_state", shown_error(error), text=text) from error
    if again != visit.state:
        raise Broken(f"parse_state(format_state(state)) to be {show(visit.state)}", show(again), text=text)
    if signature(visit.game, again) != signature(visit.game, visit.state):
        raise Broken(
            f"parse_state to return the same position, {show(signature(visit.game, visit.state))}",
            show(signature(visit.game, again)),
            text=text,
        )


@law(groups=("style",), about="game", catches=("F39",), cases=positions, applies=_no_written_actions)
def actions_are_written_and_read_back(ground: Ground, visit: Visit) -> None:
    """parse_action(state, format_action(state, action)) == action, and no two actions have the same text."""
    actions = list(visit.game.actions(visit.state))
    written: dict[str, Any] = {}
    for action in actions:
        text = visit.game.format_action(visit.state, action)
        if not isinstance(text, str) or not text.strip():
            raise Broken("format_action(state, action) to be text", show(text), action=show(action))
        other = written.setdefault(text, action)
        if other != action:
            raise Broken(
                "different actions to be written differently", f"{text!r} for {show(other)} and {show(action)}"
            )
    for action in ground.some_actions(actions):
        text = visit.game.format_action(visit.state, action)
        try:
            again = visit.game.parse_action(visit.state, text)
        except Exception as error:
            raise Broken("parse_action to read the text from format_action", shown_error(error), text=text) from error
        if again != action:
            raise Broken(f"{text!r} to be read as {show(action)}", show(again))


@law(groups=("style",), about="game", catches=("F38",), applies=_neither_states_nor_actions)
def nonsense_is_refused(ground: Ground) -> int:
    """parse_state and parse_action raise InvalidNotation for a text that is not a state or an action."""
    game: Any = ground.game
    start = game.initial()
    tried = 0
    if not _no_written_states(game):
        for text in NONSENSE:
            tried += 1
            for state in _unless_refused(game.parse_state, text, "state"):
                if game.parse_state(game.format_state(state)) != state:
                    raise Broken(f"parse_state to raise InvalidNotation for {text!r}", show(state))
    if not _no_written_actions(game):
        for text in NONSENSE:
            tried += 1
            for action in _unless_refused(lambda text: game.parse_action(start, text), text, "action"):
                if action not in game.actions(start):
                    raise Broken(f"parse_action to raise InvalidNotation for {text!r}", show(action))
    return tried


def _unless_refused(read: Callable[[str], Any], text: str, state_or_action: str) -> Iterator[Any]:
    """Yield the result of reading a wrong text, or nothing if `read` raises InvalidNotation; another error breaks the
    law.
    """
    try:
        yield read(text)
    except InvalidNotation:
        pass
    except Exception as error:
        if state_or_action == "action" and isinstance(error, AdvsearchError):
            return  # IllegalAction is also correct for the text of an action that is not legal here
        raise Broken(f"parse_{state_or_action} to raise InvalidNotation for {text!r}", shown_error(error)) from error


@law(groups=("style",), about="game", catches=("F38", "F39"), cases=positions, applies=_neither_states_nor_actions)
def text_is_read_to_its_end(ground: Ground, visit: Visit) -> None:
    """If a text has an extra word or cell, parse_state and parse_action refuse the text, or read another state or
    action.
    """
    game, state = visit.game, visit.state
    if not _no_written_states(game):
        _refuses_junk(game.parse_state, game.format_state(state), state, "state")
    if not _no_written_actions(game):
        for action in ground.some_actions(game.actions(state)):
            text = game.format_action(state, action)
            _refuses_junk(lambda text: game.parse_action(state, text), text, action, "action")


def _refuses_junk(read: Callable[[str], Any], written: str, meant: Any, state_or_action: str) -> None:
    for text in _with_junk(written):
        for found in _unless_refused(read, text, state_or_action):
            if found == meant:
                raise Broken(
                    f"parse_{state_or_action} to raise InvalidNotation for {text!r}",
                    f"{show(found)}, the same {state_or_action} as for {written!r}",
                )


@law(groups=("style",), about="game", catches=("F38", "F39"), cases=positions, applies=_neither_states_nor_actions)
def slips_are_refused_or_read(ground: Ground, visit: Visit) -> None:
    """If one character of a text is changed or missing, parse_state and parse_action raise InvalidNotation, or return
    a valid state or action.
    """
    game, state = visit.game, visit.state
    if not _no_written_states(game):
        for text in _with_a_slip(game.format_state(state)):
            for read in _unless_refused(game.parse_state, text, "state"):
                _can_be_asked(game, read, text)
    if not _no_written_actions(game):
        for action in ground.some_actions(game.actions(state)):
            for text in _with_a_slip(game.format_action(state, action)):
                list(_unless_refused(lambda text: game.parse_action(state, text), text, "action"))


def _can_be_asked(game: Any, state: Any, text: str) -> None:
    """Check that the game's methods raise no errors for a state that was read from a wrong text."""
    try:
        player = signature(game, state)[0]
    except Exception as error:
        raise Broken(
            f"parse_state to raise InvalidNotation for {text!r}",
            f"the state {show(state)}, on which the rules raise {shown_error(error)}",
        ) from error
    if player not in (0, 1):
        raise Broken(
            f"parse_state to raise InvalidNotation for {text!r}", f"{show(state)} with player {player!r} to move"
        )


def _with_a_slip(text: str) -> Iterator[str]:
    """Yield copies of the text in which one character is changed or missing, for about a dozen characters."""
    for place in sorted({round(part * (len(text) - 1) / 11) for part in range(12)}) if text else ():
        for slip in ("9", "z", "X", ""):
            yield text[:place] + slip + text[place + 1 :]


_CELLS: Final = tuple("._-*#")
"""Characters other than letters that may stand for one cell of a board. The law makes a text with an extra cell by
repeating a character of `_CELLS`, for example `..##` from `..#`."""


def _with_junk(text: str) -> Iterator[str]:
    """Yield copies of a text that have an extra word or an extra cell."""
    yield f"junk {text}"
    separators = sorted({" ", *(each for each in text if not each.isalnum())})
    for end in sorted({match.end() for match in re.finditer(r"\S+", text)} | {len(text)}, reverse=True):
        for separator in (*separators, ""):
            yield f"{text[:end]}{separator}junk{text[end:]}"
        last = text[end - 1 : end]
        if last.isalpha() or last in _CELLS:
            yield text[:end] + last + text[end:]


LAWS: Final = (
    states_are_written_and_read_back,
    actions_are_written_and_read_back,
    nonsense_is_refused,
    text_is_read_to_its_end,
    slips_are_refused_or_read,
)
