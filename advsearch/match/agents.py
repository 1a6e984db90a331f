"""Who plays: whatever answers the referee's question "what do you do here?"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import attrs

from advsearch.limits import Limits, StopSignal
from advsearch.protocol import AnyGame, Searcher
from advsearch.results import Result


@attrs.frozen
class Turn:
    """The question: a position, how it came about, and how long the answer may take."""

    game: AnyGame
    state: Any
    player: int
    start: Any
    """The state the game began with; `actions` lead from there to `state`."""
    actions: tuple[Any, ...]
    limits: Limits
    clocks: tuple[float | None, float | None] = (None, None)
    """Seconds left on both players' clocks, None where there are none."""
    stop: StopSignal | None = None


@attrs.frozen
class Play:
    """An answer: this action."""

    action: Any
    result: Result | None = None
    """What the search found that chose it, where one did."""


@attrs.frozen
class Resign:
    """An answer: the game is given up."""


@attrs.frozen
class TakeBack:
    """An answer a person may give: everything since (and with) my last action is undone, and I am asked again."""


@attrs.frozen
class Leave:
    """An answer a person may give: the game stops here, undecided."""


Answer: TypeAlias = Play | Resign | TakeBack | Leave


class Agent(Protocol):
    """Anyone who can be asked. An agent that raises has crashed; `AgentFault` says what else befell it."""

    @property
    def name(self) -> str: ...

    def choose(self, turn: Turn) -> Answer: ...


@attrs.frozen
class SearcherAgent:
    """A searcher that plays what it finds."""

    searcher: Searcher
    name: str

    def choose(self, turn: Turn) -> Answer:
        result = self.searcher.search(turn.game, turn.state, limits=turn.limits, stop=turn.stop)
        return Play(result.action, result)


@attrs.frozen
class FunctionAgent:
    """A function `f(game, state, limits)` that returns an action."""

    function: Callable[[AnyGame, Any, Limits], Any]
    name: str

    def choose(self, turn: Turn) -> Answer:
        return Play(self.function(turn.game, turn.state, turn.limits))
