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
else:  # defaults are for type checkers before Python 3.13
    from typing import TypeVar

    State = TypeVar("State", bound=Hashable)
    Action = TypeVar("Action", bound=Hashable)

Tier: TypeAlias = Literal["reference", "compiled"]


@attrs.frozen
class Line(Generic[Action]):
    """The result of one finished depth, which is passed to `report` while the search runs."""

    depth: int
    value: Value
    nodes: int
    seconds: float
    pv: tuple[Action, ...]


def _exact(result: Result[Any]) -> bool:
    """Whether the value of a result is exact. Type checkers see a default that is written as a factory."""
    return result.exact


@attrs.frozen
class Result(Generic[Action]):
    """What a search found, from the point of view of the side to move at the root."""

    action: Action
    """The action to play; None only if the game is over."""
    value: Value
    """A value on the scale of `advsearch.values`."""
    depth: int
    """The last depth finished, in plies; 0 if none was."""
    nodes: int
    """The number of positions entered at all depths, the root included."""
    pv: tuple[Action, ...] = ()
    """The line of play behind the value. It begins with `action`, and is empty if the game is over or `depth` is
    0."""
    exact: bool = False
    """Whether the value is the true value of the game, distance included: no evaluation at a horizon contributed to
    it."""
    tier: Tier = "reference"
    """The tier that found it."""
    seconds: float = 0.0
    """Seconds on the clock, without compilation."""
    scores: tuple[tuple[Action, Value], ...] | None = None
    """Each root action with its exact value at this depth, in `actions` order, if `every_action` was requested;
    else None."""
    compiled_from: int | None = attrs.field(default=None, kw_only=True)
    """The depth at which the compiled tier took over from the reference tier; None where one tier did it all."""
    note: str | None = attrs.field(default=None, kw_only=True)
    """Why a search that began on the compiled tier went on in plain Python; None if it did not."""
    proven: bool = attrs.field(default=attrs.Factory(_exact, takes_self=True), kw_only=True)
    """Whether the winner is known. If the value is not exact as well, its distance is an upper bound: see `bound`."""

    @property
    def bound(self) -> bool:
        """Whether a win or loss is proven, but the number of plies to it is not. The win or loss then takes at most
        as many plies as `value` says.
        """
        return self.proven and not self.exact

    @property
    def best(self) -> tuple[Action, ...]:
        """All root actions that are equally good, if `every_action` was requested; else the action found."""
        if self.scores is None:
            return () if self.action is None else (self.action,)
        top = max((value for _, value in self.scores), default=None)
        return tuple(action for action, value in self.scores if value == top)
