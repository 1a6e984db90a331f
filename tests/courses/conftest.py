"""Players in the style of courses and libraries, and matches between them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import advsearch
from advsearch.courses import player as players
from advsearch.limits import Limits
from advsearch.match import Played, Referee, SearcherAgent, TimeControl

HERE = Path(__file__).parent / "players"
Match = Callable[..., Played]


@pytest.fixture(autouse=True)
def in_the_players_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players run in their folder, and find no module `games` that other tests have put on the path."""
    monkeypatch.chdir(HERE)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if not (Path(entry) / "games.py").is_file()])


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """End no player that is only slow, because other tests run at the same time."""
    monkeypatch.setattr(players, "HANG_S", 30.0)


@pytest.fixture
def match() -> Match:
    def play(
        game: str,
        one: str,
        two: str = "random",
        *,
        time_s: float | None = 0.05,
        grace_s: float | None = None,
        seed: int = 1,
    ) -> Played:
        agents = [SearcherAgent(advsearch.load_searcher(spec), spec, seed) for spec in (one, two)]
        control = TimeControl(Limits(time_s=time_s), grace_s=grace_s)
        return Referee(advsearch.load_game(game), agents, control=control).play()

    return play
