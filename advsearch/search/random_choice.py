"""Random: any legal action, each with the same probability."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from advsearch.limits import Request
from advsearch.protocol import Binding, Search, TierChoice
from advsearch.results import Result
from advsearch.search.returned import root_actions
from advsearch.search.searcher import Algorithm, finished_game, root_entered
from advsearch.search.settings import any_integer, chance, known_tier


@attrs.frozen
class Random(Algorithm):
    """Plays a legal action that `seed` and the ply select at random. In games without the method `ply`, the number of
    legal actions replaces the ply.

    The search examines no positions. The result has the value 0 and the depth 0.
    """

    seed: int = attrs.field(default=0, validator=any_integer)
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)
    promises: ClassVar[str] = "legal"

    def bind(self, at: Binding, /) -> Search:
        game, seed = at.game, at.settled(self).seed

        def search(state: Any, request: Request) -> Result:
            budget = request.budget()
            if game.terminal(state):
                return finished_game(game, state, budget)
            actions = root_actions(game, state, request.actions)
            nodes = root_entered(budget)
            action = chance(game, state, seed).choice(actions) if nodes else actions[0]
            return Result(action, 0, depth=0, nodes=nodes, seconds=budget.seconds())

        return search
