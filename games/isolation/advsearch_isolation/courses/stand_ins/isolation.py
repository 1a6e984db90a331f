"""Stands in for the module `isolation` of both courses."""

from __future__ import annotations

from typing import Any, Final

from advsearch.courses.course import StopSearch
from advsearch_isolation.courses.course_board import CourseBoard
from advsearch_isolation.courses.course_state import HEIGHT, SIZE, WIDTH, Action, CourseState
from advsearch_isolation.rules import Isolation as Rules

_WIDTH: Final = WIDTH
_HEIGHT: Final = HEIGHT
_SIZE: Final = SIZE

__all__ = ["Action", "Board", "DebugState", "Isolation", "StopSearch"]


class Board(CourseBoard):
    """An empty board of the 7x7 course for two players."""

    def __init__(self, player_1: Any, player_2: Any, width: int = 7, height: int = 7) -> None:
        game = Rules(width=width, height=height)
        super().__init__(game, game.initial(), players=(player_1, player_2))


class Isolation(CourseState):
    """A state of the 11x9 course. Without arguments, it is the start of the game."""

    def __new__(cls, *fields: Any, **named: Any) -> Any:
        if fields or named:
            return super().__new__(cls, *fields, **named)
        game = Rules(width=WIDTH, height=HEIGHT)
        return CourseState.of(game, game.initial())


class DebugState(Isolation):
    """A state that can be made from another one."""

    @classmethod
    def from_state(cls, state: CourseState) -> CourseState:
        return CourseState(*state)
