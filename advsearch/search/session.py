"""The code that depth-first searches share: counting nodes, checking limits, evaluating leaves, searching the root.

A `Session` is one call of a search. A searcher such as `deepening` opens one session and searches several depths in
it. A search of the root to one depth returns a `Probe`. Tables and orderings are kept for the whole session.

Values inside a search are for the player to move at the node ("the mover"). The sign of a value changes only if the
mover changes. Every leaf is evaluated for the player to move at the root. The evaluations for the two players need
not sum to zero.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

import attrs

from advsearch.limits import Budget
from advsearch.protocol import (
    AnyGame,
    Ties,
    evaluator_name,
    utilities_of,
)
from advsearch.search.returned import actions_of, checked_utility, refuse_dead_ends
from advsearch.search.settings import chance
from advsearch.values import (
    EVALUATION_LIMIT,
    LEAST_EVALUATION,
    MAX_PLIES,
    WIN,
    Value,
    checked_number,
    clip_evaluation,
    is_proven,
    outcome_value,
)

Linked: TypeAlias = "tuple[Any, Any] | None"
"""A line of play as nested pairs: `(a, (b, None))` is the action a and then the action b."""


class Stopped(Exception):
    """Raised before a node beyond the budget is entered."""


@attrs.frozen
class Probe:
    """The result of one search of the root to one depth."""

    depth: int
    """The depth that was requested. The field `finished` says whether the search reached this depth."""
    finished: bool
    """Whether the search of this depth was completed. An unfinished probe has the `action`, `value` and `pv` of the
    best root action that was finished. If no root action was finished, `action` is None."""
    action: Any = None
    """The root action with the largest value found. If `value` is at or below `alpha`, another action may be better
    than `action`."""
    value: Value = 0
    """The value found. A value between `alpha` and `beta` is the true value at this depth. A value at or below
    `alpha` is an upper bound of the true value. A value at or above `beta` is a lower bound of the true value."""
    pv: tuple[Any, ...] = ()
    """The principal variation; empty if the value lies outside the window, or if no root action was finished."""
    exact: bool = False
    """Whether the value is the same at every greater depth."""
    proven: bool = False
    """Whether the winner is known. The number of plies may be unknown."""
    scores: tuple[tuple[Any, Value], ...] | None = None
    """All root actions with their exact values, if `every_action` was given; else None."""


Window: TypeAlias = tuple[Value | None, Value | None]
"""The window (alpha, beta) of a search. None for `alpha` or `beta` means no bound."""


class Probing(ABC):
    """The part of a session that searchers such as `deepening` use: `probe`, `nodes` and `fallback`."""

    __slots__ = ()

    def probe(
        self,
        depth: int | None,
        alpha: Value | None = None,
        beta: Value | None = None,
        *,
        first: Sequence[Any] = (),
        every_action: bool = False,
    ) -> Probe:
        """Search the root to `depth` (at least 1; None for the end of the game). `alpha` and `beta` may set a window.

        The actions in `first` are tried before the others. If the budget ends the probe early, the probe has the best
        root action that was finished. With `every_action`, the window is ignored, and the exact values of all root
        actions are found.
        """
        return self.search_root(depth, (None, None) if every_action else (alpha, beta), first, every_action)

    @abstractmethod
    def search_root(self, depth: int | None, window: Window, first: Sequence[Any], every_action: bool) -> Probe:
        """Search the root once, as `probe` requests. If `every_action` is true, `window` is (None, None)."""

    @abstractmethod
    def fallback(self) -> tuple[Any, Value]:
        """The first legal action and the evaluation of the root, for a search that finished no root action."""

    @property
    @abstractmethod
    def nodes(self) -> int:
        """The number of positions entered so far."""


class Session(Probing):
    """The counters, the memory and the root of one call of a search.

    Searchers such as `deepening` use only `probe`, `nodes` and `fallback`, which sessions of the compiled tier have
    too. The method `visit` of a subclass also uses these attributes:

    - `game`, and its methods `player`, `actions`, `result`, `terminal` and `utility`;
    - `evaluate(game, state, player)`, the evaluator, and `root`, the player for whom positions are evaluated;
    - `outcome`: whether utilities are -1, 0 or 1;
    - `top` and `bottom`: a number above every value, and a number below every value;
    - `horizon`: the depth of the current probe; a node with `depth` plies left is at ply `horizon - depth`;
    - `line`, `sure` and `deepest`, which `visit` sets;
    - `left`: the number of nodes that may be entered before `poll` must be called.

    On CPython 3.11, closures would be at most 3 % faster than methods (`python benchmarks/reference_tier.py`).
    """

    frames_per_ply: ClassVar[int] = 2
    """The number of Python frames per ply: 1 if `visit` calls itself directly, 2 if `visit` calls itself through
    `below`."""

    __slots__ = (
        "_budget",
        "_ceiling",
        "actions",
        "bottom",
        "deepest",
        "evaluate",
        "game",
        "horizon",
        "left",
        "line",
        "outcome",
        "player",
        "result",
        "root",
        "seed",
        "state",
        "sure",
        "terminal",
        "ties",
        "top",
        "utility",
    )

    def __init__(self, game: AnyGame, state: Any, budget: Budget, evaluator: Any, ties: Ties, seed: int) -> None:
        self.game = game
        self.player: Callable[[Any], int] = game.player
        self.actions: Callable[[Any], Sequence[Any]] = game.actions
        self.result: Callable[[Any, Any], Any] = game.result
        self.terminal: Callable[[Any], bool] = game.terminal
        self.utility: Callable[[Any, int], Value] = game.utility
        self.evaluate: Callable[[Any, Any, int], Value] = evaluator
        self.outcome = utilities_of(game) == "outcome"
        self.top: Value = WIN + 1 if self.outcome else math.inf
        self.bottom: Value = -self.top
        self.root = game.player(state)
        self.seed = seed
        self.ties = ties
        self.state = state
        self._budget = budget
        self._ceiling = budget.ceiling
        self.left = budget.ceiling  # nodes that may be entered before the budget is checked again
        self.horizon = 0
        self.deepest = 0  # the smallest `depth` with which a node was visited
        self.line: Linked = None  # the line of play that belongs to the value returned by `visit`
        self.sure = True

    @property
    def nodes(self) -> int:
        """The number of positions entered so far. Every probe counts the root as one node."""
        return self._ceiling - self.left

    @abstractmethod
    def visit(
        self, state: Any, mover: int, depth: int, alpha: Value, beta: Value, moves: Sequence[Any] | None = None
    ) -> Value:
        """Search `state` for `depth` plies (at least 1). Return the state's value for `mover`, the player to move.

        `state` is not terminal, and the caller has counted its node. For the returned value r and the true value v: v
        == r if alpha < r < beta, v <= r if r <= alpha, v >= r if r >= beta. If `moves` is given, only the actions in
        `moves` are searched. For the root, `visit` is called with one action at a time.

        After the call, `self.deepest` <= `depth`. If the returned value is between alpha and beta, `self.line` is the
        principal variation. `self.sure` is true if the returned value depends only on finished games, or is a proven
        win or loss. If `self.sure` is true, the returned value is correct at every greater depth.
        """

    def poll(self) -> None:
        """If the budget is spent, raise `Stopped`. A search calls `poll` when `left` is negative."""
        nodes = self.nodes
        if self._budget.spent(nodes):
            self.left += 1
            raise Stopped
        self._ceiling = self._budget.ceiling
        self.left = self._ceiling - nodes

    def below(self, state: Any, action: Any, mover: int, depth: int, alpha: Value, beta: Value) -> Value:
        """Enter the state after `action`, search it `depth` plies deep, and return its value for `mover`.

        `below` counts the node and checks the budget. The value of a finished game is its utility. The value of a
        state at the horizon is its evaluation. For a state above the horizon, `below` calls `visit`. If the turn
        passes to the other player, `below` negates the window and the value. `below` sets `line` and `sure` in the
        same way as `visit`.
        """
        child = self.result(state, action)
        self.left -= 1
        if self.left < 0:
            self.poll()
        if self.terminal(child):
            self.line, self.sure = None, True
            return self.ended_value(child, mover, depth)
        if depth == 0:
            self.line, self.sure = None, False
            return self.horizon_value(child, mover)
        turn = self.player(child)
        if turn == mover:
            return self.visit(child, turn, depth, alpha, beta)
        return -self.visit(child, turn, depth, -beta, -alpha)

    def ended_value(self, state: Any, mover: int, depth: int) -> Value:
        """The value of a terminal state for `mover`, with `depth` plies left."""
        value = self.utility(state, mover)
        if self.outcome:
            ply = self.horizon - depth
            if value == 1:
                return WIN - ply
            if value == -1:
                return ply - WIN
            return 0 if value == 0 else outcome_value(self.checked_utility(state, value), ply)
        if type(value) is not int and (type(value) is not float or value != value):
            return self.checked_utility(state, value)
        return value

    def horizon_value(self, state: Any, mover: int) -> Value:
        """The evaluation of a state, for `mover`."""
        value = self.evaluate(self.game, state, self.root)
        if type(value) is not int and (type(value) is not float or value != value):
            value = self.checked_evaluation(value)
        if self.outcome and not LEAST_EVALUATION <= value <= EVALUATION_LIMIT:
            value = clip_evaluation(value)
        return value if mover == self.root else -value

    def checked_utility(self, state: Any, utility: Any) -> Value:
        """Convert an unusual utility to a plain number. Raise an error if the utility is not a number."""
        return checked_utility(self.game, state, utility)

    def checked_evaluation(self, evaluation: Any) -> Value:
        """Convert an unusual evaluation to a plain number. Raise an error if the evaluation is not a number."""
        if isinstance(evaluation, float) and evaluation == evaluation:  # numpy's, which is slower than Python's
            return float(evaluation)
        if isinstance(evaluation, bool):
            return evaluation
        return checked_number(f"evaluator {evaluator_name(self.evaluate)}", evaluation)

    def fallback(self) -> tuple[Any, Value]:
        return actions_of(self.game, self.state)[0], self.horizon_value(self.state, self.root)

    def search_root(self, depth: int | None, window: Window, first: Sequence[Any], every_action: bool) -> Probe:
        from advsearch.search.recursion import deep_recursion  # a compiled search does not need it

        self.horizon = self.deepest = MAX_PLIES if depth is None else min(depth, MAX_PLIES)
        alpha, beta = window
        floor = self.bottom if alpha is None else alpha
        roof = self.top if beta is None else beta
        with deep_recursion(self.horizon, self.frames_per_ply):
            probe = _Root(self, floor, roof, every_action).search(first)
        refuse_dead_ends(self.game, self.state, probe.value, probe.pv)
        # The depth of a search to the end of the game is the length of the longest line of play seen.
        return attrs.evolve(probe, depth=self.horizon - self.deepest + 1) if depth is None else probe


class _Root:
    """The loop over the root actions of one probe."""

    def __init__(self, session: Session, alpha: Value, beta: Value, every_action: bool) -> None:
        self.session = session
        self.alpha = alpha
        self.beta = beta
        self.every_action = every_action
        self.value: Value = session.bottom
        self.found: list[tuple[Any, Value, Linked]] = []
        self.best: tuple[Any, Value, Linked] | None = None
        self.sure = True

    def search(self, first: Sequence[Any]) -> Probe:
        session = self.session
        try:
            session.left -= 1
            if session.left < 0:
                session.poll()
            actions = actions_of(session.game, session.state)
            for action in [*first, *(each for each in actions if each not in first)]:
                if self._try(action):
                    break
        except Stopped:
            return self._probe(finished=False)
        if self.every_action:
            order = {action: place for place, action in enumerate(actions)}
            self.found.sort(key=lambda each: order[each[0]])
        return self._probe(finished=True)

    def _try(self, action: Any) -> bool:
        """Search one root action. Return True, which ends the probe, if the action's value is at least beta."""
        session = self.session
        tied = session.ties == "random" and self.best is not None
        lowest = (
            session.bottom if self.every_action else max(self.alpha, just_below(self.value) if tied else self.value)
        )
        value = session.visit(session.state, session.root, session.horizon, lowest, self.beta, (action,))
        value += 0  # -0.0 becomes 0.0
        self.found.append((action, value, session.line))
        if self.best is None or value > self.value:
            self.value = value
            self.best = self.found[-1]
            if value >= self.beta and not self.every_action:
                self.sure = session.sure
                return True
        self.sure = self.sure and session.sure
        return False

    def _probe(self, *, finished: bool) -> Probe:
        session = self.session
        low = self.value <= self.alpha and self.alpha > session.bottom
        high = self.value >= self.beta and self.beta < session.top
        inside = not low and not high
        chosen = self._chosen() if finished and inside else self.best
        if chosen is None or not (finished or inside):
            return Probe(session.horizon, finished)
        action, value, line = chosen
        decided = session.outcome and is_decided(value, finished=finished, low=low, high=high)
        exact = finished and inside and (self.sure or (session.outcome and is_proven(value)))
        return Probe(
            depth=session.horizon,
            finished=finished,
            action=action,
            value=value,
            pv=(actions_along(line) or (action,)) if inside else (),
            exact=exact,
            proven=exact or decided,
            scores=tuple((each, score) for each, score, _ in self.found) if finished and self.every_action else None,
        )

    def _chosen(self) -> tuple[Any, Value, Linked] | None:
        """The best root action. If ties are random, one of the equally good root actions is selected at random."""
        if self.session.ties == "first":
            return self.best
        equal = [each for each in self.found if each[1] == self.value]
        return chance(self.session.game, self.session.state, self.session.seed).choice(equal)


