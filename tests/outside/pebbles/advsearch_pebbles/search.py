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
    Session,
    TreeSearch,
    finished_game,
    just_above,
    just_below,
    result_of,
    root_entered,
    smaller,
)
from advsearch.values import is_proven

if TYPE_CHECKING:
    from collections.abc import Sequence

    from advsearch import Request
    from advsearch.protocol import AnyGame, Binding, Search, Value
    from advsearch.search import Budget, Probe


class Steps(Session):
    """The recursion of `Stepping`."""

    __slots__ = ("least",)

    least: int

    def visit(
        self,
        state: Any,
        mover: int,
        depth: int,
        alpha: Value,
        beta: Value,
        moves: Sequence[Any] | None = None,
    ) -> Value:
        if moves is None and depth >= self.least and just_above(just_above(alpha)) < beta:
            return self.step(state, mover, depth, alpha, beta)
        self.deepest = min(self.deepest, depth)
        best, line, sure = self.bottom, None, True
        for action in moves or self.actions(state):
            value = self.below(state, action, mover, depth - 1, alpha, beta)
            sure = sure and self.sure
            if value > best:
                best = value
                if value > alpha:
                    alpha, line = value, (action, self.line)
                    if value >= beta:
                        sure = self.sure
                        break
        self.line = line
        self.sure = sure or (self.outcome and is_proven(best))
        return best

    def step(self, state: Any, mover: int, depth: int, alpha: Value, beta: Value) -> Value:
        """The value of a state in a wide window, found by null windows that begin at the evaluation of the state. A
        last search in a narrow window around the value finds the line of play.
        """
        low, high = alpha, beta
        guess = max(alpha, min(just_below(beta), self.horizon_value(state, mover)))
        while low < high:
            bottom, top = (guess, just_above(guess)) if guess == low else (just_below(guess), guess)
            guess = self.visit(state, mover, depth, bottom, top)
            if bottom < guess < top:
                return guess
            if guess <= bottom:
                high = guess
                if high <= alpha:
                    return high
            else:
                low = guess
                if low >= beta:
                    return low
        return self.visit(state, mover, depth, just_below(guess), just_above(guess))


@attrs.frozen
class Stepping(FixedDepth):
    """MTD(f) below each action of the root: null windows only, from the evaluation as a guess.

    A state in a narrow window is searched by plain alpha-beta, and so is one with fewer than `least` plies left.
    """

    least: int = attrs.field(default=2, validator=attrs.validators.ge(1))

    tiers_enter_alike: ClassVar[bool] = False
    # In games with fractions just_above of a whole number is a step of 1, and scale.above the next float.

    def open(self, game: AnyGame, state: Any, budget: Budget) -> Session:
        session = Steps(game, state, budget, self.evaluator, self.ties, self.seed)
        session.least = self.least
        return session


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
