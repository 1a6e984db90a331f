"""Evaluators named `course:file.py:function`: functions that were written for the board classes of the two courses.

If the name of the function's first parameter contains "state", the function receives the state of the 11x9 program.
If the name does not contain "state", the function receives the board of the 7x7 program. With the setting
`view=state` or `view=board`, the name of the parameter has no effect.

    def custom_score(game, player): ...      the board, and the player to score for
    def score(state, player_id): ...         the state, and the player's number
    def score(self, state): ...              the state; self.player_id is the player's number

As in the courses' programs, the location of an unplaced player is `None`. Most functions of students raise
`TypeError` for `None`, because the courses evaluated no position with an unplaced player. After a `TypeError`, the
function is called again with the unplaced player on the centre.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias

from advsearch.courses.pasted import Pasted, in_python, name_of, number_from, owner_of, parameters_of
from advsearch.errors import InvalidSettings
from advsearch.protocol import Evaluator
from advsearch.values import Value
from advsearch_isolation.courses.course_board import PLAYERS, CourseBoard
from advsearch_isolation.courses.course_state import CourseState
from advsearch_isolation.position import UNPLACED, State
from advsearch_isolation.rules import Isolation

View: TypeAlias = Literal["board", "state"]
EXPECTED: Final = "f(game, player), f(state, player_id) or f(self, state)"


def course(function: Pasted, view: View | None = None) -> Evaluator:
    """Return an evaluator that calls a student's function. The function receives the board of the 7x7 course or the
    state of the 11x9 course."""
    names = parameters_of(function)
    method = names[:1] == ("self",)
    wanted = names[1:] if method else names
    # a function that takes an action where others take a player
    of_an_action = len(wanted) == 2 and wanted[1].lower() in ("action", "move")
    if of_an_action or len(wanted) not in ((1, 2) if method else (2,)):
        raise InvalidSettings(f"expected a function {EXPECTED}, got one with the parameters ({', '.join(names)})")
    on_state = "state" in wanted[0].lower() if view is None else view == "state"
    look: Callable[..., Any] = CourseState.of if on_state else CourseBoard
    players: tuple[Any, Any] = (0, 1) if on_state else PLAYERS
    owners = [owner_of(function, player_id=player, context=None) for player in players] if method else []

    def call(seen: Any, player: int) -> Value:
        given = [owners[player], seen] if method else [seen]
        if len(wanted) == 2:
            given.append(players[player])
        return number_from(function, function(*given))

    def evaluate(game: Isolation, state: State, player: int) -> Value:
        try:
            return call(look(game, state), player)
        except TypeError:
            if UNPLACED not in (state.mover, state.waiting):
                raise
        return call(look(game, state, centred=True), player)

    evaluate.__name__ = name_of(function)
    evaluate.in_python = in_python(function)  # type: ignore[attr-defined]
    return evaluate
