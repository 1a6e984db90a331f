"""Laws for optional methods of a game that concern one position: undo, ply, and drawing."""

from __future__ import annotations

from typing import Final

from advsearch.testing.defining import Law, positions
from advsearch.testing.ground import Ground, Visit
from advsearch.testing.laws.states import signature
from advsearch.testing.report import Broken, show


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
            raise Broken(f"a label for each {what}, {count} in all, or no labels", show(labels))


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


SEARCHED: Final = (
    Law(
        "undo inverts result",
        "undo(result(state, action), action) is the state it was, in every field",
        ("F35", "F36"),
        _undo,
        positions,
        needs=("undo",),
        about="game",
    ),
    Law(
        "ply counts the plies",
        "ply(state) is the number of actions played",
        ("F3", "F15"),
        _ply,
        positions,
        needs=("ply",),
        about="game",
    ),
)
"""What searches use; the rest is for people."""

SHOWN: Final = (
    Law(
        "the scene shows the position",
        "cells lie on the grid, one to a place, and offer legal actions only",
        ("F38",),
        _scene,
        positions,
        needs=("scene",),
        about="game",
    ),
)
