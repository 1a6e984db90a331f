"""What the solver answers, and what it tells while it works."""

from __future__ import annotations

from typing import Any

import attrs

from advsearch.results import Tier
from advsearch.values import Value


@attrs.frozen
class Proof:
    """What is proven about a state, from the point of view of the side to move."""

    value: Value | None
    """The exact utility under best play; None where the solver was stopped before it was known."""
    action: Any
    """An action that reaches it; None where the game is over or the value not known."""
    exact: bool
    """Whether the value is known."""
    nodes: int
    """Positions entered."""
    seconds: float
    """Clock time, after any compilation."""
    tier: Tier
    distance: int | None = None
    """Plies to the end, the better side taking the quickest way and the other the slowest; None where it was not
    asked for, or where nobody wins."""
    lower: Value | None = None
    """The value is at least this, as far as known."""
    upper: Value | None = None
    """And at most this."""


@attrs.frozen
class Progress:
    """How far a proof has come."""

    nodes: int
    seconds: float
    lower: Value | None
    """The value is at least this, as far as known."""
    upper: Value | None
    """And at most this."""
    table_used: float
    """The share of the table that holds something, 0 to 1."""
    unsaved: str | None = None
    """Why the last checkpoint could not be written, if it could not."""

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0
