"""MTD(f): the value of each depth by null windows alone, beginning at the value of the depth before.

A null window says whether the value is at least a number, and returns a bound that may be better. The bounds from
below and from above are moved together until they meet; if the value of the depth before is right, one window shows
it. A table makes the repeated searches cheap. Plaat, Schaeffer, Pijls, de Bruin: Best-first fixed-depth minimax
algorithms, Artificial Intelligence 87 (1996).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import attrs

from advsearch.limits import Budget
from advsearch.protocol import Binding, EvaluatorSetting, TierChoice, Ties
from advsearch.results import Tier
from advsearch.search.alphabeta import AlphaBeta
from advsearch.search.deepening import Deepening, Steps
from advsearch.search.ordering import OURS, TABLE, Ordering, known_orders
from advsearch.search.probe import Probe, Probing, Window, just_above, just_below
from advsearch.search.searcher import Algorithm, TreeSearch
from advsearch.search.settings import (
    any_integer,
    known_tier,
    known_ties,
    usable_evaluator,
    whole_number,
    whole_number_or_none,
)
from advsearch.values import Value


class NullWindows(Probing):
    """A session that finds each value by null windows, over a session that searches one window."""

    def __init__(self, inner: Probing, guessed: Callable[[Probe | None], Value | None], lines: int) -> None:
        self.inner = inner
        self.guessed = guessed
        """A function of the last depth's probe that returns the first guess of the value; None to begin with the
        whole window."""
        self.lines = lines
        self.last: Probe | None = None

    @property
    def tier(self) -> Tier:
        return self.inner.tier

    @property
    def nodes(self) -> int:
        return self.inner.nodes

    def fallback(self) -> tuple[Any, Value]:
        return self.inner.fallback()

    def search_root(self, depth: int | None, window: Window, first: Sequence[Any], every_action: bool) -> Probe:
        guess = self.guessed(self.last)
        if guess is None or every_action or self.lines > 1:  # several values need a window that contains them all
            found = self.inner.probe(depth, *window, first=first, every_action=every_action)
        else:
            found = self.converged(depth, guess, first)
        if found.finished:
            self.last = found
        return found

    def converged(self, depth: int | None, guess: Value, first: Sequence[Any]) -> Probe:
        """Move a lower and an upper bound together, and search the value where they meet for its line of play. The
        first window has room for the guess itself: if the guess is right, this search is the only one."""
        low: Value = -math.inf
        high: Value = math.inf
        probe = self.inner.probe(depth, just_below(guess), just_above(guess), first=first)
        if not probe.finished or probe.pv:
            return probe
        if probe.value < guess:
            high = guess = probe.value
        else:
            low = guess = probe.value
            first = (probe.action,)
        while low < high:
            beta = just_above(guess) if guess == low else guess
            probe = self.inner.probe(depth, just_below(beta), beta, first=first)
            if not probe.finished:
                return probe
            guess = probe.value
            if guess < beta:
                high = guess
            else:
                low, first = guess, (probe.action,)
        floor = None if guess == -math.inf else just_below(guess)
        roof = None if guess == math.inf else just_above(guess)
        return self.inner.probe(depth, floor, roof, first=first)


class NullWindowSearch(TreeSearch):
    """A bound search whose sessions search by null windows."""

    def __init__(self, inner: TreeSearch, guessed: Callable[[Probe | None], Value | None]) -> None:
        def over(start: Callable[[Any, Budget], Probing]) -> Callable[[Any, Budget], Any]:
            return lambda state, budget: NullWindows(start(state, budget), guessed, budget.request.lines)

        keeping = None if inner.keeping is None else over(inner.keeping)
        super().__init__(inner.game, inner.depth, over(inner.start), keeping)

    def start(self, state: Any, budget: Budget) -> Any:
        return self._start(state, budget)  # the inner session is the one that is watched


@attrs.frozen
class MTDF(Algorithm):
    """Searches depth 1, 2, 3, ... like `deepening`, and finds the value of each depth by null windows.

    The first guess at a depth is the value of the depth before. The closer the guess, the fewer windows are searched;
    evaluations with many different values need more of them than evaluations with few. The search needs a `table`,
    because each window searches the same tree again.
    """

    depth: int | None = attrs.field(default=None, validator=whole_number)
    evaluator: EvaluatorSetting = attrs.field(default=None, validator=usable_evaluator)
    table: int | None = attrs.field(default=None, validator=whole_number_or_none)
    order: tuple[Ordering, ...] | None = attrs.field(default=None, converter=attrs.converters.optional(known_orders))
    ties: Ties = attrs.field(default="first", validator=known_ties)
    seed: int = attrs.field(default=0, validator=any_integer)
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)

    each_depth: ClassVar[Deepening] = Deepening()
    tiers_enter_alike: ClassVar[bool] = False  # as long as each tier has a table of its own

    def bind(self, at: Binding, /) -> Steps:
        order = self.order
        if order is None:
            order = tuple(each for each in OURS if self.table != 0 or each != TABLE)
        inner: Any = at.bind(AlphaBeta(self.depth, self.evaluator, self.table, order, self.ties, self.seed))
        return Steps(self.each_depth, at.game, NullWindowSearch(inner, self.guess))

    @staticmethod
    def guess(last: Probe | None) -> Value | None:
        """Return the first guess of the value of a depth, from the probe of the depth before."""
        return None if last is None else last.value
