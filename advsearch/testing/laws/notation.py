"""Optional abilities of a game that speak of one position: notation, ply, drawing, undo."""

from __future__ import annotations

from typing import Any, Final

from advsearch.errors import AdvsearchError, InvalidNotation
from advsearch.testing.exploring import Ground, Visit
from advsearch.testing.laws.game_law import PositionLaw, WholeLaw
from advsearch.testing.laws.identity import signature
from advsearch.testing.verdicts import Broken, show, shown_error

NONSENSE: Final = ("", " ", "?!", "\x00", "this is no move", "this/is no/position at all", "9" * 400, "é", "½²")


def _needs(*names: str) -> Any:
    def applies(game: Any) -> str:
        missing = [name for name in names if not hasattr(game, name)]
        return f"the game has no {missing[0]}" if missing else ""

    return applies


def _state_notation(_ground: Ground, visit: Visit) -> None:
    text = visit.game.format_state(visit.state)
    if not isinstance(text, str):
        raise Broken("format_state(state) to be text", show(text))
    try:
        again = visit.game.parse_state(text)
    except Exception as error:
        raise Broken("parse_state to read what format_state wrote", shown_error(error), text=text) from error
    if again != visit.state:
        raise Broken(f"parse_state(format_state(state)) to be {show(visit.state)}", show(again), text=text)
    if signature(visit.game, again) != signature(visit.game, visit.state):
        raise Broken(
            f"the state read back to say the same, {show(signature(visit.game, visit.state))}",
            show(signature(visit.game, again)),
            text=text,
        )


def _action_notation(ground: Ground, visit: Visit) -> None:
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
            raise Broken("parse_action to read what format_action wrote", shown_error(error), text=text) from error
        if again != action:
            raise Broken(f"{text!r} to be read as {show(action)}", show(again))


def _nonsense(ground: Ground) -> int:
    game: Any = ground.game
    start = game.initial()
    for text in NONSENSE:
        for reading, what in ((game.parse_state, "state"), (lambda t: game.parse_action(start, t), "action")):
            try:
                read = reading(text)
            except InvalidNotation:
                continue
            except AdvsearchError as error:
                if what == "action":
                    continue  # IllegalAction is as good an answer for something that is no action here
                raise Broken(f"InvalidNotation for the {what} {text!r}", shown_error(error)) from error
            except Exception as error:
                raise Broken(f"InvalidNotation for the {what} {text!r}", shown_error(error)) from error
            if what == "action" and read not in game.actions(start):
                raise Broken(f"InvalidNotation for the action {text!r}", show(read))
            if what == "state" and game.parse_state(game.format_state(read)) != read:
                raise Broken(f"InvalidNotation for the state {text!r}", show(read))
    return 2 * len(NONSENSE)


def _ply(_ground: Ground, visit: Visit) -> None:
    ply = visit.game.ply(visit.state)
    if isinstance(ply, bool) or not isinstance(ply, int) or ply != len(visit.path):
        raise Broken(f"ply(state) to be {len(visit.path)}, the plies played", show(ply))


def _scene(_ground: Ground, visit: Visit) -> None:
    last = visit.path[-1] if visit.path else None
    scene = visit.game.scene(visit.state, last)
    actions = list(visit.game.actions(visit.state))
    taken = set()
    for cell in scene.cells:
        place = (cell.column, cell.row)
        if not (0 <= cell.column < scene.columns and 0 <= cell.row < scene.rows):
            raise Broken(f"every cell inside {scene.columns} columns and {scene.rows} rows", show(cell))
        if place in taken:
            raise Broken("one cell to a place", show(cell))
        taken.add(place)
        if cell.action is not None and cell.action not in actions:
            raise Broken("the action of a cell to be legal", show(cell))
    for labels, count, what in (
        (scene.column_labels, scene.columns, "column"),
        (scene.row_labels, scene.rows, "row"),
    ):
        if labels and len(labels) != count:
            raise Broken(f"a label for each {what} or none, {count}", show(labels))


def _undo(ground: Ground, visit: Visit) -> None:
    for action in ground.some_actions(visit.game.actions(visit.state)):
        child = visit.game.result(visit.state, action)
        before = signature(visit.game, child)
        back = visit.game.undo(child, action)
        if back != visit.state or hash(back) != hash(visit.state) or repr(back) != repr(visit.state):
            raise Broken(
                f"undo(result(state, action), action) to be {show(visit.state)}", show(back), action=show(action)
            )
        if signature(visit.game, back) != signature(visit.game, visit.state):
            raise Broken("the state undone to be the position it was", show(back), action=show(action))
        if signature(visit.game, child) != before:
            raise Broken("undo to leave its state alone", show(child), action=show(action))


LAWS: Final = (
    PositionLaw(
        "states are written and read back",
        "parse_state(format_state(state)) == state, and says the same of it",
        ("F39",),
        _state_notation,
        _needs("format_state", "parse_state"),
    ),
    PositionLaw(
        "actions are written and read back",
        "parse_action(state, format_action(state, action)) == action, and no two are written alike",
        ("F39",),
        _action_notation,
        _needs("format_action", "parse_action"),
    ),
    WholeLaw(
        "nonsense is refused",
        "text that is no state or action raises InvalidNotation",
        ("F38",),
        _nonsense,
        _needs("format_action", "parse_action", "format_state", "parse_state"),
    ),
    PositionLaw(
        "ply counts the plies", "ply(state) is the number of actions played", ("F3", "F15"), _ply, _needs("ply")
    ),
    PositionLaw(
        "the scene shows the position",
        "cells lie on the grid, one to a place, and offer legal actions only",
        ("F38",),
        _scene,
        _needs("scene"),
    ),
    PositionLaw(
        "undo inverts result",
        "undo(result(state, action), action) is the state it was, in every field",
        ("F35", "F36"),
        _undo,
        _needs("undo"),
    ),
)
