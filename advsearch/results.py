"""The results of a search."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias

import attrs

from advsearch.values import Value

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    State = TypeVar("State", bound=Hashable, default=Any)
    Action = TypeVar("Action", bound=Hashable, default=Any)
else:  # before Python 3.13, only type checkers know the defaults
    from typing import TypeVar

    State = TypeVar("State", bound=Hashable)
    Action = TypeVar("Action", bound=Hashable)

Tier: TypeAlias = Literal["reference", "compiled"]


@attrs.frozen
class RootLine(Generic[Action]):
    """One root action with its exact value at a depth, and the line of play that leads to this value."""

    action: Action
    value: Value
    pv: tuple[Action, ...]
    """The line of play, which begins with `action`."""
    exact: bool = False
    """Whether the value is the same at every greater depth."""
    proven: bool = False
    """Whether it is known who wins after this action. The number of plies may be unknown."""


@attrs.frozen
class Line(Generic[Action]):
    """The result of one depth. A search passes a `Line` to `report` for each finished depth. To `progress`, it passes
    a `Line` of the depth under way."""

    depth: int
    value: Value
    nodes: int
    seconds: float
    pv: tuple[Action, ...]
    scores: tuple[tuple[Action, Value], ...] | None = attrs.field(default=None, kw_only=True)
    """Each root action with its exact value, if `every_action` was requested and the depth is finished; else None."""
    visits: tuple[tuple[Action, int, Value], ...] | None = attrs.field(default=None, kw_only=True)
    """Each root action with the number of simulations that began with it and its value; None if the search makes no
    simulations."""
    lines: tuple[RootLine[Action], ...] = attrs.field(default=(), kw_only=True)
    """The best root actions, best first: as many as `Request.lines` asks for, or fewer if the root has fewer."""
    exact: bool = attrs.field(default=False, kw_only=True)
    """Whether the value is the true value of the game, as in `Result.exact`."""
    proven: bool = attrs.field(default=False, kw_only=True)
    """Whether the winner is known, as in `Result.proven`."""
    tier: Tier = attrs.field(default="reference", kw_only=True)
    """The tier on which this depth was searched."""
    done: int = attrs.field(default=0, kw_only=True)
    """The number of root actions whose search at this depth is finished."""
    of: int = attrs.field(default=0, kw_only=True)
    """The number of root actions to search; 0 if the searcher does not say it."""


def _exact(result: Result[Any]) -> bool:
    return result.exact


@attrs.frozen
class Result(Generic[Action]):
    """The result of a search, from the point of view of the side to move at the root."""

    action: Action
    """The action to play; None only if the game is over."""
    value: Value
    """The value of the root, on the scale of `advsearch.values`."""
    depth: int
    """The last finished depth, in plies; 0 if no depth was finished."""
    nodes: int
    """The number of positions entered at all depths, the root included."""
    pv: tuple[Action, ...] = ()
    """The principal variation: the line of play that leads to the value. The line begins with `action`. If the game
    is over, or if `depth` is 0, the line is empty."""
    exact: bool = False
    """Whether the value is the true value of the game, with the number of plies to a win or loss. An exact value
    depends on no evaluation at the depth limit."""
    tier: Tier = "reference"
    """The tier on which the search ran."""
    seconds: float = 0.0
    """The wall-clock time in seconds, without compilation."""
    scores: tuple[tuple[Action, Value], ...] | None = None
    """Each root action with its exact value at this depth, in `actions` order. Without the request `every_action`,
    `scores` is None."""
    lines: tuple[RootLine[Action], ...] = attrs.field(default=(), kw_only=True)
    """The best root actions, best first, with their values and lines of play: as many as `Request.lines` asks for, or
    fewer if the root has fewer. Empty if no depth was finished, or if the searcher finds no lines."""
    visits: tuple[tuple[Action, int, Value], ...] | None = attrs.field(default=None, kw_only=True)
    """Each root action with the number of simulations that began with it and its value, as in `Line.visits`."""
    compiled_from: int | None = attrs.field(default=None, kw_only=True)
    """The depth at which the compiled tier took over from the reference tier; None if the search ran on one tier."""
    note: str | None = attrs.field(default=None, kw_only=True)
    """The reason why a search began on the compiled tier and continued in plain Python, or None."""
    proven: bool = attrs.field(default=attrs.Factory(_exact, takes_self=True), kw_only=True)
    """Whether the winner is known. If `proven` is true and `exact` is false, the win may take fewer plies than
    `value` says; see `bound`."""

    @property
    def bound(self) -> bool:
        """Whether it is proven who wins, but not in how many plies. If `bound` is true, the game ends after at most
        as many plies as `value` says.
        """
        return self.proven and not self.exact

    @property
    def best(self) -> tuple[Action, ...]:
        """All root actions with the best value if `every_action` was requested, else only the action found."""
        if self.scores is None:
            return () if self.action is None else (self.action,)
        top = max((value for _, value in self.scores), default=None)
        return tuple(action for action, value in self.scores if value == top)


@attrs.frozen
class Answered(Result[Action]):
    """The result of a player that gives an action, and reports neither a value nor a depth."""

    counted_s: float | None = attrs.field(default=None, kw_only=True)
    """The seconds that count for the limit of time; None if these are the seconds of the wall clock."""
