"""The reference searchers: one algorithm per file, for any game of the protocol."""

from advsearch.search.alphabeta import AlphaBeta, search_window
from advsearch.search.deepening import Deepening
from advsearch.search.greedy import Greedy
from advsearch.search.hybrid import AtMostActions, AtMostEmpty, AtPly, Hybrid, greedy_then_alphabeta
from advsearch.search.minimax import Minimax
from advsearch.search.random_choice import Random

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
