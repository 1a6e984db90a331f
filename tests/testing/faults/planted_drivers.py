"""Planted faults of windows, drivers, selectivity and ordering, F23 to F30."""

from __future__ import annotations

import math
import random
from typing import Any

from fault import Planted
from planted_core import INF, Search


class Probing:
    """Correct MTD(f) over a fail-soft, memoised null-window search; faults change how it steers."""

    def __call__(self, tree: Any, depth: int) -> Any:
        self.search = Search()
        self.search.game, start = tree, tree.initial()
        self.search.root = tree.player(start)
        if tree.terminal(start):
            return self.search.end(start), None
        scored = []
        for action in tree.actions(start):
            scored.append((self.drive(tree.result(start, action), depth - 1), action))
        best = max(score for score, _ in scored)
        return best, next(action for score, action in scored if score == best)

    def probe(self, state: Any, depth: int, beta: Any) -> Any:
        return self.search.visit(state, depth, self.below(beta), beta)

    def below(self, beta: Any) -> Any:
        return beta - 1 if isinstance(beta, int) else math.nextafter(beta, -INF)

    def above(self, value: Any) -> Any:
        return value + 1 if isinstance(value, int) else math.nextafter(value, INF)

    def drive(self, state: Any, depth: int) -> Any:
        low, high, value = -INF, INF, 0
        while low < high:
            beta = self.above(value) if value == low else value
            value = self.probe(state, depth, beta)
            low, high = (low, value) if value < beta else (value, high)
        return value


class StepsOfOne(Probing):
    """Moves its guess by one, whatever the bound that came back: 10**18 is a long way."""

    def drive(self, state: Any, depth: int) -> Any:
        guess = 0
        while True:
            if self.probe(state, depth, guess) < guess:
                guess -= 1
            elif self.probe(state, depth, guess + 1) < guess + 1:
                return self.probe(state, depth, guess)
            else:
                guess += 1


class NeverSettles(Probing):
    """Compares its bounds with `!=`: with an answer between two floats they pass each other."""

    def drive(self, state: Any, depth: int) -> Any:
        low, high, value = -INF, INF, 0
        while low != high:
            beta = value + 1 if value == low else value
            value = self.search.visit(state, depth, beta - 1, beta)
            if value < beta:
                high = math.floor(value) if value == value and abs(value) != INF else value
            else:
                low = value
        return value


class Aspiring(Search):
    """Iterative deepening with an aspiration window; correct."""

    width: Any = 1

    def __call__(self, tree: Any, depth: int) -> Any:
        self.game, start = tree, tree.initial()
        self.root = tree.player(start)
        if tree.terminal(start):
            return self.end(start), None
        value, action = 0, None
        for each in range(1, depth + 1):
            value, action = self.aspire(start, each, value)
        return value, action

    def aspire(self, start: Any, depth: int, last: Any) -> Any:
        low, high = last - self.width, last + self.width
        value, action = self.windowed(start, depth, low, high)
        return (value, action) if low < value < high else self.windowed(start, depth, -INF, INF)

    def windowed(self, start: Any, depth: int, low: Any, high: Any) -> Any:
        best, value = None, -INF
        for action in self.game.actions(start):
            found = self.visit(self.game.result(start, action), depth - 1, max(low, value), high)
            if best is None or found > value:
                best, value = action, found
        return value, best


class GrowsForEver(Aspiring):
    """Widens by a fixed step until the value is inside."""

    def aspire(self, start: Any, depth: int, last: Any) -> Any:
        width = self.width
        while True:
            value, action = self.windowed(start, depth, last - width, last + width)
            if last - width < value < last + width:
                return value, action
            width += self.width


class ResearchLeavesOut(Aspiring):
    """After failing low searches again below the window only, the failing bound left out."""

    def aspire(self, start: Any, depth: int, last: Any) -> Any:
        low, high = last - self.width, last + self.width
        value, action = self.windowed(start, depth, low, high)
        if value <= low:
            return self.windowed(start, depth, -INF, value - 1)
        return self.windowed(start, depth, value + 1, INF) if value >= high else (value, action)


class BelievesTheWindow(Aspiring):
    def aspire(self, start: Any, depth: int, last: Any) -> Any:
        return self.windowed(start, depth, last - self.width, last + self.width)


class Scout(Search):
    """Principal variation search, correct."""

    def at_root(self, start: Any, depth: int) -> Any:
        best, value = None, -INF
        for action in self.game.actions(start):
            found = self.scouted(self.game.result(start, action), depth - 1, value)
            if best is None or found > value:
                best, value = action, found
        return value, best

    def scouted(self, child: Any, depth: int, value: Any) -> Any:
        if value == -INF:
            return self.visit(child, depth, -INF, INF)
        above = value + 1 if isinstance(value, int) else math.nextafter(value, INF)
        found = self.visit(child, depth, value, above)
        return self.visit(child, depth, value, INF) if found > value else found


