"""Greedy search: play the action whose next state has the highest evaluation."""

from __future__ import annotations

from typing import ClassVar

import attrs

from advsearch.protocol import Binding, EvaluatorSetting, Search, TierChoice, Ties
from advsearch.search.alphabeta import AlphaBeta
from advsearch.search.searcher import Algorithm
from advsearch.search.settings import any_integer, known_tier, known_ties, usable_evaluator


@attrs.frozen
class Greedy(Algorithm):
    """Minimax one ply deep: play the best next state.

    The evaluator evaluates each next state for the player who chooses the action. The value of a finished game is its
    utility. The first of several equally good actions is played. With `ties="random"`, one of the equally good
    actions is selected at random.
    """

    evaluator: EvaluatorSetting = attrs.field(default=None, validator=usable_evaluator)
    ties: Ties = attrs.field(default="first", validator=known_ties)
    seed: int = attrs.field(default=0, validator=any_integer)
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)
    promises: ClassVar[str] = "one-ply"

    def bind(self, at: Binding, /) -> Search:
        return at.bind(AlphaBeta(1, self.evaluator, ties=self.ties, seed=self.seed))
