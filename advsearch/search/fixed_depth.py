"""One search to one depth, from the call to the `Result`: what fixed-depth searchers do around their recursion."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from advsearch.limits import Budget, Limits, StopSignal
from advsearch.protocol import AnyGame, utilities_of
from advsearch.results import Line, Result
from advsearch.search.returned import utility_of
from advsearch.search.session import Probe
from advsearch.values import outcome_value


class FixedDepth(ABC):
    """A searcher of one tree to one depth: give it `depth` and `start`, and it has `search`. See `Steerable`."""

    __slots__ = ()

    @property
    @abstractmethod
    def depth(self) -> int | None: ...

    @abstractmethod
    def start(self, game: AnyGame, state: Any, budget: Budget) -> Any:
        """A session on a state that is not terminal."""

    def search(
        self,
        game: AnyGame,
        state: Any,
        *,
        limits: Limits | None = None,
        stop: StopSignal | None = None,
        report: Callable[[Line], None] | None = None,
        every_action: bool = False,
    ) -> Result:
        """Search to the smaller of the searcher's depth and the limits'.

        Interrupted, it returns depth 0 and the best root action finished so far with its value, else the first legal
        action with the root's evaluation.
        """
        budget = Budget(limits, stop)
        if game.terminal(state):
            return finished_game(game, state, budget)
        session = self.start(game, state, budget)
        depth = smaller(self.depth, budget.limits.depth)
        if depth == 0:
            action, value = session.fallback()
            return Result(action, value, depth=0, nodes=root_entered(budget), seconds=budget.seconds())
        probe = session.probe(depth, every_action=every_action)
        if not probe.finished:
            action, value = (probe.action, probe.value) if probe.pv else session.fallback()
            seconds, proven = budget.seconds(), probe.proven and bool(probe.pv)
            return Result(action, value, depth=0, nodes=session.nodes, seconds=seconds, proven=proven)
        result = result_of(probe, session.nodes, budget.seconds())
        if report is not None:
            report(Line(result.depth, result.value, result.nodes, result.seconds, result.pv))
        return result


def finished_game(game: AnyGame, state: Any, budget: Budget) -> Result:
    """The answer where there is nothing to search."""
    utility = utility_of(game, state, game.player(state))
    value = outcome_value(utility, 0) if utilities_of(game) == "outcome" else utility
    return Result(None, value, depth=0, nodes=root_entered(budget), exact=True, seconds=budget.seconds())


def root_entered(budget: Budget) -> int:
    """1 if the budget allows to enter the root and no more is needed, else 0."""
    return 0 if budget.ceiling < 1 and budget.spent(1) else 1


def result_of(probe: Probe, nodes: int, seconds: float) -> Result:
    return Result(
        probe.action,
        probe.value,
        depth=probe.depth,
        nodes=nodes,
        pv=probe.pv,
        exact=probe.exact,
        proven=probe.proven,
        seconds=seconds,
        scores=probe.scores,
    )


def smaller(one: int | None, other: int | None) -> int | None:
    """The smaller of two depths, None being unlimited."""
    return other if one is None else one if other is None else min(one, other)
