"""Laws for what people type and see: illegal actions and wrong texts are refused, texts can be read back, and
different positions look different.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

import attrs

from advsearch.errors import AdvsearchError, IllegalAction, InvalidNotation
from advsearch.testing.defining import lacks, law, positions
from advsearch.testing.laws.rules import signature
from advsearch.testing.report import Broken, show, shown_error
from advsearch.testing.visits import Ground, Visit


def _neighbours(action: Any) -> Iterator[Any]:
    """Yield actions that resemble a legal action, such as 4 and 6 for 5. Most of these actions are illegal."""
    if isinstance(action, bool):
        return
    if isinstance(action, int):
        yield from (-1, action - 1, action + 1, -action - 1, action + 1_000_003)
    elif isinstance(action, str):
        yield from ("", action + "?", action[::-1])
    elif type(action) is tuple:
        for index, part in enumerate(action):
            for other in _neighbours(part):
                yield (*action[:index], other, *action[index + 1 :])


_REFUSED: Final = "result(state, action) to raise IllegalAction"
_REFUSE: Final = (
    "begin result with `if action not in self.actions(state): raise IllegalAction(...)`, imported by "
    "`from advsearch import IllegalAction`"
)


@law(groups=("style",), about="game", catches=("F17", "F38"), cases=positions)
def illegal_actions_are_refused(ground: Ground, visit: Visit) -> None:
    """result(state, action) raises IllegalAction unless the action is among actions(state)."""
    legal = list(visit.game.actions(visit.state))
    tried: list[Any] = [*ground.some_actions(a for a in ground.actions_seen if a not in legal)]
    for action in (legal or ground.actions_seen)[:2]:
        tried.extend(_neighbours(action))
    for action in tried:
        if action in legal:
            continue
        try:
            child = visit.game.result(visit.state, action)
        except IllegalAction:
            continue
        except Exception as error:
            raise Broken(_REFUSED, shown_error(error), action=show(action), remedy=_REFUSE) from error
        raise Broken(_REFUSED, f"the state {show(child)}", action=show(action), remedy=_REFUSE)


# --- notation -------------------------------------------------------------------------------------------------


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
    yield f"junk {text}"
    separators = sorted({" ", *(each for each in text if not each.isalnum())})
    for end in sorted({match.end() for match in re.finditer(r"\S+", text)} | {len(text)}, reverse=True):
        for separator in (*separators, ""):
            yield f"{text[:end]}{separator}junk{text[end:]}"
        last = text[end - 1 : end]
        if last.isalpha() or last in _CELLS:
            yield text[:end] + last + text[end:]


# --- scenes and boards ----------------------------------------------------------------------------------------


@law(groups=("style",), about="game", catches=("F38",), cases=positions, needs=("scene",))
def the_scene_shows_the_position(_ground: Ground, visit: Visit) -> None:
    """Every cell of the scene is inside the grid. No two cells of the scene are at the same place. If a cell of the
    scene has an action, the action is legal.
    """
    last = visit.path[-1] if visit.path else None
    scene = _drawn(visit.game, visit.state, last)
    actions = list(visit.game.actions(visit.state))
    taken = set()
    for cell in scene.cells:
        place = (cell.column, cell.row)
        if not (0 <= cell.column < scene.columns and 0 <= cell.row < scene.rows):
            raise Broken(f"every cell to be inside {scene.columns} columns and {scene.rows} rows", show(cell))
        if place in taken:
            raise Broken("at most one cell at each place of the grid", show(cell))
        taken.add(place)
        if cell.action is not None and cell.action not in actions:
            raise Broken("every action of a cell to be legal", show(cell))
    for labels, count, row_or_column in (
        (scene.column_labels, scene.columns, "column"),
        (scene.row_labels, scene.rows, "row"),
    ):
        if labels and len(labels) != count:
            raise Broken(f"{count} labels, one for each {row_or_column}, or no labels", show(labels))


def _drawn(game: Any, state: Any, last: Any) -> Any:
    try:
        inspect.signature(game.scene).bind(state, last)
    except TypeError as error:
        remedy = "write `def scene(self, state, last=None)`; the second argument is the last action, or None"
        raise Broken("scene to take a state and the last action", str(error), remedy=remedy) from error
    return game.scene(state, last)


LONGEST_WORD: Final = 12
"""A face squeezes longer words until nobody can read them."""


def _needs_no_words(game: Any) -> str:
    if not callable(game.board):
        return "the game's board is no method"
    return "the game has a scene" if hasattr(game, "scene") else ""


@law(groups=("style",), about="game", catches=("F38",), cases=positions, needs=("board",), applies=_needs_no_words)
def the_board_is_a_grid_of_words(_ground: Ground, visit: Visit) -> None:
    """board(state) returns rows of the same length, of words that are short enough for a cell. It returns the same
    rows when it is asked again, and leaves the state as it was.
    """
    game, state = visit.game, visit.state
    before = repr(state)
    rows = [list(row) for row in game.board(state)]
    if not rows or not rows[0]:
        raise Broken("board(state) to return rows of words, from the top", show(rows))
    for row in rows:
        if len(row) != len(rows[0]):
            raise Broken(f"every row of board(state) to have {len(rows[0])} words, as the first", show(row))
        for word in row:
            if not isinstance(word, str):
                raise Broken("board(state) to return rows of words", show(word))
            if len(word.removeprefix("second ").removeprefix("first ")) > LONGEST_WORD:
                raise Broken(f"a word of board(state) to have at most {LONGEST_WORD} characters", show(word))
    again = [list(row) for row in game.board(state)]
    if again != rows:
        raise Broken("board(state) to return the same rows again", f"{show(rows)} and then {show(again)}")
    if repr(state) != before:
        raise Broken("board to leave its argument unchanged", f"{before} and then {state!r}")


def _look(scene: Any) -> str:
    """Return what can be seen of a scene, without what belongs to the last action or to a click."""
    cells = (attrs.evolve(cell, action=None, last=False, entered=None) for cell in scene.cells)
    places = sorted(cells, key=lambda cell: (cell.column, cell.row))
    return repr(attrs.evolve(scene, cells=tuple(places), arrows=(), turned=None))


@law(groups=("style",), about="game", catches=("F39",), needs=("scene",))
def different_positions_look_different(ground: Ground) -> int:
    """Two different positions have different scenes: another cell, another label, or another caption.

    Positions after different numbers of plies may look the same if nothing but this number differs. Finished games
    may look the same if they have the same utility.
    """
    game: Any = ground.game
    known: dict[tuple[str, int | None], Visit] = {}
    for visit in (*ground.visits, *ground.more):
        look, over = _look(_drawn(game, visit.state, None)), game.terminal(visit.state)
        other = known.setdefault((look, None if over else visit.size), visit)
        another = known.setdefault((look, None), visit)
        if over or other.state == visit.state:
            other = another
        first = 2 if over and game.terminal(other.state) else 0  # whose turn it would be does not matter
        differs = signature(game, other.state)[first:4] != signature(game, visit.state)[first:4]
        if differs or (not over and other.size == visit.size and other.state != visit.state):
            raise Broken(
                f"another scene than that of {show(other.state)}",
                "the same cells, labels and caption",
                path=visit.path,
                other_path=other.path,
                remedy="draw what differs, or say it in the caption, for example whose turn it is",
            )
    return len(known)
