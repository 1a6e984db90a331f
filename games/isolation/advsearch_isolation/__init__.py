"""Isolation, with knight or queen moves, on boards up to 11x11."""

from advsearch_isolation.evaluators import WeightedMobility, center, centered, improved, open_moves
from advsearch_isolation.position import UNPLACED, State
from advsearch_isolation.rules import Isolation

__all__ = [
    "UNPLACED",
    "Isolation",
    "State",
    "WeightedMobility",
    "center",
    "centered",
    "improved",
    "open_moves",
]