def is_decided(value: Value, *, finished: bool, low: bool, high: bool) -> bool:
    """Whether a value proves who wins an outcome game from the root.

    If `low` or `high` is true, the value is only a bound outside the window. `finished` says whether all root actions
    were searched. One winning root action proves a win. Only a search of all root actions proves a loss.
    """
    if value > 0:
        return is_proven(value) and not low
    return is_proven(value) and finished and not high


def just_below(value: Value) -> Value:
    """The integer or float just below `value`. To test whether the true value is smaller than `value`, search with
    the window `(just_below(value), value)`.

    For an integer the result is `value - 1`, also in a game with fractional values.
    """
    return value - 1 if isinstance(value, int) else math.nextafter(value, -math.inf)


def just_above(value: Value) -> Value:
    """The integer or float just above `value`. To test whether the true value is greater than `value`, search with
    the window `(value, just_above(value))`.

    For an integer the result is `value + 1`, also in a game with fractional values.
    """
    return value + 1 if isinstance(value, int) else math.nextafter(value, math.inf)


def actions_along(line: Linked) -> tuple[Any, ...]:
    """Convert a line of play from nested pairs to a tuple of actions, from first to last."""
    actions = []
    while line is not None:
        action, line = line
        actions.append(action)
    return tuple(actions)
