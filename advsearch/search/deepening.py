"""Iterative deepening: search to depth 1, 2, 3, … until the limits are reached.

A search can return an action as soon as depth 1 is finished. Every later depth begins with the best action of the
previous depth.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Sequence
from typing import Any, Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.limits import NEVER, Budget, Limits, Request
from advsearch.protocol import (
    AnyGame,
    Bindable,
    Binding,
    EvaluatorSetting,
    Search,
    Searcher,
    TierChoice,
    Ties,
    utilities_of,
)
from advsearch.results import Line, Result, RootLine, Tier
from advsearch.search.alphabeta import AlphaBeta
from advsearch.search.ordering import OURS, TABLE, Ordering, known_orders
from advsearch.search.probe import Probe, Probing, Window, line_of
from advsearch.search.returned import checked_result
from advsearch.search.searcher import (
    Algorithm,
    FixedDepth,
    TreeSearch,
    finished_game,
    result_of,
    smaller,
    unfinished_result,
)
from advsearch.search.settings import (
    any_integer,
    known_tier,
    known_ties,
    true_or_false,
    usable_evaluator,
    whole_number_or_none,
)
from advsearch.values import MAX_PLIES, Value, is_proven

_STRIDE: Final = 32


def _positive_width(_: object, __: object, width: Any) -> None:
    if width is None:
        return
    if isinstance(width, bool) or not isinstance(width, int | float) or not 0 < width < math.inf:
        raise InvalidSettings(f"expected `aspiration` to be the width of a window, above 0, got {width!r}")


def _depths(deepest: int) -> Iterator[int]:
    """Yield the depths to search: 1, 2, 3, … up to `deepest`. From depth 64 on, each depth is 1/32 greater than the
    previous depth.

    Only games with few actions are searched to depths of 64 and more. In a forced line of 5,000 plies, the search
    took 0.3 s, and would take 25 s with steps of one ply.
    """
    depth = 1
    while depth < deepest:
        yield depth
        depth += max(1, depth // _STRIDE)
    if deepest:
        yield deepest


@attrs.frozen
class Deepening(Algorithm):
    """Searches to depth 1, 2, 3, … and returns the result of the last finished depth. After depth 64, the depths grow
    faster.

    The inner searcher `search` searches each depth. Any searcher that obeys `limits.depth` can be the inner searcher.
    A `FixedDepth` as inner searcher keeps one table and one ordering over all depths. Each depth begins with the best
    action of the previous depth. An inner searcher that is not a `FixedDepth` is called once for each depth. If the
    budget ends during a depth, the search usually returns the best action of the previous depth. If the unfinished
    depth has already found a strictly better action, the search returns the better action.

    Without `search`, each depth is searched by alpha-beta with `evaluator`, `table` (a number of entries) and
    `order`. If `search` is set, `evaluator` is the evaluator of every inner searcher that sets no evaluator. The
    settings `ties` and `seed`, if given, replace the same settings of inner searchers.

    With `aspiration=a`, a depth is first searched in the window (v - a, v + a), where v is the value of the previous
    depth. If the new value is above the window, the depth is searched again without an upper bound. If the new value
    is below the window, the depth is searched again without a lower bound. With `aspiration`, a depth takes at most
    three searches.

    Deepening ends at `max_depth`, at the depth that the inner searcher sets, or at `limits.depth`. Deepening also
    ends when a value is exact, because no deeper search can change the value. With `stop_at_proven=False`, deepening
    continues after a proven win or loss, until a depth enters no more positions than the previous depth.
    """

    _search: Searcher | None = None
    max_depth: int | None = attrs.field(default=None, validator=whole_number_or_none)
    aspiration: float | None = attrs.field(default=None, validator=_positive_width)
    stop_at_proven: bool = attrs.field(default=True, validator=true_or_false)
    evaluator: EvaluatorSetting = attrs.field(default=None, validator=usable_evaluator)
    table: int | None = attrs.field(default=None, validator=whole_number_or_none)
    order: tuple[Ordering, ...] | None = attrs.field(default=None, converter=attrs.converters.optional(known_orders))
    ties: Ties = attrs.field(default="first", validator=known_ties)
    seed: int = attrs.field(default=0, validator=any_integer)
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)

    def __attrs_post_init__(self) -> None:
        given = self._search
        if given is None:
            return
        if not isinstance(given, Searcher | Bindable):
            raise InvalidSettings(f"expected `search` to be a searcher, got {given!r}")
        if self.table is not None or self.order is not None:
            raise InvalidSettings(
                "`table` and `order` cannot be combined with `search`; set both in the inner searcher"
            )
        if self.aspiration is not None and not isinstance(given, FixedDepth):
            raise InvalidSettings(f"`aspiration` needs a search with windows, such as alphabeta, got {given!r}")

    @property
    def inner(self) -> Searcher:
        """The searcher that is called for each depth: the setting `search`, else alpha-beta with the other
        settings.
        """
        if self._search is not None:
            return self._search
        order = self.order
        if order is None:
            order = tuple(each for each in OURS if self.table != 0 or each != TABLE)
        return AlphaBeta(None, self.evaluator, self.table, order, self.ties, self.seed)

    def bind(self, at: Binding, /) -> Steps:
        """Bind the inner searcher, with the settings of this searcher."""
        ties = None if self.ties == "first" else self.ties
        inside = at.within(evaluator=self.evaluator, ties=ties, seed=self.seed or None)
        return Steps(self, at.game, inside.bind(self.inner))


class Steps:
    """A `Deepening` searcher that is ready for one game. A call of a `Steps` object returns the result, and its
    method `lines` yields a `Line` for each finished depth.
    """

    def __init__(self, settings: Deepening, game: AnyGame, inner: Search) -> None:
        self._settings = settings
        self._game = game
        self._outcome = utilities_of(game) == "outcome"
        self._inner = inner
        self._tree = inner if isinstance(inner, TreeSearch) else None

    @property
    def depth(self) -> int | None:
        """The depth at which the settings end the search; None if no setting limits the depth."""
        return smaller(self._settings.max_depth, None if self._tree is None else self._tree.depth)

    @property
    def alike(self) -> bool:
        """Whether the search enters the same positions on both tiers."""
        return self._tree is not None and self._tree.alike

    def __call__(self, state: Any, request: Request, /) -> Result:
        lines = self.lines(state, request)
        while True:
            try:
                line = next(lines)
            except StopIteration as end:
                result: Result = end.value
                return result
            if request.report is not None:
                request.report(line)

    def lines(self, state: Any, request: Request, /) -> Generator[Line, None, Result]:
        """Search, yield a `Line` for each finished depth, and return the result. The clock also runs while the caller
        processes a `Line`. To stop the search, stop iterating.
        """
        budget = request.budget()
        if self._game.terminal(state):
            return finished_game(self._game, state, budget)
        every_action = request.every_action
        session = self._opened(state, request, budget)
        last: Probe | None = None
        probe: Probe | None = None
        entered = 0
        for depth in _depths(self._deepest(budget.limits)):
            before, entered_before = session.nodes, entered
            probe = self._probe(session, depth, last, every_action)
            if not probe.finished:
                # An action that differs from the last depth's is strictly better, because the last depth's was
                # searched first.
                if probe.pv and last is not None and probe.action != last.action and not every_action:
                    last = attrs.evolve(probe, depth=last.depth, lines=_led_by(probe, last))
                break
            last = probe
            entered = session.nodes - before
            yield attrs.evolve(line_of(probe, session.nodes, budget.seconds(), session.tier), depth=depth)
            proven = self._outcome and is_proven(probe.value)
            if all_exact(probe) and (self._settings.stop_at_proven or not proven or entered <= entered_before):
                break
        if last is None:
            result = unfinished_result(session, probe, budget)
        else:
            result = result_of(last, session.nodes, budget.seconds())
        return attrs.evolve(result, tier=session.tier) if isinstance(session, _Called) else result

    def _opened(self, state: Any, request: Request, budget: Budget) -> Probing:
        tree = self._tree
        if tree is None:
            return _Called(self._settings.inner, self._inner, state, request, budget)
        if tree.keeping is not None and self._settings.max_depth is None and request.limits.only_a_clock:
            return tree.keeping(state, budget)
        return tree.start(state, budget)

    def _deepest(self, limits: Limits) -> int:
        depth = smaller(self.depth, limits.depth)
        return MAX_PLIES if depth is None else depth

    def _probe(self, session: Probing, depth: int, last: Probe | None, every_action: bool) -> Probe:
        """Search one depth, beginning with the best action of the previous depth. With aspiration windows, `_probe`
        searches the root one to three times.
        """
        if last is None:
            return session.probe(depth, every_action=every_action)
        first = tuple(line.action for line in last.lines) or (last.action,)
        if self._settings.aspiration is None or every_action or len(first) > 1:
            return session.probe(depth, first=first, every_action=every_action)
        low: Value | None = last.value - self._settings.aspiration
        high: Value | None = last.value + self._settings.aspiration
        for _ in range(2):
            probe = session.probe(depth, low, high, first=first)
            if not probe.finished or probe.pv:  # only a value inside the window has a principal variation
                return probe
            if low is not None and probe.value <= low:
                low = None
            else:
                high = None
        return session.probe(depth, first=first)


def all_exact(probe: Probe) -> bool:
    """Whether no deeper search can change the value, nor any other line."""
    return probe.exact and all(line.exact for line in probe.lines)


def _led_by(unfinished: Probe, last: Probe) -> tuple[RootLine, ...]:
    """The lines of the last finished depth, after the better action that the unfinished depth has found."""
    others = [line for line in last.lines if line.action != unfinished.action]
    return (*unfinished.lines[:1], *others[: max(0, len(last.lines) - 1)])


class _Called(Probing):
    """The session of an inner search that is not a `TreeSearch`. The inner search is called once for each depth, with
    the rest of the budget.
    """

    nodes: int = 0
    tier: Tier = "reference"

    def __init__(self, searcher: Searcher, search: Search, state: Any, request: Request, budget: Budget) -> None:
        self._searcher = searcher
        self._found: Result | None = None
        self._search = search
        self._state = state
        self._request = request
        self._budget = budget

    def search_root(self, depth: int | None, window: Window, first: Sequence[Any], every_action: bool) -> Probe:  # noqa: ARG002
        """Call the inner search with `depth` as its depth limit. The inner search accepts no window and no first
        actions, so `window` and `first` are ignored."""
        assert depth is not None
        found = self._call(depth, every_action)
        if found.depth < depth and not found.exact:
            return Probe(depth, finished=False)
        return Probe(
            depth,
            True,
            found.action,
            found.value,
            found.pv,
            found.exact,
            proven=found.proven,
            scores=found.scores,
            lines=found.lines,
        )

    def fallback(self) -> tuple[Any, Value]:
        """The action and value that the inner search returned without finishing a depth."""
        found = self._found or self._call(0, False)
        return found.action, found.value

    def _call(self, depth: int, every_action: bool) -> Result:
        budget = self._budget
        left = None if budget.max_nodes == NEVER else max(0, budget.max_nodes - self.nodes)
        seconds = None if budget.limits.time_s is None else max(0.0, budget.seconds_left())
        limits = Limits(depth=depth, nodes=left, time_s=seconds)
        request = attrs.evolve(self._request, limits=limits, report=None, every_action=every_action)
        found = checked_result(self._searcher, self._search(self._state, request))
        self.nodes += found.nodes
        self.tier = found.tier
        self._found = found
        return found
