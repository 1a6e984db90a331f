"""Evaluators named `course:file.py:function`: functions that were written for the 6x6 board of document 004's course
program.

    def abc12_h(self, board): ...       a method of its class Player: self.token is "b" or "w"
    def h(player, board): ...           the earlier program: player is the token

As in the course's program, black is always the first player.
"""

from __future__ import annotations

from typing import Final

from advsearch.courses.pasted import Pasted, name_of, number_from, owner_of, parameters_of
from advsearch.errors import InvalidSettings
from advsearch.protocol import Evaluator
from advsearch.values import Value
from advsearch_pentago.courses.course_board import INFINITY, TOKENS, CourseBoard
from advsearch_pentago.position import State
from advsearch_pentago.rules import Pentago

EXPECTED: Final = "f(self, board) or f(player, board)"


def course(function: Pasted) -> Evaluator:
    """Return an evaluator that calls a student's function with a board and a player, in the function's order."""
    names = parameters_of(function)
    if len(names) != 2:
        raise InvalidSettings(f"expected a function {EXPECTED}, got one with the parameters ({', '.join(names)})")
    method = names[0] == "self"
    owners = [_player(function, token) for token in TOKENS] if method else list(TOKENS)
    board_first = not method and "board" in names[0].lower()

    def evaluate(_game: Pentago, state: State, player: int) -> Value:
        board = CourseBoard.of(state)
        given = (board, owners[player]) if board_first else (owners[player], board)
        return number_from(function, function(*given))

    evaluate.__name__ = name_of(function)
    return evaluate


def _player(function: Pasted, token: str) -> object:
    """An object of the student's class. The object has the attributes of a `Player` in the course's program."""
    made: object = owner_of(function, token=token, INFINITY=INFINITY, name=token, playerType="computer")
    if not hasattr(made, "win"):
        made.win = lambda board: board.has_five(token)  # type: ignore[attr-defined]
    return made
