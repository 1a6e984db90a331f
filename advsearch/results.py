"""What a search returns."""

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
    """One finished depth of a search, as it is reported while it runs."""

    depth: int
    value: Value
    nodes: int
    seconds: float
    pv: tuple[Action, ...]


@attrs.frozen
class Result(Generic[Action]):
    """What a search found, from the point of view of the side to move at the root."""

    action: Action
    """The action to play; None only where the game is over."""
    value: Value
    """On the scale of `advsearch.values`."""
    depth: int
    """The last depth finished, in plies; 0 when none was."""
    nodes: int
    """Positions entered, the root included, over all depths."""
    pv: tuple[Action, ...] = ()
    """The line of play behind the value, beginning with `action`; empty where the game is over or depth is 0."""
    exact: bool = False
    """Whether the value is the game's own, a distance included: no evaluation at a horizon took part in it."""
    tier: Tier = "reference"
    seconds: float = 0.0
    """Clock time, after any compilation."""
    scores: tuple[tuple[Action, Value], ...] | None = None
    """Each root action with its exact value at this depth, in `actions` order, where asked for."""
    note: str | None = attrs.field(default=None, kw_only=True)
    """Why a search that began on the compiled tier went on in plain Python; None if it did not."""
    proven: bool = attrs.field(kw_only=True)
    """Whether the winner is known. If so, and the value is not exact, the distance is an upper bound: see `bound`."""

    @proven.default
    def _exact_is_proven(self) -> bool:
        return self.exact

    @property
    def bound(self) -> bool:
        """Whether a win or loss is proven and its length is not: it takes at most as many plies as `value` says."""
        return self.proven and not self.exact

    @property
    def best(self) -> tuple[Action, ...]:
        """All equally good root actions, where `every_action` was asked for; else the action found."""
        if self.scores is None:
            return () if self.action is None else (self.action,)
        top = max((value for _, value in self.scores), default=None)
        return tuple(action for action, value in self.scores if value == top)
