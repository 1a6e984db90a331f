"""What the studies' plugin registers: everything by name, each evaluator with its study."""

from __future__ import annotations

import pytest

import advsearch
from advsearch.plugins.manager import make_plugin_manager
from advsearch.plugins.registry import Registry
from advsearch_studies.catalogue import catalogue, evaluators_of, load_study
from advsearch_studies.plugin import STUDIES


@pytest.fixture(scope="module")
def registry() -> Registry:
    return Registry(make_plugin_manager(no_plugins=True))


def test_the_studies_are_those_of_the_games(registry: Registry) -> None:
    """Each registered study plays the game in whose folder it stands."""
    assert {name: load_study(name, registry).game.partition("(")[0] for name in catalogue(registry)} == STUDIES


@pytest.mark.parametrize(("study", "game"), STUDIES.items())
def test_the_evaluators_of_a_study_are_found_but_not_listed(study: str, game: str, registry: Registry) -> None:
    """Each evaluator of a study has a summary, values a position of the study's game, and is not among those that are
    listed for the game.
    """
    rules = advsearch.load_game(game)
    own = evaluators_of(study, registry)
    assert own
    assert not {each.name for each in own} & {each.name for each in registry.listed_evaluators(rules)}
    for entry in own:
        assert entry.stated
        assert isinstance(registry.evaluator(entry.name, rules)(rules, rules.initial(), 0), int | float)


@pytest.mark.parametrize(
    "text", ["fewer-nodes(search=deepening, share=0.5, empty=12)", "compass(search=alphabeta(depth=2))"]
)
def test_players_of_the_studies_are_found_by_name(text: str, registry: Registry) -> None:
    """A player of a study plays by its name, in its game only."""
    made = registry.searcher(text)
    assert registry.searcher_of(type(made)) is not None
    assert advsearch.bind(made, "isolation")(advsearch.load_game("isolation").initial(), depth=1).action is not None
    with pytest.raises(advsearch.InvalidSettings, match="plays only isolation, got pentago"):
        advsearch.bind(made, "pentago")
