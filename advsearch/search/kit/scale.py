"""The scale of the values of one search (see `advsearch.values`)."""

from __future__ import annotations

import math

from advsearch.search.kit.fields import Value, above
from advsearch.values import EVALUATION_LIMIT, LEAST_EVALUATION, WIN


class Scale:
    """What a text asks about values. All fields are constants of a build."""

    def __init__(self, outcome: bool, bottom: Value | None = None, real: bool = False) -> None:
        self.outcome = outcome
        """Whether utilities are -1, 0 or 1, so that wins in n plies are values."""
        self.real = real
        """Whether values are floats."""
        self.bottom: Value = bottom if bottom is not None else -WIN - 1 if outcome else -math.inf
        """A number below every value."""
        self.top: Value = -self.bottom

    def notice_float(self) -> None:
        """Learn that a value is no whole number. A build knows it from the start."""

    def above(self, value: Value) -> Value:
        """Return a value greater than `value`, with no value of the search between the two."""
        return above(value) if self.real else value + 1

    def below(self, value: Value) -> Value:
        """Return a value less than `value`, with no value of the search between the two."""
        return -above(-value) if self.real else value - 1

    def proven(self, value: Value) -> bool:
        """Return whether a value is a proven win or loss."""
        return self.outcome and not LEAST_EVALUATION <= value <= EVALUATION_LIMIT

    def towards_node(self, value: Value, ply: int) -> Value:
        """Return a value with the plies to a win or loss counted from the node."""
        if not self.outcome or LEAST_EVALUATION <= value <= EVALUATION_LIMIT:
            return value
        return value + ply if value > 0 else value - ply

    def towards_root(self, value: Value, ply: int) -> Value:
        """Return a value with the plies to a win or loss counted from the root."""
        if not self.outcome or LEAST_EVALUATION <= value <= EVALUATION_LIMIT:
            return value
        return value - ply if value > 0 else value + ply


class LearningScale(Scale):
    """The scale of a search in plain Python, which takes values for whole numbers until a float comes."""

    def notice_float(self) -> None:
        self.real = True
