"""Suggestions for misspelt names."""

from __future__ import annotations

import pytest

from advsearch.errors import InvalidSettings, UnknownName, near_names
from advsearch.plugins.registry import default_registry
from advsearch.tournament.schedule_file import game_of

REGISTRY = default_registry()


@pytest.mark.parametrize("name", ["AlphaBeta", "ALPHABETA", "alpha_beta", "alpha-beta", "Alpha Beta", "Alphabata"])
def test_capitals_and_underscores_do_not_count(name: str) -> None:
    """The hint finds a searcher's name even if its capitals, `_`, `-` and spaces differ."""
    with pytest.raises(UnknownName, match=r"did you mean alphabeta\?$"):
        REGISTRY.searcher(f"'{name}'()")


def test_the_same_holds_for_games_evaluators_and_settings() -> None:
    """Names of games, evaluators, settings and entries of schedules are compared without capitals, `_`, `-` and
    spaces.
    """
    with pytest.raises(UnknownName, match=r"did you mean isolation\?$"):
        REGISTRY.game("Isolation")
    with pytest.raises(UnknownName, match=r"did you mean improved\?$"):
        REGISTRY.evaluator("IMPROVED", REGISTRY.game("isolation"))
    with pytest.raises(InvalidSettings, match=r"did you mean 'max_depth'\?"):
        REGISTRY.searcher("deepening(maxDepth=3)")
    with pytest.raises(InvalidSettings, match=r"did you mean game\?"):
        game_of({"GAME": "isolation"})


def test_names_that_differ_in_capitals_alone_come_first() -> None:
    """Names that differ only in capitals and underscores are returned alone, without those that differ in more."""
    assert near_names("Open_Moves", ["openmoves", "open_moves", "open_move"], n=3) == ["openmoves", "open_moves"]
    assert near_names("zzz", ["openmoves"]) == []
