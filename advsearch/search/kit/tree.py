"""The text that all searches of a tree share: entering a child, leaves, and the loop over the root's actions.

Values are for the player to move at the node, "the mover". Leaves are evaluated for the player to move at the root,
or for the mover if the evaluator is declared antisymmetric.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from advsearch import limits
from advsearch.protocol import AnyGame, Evaluator, evaluator_name, null, utilities_of
from advsearch.search.kit.budget import Budget
from advsearch.search.kit.fields import Action, Arena, Machine, Record, State, Value
from advsearch.search.kit.line import Variation
from advsearch.search.kit.scale import LearningScale, Scale
from advsearch.search.probe import Stopped
from advsearch.search.returned import checked_actions, checked_utility
from advsearch.values import EVALUATION_LIMIT, LEAST_EVALUATION, WIN, checked_number, outcome_value

FIRST: Final = 0
"""The best root actions get exact values, as many as `wanted` says."""
TIES: Final = 1
"""So do all root actions that are as good as the last of them."""
EVERY: Final = 2
"""So do all root actions."""


class Root(Record):
    """An action of the root."""

    action: Action
    value: Value
    sure: bool
    inside: bool
    """Whether the value is above the lower bound of its window."""


class Tree(Machine):
    """A search of one tree. A subclass defines `visit`."""

    root_player: int
    """The player to move at the root, for whom leaves are evaluated."""
    deepest: int
    """The smallest number of plies left with which a node was visited."""
    mode: int
    wanted: int
    of: int
    """The number of root actions, which stand in `roots`."""
    done: int
    """The number of root actions that are finished."""
    sure: bool
    """Whether a deeper search of the root would return the same value."""

    frames_per_ply = 2

    @property
    def uses_window(self) -> bool:
        """Whether the search may return a bound if the value lies outside of its window."""
        return True

    def __init__(self, game: AnyGame, evaluate: Evaluator, allowed: limits.Budget) -> None:
        self.game = game
        self.evaluate = evaluate
        self.antisymmetric = evaluate is null or bool(getattr(evaluate, "antisymmetric", False))
        """Whether leaves may be evaluated for either player."""
        self.scale: Scale = LearningScale(utilities_of(game) == "outcome")
        self.budget = Budget(allowed)
        self.line = Variation()
        self.roots = Arena(Root, 1 << 16)
        self.root_player = self.deepest = self.mode = self.of = self.done = 0
        self.wanted = 1
        self.sure = False

    def visit(self, state: State, mover: int, depth: int, ply: int, alpha: Value, beta: Value) -> tuple[Value, bool]:
        """Return the value of an unfinished state, and whether it is the same at every greater depth.

        `depth` is at least 1. For the true value v and the returned r: v == r if alpha < r < beta, v <= r if r <=
        alpha, v >= r if r >= beta. If r is inside the window, row `ply` of `line` is the principal variation.
        """
        raise NotImplementedError

    def below(self, state: State, mover: int, depth: int, ply: int, alpha: Value, beta: Value) -> tuple[Value, bool]:
        """Return the value of a child for the player `mover` who chose it, and whether it is the same at every
        greater depth. `depth` is the number of plies below the child."""
        game = self.game
        if game.terminal(state):
            self.line.end(ply)
            return self.ended(state, mover, ply), True
        if depth == 0:
            self.line.end(ply)
            return self.estimated(state, mover), False
        turn = game.player(state)
        low, high = (alpha, beta) if turn == mover else (-beta, -alpha)
        value, sure = self.visit(state, turn, depth, ply, low, high)
        return (value if turn == mover else -value), sure

    def ended(self, state: State, mover: int, ply: int) -> Value:
        """Return the value of a finished game for `mover`."""
        value = self.game.utility(state, mover)
        if self.scale.outcome:
            if value == 1:
                return WIN - ply
            if value == -1:
                return ply - WIN
            return 0 if value == 0 else outcome_value(checked_utility(self.game, state, value), ply)
        if type(value) is not int:
            if type(value) is not float or value != value:
                value = checked_utility(self.game, state, value)
            self.scale.notice_float()
        return value

    def estimated(self, state: State, mover: int) -> Value:
        """Return the evaluation of a state at the horizon, for `mover`."""
        player = mover if self.antisymmetric else self.root_player
        value: Any = self.evaluate(self.game, state, player)
        if type(value) is not int:
            if type(value) is not float or value != value:
                value = checked_evaluation(self.evaluate, value)
            self.scale.notice_float()
        if self.scale.outcome and not LEAST_EVALUATION <= value <= EVALUATION_LIMIT:
            value = EVALUATION_LIMIT if value > 0 else LEAST_EVALUATION
        return value if mover == player else -value

    def listed(self, state: State) -> Sequence[Action]:
        """Return the actions of a state as a sequence, which can be gone through more than once."""
        actions = self.game.actions(state)
        if type(actions) is not list and type(actions) is not tuple:
            return checked_actions(self.game, actions)
        return actions

    def search(self, state: State, depth: int, alpha: Value, beta: Value) -> bool:
        """Search the root. Return whether the search was finished; `roots` has the root actions that were."""
        self.deepest = depth
        self.done = 0
        try:
            self.loop(state, depth, alpha, beta)
        except Stopped:
            return False
        return True

    def loop(self, state: State, depth: int, alpha: Value, beta: Value) -> None:
        self.budget.enter()
        best = bar = self.scale.bottom
        sure = True
        for index in range(self.of):
            root = self.roots[index]
            floor = alpha
            if self.mode != EVERY and bar > self.scale.bottom:
                floor = max(alpha, self.scale.below(bar) if self.mode == TIES else bar)
            self.budget.enter()
            child = self.game.result(state, root.action)
            roof = beta
            if self.wanted > 1 and bar > self.scale.bottom and self.mode != EVERY:
                roof = min(beta, self.scale.above(floor))  # most actions are worse than the best ones so far
            value, final = self.below(child, self.root_player, depth - 1, 1, floor, roof)
            if value > floor and roof < beta:
                value, final = self.below(child, self.root_player, depth - 1, 1, floor, beta)
            root.value = value
            root.sure = final or self.scale.proven(value)
            root.inside = value > floor
            if value > floor:
                self.line.copy(1, self.line.kept + index)
            else:
                self.line.end(self.line.kept + index)
            sure = sure and root.sure
            self.done = index + 1
            self.root_done()
            if value > bar and self.mode != EVERY:
                bar = value if self.wanted == 1 else self.bar()
            if index == 0 or value > best:
                best = value
                if value >= beta and self.mode != EVERY:
                    self.sure = root.sure
                    return
        self.sure = sure

    def root_done(self) -> None:
        """Called after each root action. A session in plain Python may replace it to report progress."""

    def bar(self) -> Value:
        """Return the value that the next root action has to beat: that of the last of the best `wanted`."""
        for one in range(self.done):
            value = self.roots[one].value
            better = 0
            for other in range(self.done):
                against = self.roots[other].value
                if against > value or (against == value and other < one):
                    better += 1
            if better == self.wanted - 1:
                return value
        return self.scale.bottom


def checked_evaluation(evaluate: Evaluator, evaluation: Any) -> Value:
    """Convert an unusual evaluation to a plain number, or raise an error."""
    if isinstance(evaluation, float) and evaluation == evaluation:  # numpy's, which is slower than Python's
        return float(evaluation)
    if isinstance(evaluation, bool):
        return evaluation
    return checked_number(f"evaluator {evaluator_name(evaluate)}", evaluation)
