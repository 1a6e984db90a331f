"""Games as data that a report page can replay: the first board, and the cells that change at each ply."""

from __future__ import annotations

from typing import Any

from advsearch.drawing.boards import DrawnCell, drawing_of
from advsearch.drawing.scenes import scene_of
from advsearch.errors import AdvsearchError
from advsearch.notation import read_action, read_state
from advsearch.protocol import AnyGame
from advsearch.tournament.records import GameRecord


class Pictures:
    """The drawings of a report's cells. A game has few different ones, so each is kept once under a number."""

    def __init__(self) -> None:
        self.shapes: list[list[Any]] = []
        """The shapes of each drawing, relative to the middle of its cell."""
        self._numbers: dict[str, int] = {}

    def number(self, drawn: DrawnCell) -> int:
        shapes = [each.data() for each in (*drawn.ground, *drawn.piece)]
        number = self._numbers.setdefault(repr(shapes), len(self.shapes))
        if number == len(self.shapes):
            self.shapes.append(shapes)
        return number


def geometry(game: AnyGame) -> dict[str, Any] | None:
    """The size of the picture, its labels, and the middles of all cells, which are the same for every position."""
    scene = scene_of(game, game.initial())
    if scene is None:
        return None
    drawing = drawing_of(scene)
    return {
        "width": drawing.width,
        "height": drawing.height,
        "below": [each.data() for each in drawing.below],
        "cells": [[each.x, each.y] for each in drawing.cells],
    }


def frames(game: AnyGame, record: GameRecord, pictures: Pictures) -> list[list[Any]]:
    """For each position of a game, the caption and the changed cells. A changed cell is `[cell, picture]`.

    The list is empty if the game draws no boards, or if the record cannot be replayed.
    """
    shown: list[list[Any]] = []
    before: list[int] = []
    try:
        state, last = game.initial() if record.start is None else read_state(game, record.start), None
        for text in (None, *record.actions):
            if text is not None:
                last = read_action(game, state, text)
                state = game.result(state, last)
            scene = scene_of(game, state, last)
            if scene is None:
                return []
            numbers = [pictures.number(each) for each in drawing_of(scene).cells]
            changed = [[n, now] for n, now in enumerate(numbers) if before[n : n + 1] != [now]]
            shown.append([scene.caption, changed])
            before = numbers
    except AdvsearchError:
        return []
    return shown
