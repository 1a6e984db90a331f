"""The reference searchers: one algorithm per file, for any game of the protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advsearch.lazy import lazily

_HOMES: Final = {
    "AlphaBeta": "advsearch.search.alphabeta",
    "AtMostActions": "advsearch.search.switches",
    "AtMostEmpty": "advsearch.search.switches",
    "AtPly": "advsearch.search.switches",
    "Deepening": "advsearch.search.deepening",
    "Greedy": "advsearch.search.greedy",
    "Hybrid": "advsearch.search.hybrid",
    "Minimax": "advsearch.search.minimax",
    "Random": "advsearch.search.random_choice",
    "greedy_then_alphabeta": "advsearch.search.hybrid",
    "search_window": "advsearch.search.alphabeta",
}

if TYPE_CHECKING:
    from advsearch.search.alphabeta import AlphaBeta, search_window
    from advsearch.search.deepening import Deepening
    from advsearch.search.greedy import Greedy
    from advsearch.search.hybrid import Hybrid, greedy_then_alphabeta
    from advsearch.search.minimax import Minimax
    from advsearch.search.random_choice import Random
    from advsearch.search.switches import AtMostActions, AtMostEmpty, AtPly
else:
    __getattr__, __dir__ = lazily(__name__, _HOMES)

__all__ = [
    "AlphaBeta",
    "AtMostActions",
    "AtMostEmpty",
    "AtPly",
    "Deepening",
    "Greedy",
    "Hybrid",
    "Minimax",
    "Random",
    "greedy_then_alphabeta",
    "search_window",
]
