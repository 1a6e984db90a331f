"""Planted faults of alpha-beta itself, F1 to F10, and the correct searches they were made from."""

from __future__ import annotations

import math
from typing import Any

import attrs
from fault import Planted

INF = math.inf


class Search:
    """Correct fail-soft alpha-beta, seen from the mover at the root; every fault below changes one step of it."""

    def __call__(self, tree: Any, depth: int) -> Any:
        self.game = tree
        start = tree.initial()
        self.root = tree.player(start)
        if tree.terminal(start):
            return self.end(start), None
        return self.at_root(start, depth)

    def at_root(self, start: Any, depth: int) -> Any:
        best, value = None, -INF
        for action in self.game.actions(start):
            found = self.visit(self.game.result(start, action), self.less(depth), self.bound(value), INF)
            if best is None or self.better(found, value):
                best, value = action, found
        return value, best

    def visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Any:
        if self.game.terminal(state):
            return self.end(state)
        if depth <= 0:
            return self.horizon(state)
        if self.maximizes(state):
            value = -INF
            for action in self.order(state):
                value = max(value, self.visit(self.game.result(state, action), self.less(depth), alpha, beta))
                alpha = max(alpha, value)
                if self.cuts(alpha, beta):
                    break
            return value
        value = INF
        for action in self.order(state):
            value = min(value, self.visit(self.game.result(state, action), self.less(depth), alpha, beta))
            beta = min(beta, value)
            if self.cuts(alpha, beta):
                break
        return value

    def end(self, state: Any) -> Any:
        return self.game.utility(state, self.root)

    def horizon(self, state: Any) -> Any:
        return self.game.evaluate(state, self.root)

    def maximizes(self, state: Any) -> bool:
        return bool(self.game.player(state) == self.root)

    def order(self, state: Any) -> Any:
        return self.game.actions(state)

    def less(self, depth: int) -> int:
        return depth - 1

    def bound(self, value: Any) -> Any:
        return value

    def better(self, found: Any, value: Any) -> bool:
        return bool(found > value)

    def cuts(self, alpha: Any, beta: Any) -> bool:
        return bool(alpha >= beta)


class Swapped(Search):
    def maximizes(self, state: Any) -> bool:
        return not super().maximizes(state)


class MaxForPlayerZero(Search):
    def maximizes(self, state: Any) -> bool:
        return bool(self.game.player(state) == 0)


class EndForTheMover(Search):
    def end(self, state: Any) -> Any:
        return self.game.utility(state, self.game.player(state))


class LastMoverWins(Search):
    def end(self, state: Any) -> Any:
        return abs(self.game.utility(state, 0)) * (1 if self.game.player(state) != self.root else -1)


class OneTooDeep(Search):
    def horizon(self, state: Any) -> Any:
        children = [self.game.result(state, action) for action in self.game.actions(state)]
        choose = max if self.maximizes(state) else min
        return choose(self.end(c) if self.game.terminal(c) else super(OneTooDeep, self).horizon(c) for c in children)


class CountsUp(Search):
    """Counts up where it should count down, and stops at a fixed number: the horizon never comes."""

    def less(self, depth: int) -> int:
        return depth + 1


class OneTooShallow(Search):
    def at_root(self, start: Any, depth: int) -> Any:
        return super().at_root(start, max(1, depth - 1))


class StrictCutoff(Search):
    def cuts(self, alpha: Any, beta: Any) -> bool:
        return bool(alpha > beta)


class EagerCutoff(Search):
    def cuts(self, alpha: Any, beta: Any) -> bool:
        return bool(alpha >= beta - 1)


class NoBoundAtTheRoot(Search):
    def bound(self, value: Any) -> Any:
        return -INF


class NoCutForMin(Search):
    def visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Any:
        return super().visit(state, depth, alpha if self.maximizes(state) else -INF, beta)


class ChildsAction(Search):
    def at_root(self, start: Any, depth: int) -> Any:
        value, _ = super().at_root(start, depth)
        return value, self.game.actions(start)[-1]


class ScoreForAnAction(Search):
    def at_root(self, start: Any, depth: int) -> Any:
        value, action = super().at_root(start, depth)
        return action, value


class LastOfTheEqual(Search):
    """Takes pruned siblings for equally good: their bound is the best value itself."""

    def better(self, found: Any, value: Any) -> bool:
        return bool(found >= value)


