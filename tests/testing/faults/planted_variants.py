"""Variants of planted faults, closer to being right: wrong on an edge, at some depths, in one of two places."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, ClassVar

import attrs
from fault import Planted
from planted_core import INF, Search
from planted_drivers import Scout
from planted_games import Pile, Piles
from planted_memory import EXACT, LOWER, UPPER, Tabled
from planted_stops import Budgeted

from advsearch.errors import IllegalAction
from advsearch.kernels import ONGOING, KernelSet
from advsearch.search import AlphaBeta
from advsearch.testing import check_game


class ExactAtAlpha(Tabled):
    """A value equal to alpha is an upper bound; here it counts as exact."""

    def kind(self, value: Any, low: Any, high: Any, alpha: Any, beta: Any) -> str:
        return UPPER if value < low else LOWER if value >= high else EXACT


class ExactAtBeta(Tabled):
    def kind(self, value: Any, low: Any, high: Any, alpha: Any, beta: Any) -> str:
        return UPPER if value <= low else LOWER if value > high else EXACT


class BoundsOfAnyDepth(Tabled):
    """Looks at the depth of exact values only."""

    def serves(self, entry: Any, depth: int) -> bool:
        return bool(entry[0] == depth or entry[2] != EXACT)


class DeeperOfTheSameParity(Tabled):
    def serves(self, entry: Any, depth: int) -> bool:
        return bool(entry[0] >= depth and (entry[0] - depth) % 2 == 0)


class ShallowCutoffsOnly(Search):
    """Compares with the parent's bound alone: bounds from further up are not passed down."""

    def visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Any:
        if self.maximizes(state):
            return super().visit(state, depth, -INF, beta)
        return super().visit(state, depth, alpha, INF)


class ResearchTurnedRound(Scout):
    def scouted(self, child: Any, depth: int, value: Any) -> Any:
        if value == -INF:
            return self.visit(child, depth, -INF, INF)
        found = self.visit(child, depth, value, value + 1)
        return self.visit(child, depth, INF, value) if found > value else found


class NoResearchNearTheLeaves(Scout):
    def scouted(self, child: Any, depth: int, value: Any) -> Any:
        if value == -INF:
            return self.visit(child, depth, -INF, INF)
        found = self.visit(child, depth, value, value + 1)
        return self.visit(child, depth, value, INF) if found > value and depth > 1 else found


class LateActionsShallower(Search):
    """From the third action on, a ply less, and no second search."""

    def visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Any:
        if depth < 3 or self.game.terminal(state):
            return super().visit(state, depth, alpha, beta)
        maximizes = self.maximizes(state)
        value = -INF if maximizes else INF
        for number, action in enumerate(self.game.actions(state)):
            found = self.visit(self.game.result(state, action), depth - 1 - (number > 1), alpha, beta)
            value = max(value, found) if maximizes else min(value, found)
        return value


class Futility(Search):
    """A ply above the horizon, what the estimate says to be far below alpha is left out."""

    def visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Any:
        if depth == 1 and not self.game.terminal(state) and self.maximizes(state) and self.horizon(state) + 3 < alpha:
            return alpha
        return super().visit(state, depth, alpha, beta)


class EqualsDrawn(Search):
    """Draws among the actions whose values, from a window above the best so far, came out equal."""

    def at_root(self, start: Any, depth: int) -> Any:
        value, equal = -INF, []
        for action in self.game.actions(start):
            found = self.visit(self.game.result(start, action), depth - 1, value, INF)
            if found > value:
                value, equal = found, [action]
            elif found == value:
                equal.append(action)
        return value, random.Random(1).choice(equal)


class ActionNeverSet(Search):
    """Raises the value and forgets to set the action with it."""

    def at_root(self, start: Any, depth: int) -> Any:
        return super().at_root(start, depth)[0], None


class KeepsTheAction(Search):
    """Deepening that keeps the action while the value stays the same."""

    def __call__(self, tree: Any, depth: int) -> Any:
        answer = super().__call__(tree, 1)
        for each in range(2, depth + 1):
            value, action = super().__call__(tree, each)
            answer = (value, answer[1] if value == answer[0] else action)
        return answer


