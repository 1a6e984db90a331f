"""A weak opponent: the better an action, the likelier it is played, and the strength says how much likelier."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar, Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.limits import Request
from advsearch.protocol import Binding, EvaluatorSetting, Search, Searcher, TierChoice
from advsearch.results import Result
from advsearch.search.deepening import Deepening
from advsearch.search.searcher import Algorithm
from advsearch.search.settings import any_integer, chance, known_tier, usable_evaluator
from advsearch.values import Value

MOST_PLIES: Final = 5
"""No weak player looks further ahead than so many plies, unless its setting `search` does."""


def _a_strength(_: object, __: object, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidSettings(f"expected `strength` to be a number from 0 to 1, got {value!r}")


def _a_searcher(_: object, __: object, value: Any) -> None:
    if value is not None and not isinstance(value, Searcher):
        raise InvalidSettings(f"expected `search` to be a searcher, got {value!r}")


@attrs.frozen
class Weak(Algorithm):
    """An opponent for people, from `strength=0`, which plays any legal action, to `strength=1`, which plays the best.

    The inner search finds the value of every action. Actions with the best value have the weight 1, those with the
    second best value the weight 1 - strength, those with the third best its square, and so on. Only the order of the
    values counts, so a strength means the same with every evaluator. Without `search`, a weak
    player also looks less far ahead: one ply with strength 0, five with strength 1.

    The `seed` and the ply select the action. The result has the value of the action that is played.
    """

    strength: float = attrs.field(default=0.5, validator=_a_strength)
    _search: Searcher | None = attrs.field(default=None, validator=_a_searcher)
    evaluator: EvaluatorSetting = attrs.field(default=None, validator=usable_evaluator)
    seed: int = attrs.field(default=0, validator=any_integer)
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)
    promises: ClassVar[str] = "legal"

    @property
    def inner(self) -> Searcher:
        """The searcher that finds the values of the actions."""
        return self._search or Deepening(max_depth=1 + round(self.strength * (MOST_PLIES - 1)))

    def bind(self, at: Binding, /) -> Search:
        game, seed = at.game, at.settled(self).seed
        inner = at.within(evaluator=self.evaluator).bind(self.inner)

        def search(state: Any, request: Request) -> Result:
            if self.strength == 1 or game.terminal(state):
                return inner(state, request)
            found = inner(state, attrs.evolve(request, every_action=True, lines=1, report=None, progress=None))
            if not found.scores:
                return found
            action, value = self.chosen(found.scores, chance(game, state, seed))
            if action == found.action:
                return found
            return attrs.evolve(found, action=action, value=value, pv=(action,), lines=(), exact=False, proven=False)

        return search

    def chosen(self, scores: Sequence[tuple[Any, Value]], rng: random.Random) -> tuple[Any, Value]:
        """Draw an action and its value."""
        values = sorted({value for _, value in scores}, reverse=True)
        places = {value: place for place, value in enumerate(values)}
        weights = [(1 - self.strength) ** places[value] for _, value in scores]
        return rng.choices(scores, weights)[0]
