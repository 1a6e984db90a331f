"""Random: any legal action, each as likely as the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from advsearch.limits import Budget, Limits, StopSignal
from advsearch.protocol import Game
from advsearch.results import Line, Result
from advsearch.search.fixed_depth import finished_game, root_entered
from advsearch.search.returned import actions_of
from advsearch.search.settings import any_integer, chance


@attrs.frozen
class Random:
    """A legal action drawn by `seed` and the ply (in games that do not tell it, the number of actions).

    It looks at nothing: value 0, depth 0.
    """

    seed: int = attrs.field(default=0, validator=any_integer)

    def search(
        self,
        game: Game[Any, Any],
        state: Any,
        *,
        limits: Limits | None = None,
        stop: StopSignal | None = None,
        report: Callable[[Line], None] | None = None,  # noqa: ARG002 - there is no finished depth to report
        every_action: bool = False,  # noqa: ARG002 - it values none
    ) -> Result:
        budget = Budget(limits, stop)
        if game.terminal(state):
            return finished_game(game, state, budget)
        actions = actions_of(game, state)
        nodes = root_entered(budget)
        action = chance(game, state, self.seed).choice(actions) if nodes else actions[0]
        return Result(action, 0, depth=0, nodes=nodes, seconds=budget.seconds())