class NoResearch(Scout):
    def scouted(self, child: Any, depth: int, value: Any) -> Any:
        if value == -INF:
            return self.visit(child, depth, -INF, INF)
        return min(self.visit(child, depth, value, value + 1), value + 1)


class ResearchAboveTheScout(Scout):
    def scouted(self, child: Any, depth: int, value: Any) -> Any:
        if value == -INF:
            return self.visit(child, depth, -INF, INF)
        found = self.visit(child, depth, value, value + 1)
        return self.visit(child, depth, value, found) if found > value else found


class NullMove(Search):
    """Takes a position for as good as its estimate says where that is beyond the window: passing would do."""

    def visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Any:
        if depth > 1 and not self.game.terminal(state):
            estimate = self.horizon(state)
            if estimate >= beta if self.maximizes(state) else estimate <= alpha:
                return estimate
        return super().visit(state, depth, alpha, beta)


class Quiescent(Search):
    """Looks one ply beyond the horizon where the estimate is poor."""

    def horizon(self, state: Any) -> Any:
        stand = super().horizon(state)
        if not self.maximizes(state):
            return stand
        children = [self.game.result(state, action) for action in self.game.actions(state)]
        seen = [self.end(child) for child in children if self.game.terminal(child)]
        return max([stand, *seen])


class Killer(Search):
    """Tries the last action that cut at this depth first; correct."""

    def __call__(self, tree: Any, depth: int) -> Any:
        self.killers: dict[int, Any] = {}
        return super().__call__(tree, depth)

    def visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Any:
        self.depth = depth
        return super().visit(state, depth, alpha, beta)

    def order(self, state: Any) -> Any:
        actions = list(self.game.actions(state))
        killer = self.killers.get(self.depth)
        self.killers[self.depth] = actions[-1]
        return self.first(actions, killer)

    def first(self, actions: list[Any], killer: Any) -> list[Any]:
        return [killer, *(a for a in actions if a != killer)] if killer in actions else actions


class IllegalKiller(Killer):
    def first(self, actions: list[Any], killer: Any) -> list[Any]:
        return [killer, *actions] if killer is not None else actions


class KillerReplaces(Killer):
    def first(self, actions: list[Any], killer: Any) -> list[Any]:
        return [killer, *actions[1:]] if killer in actions else actions


class ChangedWhileIterating(Killer):
    def first(self, actions: list[Any], killer: Any) -> Any:
        def each() -> Any:
            for action in actions:
                if action == killer:
                    actions.remove(action)
                yield action

        return each()


class KillersForAHundredPlies(Killer):
    def order(self, state: Any) -> Any:
        slots: list[Any] = [None] * 100
        assert slots[self.plies_played(state)] is None
        return super().order(state)

    def plies_played(self, state: Any) -> int:
        return abs(state) if isinstance(state, int) else 0


class SharedDice(Search):
    def at_root(self, start: Any, depth: int) -> Any:
        value, _ = super().at_root(start, depth)
        equal = [
            action
            for action in self.game.actions(start)
            if self.visit(self.game.result(start, action), depth - 1, -INF, INF) == value
        ]
        return value, random.choice(equal)


class OrderOfASet(Search):
    def at_root(self, start: Any, depth: int) -> Any:
        best, value = None, -INF
        for action in set(self.game.actions(start)):
            found = self.visit(self.game.result(start, action), depth - 1, value, INF)
            if best is None or found > value:
                best, value = action, found
        return value, best


PLANTED = [
    Planted("F23", "the aspiration window grows by a fixed step", GrowsForEver()),
    Planted(
        "F24",
        "after a search fails low with `value`, the window of the second search ends at `value - 1`",
        ResearchLeavesOut(),
    ),
    Planted("F24", "a value that equals a bound of the aspiration window is taken as exact", BelievesTheWindow()),
    Planted("F25", "the search does not search an action again after a null-window search fails high", NoResearch()),
    Planted("F25", "the window of the second search ends at the result of the first search", ResearchAboveTheScout()),
    Planted("F26", "MTD(f) changes its guess only by 1 after each search", StepsOfOne()),
    Planted("F26", "if values are floats, the lower bound of MTD(f) rises above the upper bound", NeverSettles()),
    Planted("F27", "the search takes the evaluation as the value of a null move", NullMove()),
    Planted("F28", "quiescence search continues beyond the horizon", Quiescent()),
    Planted("F29", "killer moves are tried even if they are illegal", IllegalKiller()),
    Planted("F29", "a killer move replaces the first action in the list", KillerReplaces()),
    Planted("F29", "a search changes the list of actions while it iterates over it", ChangedWhileIterating()),
    Planted("F29", "killer moves are stored for only a hundred plies", KillersForAHundredPlies()),
    Planted("F30", "ties are broken by the global random.choice", SharedDice()),
    Planted("F30", "root actions are tried in the order of a set", OrderOfASet()),
]
