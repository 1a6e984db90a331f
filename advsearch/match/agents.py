"""Agents: objects that choose an action when it is their turn."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias, runtime_checkable

import attrs

from advsearch.binding import BoundSearch, bind
from advsearch.errors import PluginError, Resigned
from advsearch.limits import Limits, Request, StopSignal
from advsearch.match.clock import TimeControl
from advsearch.plugins.outside import load_reference
from advsearch.plugins.settings import parameters_of
from advsearch.protocol import AnyGame, Searcher, TierChoice
from advsearch.results import Answered, Line, Result
from advsearch.specs import Reference
from advsearch.values import Value


@attrs.frozen
class Turn:
    """What an agent receives when it has to move: the position, the actions so far, the limits, and more."""

    game: AnyGame
    state: Any
    player: int
    start: Any
    """The state at the start of the game. The actions in `actions` lead from `start` to `state`."""
    actions: tuple[Any, ...]
    limits: Limits
    clocks: tuple[float | None, float | None] = (None, None)
    """The seconds left on both players' clocks; None without a clock."""
    stop: StopSignal | None = None
    controls: tuple[TimeControl, TimeControl] = (TimeControl(), TimeControl())
    report: Callable[[Line], None] | None = None
    """A function that a searching agent calls with a `Line` for each finished depth."""

    @property
    def allowed_s(self) -> float | None:
        """The seconds after which the move is late. The search's own time limit, in `limits`, may be shorter."""
        found = (self.controls[self.player].limits.time_s, self.clocks[self.player])
        return min((seconds for seconds in found if seconds is not None), default=None)


@attrs.frozen
class Reported:
    """The depth, nodes and value that an agent reports if it has no built-in search. A field is None if the agent
    does not report this number."""

    depth: int | None = None
    nodes: int | None = None
    value: Value | None = None
    bound: bool = False
    """Whether a win or loss is proven, but may take fewer plies than `value` says."""


@attrs.frozen
class Play:
    """An agent's answer: play this action."""

    action: Any
    result: Result | None = None
    """The result of the search that chose the action; None if no search chose it."""
    reported: Reported | None = None
    seconds: float | None = None
    """The seconds that count for the limit of time. None means the seconds that the referee measures."""


@attrs.frozen
class Resign:
    """An agent's answer: give up the game."""


@attrs.frozen
class TakeBack:
    """A user's answer: undo my last action and all after it, and let me choose again."""


@attrs.frozen
class Leave:
    """A user's answer: stop the game here, without a result."""


Answer: TypeAlias = Play | Resign | TakeBack | Leave


class Agent(Protocol):
    """An object that can choose an action. An agent that raises `AgentFault` reports a fault. If an agent raises any
    other exception than `AgentFault`, the agent has crashed."""

    @property
    def name(self) -> str: ...

    def choose(self, turn: Turn) -> Answer: ...


@runtime_checkable
class Prepares(Protocol):
    """An agent that must do something before a game, such as compiling or starting a program."""

    def prepare(self, game: AnyGame) -> None:
        """Prepare for one game. The referee calls `prepare` while no clock runs."""


@attrs.define(eq=False)
class SearcherAgent:
    """An agent that plays by a searcher. If `seed` is given, it replaces the searcher's seed. The search runs on
    `tier`.

    Machine code is built before the game, so that no move depends on the time of the build. With `at_once`, no move
    waits for the build of machine code (see `advsearch.bind`).
    """

    searcher: Searcher
    name: str
    seed: int | None = None
    tier: TierChoice | None = None
    at_once: bool = False
    _bound: BoundSearch | None = attrs.field(default=None, init=False, repr=False)

    def prepare(self, game: AnyGame) -> None:
        """Bind the searcher to the game, and build its machine code. If the searcher is already bound to this game,
        only empty its table.
        """
        if self._bound is None or self._bound.game != game:
            self._bound = bind(self.searcher, game, seed=self.seed, tier=self.tier, at_once=self.at_once)
        else:
            self._bound.new_game()

    def choose(self, turn: Turn) -> Answer:
        if self._bound is None or self._bound.game != turn.game:
            self.prepare(turn.game)
        assert self._bound is not None
        try:
            result = self._bound(turn.state, Request(turn.limits, turn.stop, turn.report))
        except Resigned:
            return Resign()
        if isinstance(result, Answered):
            return Play(result.action, seconds=result.counted_s)
        return Play(result.action, result)


@attrs.frozen
class FunctionAgent:
    """An agent that plays by a function `f(game, state, limits)`. The function returns an action or `Resign()`."""

    function: Callable[[AnyGame, Any, Limits], Any]
    name: str

    def choose(self, turn: Turn) -> Answer:
        chosen = self.function(turn.game, turn.state, turn.limits)
        return chosen if isinstance(chosen, Play | Resign) else Play(chosen)


def function_agent(reference: Reference, name: str) -> FunctionAgent:
    """An agent that plays by the function that a spec names. The function may omit the parameter `limits`."""
    function = load_reference(reference)
    if inspect.isclass(function) or next(iter(parameters_of(function) or ()), "") == "self":
        owner = reference.attribute if inspect.isclass(function) else reference.attribute.rpartition(".")[0]
        raise PluginError(
            f"expected {reference} to be a function f(game, state, limits), got a "
            f"{'class' if inspect.isclass(function) else 'method of a class'}; for a player that was written for a "
            f'course, write searcher = "course:{reference.source}:{owner}"'
        )
    if not callable(function):
        raise PluginError(f"expected {reference} to be a function f(game, state, limits), got {function!r}")
    for arguments in (3, 2):
        try:
            inspect.signature(function).bind(*[None] * arguments)
        except TypeError:
            continue
        except ValueError:  # some builtins have no signature
            pass
        return FunctionAgent(function if arguments == 3 else lambda game, state, _: function(game, state), name)
    raise PluginError(
        f"expected {reference} to be a function f(game, state, limits), got f{inspect.signature(function)}"
    )
