"""The test kit for games and searchers: laws, generated trees, Hypothesis strategies, a pytest plugin.

    from advsearch.testing import check_game, check_searcher

An import of this package loads neither Hypothesis nor pytest, because each name is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from advsearch.lazy import lazily

if TYPE_CHECKING:
    from advsearch.testing.answers import Answer, Call
    from advsearch.testing.check import check_game, check_searcher
    from advsearch.testing.defining import Law, law
    from advsearch.testing.hashed import hashed_game
    from advsearch.testing.judging import ask
    from advsearch.testing.pytest_classes import GameLaws, SearcherLaws
    from advsearch.testing.report import Broken, LawBroken, Report
    from advsearch.testing.strategies import action_sequences, evaluators, game_trees, limits, positions
    from advsearch.testing.textbook import textbook_trees
    from advsearch.testing.tree_text import read_answers, read_tree
    from advsearch.testing.trees import Tree, estimate

_HOME = {
    "Answer": "answers",
    "Broken": "report",
    "Call": "answers",
    "Law": "defining",
    "ask": "judging",
    "law": "defining",
    "GameLaws": "pytest_classes",
    "SearcherLaws": "pytest_classes",
    "action_sequences": "strategies",
    "evaluators": "strategies",
    "game_trees": "strategies",
    "limits": "strategies",
    "positions": "strategies",
    "LawBroken": "report",
    "Report": "report",
    "Tree": "trees",
    "check_game": "check",
    "check_searcher": "check",
    "estimate": "trees",
    "hashed_game": "hashed",
    "read_answers": "tree_text",
    "read_tree": "tree_text",
    "textbook_trees": "textbook",
}
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazily(__name__, {name: f"{__name__}.{module}" for name, module in _HOME.items()})

__all__ = [
    "Answer",
    "Broken",
    "Call",
    "GameLaws",
    "Law",
    "LawBroken",
    "Report",
    "SearcherLaws",
    "Tree",
    "action_sequences",
    "ask",
    "check_game",
    "check_searcher",
    "estimate",
    "evaluators",
    "game_trees",
    "hashed_game",
    "law",
    "limits",
    "positions",
    "read_answers",
    "read_tree",
    "textbook_trees",
]