class ContentWhenTwoAgree(Search):
    """Deepening that ends when two depths have the same value."""

    def __call__(self, tree: Any, depth: int) -> Any:
        answer = super().__call__(tree, 1)
        for each in range(2, depth + 1):
            last, answer = answer, super().__call__(tree, each)
            if answer[0] == last[0]:
                break
        return answer


class LoopsAtOnce(Search):
    """MTD whose test never moves: it does not end even on a game of one ply."""

    def at_root(self, start: Any, depth: int) -> Any:
        value, low, high = 0, -INF, INF
        while low < high:
            found = self.visit(start, depth, value - 1, value)
            low, high = (found, high) if found >= value else (low, found)
        return value, self.game.actions(start)[0]


class GivesUpOnItsWindow(Search):
    """Aspiration that doubles its window eight times, and then believes the bound."""

    def __call__(self, tree: Any, depth: int) -> Any:
        answer = super().__call__(tree, 1)
        for each in range(2, depth + 1):
            answer = self.aspired(answer[0], each) if answer[1] is not None else answer
        return answer

    def aspired(self, guess: Any, depth: int) -> Any:
        low, high = guess - 1, guess + 1
        for doubled in range(1, 9):
            value, action = self.within(depth, low, high)
            if low < value < high:
                break
            low, high = (value - 2**doubled, high) if value <= low else (low, value + 2**doubled)
        return value, action

    def within(self, depth: int, low: Any, high: Any) -> Any:
        best, value = None, -INF
        for action in self.game.actions(self.game.initial()):
            found = self.visit(self.game.result(self.game.initial(), action), depth - 1, max(low, value), high)
            if best is None or found > value:
                best, value = action, found
            if value >= high:
                break
        return value, best


class TenTests(Search):
    """MTD that tests ten times at most."""

    def at_root(self, start: Any, depth: int) -> Any:
        value, low, high = 0, -INF, INF
        for _ in range(10):
            test = value + 1 if value == low else value
            value = self.visit(
                start, depth, math.nextafter(test, -INF) if isinstance(test, float) else test - 1, test
            )
            low, high = (value, high) if value >= test else (low, value)
            if low >= high:
                break
        return value, super().at_root(start, depth)[1]


class DrawsAreUnfinished(Search):
    """Asks the utility who won, and takes 0 for nobody yet."""

    def end(self, state: Any) -> Any:
        return super().end(state) or self.horizon(state)


class SingleRepliesAreFree(Search):
    """A position with one action costs no depth."""

    def visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Any:
        only = not self.game.terminal(state) and depth > 0 and len(self.game.actions(state)) == 1
        return super().visit(state, depth + only, alpha, beta)


class HorizonBeforeTheEnd(Search):
    """At the horizon the estimate is asked even where the game is over."""

    def visit(self, state: Any, depth: int, alpha: Any, beta: Any) -> Any:
        return self.horizon(state) if depth <= 0 else super().visit(state, depth, alpha, beta)


class TheHigherOfTwoDepths(Budgeted):
    """Stopped, it answers with what is worth more: the finished depth's best, or the unfinished one's."""

    def at_root(self, start: Any, depth: int) -> Any:
        best, value = None, -INF
        for action in self.game.actions(start):
            self.enter()
            found = self.visit(self.game.result(start, action), depth - 1, value, INF)
            if best is None or found > value:
                best, value = action, found
                self.sofar = (value, best, depth)
        return value, best

    def stopped(self, answer: Any, start: Any, depth: int) -> Any:
        sofar = getattr(self, "sofar", answer)
        return sofar if sofar[0] > answer[0] else answer


class LineFromTheSecond(AlphaBeta):
    """Its line of play leaves out the action it begins with."""

    def search(self, *args: Any, **more: Any) -> Any:
        found = super().search(*args, **more)
        return attrs.evolve(found, pv=found.pv[1:])


class KindsTurnedRoundBelowMin(Tabled):
    """Where min moves, a value at or below alpha is stored as a lower bound, one at or above beta as an upper."""

    def kind(self, value: Any, low: Any, high: Any, alpha: Any, beta: Any) -> str:
        kind = super().kind(value, low, high, alpha, beta)
        return {LOWER: UPPER, UPPER: LOWER}.get(kind, kind) if beta < high else kind


