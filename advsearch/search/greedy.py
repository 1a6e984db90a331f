"""Greedy: the best next state by the evaluator alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from advsearch.limits import Limits, StopSignal
from advsearch.protocol import Game, Ties
from advsearch.results import Line, Result
from advsearch.search.minimax import Minimax
from advsearch.search.settings import EvaluatorSetting, any_integer, known_ties, usable_evaluator


@attrs.frozen
class Greedy:
    """Minimax one ply deep: every next state by the evaluator's view for the player to move, finished games by their
    utility; the best is played, the first of equals or, with `ties="random"`, any of them.
    """

    evaluator: EvaluatorSetting = attrs.field(default=None, validator=usable_evaluator)
    ties: Ties = attrs.field(default="first", validator=known_ties)
    seed: int = attrs.field(default=0, validator=any_integer)

    def search(
        self,
        game: Game[Any, Any],
        state: Any,
        *,
        limits: Limits | None = None,
        stop: StopSignal | None = None,
        report: Callable[[Line], None] | None = None,
        every_action: bool = False,
    ) -> Result:
        one_ply = Minimax(1, self.evaluator, self.ties, self.seed)
        return one_ply.search(game, state, limits=limits, stop=stop, report=report, every_action=every_action)
