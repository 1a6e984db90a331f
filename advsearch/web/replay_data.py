"""Games as data that a report page can replay: the first board, and the cells that change at each ply."""

from __future__ import annotations

from typing import Any

from advsearch.drawing.boards import Layout
from advsearch.errors import AdvsearchError
from advsearch.notation import read_action, read_state
from advsearch.protocol import AnyGame, HasScene
from advsearch.scene import Scene
from advsearch.tournament.records import GameRecord


def geometry(scene: Scene) -> dict[str, Any]:
    """The coordinates of all cells and labels in the picture, which are the same for every state of a game."""
    layout = Layout(scene)
    return {
        "width": layout.width,
        "height": layout.height,
        "cells": [[layout.x(cell.column), layout.y(cell.row)] for cell in scene.cells],
        "columns": [[layout.x(n), text] for n, text in enumerate(scene.column_labels)],
        "rows": [[layout.y(n), text] for n, text in enumerate(scene.row_labels)],
    }


def _picture(scene: Scene) -> list[tuple[str, str, bool]]:
    return [(cell.look, cell.label, cell.last) for cell in scene.cells]


def frames(game: AnyGame, record: GameRecord) -> list[list[Any]]:
    """For each position of a game, the caption and the changed cells. A changed cell is `[cell, look, label, last]`.

    The list is empty if the game draws no boards, or if the record cannot be replayed.
    """
    if not isinstance(game, HasScene):
        return []
    try:
        state = game.initial() if record.start is None else read_state(game, record.start)
        scenes = [game.scene(state)]
        for text in record.actions:
            action = read_action(game, state, text)
            state = game.result(state, action)
            scenes.append(game.scene(state, action))
    except AdvsearchError:
        return []
    shown: list[list[Any]] = []
    before: list[tuple[str, str, bool]] = [("", "", False)] * len(scenes[0].cells)
    for scene in scenes:
        picture = _picture(scene)
        changed = [[n, *after] for n, (was, after) in enumerate(zip(before, picture, strict=True)) if was != after]
        shown.append([scene.caption, changed])
        before = picture
    return shown
