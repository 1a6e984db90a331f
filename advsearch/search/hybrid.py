"""Hybrid: different searchers for different stages of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import attrs

from advsearch.errors import InvalidSettings
from advsearch.protocol import AnyGame, Binding, EvaluatorSetting, Search, Searcher, Switch, TierChoice, Ties
from advsearch.search.alphabeta import AlphaBeta
from advsearch.search.greedy import Greedy
from advsearch.search.searcher import Algorithm
from advsearch.search.settings import known_tier
from advsearch.search.switches import AtPly


def _stages(given: Sequence[Searcher]) -> tuple[Searcher, ...]:
    return tuple(given)


def _switches(given: Sequence[Switch]) -> tuple[Switch, ...]:
    return tuple(given)


def _some_stages(_: object, __: object, stages: Sequence[Any]) -> None:
    if not stages:
        raise InvalidSettings("expected at least one stage, got none")
    for stage in stages:
        if not isinstance(stage, Searcher):
            raise InvalidSettings(f"expected `stages` to be searchers, got {stage!r}")


def _usable_switches(owner: Hybrid, _: object, switches: Sequence[Any]) -> None:
    needed = len(owner.stages) - 1
    if len(switches) != needed:
        raise InvalidSettings(
            f"expected the number of `switches` to be {needed}, one less than `stages`, got {len(switches)}"
        )
    for switch in switches:
        if not callable(switch):
            raise InvalidSettings(
                f"expected a switch such as ply(45) or a function of game and state, got {switch!r}"
            )


@attrs.frozen
class Hybrid(Algorithm):
    """Searches a state with the searcher of the first stage that is not over. A switch is a function of game and
    state. Switch i returns whether stage i is over.

    The searcher of the stage gets the limits of the hybrid search. The stage depends on the state alone: nothing is
    remembered between moves.
    """

    stages: tuple[Searcher, ...] = attrs.field(converter=_stages, validator=_some_stages)
    switches: tuple[Switch, ...] = attrs.field(default=(), converter=_switches, validator=_usable_switches)
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)

    promises: ClassVar[str] = "play"

    def bind(self, at: Binding, /) -> Search:
        stages = [at.bind(stage) for stage in self.stages]
        place = self._places(at.game)
        return lambda state, request: stages[place(state)](state, request)

    def stage(self, game: AnyGame, state: Any) -> Searcher:
        """The searcher in `stages` that searches `state`."""
        return self.stages[self._places(game)(state)]

    def _places(self, game: AnyGame) -> Callable[[Any], int]:
        """Return a function that takes a state and returns the index of the state's stage."""

        def place(state: Any) -> int:
            over = enumerate(self.switches)
            return next((place for place, is_over in over if not is_over(game, state)), len(self.switches))

        return place


def greedy_then_alphabeta(
    ply: int = 45, depth: int = 6, evaluator: EvaluatorSetting = None, ties: Ties = "first", seed: int = 0
) -> Hybrid:
    """A hybrid that plays greedily for the first `ply` plies of a game, and then searches by alpha-beta."""
    late = AlphaBeta(depth=depth, evaluator=evaluator, ties=ties, seed=seed)
    return Hybrid(stages=(Greedy(evaluator, ties, seed), late), switches=(AtPly(ply),))


greedy_then_alphabeta.promises = Hybrid.promises  # type: ignore[attr-defined]
