"""Quiescence: positions at the horizon are evaluated only where no action is noisy.

An evaluation in the middle of an exchange says little. So at the horizon, the player to move may play a noisy action
or let the evaluation stand, and so may the other player after it. A game names the noisy actions in a method
`noisy(state)`, or an evaluator in an attribute `noisy`, a function of game and state.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import attrs

from advsearch.errors import InvalidSettings
from advsearch.protocol import (
    AnyGame,
    Binding,
    Evaluator,
    EvaluatorSetting,
    HasNoisy,
    Search,
    Searcher,
    TierChoice,
    utilities_of,
)
from advsearch.search.deepening import Deepening
from advsearch.search.kit.tree import checked_evaluation
from advsearch.search.returned import checked_utility
from advsearch.search.searcher import Algorithm
from advsearch.search.settings import known_tier, usable_evaluator, whole_number
from advsearch.values import EVALUATION_LIMIT, Value

Noisy = Callable[[Any, Any], Iterable[Any]]
"""A function of game and state that returns the noisy actions."""


@attrs.frozen
class Quiet:
    """An evaluator that plays noisy actions, at most `plies` of them, before it evaluates."""

    evaluate: Evaluator
    noisy: Noisy
    plies: int

    def __call__(self, game: Any, state: Any, player: int, /) -> Value:
        return self.value(game, state, player, self.plies, -math.inf, math.inf)

    def value(self, game: Any, state: Any, player: int, plies: int, alpha: Value, beta: Value) -> Value:
        """Return the value of an unfinished state for `player`, who need not be the one to move."""
        found: Any = self.evaluate(game, state, player)
        if type(found) is not int and (type(found) is not float or found != found):
            found = checked_evaluation(self.evaluate, found)
        best: Value = found
        if plies == 0:
            return best
        own = game.player(state) == player
        for action in self.noisy(game, state):
            alpha, beta = (max(alpha, best), beta) if own else (alpha, min(beta, best))
            if alpha >= beta:
                break
            child = game.result(state, action)
            if game.terminal(child):
                value = self.ended(game, child, player)
            else:
                value = self.value(game, child, player, plies - 1, alpha, beta)
            best = max(best, value) if own else min(best, value)
        return best

    def ended(self, game: AnyGame, state: Any, player: int) -> Value:
        """Return the value of a finished game: its score, or the best or worst evaluation for a win or loss."""
        found: Any = game.utility(state, player)
        if type(found) is not int and (type(found) is not float or found != found):
            found = checked_utility(game, state, found)
        utility: Value = found
        if utilities_of(game) != "outcome":
            return utility
        return EVALUATION_LIMIT if utility > 0 else -EVALUATION_LIMIT if utility < 0 else 0


def noisy_actions(game: AnyGame, evaluate: Evaluator) -> Noisy | None:
    """Return what names the noisy actions: the evaluator, else the game; None if neither does."""
    own: Noisy | None = getattr(evaluate, "noisy", None)
    if own is None and isinstance(game, HasNoisy):
        return lambda played, state: played.noisy(state)
    return own


def _a_searcher(_: object, __: object, value: Any) -> None:
    if value is not None and not isinstance(value, Searcher):
        raise InvalidSettings(f"expected `search` to be a searcher, got {value!r}")


@attrs.frozen
class Quiescence(Algorithm):
    """Searches with an evaluator that first plays out noisy actions, such as captures.

    The value is that of minimax with this evaluator. Without `search`, depth after depth is searched, as by
    `deepening`; the inner searcher must not set an evaluator of its own. At most `plies` noisy actions follow one
    another. Positions below the horizon belong to an evaluation, and are not counted as nodes. If neither the game
    nor the evaluator names noisy actions, there are none.
    """

    _search: Searcher | None = attrs.field(default=None, validator=_a_searcher)
    evaluator: EvaluatorSetting = attrs.field(default=None, validator=usable_evaluator)
    plies: int = attrs.field(default=8, validator=whole_number)
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)

    def bind(self, at: Binding, /) -> Search:
        evaluate = at.evaluator(self.evaluator)
        noisy = noisy_actions(at.game, evaluate)
        quiet = evaluate if noisy is None else Quiet(evaluate, noisy, self.plies)
        return at.within(evaluator=quiet).bind(self._search or Deepening())