class ScratchList(Piles):
    """Collects the actions in a list that all threads share."""

    scratch: ClassVar[list[Any]] = []

    def actions(self, state: Pile) -> Sequence[tuple[int, int]]:
        self.scratch.clear()
        for action in super().actions(state):
            self.scratch.append(action)
        return tuple(self.scratch)


@attrs.frozen
class KernelsOf31Bits:
    """Say a cell not said before; who says the last one wins. The kernels forget the cells from 31 on."""

    cells: int = 40
    utilities = "outcome"

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> Sequence[int]:
        return tuple(cell for cell in range(self.cells) if not state[0] >> cell & 1)

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        if action not in self.actions(state):
            raise IllegalAction(f"expected a cell not said yet, got {action!r}")
        return (state[0] | 1 << action, 1 - state[1])

    def terminal(self, state: tuple[int, int]) -> bool:
        return not self.actions(state)

    def utility(self, state: tuple[int, int], player: int) -> int:
        return -1 if player == state[1] else 1

    def kernels(self) -> KernelSet:
        full = (1 << self.cells) - 1

        def actions(s: Any) -> int:
            return int(full & ~s[0] & 0x7FFFFFFF)

        def apply(s: Any, action: int) -> Any:
            return (s[0] | 1 << action,)

        def outcome(s: Any, cells: int) -> int:
            return ONGOING if cells else -1

        return KernelSet(
            encode=lambda state: (state[0],),
            words=1,
            longest=self.cells,
            actions=actions,
            apply=apply,
            outcome=outcome,
        )


PLANTED = [
    Planted(
        "F5",
        "a position gets the bound of its parent, but not the bounds of its other ancestors",
        ShallowCutoffsOnly(),
        {"prunes": True},
    ),
    Planted(
        "F6",
        "the search draws its action from a list in which some values are only bounds",
        EqualsDrawn(),
    ),
    Planted("F7", "iterative deepening keeps the last action if the value did not change", KeepsTheAction()),
    Planted("F10", "the search returns no action, because the action is never set", ActionNeverSet()),
    Planted("F10", "the search treats drawn games as unfinished", DrawsAreUnfinished()),
    Planted("F10", "the search calls the evaluator for a finished game at the horizon", HorizonBeforeTheEnd()),
    Planted("F12", "a table stores a value equal to alpha as exact", ExactAtAlpha()),
    Planted("F12", "a table stores a value equal to beta as exact", ExactAtBeta()),
    Planted("F12", "at minimizing nodes, upper and lower bounds are swapped", KindsTurnedRoundBelowMin()),
    Planted("F14", "the search uses bounds from table entries of any depth", BoundsOfAnyDepth()),
    Planted(
        "F14",
        "the search uses table entries of a greater depth if both depths are even or both are odd",
        DeeperOfTheSameParity(),
    ),
    Planted("F3", "a move does not count as a ply if it is the only legal move", SingleRepliesAreFree()),
    Planted("F3", "iterative deepening ends when two depths have the same value", ContentWhenTwoAgree()),
    Planted("F25", "after a null-window search, the second search has its bounds swapped", ResearchTurnedRound()),
    Planted(
        "F25",
        "near the leaves, the search does not search an action again after a null-window search fails",
        NoResearchNearTheLeaves(),
    ),
    Planted("F23", "the aspiration window is widened at most eight times", GivesUpOnItsWindow()),
    Planted("F26", "MTD(f) stops after ten null-window searches", TenTests()),
    Planted("F26", "MTD(f) repeats the same null-window search for ever", LoopsAtOnce()),
    Planted("F27", "actions at the end of the list are searched to one ply less", LateActionsShallower()),
    Planted("F27", "one ply above the horizon, the search prunes by futility", Futility()),
    Planted(
        "F33",
        "a stopped search returns the value of the unfinished depth if this value is higher",
        TheHigherOfTwoDepths(),
    ),
    Planted("F40", "kernels use only 31 bits for a board of 40 cells", KernelsOf31Bits(), check=check_game),
    Planted("F51", "the line of play leaves out its first action", LineFromTheSecond()),
    Planted("F50", "a rules object uses one list for all threads", ScratchList(), check=check_game),
]
