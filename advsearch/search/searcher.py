"""Base classes of the built-in searchers. A subclass of `Algorithm` defines `bind`, and inherits `search`.
`FixedDepth` searches one tree to a fixed depth.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias, cast

import attrs

from advsearch.errors import InvalidSettings
from advsearch.limits import NO_LIMITS, Budget, Limits, Request, StopSignal
from advsearch.protocol import (
    AnyGame,
    Binding,
    Evaluator,
    EvaluatorSetting,
    Game,
    Search,
    TierChoice,
    Ties,
    utilities_of,
)
from advsearch.results import Action, Line, Result, State
from advsearch.search.kit.session import Session
from advsearch.search.kit.tree import Tree
from advsearch.search.probe import Probe, line_of
from advsearch.search.returned import utility_of
from advsearch.search.settings import any_integer, known_tier, known_ties, usable_evaluator, whole_number
from advsearch.values import outcome_value

Open: TypeAlias = Callable[[Any, Budget], Session]
"""A function that opens a session (one call of a search) for a non-terminal state and a budget."""


class Algorithm:
    """A base class of searchers. A subclass defines `bind`, and inherits the method `search`. The method `bind`
    returns the search of a game.

    A subclass with a setting `tier` can set its own tier (see `advsearch.binding.within.on_tier`).
    """

    __slots__ = ()

    def bind(self, at: Binding, /) -> Search:
        """Return a search: a function that takes a state of `at.game` and a `Request`, and returns a `Result`."""
        raise NotImplementedError

    def search(
        self,
        game: Game[State, Action],
        state: State,
        *,
        limits: Limits | None = None,
        stop: StopSignal | None = None,
        report: Callable[[Line[Action]], None] | None = None,
        every_action: bool = False,
    ) -> Result[Action]:
        """Bind this searcher to `game` and search one state.

        To search a game more than once, call `advsearch.bind`, and keep the bound search.
        """
        import advsearch

        return advsearch.bind(self, game)(state, Request(limits or NO_LIMITS, stop, report, every_action))


@attrs.frozen
class FixedDepth(Algorithm):
    """A searcher that searches one tree to one depth.

    A subclass sets `text` to the subclass of `Tree` that has the algorithm, or overrides `tree`. `Deepening` and
    similar searchers can set the depth and the window of a `FixedDepth` searcher.

    The search goes `depth` plies deep, or `limits.depth` if that is smaller. A `depth` of None means the end of the
    game. The result of an interrupted search has depth 0. The result of an interrupted search contains the best
    finished root action and its value. If no root action was finished, the result contains the first legal action and
    the evaluation of the root.
    """

    depth: int | None = attrs.field(default=None, validator=whole_number)
    evaluator: EvaluatorSetting = attrs.field(default=None, validator=usable_evaluator)
    ties: Ties = attrs.field(default="first", validator=known_ties)
    seed: int = attrs.field(default=0, validator=any_integer)
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)

    text: ClassVar[type[Tree]]
    """The algorithm: a subclass of `Tree` with a method `visit`."""
    driver: ClassVar[type[Session]] = Session
    """The class of the sessions. A subclass of `Session` may search the root in another way, as MTD(f) does."""
    tiers_enter_alike: ClassVar[bool] = True
    """Whether the compiled form of the searcher enters the same positions as the reference tier. `advsearch check`
    tests whether `tiers_enter_alike` is right."""

    def bind(self, at: Binding, /) -> TreeSearch:
        kind = type(self)
        own = any(getattr(kind, name) is not getattr(FixedDepth, name) for name in ("tree", "open"))
        if not own and not hasattr(kind, "text"):
            raise InvalidSettings(
                f"expected class {kind.__name__} to define `text` or the method `tree`, got neither"
            )
        ready = at.settled(self)
        game = at.game
        found = TreeSearch(game, self.depth, lambda state, budget: ready.open(game, state, budget))
        found.alike = self.enters_alike
        return found

    @property
    def enters_alike(self) -> bool:
        """Whether the results of both tiers are equal in every field, also in the number of nodes.

        If the searcher has a table, the results of the two tiers differ, because the tiers use tables differently. If
        ties are broken at random, the results of the two tiers may differ in games with fractional values.
        """
        plain = getattr(self, "table", 0) == 0 and not getattr(self, "order", ())
        return self.tiers_enter_alike and plain and self.ties == "first"

    def tree(self, game: AnyGame, evaluate: Evaluator, budget: Budget) -> Tree:
        """Return the text of this search, ready for one game, evaluator and budget. The settings that a subclass adds
        are passed to the class `text` by name. If the text needs other arguments, override `tree`.
        """
        inherited = {field.name for field in attrs.fields(FixedDepth)}
        added = [field for field in attrs.fields(type(self)) if field.name not in inherited]
        return self.text(game, evaluate, budget, **{field.alias: getattr(self, field.name) for field in added})

    def open(self, game: AnyGame, state: Any, budget: Budget) -> Session:
        """Open a session on a state that is not terminal. `self.evaluator` is already a function of game, state and
        player.
        """
        tree = self.tree(game, cast(Evaluator, self.evaluator), budget)
        return self.driver(tree, state, budget, self.ties, self.seed)


class TreeSearch:
    """A bound search of one tree to one depth, on either tier. The method `FixedDepth.bind` returns a `TreeSearch`.

    Like any search, a `TreeSearch` is called with a state and a request. Searchers such as `deepening` call `start`,
    and choose depths and windows themselves:

        inner = at.bind(AlphaBeta(table=100_000))
        session = inner.start(state, request.budget())
        probe = session.probe(4, alpha, beta)

    The attribute `depth` is the depth that the searcher sets, or None.
    """

    def __init__(self, game: AnyGame, depth: int | None, start: Open, keeping: Open | None = None) -> None:
        self.game = game
        self.depth = depth
        self._start = start
        self.keeping = keeping
        """A function that opens a session for a search that is limited only by a clock. The session's table is kept
        from move to move."""
        self.alike = False
        """Whether the search enters the same positions on both tiers."""

    def start(self, state: Any, budget: Budget) -> Session:
        """Open a session on a state that is not terminal.

        The session's method `probe` searches the root once. The session's property `nodes` is the number of positions
        that all probes have entered. If no root action was searched to the end, the session's method `fallback`
        returns the action and value to report.
        """
        session = self._start(state, budget)
        watch = budget.request.watch
        if watch is None or session.tier == "compiled":
            return session
        from advsearch.search.watched import watched  # few searches are watched

        found: Session = watched(session, watch)
        return found

    def __call__(self, state: Any, request: Request, /) -> Result:
        budget = request.budget()
        if self.game.terminal(state):
            return finished_game(self.game, state, budget)
        session = self.start(state, budget)
        depth = smaller(self.depth, budget.limits.depth)
        if depth == 0:
            return unfinished_result(session, None, budget)
        probe = session.probe(depth, every_action=request.every_action)
        if not probe.finished:
            return unfinished_result(session, probe, budget)
        result = result_of(probe, session.nodes, budget.seconds())
        if request.report is not None:
            request.report(line_of(probe, result.nodes, result.seconds, session.tier))
        return result


def finished_game(game: AnyGame, state: Any, budget: Budget) -> Result:
    """The result for a finished game: the action is None, and the value is the utility."""
    utility = utility_of(game, state, game.player(state))
    value = outcome_value(utility, 0) if utilities_of(game) == "outcome" else utility
    return Result(None, value, depth=0, nodes=root_entered(budget), exact=True, seconds=budget.seconds())


def root_entered(budget: Budget) -> int:
    """The number of nodes to report for a search that entered no position below the root: 0 if the budget allows no
    node, else 1.
    """
    return 0 if budget.ceiling < 1 and budget.spent(1) else 1


def unfinished_result(session: Any, probe: Probe | None, budget: Budget) -> Result:
    """The result of a search in which no depth was finished. The result has the best action that the probe has found.
    If the probe has found no action, the result has the fallback action.
    """
    found = probe if probe is not None and probe.pv else None
    action, value = session.fallback() if found is None else (found.action, found.value)
    nodes = session.nodes or root_entered(budget)
    proven = found is not None and found.proven
    return Result(action, value, depth=0, nodes=nodes, seconds=budget.seconds(), proven=proven)


def result_of(probe: Probe, nodes: int, seconds: float) -> Result:
    """Make the result of a search from its last finished probe, the positions entered (`nodes`) and the time."""
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
        lines=probe.lines,
    )


def smaller(one: int | None, other: int | None) -> int | None:
    """The smaller of two depths. None means no limit."""
    return other if one is None else one if other is None else min(one, other)
