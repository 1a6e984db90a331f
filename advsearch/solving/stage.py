"""The solver as a searcher, for the last stage of a hybrid or for any position that can be proven."""

from __future__ import annotations

import threading
from typing import Any, ClassVar

import attrs

from advsearch.errors import InvalidSettings
from advsearch.limits import Limits, Request
from advsearch.protocol import AnyGame, Binding, EvaluatorSetting, Search, Searcher, TierChoice, utilities_of
from advsearch.results import Result
from advsearch.search.deepening import Deepening
from advsearch.search.searcher import Algorithm, finished_game, root_entered
from advsearch.search.settings import known_tier, true_or_false, usable_evaluator, whole_number
from advsearch.search.some_actions import best_of_some
from advsearch.solving.proof import Proof
from advsearch.solving.solver import Solver
from advsearch.values import MAX_PLIES, is_proven, outcome_value


def _a_searcher(_: object, __: object, value: Any) -> None:
    if value is not None and not isinstance(value, Searcher):
        raise InvalidSettings(f"expected `otherwise` to be a searcher, got {value!r}")


@attrs.frozen
class Solving(Algorithm):
    """Proves the value of a position, as `advsearch solve` does; tables are kept from move to move.

    With a limit of time or nodes, half of it is for the proof. If the value is not proven by then, the searcher
    `otherwise` has the rest; without this setting, it is `deepening`. In a game of wins and losses, `distance` also
    proves the number of plies to the end, which takes longer.
    """

    otherwise: Searcher | None = attrs.field(default=None, validator=_a_searcher)
    distance: bool = attrs.field(default=True, validator=true_or_false)
    table_mb: int = attrs.field(default=64, validator=whole_number)
    evaluator: EvaluatorSetting = attrs.field(default=None, validator=usable_evaluator)
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)
    promises: ClassVar[str] = "prover"

    def bind(self, at: Binding, /) -> Search:
        game = at.game
        distance = self.distance and utilities_of(game) == "outcome"
        solver = Solver(game, self.table_mb, tier=at.tier)
        at.later(lambda: solver.prepare(distance))
        inner = at.within(evaluator=self.evaluator).bind(self.otherwise or Deepening())
        one_at_a_time = threading.Lock()

        def search(state: Any, request: Request) -> Result:
            budget = request.budget()
            if game.terminal(state):
                return finished_game(game, state, budget)
            limits = request.limits
            half = Limits(
                nodes=None if limits.nodes is None else limits.nodes // 2,
                time_s=None if limits.time_s is None else limits.time_s / 2,
            )
            asked = Request(half, request.stop, actions=request.actions)
            some = request.actions is not None
            found = best_of_some(proved, game, state, asked) if some else proved(state, asked)
            if found is not None and found.proven:
                return attrs.evolve(found, seconds=budget.seconds())
            nodes = 0 if found is None else found.nodes
            left = attrs.evolve(
                limits,
                nodes=None if limits.nodes is None else max(0, limits.nodes - nodes),
                time_s=None if limits.time_s is None else max(0.0, limits.time_s - budget.seconds()),
            )
            searched: Result = inner(state, attrs.evolve(request, limits=left))
            return attrs.evolve(searched, nodes=searched.nodes + nodes, seconds=budget.seconds())

        def proved(state: Any, request: Request) -> Result:
            """The result of a proof; one that did not end has the depth 0."""
            if game.terminal(state):
                return finished_game(game, state, request.budget())
            with one_at_a_time:
                proof = solver.solve(state, distance=distance, limits=request.limits, stop=request.stop)
            most = request.limits.nodes
            nodes = proof.nodes if most is None else min(proof.nodes, most)
            if not proof.exact:
                return Result(None, 0, depth=0, nodes=nodes)
            return proven(game, proof, max(nodes, root_entered(request.budget())), proof.seconds)

        return search


def proven(game: AnyGame, proof: Proof, nodes: int, seconds: float) -> Result:
    """Return a proof as the result of a search. Without a distance, a win takes at most `MAX_PLIES` plies."""
    assert proof.value is not None
    plies = MAX_PLIES if proof.distance is None else proof.distance
    value = outcome_value(proof.value, plies) if utilities_of(game) == "outcome" else proof.value
    exact = proof.distance is not None or not is_proven(value) or utilities_of(game) != "outcome"
    depth = 1 if proof.distance is None else max(1, proof.distance)
    return Result(
        proof.action, value, depth, nodes, (proof.action,), exact=exact, proven=True, tier=proof.tier, seconds=seconds
    )
