"""MTD(f) twice: as a recursion below each action of the root, and from the root, by steering another search."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

from advsearch import Evaluator, Line, Result  # the type of a setting is read at run time
from advsearch.search import (
    Algorithm,
    AlphaBeta,
    FixedDepth,
    Tree,
    TreeSearch,
    finished_game,
    just_above,
    just_below,
    result_of,
    root_entered,
    smaller,
)

if TYPE_CHECKING:
    from advsearch import Request
    from advsearch.protocol import AnyGame, Binding, Search
    from advsearch.search import Budget, Probe, Session
    from advsearch.search.kit.fields import State, Value


class SteppingTree(Tree):
    """The text of `Stepping`."""

    frames_per_ply = 4  # visit calls step, which calls visit, which calls below

    def __init__(self, game: AnyGame, evaluate: Evaluator, allowed: Budget, *, least: int) -> None:
        super().__init__(game, evaluate, allowed)
        self.least = least

    def visit(self, state: State, mover: int, depth: int, ply: int, alpha: Value, beta: Value) -> tuple[Value, bool]:
        if depth >= self.least and self.scale.above(self.scale.above(alpha)) < beta:
            return self.step(state, mover, depth, ply, alpha, beta)
        if depth < self.deepest:
            self.deepest = depth
        best, sure = self.scale.bottom, True
        self.line.end(ply)
        for action in self.game.actions(state):
            self.budget.enter()
            child = self.game.result(state, action)
            value, final = self.below(child, mover, depth - 1, ply + 1, alpha, beta)
            sure = sure and final
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self.line.extend(ply, action)
                    if value >= beta:
                        sure = final
                        break
        return best, sure or self.scale.proven(best)

    def step(self, state: State, mover: int, depth: int, ply: int, alpha: Value, beta: Value) -> tuple[Value, bool]:
        """The value of a state in a wide window, found by null windows that begin at the evaluation of the state. A
        last search in a narrow window around the value finds the line of play.
        """
        low, high = alpha, beta
        guess = max(alpha, min(self.scale.below(beta), self.estimated(state, mover)))
        while low < high:
            if guess == low:
                bottom, top = guess, self.scale.above(guess)
            else:
                bottom, top = self.scale.below(guess), guess
            guess, sure = self.visit(state, mover, depth, ply, bottom, top)
            if bottom < guess < top:
                return guess, sure
            if guess <= bottom:
                high = guess
                if high <= alpha:
                    return high, sure
            else:
                low = guess
                if low >= beta:
                    return low, sure
        return self.visit(state, mover, depth, ply, self.scale.below(guess), self.scale.above(guess))


@attrs.frozen
class Stepping(FixedDepth):
    """MTD(f) below each action of the root: null windows only, from the evaluation as a guess.

    A state in a narrow window is searched by plain alpha-beta, and so is one with fewer than `least` plies left.
    """

    least: int = attrs.field(default=2, validator=attrs.validators.ge(1))

    text: ClassVar[type[Tree]] = SteppingTree
    tiers_enter_alike: ClassVar[bool] = False
    # A search in plain Python takes values for whole numbers until the first fraction comes, machine code knows it.


@attrs.frozen
class MTDF(Algorithm):
    """MTD(f) from the root, for each depth in turn: null windows of an alpha-beta with a table, on either tier."""

    depth: int | None = attrs.field(default=None, validator=attrs.validators.optional(attrs.validators.ge(1)))
    evaluator: Evaluator | None = None
    table: int | None = 100_000

    def bind(self, at: Binding, /) -> Search:
        game = at.game
        inner = at.within(evaluator=self.evaluator).bind(AlphaBeta(table=self.table, order="table"))
        assert isinstance(inner, TreeSearch)

        def search(state: Any, request: Request) -> Result[Any]:
            budget = request.budget()
            if game.terminal(state):
                return finished_game(game, state, budget)
            session = inner.start(state, budget)
            last = smaller(self.depth, request.limits.depth)
            found: Probe | None = None
            depth = 0
            while depth != last and not (found and found.exact):
                depth += 1
                if found is None or request.every_action:
                    probe = session.probe(depth, every_action=request.every_action)
                else:
                    probe = converged(session, depth, found)
                if not probe.finished:
                    break
                found = probe
                if request.report is not None:
                    request.report(Line(depth, found.value, session.nodes, budget.seconds(), found.pv))
            if found is None:
                action, value = session.fallback()
                nodes = session.nodes or root_entered(budget)
                return Result(action, value, depth=0, nodes=nodes, seconds=budget.seconds())
            return result_of(found, session.nodes, budget.seconds())

        return search


def converged(session: Session, depth: int, before: Probe) -> Probe:
    """The value of the root at a depth, by null windows from the value of the depth before."""
    low: Value = -inf
    high: Value = inf
    guess, first = before.value, before.action
    while low < high:
        beta = just_above(guess) if guess == low else guess
        probe = session.probe(depth, just_below(beta), beta, first=(first,))
        if not probe.finished:
            return probe
        guess = probe.value
        if guess < beta:
            high = guess
        else:
            low, first = guess, probe.action
    return session.probe(depth, just_below(guess), just_above(guess), first=(first,))
