"""Document 002: the greedy player of the 11x9 course's program. If several actions are equally good, the player takes
the first in the program's order of actions.
"""

from __future__ import annotations

from typing import Any, Final, cast

import attrs

from advsearch import Algorithm, values
from advsearch.errors import InvalidSettings
from advsearch.limits import Request
from advsearch.protocol import (
    Binding,
    Evaluator,
    EvaluatorReference,
    Search,
    Searcher,
    evaluator_name,
)
from advsearch.results import Result
from advsearch_isolation.evaluators import open_moves
from advsearch_isolation.position import UNPLACED, State
from advsearch_isolation.rules import Isolation

COMPASS: Final = ((1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2))
"""Knight's moves as (columns, rows), clockwise from north-north-east."""


@attrs.frozen
class Compass(Algorithm):
    """A searcher that runs `search`. If several actions are equally good, the searcher plays the first in the
    course's order. The course's order of moves is clockwise from north-north-east. The course's order of placements
    begins at the bottom right cell, and goes to the left and then upwards.
    """

    _search: Searcher

    def bind(self, at: Binding, /) -> Search:
        game, inner = _require_knights(at.game, "compass"), at.bind(self._search)

        def search(state: Any, request: Request) -> Result:
            result = inner(state, attrs.evolve(request, every_action=True))
            if len(result.best) < 2:
                return result
            action = min(result.best, key=lambda each: rank(game, state, each))
            return result if action == result.action else attrs.evolve(result, action=action, pv=(action,))

        return search


@attrs.frozen
class CourseGreedy(Algorithm):
    """The course's greedy player. The player takes the action with the highest evaluation (by default the number of
    its own liberties). If several actions are equally good, the player takes the first in the course's order. Unlike
    `greedy`, the player does not prefer an action that wins.
    """

    evaluator: Evaluator | EvaluatorReference = open_moves

    def bind(self, at: Binding, /) -> Search:
        game, evaluate = _require_knights(at.game, "course-greedy"), at.evaluator(self.evaluator)
        return lambda state, request: _greedy(game, evaluate, state, request)


def _greedy(game: Isolation, evaluate: Evaluator, state: State, request: Request) -> Result:
    """Search one ply, and return the result."""
    budget = request.budget()
    actions, me = game.actions(state), game.player(state)
    if not actions:
        return Result(None, values.loss_in(0), depth=0, nodes=0, exact=True, seconds=budget.seconds())
    what = f"evaluator {evaluator_name(evaluate)}"
    nodes = 1
    scores = []
    for action in actions:
        nodes += 1
        if nodes > budget.ceiling and budget.spent(nodes):
            entered = min(nodes - 1, budget.max_nodes)
            return Result(actions[0], 0, depth=0, nodes=entered, seconds=budget.seconds())
        value = values.checked_number(what, evaluate(game, game.result(state, action), me))
        scores.append((action, values.clip_evaluation(value)))
    best, value = max(scores, key=lambda score: (score[1], -rank(game, state, score[0])))
    return Result(
        best,
        value,
        depth=1,
        nodes=nodes,
        pv=(best,),
        seconds=budget.seconds(),
        scores=tuple(scores) if request.every_action else None,
    )


def _require_knights(game: Any, searcher: str) -> Isolation:
    if game.moves != "knight":
        raise InvalidSettings(f"expected isolation with moves='knight' for {searcher}, got {game!r}")
    return cast(Isolation, game)


def rank(game: Isolation, state: State, action: int) -> int:
    """A number for an action. Actions that come earlier in the course's order have lower numbers."""
    if state.mover == UNPLACED:
        return -action
    column, row = game.coordinates(state.mover)
    to_column, to_row = game.coordinates(action)
    return COMPASS.index((to_column - column, to_row - row))
