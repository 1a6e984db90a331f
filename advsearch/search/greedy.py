"""Greedy: play the action whose next state the evaluator values most."""

from __future__ import annotations

from typing import ClassVar

import attrs

from advsearch.protocol import Binding, EvaluatorSetting, Search, Ties
from advsearch.search.alphabeta import AlphaBeta
from advsearch.search.searcher import BoundSearcher
from advsearch.search.settings import any_integer, known_ties, usable_evaluator


@attrs.frozen
class Greedy(BoundSearcher):
    """Minimax one ply deep: play the best next state.

    The evaluator values each next state for the player to move; a finished game counts its utility. Of equally good
    actions the first is played or, with `ties="random"`, any of them.
    """

    evaluator: EvaluatorSetting = attrs.field(default=None, validator=usable_evaluator)
    ties: Ties = attrs.field(default="first", validator=known_ties)
    seed: int = attrs.field(default=0, validator=any_integer)
    promises: ClassVar[str] = "one-ply"

    def bind(self, at: Binding, /) -> Search:
        return at.bind(AlphaBeta(1, self.evaluator, ties=self.ties, seed=self.seed))
