"""Every game of the gallery keeps the laws of games."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from advsearch.testing import check_game

LISTED = runpy.run_path(str(Path(__file__).parent / "games.py"))


@pytest.mark.parametrize("spec", LISTED["GALLERY"])
def test_a_game_of_the_gallery_keeps_the_laws_of_games(spec: str) -> None:
    """Each game of the gallery passes `check_game`, with the settings that are listed."""
    check_game(LISTED["load"](spec), profile="fast")
