"""Planted faults of interruption (F31 to F34), turns (F37) and answers (F41, F49, F51, F54, F55)."""

from __future__ import annotations

from typing import Any

import attrs
from fault import Planted
from planted_core import INF, Search

from advsearch.limits import Limits
from advsearch.search import AlphaBeta, Deepening

# --- interruption -----------------------------------------------------------------------------------------------


class SpentError(Exception):
    pass


class Budgeted(Search):
    """Iterative deepening under a budget of positions; correct: the last finished depth's answer."""

    left = INF

    def __call__(self, tree: Any, depth: int, nodes: int | None = None) -> Any:  # type: ignore[override]
        self.game, start = tree, tree.initial()
        self.root = tree.player(start)
        self.left = INF if nodes is None else nodes
        if tree.terminal(start):
            return self.end(start), None, 0
        answer = (self.horizon(start), tree.actions(start)[0], 0)
        for each in range(1, depth + 1):
            try:
                answer = (*self.at_root(start, each), each)
            except SpentError:
                return self.stopped(answer, start, each)
        return answer

    def stopped(self, answer: Any, start: Any, depth: int) -> Any:
        return answer

    def enter(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise SpentError

    def at_root(self, start: Any, depth: int) -> Any:
        best, value = None, -INF
        for action in self.game.actions(start):
            self.enter()
            found = self.visit(self.game.result(start, action), depth - 1, value, INF)
            if best is None or found > value:
                best, value = action, found
        return value, best

    def order(self, state: Any) -> Any:
        for action in self.game.actions(state):
            self.enter()
            yield action


class StaticWhenSpent(Budgeted):
    """Out of budget, a position is worth its estimate, and the search goes on with that."""

    def visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Any:
        try:
            return super().visit(state, depth, alpha, beta)
        except SpentError:
            return self.horizon(state)

    def at_root(self, start: Any, depth: int) -> Any:
        try:
            return super().at_root(start, depth)
        except SpentError:
            if depth == 1:
                raise
            return self.horizon(start), self.game.actions(start)[-1]


class HalfADepth(Budgeted):
    """Keeps the best action of the unfinished depth, though the last one's best has not been seen there."""

    def at_root(self, start: Any, depth: int) -> Any:
        self.best = None
        value = -INF
        for action in reversed(self.game.actions(start)):
            self.enter()
            found = self.visit(self.game.result(start, action), depth - 1, value, INF)
            if found > value:
                value = found
                self.best = (value, action)
        return self.best or (value, self.game.actions(start)[0])

    def stopped(self, answer: Any, start: Any, depth: int) -> Any:
        return (*self.best, depth) if self.best else answer


class NothingYet(Budgeted):
    def stopped(self, answer: Any, start: Any, depth: int) -> Any:
        return (0, None, 0) if depth == 1 else answer


class DiveWindow(Budgeted):
    """A probe at an absurd window, stopped, becomes the answer."""

    def stopped(self, answer: Any, start: Any, depth: int) -> Any:
        return (-1_000_000, self.game.actions(start)[-1], depth - 1)


class OneNodeTooMany(Budgeted):
    def enter(self) -> None:
        self.left -= 1
        if self.left < -1:
            raise SpentError


class PathLeftOver(Search):
    """Refuses positions on its path, and leaves the path as it is when an exception flies past."""

    def __init__(self) -> None:
        self.path: list[Any] = []

    def visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Any:
        if (state, depth) in self.path:
            return 0
        self.path.append((state, depth))
        value = super().visit(state, depth, alpha, beta)
        self.path.pop()
        return value


class StateScribbled(Search):
    """Writes its depth into the state."""

    def visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Any:
        if hasattr(state, "place"):
            object.__setattr__(state, "place", state.place)
            state.depth = depth
        return super().visit(state, depth, alpha, beta)


class Unmirrored(Search):
    """Negamax that flips the sign at every ply, whoever moves."""

    def visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Any:
        return self.nega(state, depth, -1)

    def nega(self, state: Any, depth: int, sign: int) -> Any:
        if self.game.terminal(state):
            return sign * sign * self.end(state)
        if depth <= 0:
            return self.horizon(state)
        children = [self.nega(self.game.result(state, a), depth - 1, -sign) for a in self.game.actions(state)]
        return max(children) if sign > 0 else min(children)


# --- searcher objects -------------------------------------------------------------------------------------------


@attrs.frozen
class Distorted:
    """Our own deepening with one part of its answer spoilt."""

    spoil: Any
    evaluator: Any = None

    def search(
        self, game: Any, state: Any, *, limits: Any = None, stop: Any = None, every_action: bool = False
    ) -> Any:
        inner = Deepening(evaluator=self.evaluator)
        honest = inner.search(game, state, limits=limits, stop=stop, every_action=every_action)
        return self.spoil(game, state, honest, limits or Limits(), self.evaluator)


def line_too_long(_game: Any, _state: Any, result: Any, *_: Any) -> Any:
    return attrs.evolve(result, pv=(*result.pv, *result.pv[-1:]))


def line_of_another(game: Any, state: Any, result: Any, *_: Any) -> Any:
    actions = game.actions(state)
    return attrs.evolve(result, pv=(actions[-1], *result.pv[1:])) if len(actions) > 1 else result


def line_cut_short(game: Any, state: Any, result: Any, limits: Any, evaluator: Any) -> Any:
    """The first action of a line found to a smaller depth, followed by nothing that is worth the value."""
    if len(result.pv) < 2:
        return result
    other = game.actions(game.result(state, result.pv[0]))[-1]
    return attrs.evolve(result, pv=(result.pv[0], other))


def too_sure(_game: Any, _state: Any, result: Any, *_: Any) -> Any:
    return attrs.evolve(result, exact=True)


def never_sure(_game: Any, _state: Any, result: Any, *_: Any) -> Any:
    return attrs.evolve(result, exact=False)


def slower_wins(game: Any, state: Any, result: Any, limits: Any, evaluator: Any) -> Any:
    """Any winning action will do."""
    if result.action is None or result.value < 10**8:
        return result
    every = AlphaBeta(evaluator=evaluator).search(game, state, limits=limits, every_action=True)
    winning = [(action, value) for action, value in every.scores or () if value > 10**8]
    return attrs.evolve(result, action=winning[-1][0]) if winning else result


class DeafToEvaluators(Search):
    def horizon(self, state: Any) -> Any:
        return 0


class Recursive(Search):
    """Correct, and at the end of Python's stack after a thousand plies."""


class WinsByUtilityAlone:
    """A searcher object whose proven wins are all one."""

    def __init__(self, evaluator: Any = None) -> None:
        self.evaluator = evaluator

    def search(self, game: Any, state: Any, *, limits: Any = None) -> Any:
        result = Deepening(evaluator=self.evaluator).search(game, state, limits=limits)
        value = result.value
        far = 999_999_999 if value > 10**8 else -999_999_999 if value < -(10**8) else value
        return attrs.evolve(result, value=far)


PLANTED = [
    Planted("F31", "a stopped search uses the estimates of positions that it did not finish", StaticWhenSpent()),
    Planted("F31", "a stopped search returns the best action that it had found at an unfinished depth", HalfADepth()),
    Planted("F31", "a search enters one node more than its budget", OneNodeTooMany()),
    Planted("F32", "the search returns no action if it is stopped before depth 1 is finished", NothingYet()),
    Planted("F33", "a stopped search returns the result of an unfinished null-window search", DiveWindow()),
    Planted("F34", "after an exception, the search does not clear the path that it stored", PathLeftOver()),
    Planted("F34", "the search changes the state object that it searches", StateScribbled()),
    Planted("F37", "negamax negates at every ply, even if the same player moves again", Unmirrored()),
    Planted("F41", "the search returns any winning action, not the quickest", Distorted(slower_wins)),
    Planted("F41", "all wins have the same value, whatever their distance", WinsByUtilityAlone()),
    Planted("F49", "the search marks every value as exact", Distorted(too_sure), {"skip": ["the positions counted"]}),
    Planted("F51", "the line of play repeats its last action", Distorted(line_too_long)),
    Planted("F51", "the first action of the line of play is not the answer's action", Distorted(line_of_another)),
    Planted("F51", "the line of play continues with an arbitrary action", Distorted(line_cut_short)),
    Planted("F54", "the search does not call the evaluator", DeafToEvaluators()),
    Planted("F55", "the search calls itself more often than Python's stack allows", Recursive(), {"deep": True}),
]