class Windowed(Search):
    """The same as a search that takes a window and answers with a value."""

    def __call__(self, tree: Any, depth: int, alpha: Any = -INF, beta: Any = INF) -> Any:  # type: ignore[override]
        self.game, start = tree, tree.initial()
        self.root = tree.player(start)
        return self.answer(self.visit(start, depth, alpha, beta), alpha, beta)

    def answer(self, value: Any, alpha: Any, beta: Any) -> Any:
        return value


class HalfHard(Windowed):
    def answer(self, value: Any, alpha: Any, beta: Any) -> Any:
        return beta if value > alpha and beta != INF else value


class ClaimsSoft(Windowed):
    """Fail-hard above: says beta and not more, but for a window that is not the caller's."""

    def visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Any:
        value = super().visit(state, depth, alpha, beta)
        return value + 1 if value >= beta and self.game.actions(state) else value


class FixedInfinity(Search):
    big = 10_000

    def at_root(self, start: Any, depth: int) -> Any:
        best, value = None, -self.big
        for action in self.game.actions(start):
            found = self.visit(self.game.result(start, action), depth - 1, value, self.big)
            if best is None or found > value:
                best, value = action, max(found, value)
        return value, best


class NothingBeatsLosing(Search):
    def at_root(self, start: Any, depth: int) -> Any:
        best, value = None, -1
        for action in self.game.actions(start):
            found = self.visit(self.game.result(start, action), depth - 1, -INF, INF)
            if found > value:
                best, value = action, found
        return value, best


class CrashesWhenOver(Search):
    def __call__(self, tree: Any, depth: int) -> Any:
        self.game, start = tree, tree.initial()
        self.root = tree.player(start)
        value, action = max(
            ((self.visit(tree.result(start, a), depth - 1, -INF, INF), a) for a in tree.actions(start)),
            key=lambda pair: pair[0],
        )
        return value, action


class AllBest:
    """A searcher object whose values of all actions come from siblings that were pruned."""

    def __init__(self, evaluator: Any = None) -> None:
        self.evaluator = evaluator

    def search(self, game: Any, state: Any, *, limits: Any = None, every_action: bool = False) -> Any:
        from advsearch.search import AlphaBeta

        honest = AlphaBeta(evaluator=self.evaluator).search(game, state, limits=limits)
        if not every_action or honest.scores is not None or honest.action is None:
            return honest
        scores = tuple((action, honest.value) for action in game.actions(state))
        return attrs.evolve(honest, scores=scores)


PLANTED = [
    Planted("F1", "max and min are swapped", Swapped()),
    Planted("F1", "the search maximizes for player 0, even if player 1 moves at the root", MaxForPlayerZero()),
    Planted(
        "F2",
        "a finished game is valued for the player who would move next, not for the player at the root",
        EndForTheMover(),
    ),
    Planted("F2", "the player who moved last is assumed to have won", LastMoverWins()),
    Planted("F3", "the remaining depth is increased by 1 per ply instead of decreased", CountsUp()),
    Planted("F3", "the search looks one ply too deep", OneTooDeep()),
    Planted("F3", "the search looks one ply too shallow", OneTooShallow()),
    Planted("F4", "the search cuts off too late: only if alpha > beta", StrictCutoff()),
    Planted("F4", "the search cuts off too early: if alpha >= beta - 1", EagerCutoff()),
    Planted("F5", "the root searches every action with an open window", NoBoundAtTheRoot()),
    Planted("F5", "a minimizing node ignores alpha, so the search never cuts off there", NoCutForMin()),
    Planted(
        "F6", "actions are treated as equally good although their equal values are only bounds", LastOfTheEqual()
    ),
    Planted("F6", "the search returns bounds as the values of pruned root actions", AllBest()),
    Planted("F7", "the search returns the best value, but an action that does not have this value", ChildsAction()),
    Planted("F7", "the search returns the score in place of the action", ScoreForAnAction()),
    Planted("F8", "a fail-hard search uses a narrower window than the caller's window", HalfHard()),
    Planted("F8", "a fail-soft search returns a wrong bound on the true value", ClaimsSoft(), {"window": "soft"}),
    Planted("F9", "the search uses 10,000 as infinity", FixedInfinity()),
    Planted("F10", "the search returns no action if every action loses", NothingBeatsLosing()),
    Planted("F10", "the search crashes if the game is over", CrashesWhenOver()),
]
