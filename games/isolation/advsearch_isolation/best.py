"""Our best player: it proves what it can, searches what it cannot, and where it has lost asks what may be overlooked.

On 7x7 with knights a position after the placements is proven in about a tenth of a second, so that from a won one it
does not err. In a lost one every action loses, and which it takes matters only against a player that errs: it takes
the one after which shallow searches, its models of such players, are likeliest to choose a losing reply.
"""

from __future__ import annotations

import functools
import math
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import attrs

import advsearch
from advsearch.errors import InvalidSettings
from advsearch.limits import Budget, Limits, StopSignal
from advsearch.protocol import Searcher, name_of
from advsearch.results import Line, Result
from advsearch.values import Value, loss_in, win_in
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation

if TYPE_CHECKING:
    from advsearch import Solver

SEARCH: Final = "deepening(evaluator=improved)"
"""What plays where nothing can be proven in time."""
MODELS: Final = tuple(f"alphabeta(evaluator={name})" for name in ("improved", "open", "center"))
"""What an opponent that errs may search with."""
UNLIKELY: Final = 0.05
"""Replies less likely than this are left out."""
CERTAIN: Final = 0.98
MOST_LAYERS: Final = 12

_TABLE_MB: Final = 32


@functools.lru_cache(maxsize=4)
def _solver(game: Isolation) -> tuple[Solver, threading.Lock]:
    """One for each game and process, with what it has proven so far; it proves one thing at a time."""
    return advsearch.Solver(game, table_mb=_TABLE_MB), threading.Lock()


@functools.cache
def _searcher(spec: str) -> Searcher:
    return advsearch.load_searcher(spec)


