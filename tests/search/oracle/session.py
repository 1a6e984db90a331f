"""Sessions without a text: counting nodes, checking limits, evaluating leaves, searching the root.

A `Session` is one call of a search. A searcher such as `deepening` opens one session and searches several depths in
it. A search of the root to one depth returns a `Probe`. Tables and orderings are kept for the whole session.

Values inside a search are for the player to move at the node ("the mover"). The sign of a value changes only if the
mover changes. Every leaf is evaluated for the player to move at the root. The evaluations for the two players need
not sum to zero.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import attrs

from advsearch.limits import Budget
from advsearch.protocol import (
    AnyGame,
    Ties,
    evaluator_name,
    utilities_of,
)
from advsearch.search.probe import Probe, Probing, Stopped, Window, line_of
from advsearch.search.recursion import deep_recursion
from advsearch.search.returned import checked_utility, refuse_dead_ends, root_actions
from advsearch.values import (
    EVALUATION_LIMIT,
    LEAST_EVALUATION,
    MAX_PLIES,
    WIN,
    Value,
    checked_number,
    clip_evaluation,
    outcome_value,
)
from oracle.root import Linked, RootLoop


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
        "lines",
        "only",
        "outcome",
        "player",
        "progress",
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
        self.lines = budget.request.lines
        self.only = budget.request.actions
        self.progress = None if budget.request.progress is None else self._report_progress
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

    def skip(self, nodes: int) -> None:
        """Count nodes that were entered elsewhere."""
        self.left -= nodes

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

    def _report_progress(self, probe: Probe) -> None:
        report = self._budget.request.progress
        if report is not None:
            report(line_of(probe, self.nodes, self._budget.seconds(), self.tier))

    def fallback(self) -> tuple[Any, Value]:
        return root_actions(self.game, self.state, self.only)[0], self.horizon_value(self.state, self.root)

    def search_root(self, depth: int | None, window: Window, first: Sequence[Any], every_action: bool) -> Probe:
        self.horizon = self.deepest = MAX_PLIES if depth is None else min(depth, MAX_PLIES)
        alpha, beta = window
        floor = self.bottom if alpha is None else alpha
        roof = self.top if beta is None else beta
        with deep_recursion(self.horizon, self.frames_per_ply):
            probe = RootLoop(self, floor, roof, every_action).search(first)
        refuse_dead_ends(self.game, self.state, probe.value, probe.pv)
        # The depth of a search to the end of the game is the length of the longest line of play seen.
        return attrs.evolve(probe, depth=self.horizon - self.deepest + 1) if depth is None else probe
