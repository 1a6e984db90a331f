"""How the programs of the two courses show the game to a student's player, and what the player's answers mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from advsearch.courses.course import Course, NoMove
from advsearch_isolation.courses.course_board import Cell, CourseBoard
from advsearch_isolation.courses.course_state import CourseState, cell_of
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation

_SHOWN: Final = 8


def board_of(game: Isolation, state: State, players: tuple[Any, Any]) -> tuple[CourseBoard]:
    return (CourseBoard(game, state, players=players),)


def legal_moves(board: CourseBoard) -> list[Cell]:
    return board.get_legal_moves()


def from_cell(game: Isolation, state: State, answer: Any) -> int:
    """The action of a move such as (2, 3): a row and a column."""
    legal = [(cell // game.width, cell % game.width) for cell in game.actions(state)]
    if answer not in legal:
        raise NoMove(_expected("a pair (row, column)", legal, answer))
    return int(answer[0]) * game.width + int(answer[1])


def state_of(game: Isolation, state: State, _players: tuple[Any, Any]) -> tuple[CourseState]:
    return (CourseState.of(game, state),)


def from_action(game: Isolation, state: State, answer: Any) -> int:
    """The action of an answer of the 11x9 course: a cell for the placement, then an `Action`."""
    seen = CourseState.of(game, state)
    legal = seen.actions()
    if answer not in legal:
        raise NoMove(_expected("an action of the state", legal, answer))
    return cell_of((seen.locs[seen.player()] or 0) + int(answer))


def _expected(what: str, legal: Sequence[Any], answer: Any) -> str:
    shown = ", ".join(map(str, legal[:_SHOWN]))
    return f"expected {what} that is legal ({shown}{', ...' if len(legal) > _SHOWN else ''}), got {answer!r}"


STAND_INS: Final = {
    "isolation": "advsearch_isolation.courses.stand_ins.isolation",
    "isolation.isolation": "advsearch_isolation.courses.stand_ins.isolation",
    "sample_players": "advsearch_isolation.courses.stand_ins.sample_players",
}
BOARD: Final = Course("get_move", board_of, from_cell, moves=legal_moves, gives_up=((-1, -1),), stand_ins=STAND_INS)
"""The 7x7 course: `get_move(game, time_left)`, or `get_move(game, legal_moves, time_left)` as in its first months."""
STATE: Final = Course("get_action", state_of, from_action, queue=True, stand_ins=STAND_INS)
"""The 11x9 course: `get_action(state)`, which puts its answers on `self.queue`."""
