"""The result of the solver, and its progress reports."""

from __future__ import annotations

from typing import Any

import attrs

from advsearch.results import Tier
from advsearch.values import Value


@attrs.frozen
class Proof:
    """The result of the solver for a state, from the point of view of the player to move."""

    value: Value | None
    """The exact utility under best play; None if the solver was stopped before the value was known."""
    action: Any
    """An action that reaches the value; None if the game is over or the value is not known."""
    exact: bool
    """Whether the value is known."""
    nodes: int
    """The number of positions entered."""
    seconds: float
    """The wall-clock time of the proof in seconds, without compilation."""
    tier: Tier
    distance: int | None = None
    """The number of plies to the end. The winner plays as quickly as possible, and the loser as slowly as possible.

    If the distance was not requested, or if neither player can win, `distance` is None.
    """
    lower: Value | None = None
    """The best proven lower bound on the value."""
    upper: Value | None = None
    """The best proven upper bound on the value."""


@attrs.frozen
class Progress:
    """The progress of a running proof. `Solver.solve` calls the function `report` with this object."""

    nodes: int
    seconds: float
    lower: Value | None
    """The best proven lower bound on the value."""
    upper: Value | None
    """The best proven upper bound on the value."""
    table_used: float
    """The share of the table that is in use, from 0 to 1."""
    unsaved: str | None = None
    """The reason why the last checkpoint could not be written, if any."""

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0
