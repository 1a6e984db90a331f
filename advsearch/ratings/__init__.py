"""Statistics of paired games: ratings, intervals, sequential tests and verdicts.

The unit of the statistics is the *pair*: two games from one opening. Each side moves first in one of the games.
Different pairs are independent of each other. The two games of a pair are not independent, because they share their
opening.
"""

from advsearch.ratings.bradley_terry import Fit, fit
from advsearch.ratings.pairs import PairCounts, elo_of_score, score_of_elo
from advsearch.ratings.sequential import Decision, SequentialTest
from advsearch.ratings.standings import Estimate, Rating, Standings, rate
from advsearch.ratings.verdict import FaultyGames, by_interval, holm, verdict

__all__ = [
    "Decision",
    "Estimate",
    "FaultyGames",
    "Fit",
    "PairCounts",
    "Rating",
    "SequentialTest",
    "Standings",
    "by_interval",
    "elo_of_score",
    "fit",
    "holm",
    "rate",
    "score_of_elo",
    "verdict",
]