def _share(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
        raise InvalidSettings(f"expected {field.name} to be a share above 0 and at most 1, got {value!r}")


@attrs.frozen
class Best:
    """Proof, search, and the likeliest error.

    Not more than `proving` of the limits goes into proving the position, and none with more than `within` cells open,
    where no proof would end. In a lost position the opponent is taken to search `model_depth` plies and, of replies
    it values within about `doubt`, to take either. It is no minimax: the law of searchers is not its law.
    """

    proving: float = attrs.field(default=0.7, validator=_share)
    within: int = 49
    model_depth: int = 5
    doubt: float = 0.3

    @property
    def model(self) -> Limits:
        return Limits(depth=self.model_depth)

    def prepare(self, game: Any) -> None:
        """Build what proofs and searches need, before any clock runs."""
        if isinstance(game, Isolation):
            _solver(game)[0].prepare()
            for spec in (SEARCH, *MODELS):
                _searcher(spec).search(game, game.initial(), limits=Limits(depth=1))

    def search(
        self,
        game: Any,
        state: Any,
        *,
        limits: Limits | None = None,
        stop: StopSignal | None = None,
        report: Callable[[Line], None] | None = None,
        every_action: bool = False,
    ) -> Result:
        if not isinstance(game, Isolation):
            raise InvalidSettings(f"expected isolation-best to play isolation, got {name_of(game)}")
        limits = limits or Limits(time_s=1.0)
        budget = Budget(limits, stop)
        actions = game.actions(state)
        provable = limits.depth is None and game.empty(state) <= self.within and not every_action
        if not provable or len(actions) < 2:
            return _searcher(SEARCH).search(
                game, state, limits=limits, stop=stop, report=report, every_action=every_action
            )
        solver, lock = _solver(game)
        with lock:
            proof = solver.solve(state, limits=_part(limits, self.proving), stop=stop)
            if proof.exact and proof.value is not None and proof.value > 0:
                value = win_in(game.empty(state))  # at the latest
                return _proven(proof.action, value, proof.nodes, budget)
            if proof.exact:
                look = _Look(self, game, solver, budget, stop, proof.nodes)
                return _proven(look.trap(state), loss_in(game.empty(state)), look.nodes, budget)
        left = attrs.evolve(
            limits,
            nodes=None if limits.nodes is None else max(1, limits.nodes - proof.nodes),
            time_s=None if limits.time_s is None else max(0.001, limits.time_s - budget.seconds()),
        )
        found = _searcher(SEARCH).search(game, state, limits=left, stop=stop, report=report)
        return attrs.evolve(found, nodes=found.nodes + proof.nodes, seconds=budget.seconds())


def _part(limits: Limits, share: float) -> Limits:
    return Limits(
        nodes=None if limits.nodes is None else int(limits.nodes * share),
        time_s=None if limits.time_s is None else limits.time_s * share,
    )


def _proven(action: int, value: Value, nodes: int, budget: Budget) -> Result:
    return Result(action, value, depth=1, nodes=nodes, pv=(action,), exact=True, seconds=budget.seconds())


class _Look:
    """The search for the likeliest error of an opponent that has won.

    The chance of a lost position is that of its best action; an action's is, over the opponent's replies as likely as
    the models have them, 1 where the reply throws the win away, else the chance of the position after it. It is
    searched one reply of the opponent deep, then two, and so on, until the budget ends.
    """

    def __init__(
        self, player: Best, game: Isolation, solver: Solver, budget: Budget, stop: StopSignal | None, nodes: int
    ) -> None:
        self.player, self.game, self.solver = player, game, solver
        self.budget, self.stop, self.nodes = budget, stop, nodes
        self._replies: dict[State, list[tuple[State, float]]] = {}
        self._won: dict[State, bool] = {}

    def trap(self, state: State) -> int:
        """The action with the greatest chance, as far as the budget allows to tell."""
        actions = sorted(self.game.actions(state), key=lambda action: self._onward(state, action), reverse=True)
        best = actions[0]
        try:
            for layers in range(1, MOST_LAYERS + 1):
                chances = {}
                for action in actions:
                    chances[action] = self._chance_of(self.game.result(state, action), layers)
                actions.sort(key=lambda action: chances[action], reverse=True)
                best = actions[0]
                if chances[best] > CERTAIN:
                    break
        except _Spent:
            if layers == 1 and chances:
                best = max(chances, key=lambda action: chances[action])
        return best

    def _onward(self, state: State, action: int) -> int:
        """How many moves we would have next, less theirs: what decides while nothing is known."""
        after = self.game.result(state, action)
        return self.game.mobility(after, state.turn) - self.game.mobility(after, 1 - state.turn)

    def _chance_of(self, state: State, layers: int) -> float:
        """With the opponent to move."""
        if self.game.terminal(state):
            return 1.0
        whole = 0.0
        for after, share in self._likely(state):
            if self._has_won(after):
                whole += share
            elif layers > 1:
                whole += share * self._chance(after, layers - 1)
            else:
                whole += share * self._hope(after)
        return whole

    def _chance(self, state: State, layers: int) -> float:
        """With us to move, lost."""
        best = 0.0
        for action in self.game.actions(state):
            best = max(best, self._chance_of(self.game.result(state, action), layers))
            if best > CERTAIN:
                break
        return best

    def _hope(self, state: State) -> float:
        """A guess at the chance beyond what is searched: more with more moves than the opponent."""
        if self.game.terminal(state):
            return 0.0
        lead = self.game.mobility(state, state.turn) - self.game.mobility(state, 1 - state.turn)
        room = min(self.game.empty(state) / 40, 1.0)
        return room * 0.6 / (1 + math.exp(-lead / 2))

    def _likely(self, state: State) -> list[tuple[State, float]]:
        """The replies an opponent may choose, and how likely each is to the mean of the models."""
        if state not in self._replies:
            shares: dict[int, float] = {}
            for spec in MODELS:
                self._check()
                found = _searcher(spec).search(self.game, state, limits=self.player.model, every_action=True)
                self.nodes += found.nodes
                scores = found.scores or ((found.action, found.value),)
                top = max(value for _, value in scores)
                weights = [math.exp(max(-40.0, (value - top) / self.player.doubt)) for _, value in scores]
                for (action, _), weight in zip(scores, weights, strict=True):
                    shares[action] = shares.get(action, 0.0) + weight / sum(weights) / len(MODELS)
            kept = {action: share for action, share in shares.items() if share >= UNLIKELY}
            whole = sum(kept.values())
            self._replies[state] = [
                (self.game.result(state, action), share / whole) for action, share in kept.items()
            ]
        return self._replies[state]

    def _has_won(self, state: State) -> bool:
        """Whether the side to move, which is us, has won."""
        if state not in self._won:
            self._check()
            if self.game.terminal(state):
                self._won[state] = False
            else:
                proof = self.solver.solve(state, limits=self._left(), stop=self.stop)
                self.nodes += proof.nodes
                if not proof.exact:
                    raise _Spent
                self._won[state] = proof.value is not None and proof.value > 0
        return self._won[state]

    def _check(self) -> None:
        limits = self.budget.limits
        if (
            (self.stop is not None and self.stop.is_set())
            or (limits.nodes is not None and self.nodes >= limits.nodes)
            or (limits.time_s is not None and self.budget.seconds_left() <= 0)
        ):
            raise _Spent

    def _left(self) -> Limits:
        limits = self.budget.limits
        return Limits(
            nodes=None if limits.nodes is None else max(1, limits.nodes - self.nodes),
            time_s=None if limits.time_s is None else max(0.0, self.budget.seconds_left()),
        )


class _Spent(Exception):
    """The budget is."""
