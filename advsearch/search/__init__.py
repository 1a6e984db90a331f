"""The built-in searchers in plain Python, one algorithm per file, and parts for building your own searcher."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advsearch.lazy import lazily

_HOMES: Final = {
    "PVS": "advsearch.search.pvs",
    "Algorithm": "advsearch.search.searcher",
    "AlphaBeta": "advsearch.search.alphabeta",
    "AtMostActions": "advsearch.search.switches",
    "AtMostEmpty": "advsearch.search.switches",
    "AtPly": "advsearch.search.switches",
    "Budget": "advsearch.limits",
    "Deepening": "advsearch.search.deepening",
    "FixedDepth": "advsearch.search.searcher",
    "Greedy": "advsearch.search.greedy",
    "Hybrid": "advsearch.search.hybrid",
    "Minimax": "advsearch.search.minimax",
    "Order": "advsearch.search.ordering",
    "Ordering": "advsearch.search.ordering",
    "Probe": "advsearch.search.probe",
    "Random": "advsearch.search.random_choice",
    "Session": "advsearch.search.kit.session",
    "Stopped": "advsearch.search.probe",
    "Tree": "advsearch.search.kit.tree",
    "TreeSearch": "advsearch.search.searcher",
    "finished_game": "advsearch.search.searcher",
    "greedy_then_alphabeta": "advsearch.search.hybrid",
    "is_decided": "advsearch.search.probe",
    "just_above": "advsearch.search.probe",
    "just_below": "advsearch.search.probe",
    "result_of": "advsearch.search.searcher",
    "root_entered": "advsearch.search.searcher",
    "search_window": "advsearch.search.alphabeta",
    "smaller": "advsearch.search.searcher",
}

if TYPE_CHECKING:
    from advsearch.limits import Budget
    from advsearch.search.alphabeta import AlphaBeta, search_window
    from advsearch.search.deepening import Deepening
    from advsearch.search.greedy import Greedy
    from advsearch.search.hybrid import Hybrid, greedy_then_alphabeta
    from advsearch.search.kit.session import Session
    from advsearch.search.kit.tree import Tree
    from advsearch.search.minimax import Minimax
    from advsearch.search.ordering import Order, Ordering
    from advsearch.search.probe import Probe, Stopped, is_decided, just_above, just_below
    from advsearch.search.pvs import PVS
    from advsearch.search.random_choice import Random
    from advsearch.search.searcher import (
        Algorithm,
        FixedDepth,
        TreeSearch,
        finished_game,
        result_of,
        root_entered,
        smaller,
    )
    from advsearch.search.switches import AtMostActions, AtMostEmpty, AtPly
else:
    __getattr__, __dir__ = lazily(__name__, _HOMES)

__all__ = [
    "PVS",
    "Algorithm",
    "AlphaBeta",
    "AtMostActions",
    "AtMostEmpty",
    "AtPly",
    "Budget",
    "Deepening",
    "FixedDepth",
    "Greedy",
    "Hybrid",
    "Minimax",
    "Order",
    "Ordering",
    "Probe",
    "Random",
    "Session",
    "Stopped",
    "Tree",
    "TreeSearch",
    "finished_game",
    "greedy_then_alphabeta",
    "is_decided",
    "just_above",
    "just_below",
    "result_of",
    "root_entered",
    "search_window",
    "smaller",
]
