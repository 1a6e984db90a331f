"""Isolation, with knight or queen moves, on boards up to 11x11."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advsearch.lazy import lazily

_HOMES: Final = {
    "UNPLACED": "advsearch_isolation.position",
    "Isolation": "advsearch_isolation.rules",
    "State": "advsearch_isolation.position",
    "WeightedMobility": "advsearch_isolation.evaluators",
    "center": "advsearch_isolation.evaluators",
    "centered": "advsearch_isolation.evaluators",
    "improved": "advsearch_isolation.evaluators",
    "open_moves": "advsearch_isolation.evaluators",
}

if TYPE_CHECKING:
    from advsearch_isolation.evaluators import WeightedMobility, center, centered, improved, open_moves
    from advsearch_isolation.position import UNPLACED, State
    from advsearch_isolation.rules import Isolation
else:
    __getattr__, __dir__ = lazily(__name__, _HOMES)

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
