"""The best player runs another search with fixed settings."""

from __future__ import annotations

import pytest

import advsearch
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch_pentago import Pentago
from advsearch_pentago.players.best import PRESET, Best

GAME = Pentago(rules="after-turn")


@pytest.mark.slow
def test_it_plays_its_preset() -> None:
    """The action and the value are those of the search with these settings, under the same limits."""
    state = GAME.parse_state("....../X...O./.O.OX./X...OX/.OXX.X/O.OO.X")
    named = PRESET.search(GAME, state, limits=Limits(nodes=300))
    found = Best().search(GAME, state, limits=Limits(nodes=300))
    assert (found.action, found.value) == (named.action, named.value)


def test_other_games_are_refused() -> None:
    """Another game is a one-line error."""
    with pytest.raises(InvalidSettings, match="pentago-best plays only pentago, got isolation"):
        Best().search(advsearch.load_game("isolation"), None)
