"""Derived rules are found on disk by the next process, and not by another game."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from advsearch.lowering import kept, verdicts

GAME = """
from typing import NamedTuple
from tables import STEP

class State(NamedTuple):
    row: str
    mover: int

class Race:
    utilities = "outcome"

    def __init__(self, length=7):
        self.length = length

    def initial(self):
        return State("x" + "." * self.length + "o", 0)

    def player(self, state):
        return state.mover

    def terminal(self, state):
        return "." not in state.row

    def actions(self, state):
        return [step for step in range(1, STEP + 1) if step <= state.row.count(".")]

    def result(self, state, action):
        marks = "xo"[state.mover] * action
        return State(state.row.replace("." * action, marks, 1), 1 - state.mover)

    def utility(self, state, player):
        return -1 if state.mover == player else 1

def spread(game, state, player):
    value = state.row.count("x") - state.row.count("o")
    return value if player == 0 else -value
"""
PROGRAM = """
import sys
import race
from advsearch import bind, lowering
from advsearch.lowering import kept, settings_of_game
from advsearch.search import AlphaBeta

game = race.Race({length})
lowering.derive(game)
loaded = "advsearch.lowering.rows.deriving" not in sys.modules
evaluator = race.spread if {evaluated} else None
from advsearch.binding import Uncompiled
search = AlphaBeta(depth=4) if evaluator is None else AlphaBeta(depth=4, evaluator=evaluator)
result = Uncompiled(search).search(game, game.initial())
plain = bind(search, game, tier="reference")(game.initial())
assert (result.value, result.nodes, result.action) == (plain.value, plain.nodes, plain.action)
print(loaded)
"""


class Board:
    """A setting whose printed text does not show its size."""

    def __init__(self, size: int) -> None:
        self.size = size


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "race.py").write_text(GAME)
    (tmp_path / "tables.py").write_text("STEP = 2\n")
    return tmp_path


def found_on_disk(project: Path, **settings: Any) -> bool:
    """Whether a process finds derived rules on disk. The process also compares searches of both tiers."""
    program = PROGRAM.format(**{"length": 7, "evaluated": False} | settings)
    environment = {"NUMBA_CACHE_DIR": str(project / "cache"), "PYTHONPATH": str(project), "PATH": "/usr/bin:/bin"}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"  # which could miss an edit of the same second and size
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout == "True\n"


def test_the_second_process_lowers_nothing(project: Path) -> None:
    """A second process reads the rules of the same game and settings from disk, and lowers only evaluators."""
    assert not found_on_disk(project)
    assert found_on_disk(project)
    assert found_on_disk(project, evaluated=True)
    assert not found_on_disk(project, length=6)
    assert found_on_disk(project, length=6)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("tables.py", "STEP = 2", "STEP = 3"), ("race.py", "-1 if state.mover", "1 if state.mover")],
)
def test_an_edit_is_seen(project: Path, file: str, old: str, new: str) -> None:
    """Rules are derived again after an edit of their file, or of one that they import."""
    assert not found_on_disk(project)
    path = project / file
    path.write_text(path.read_text().replace(old, new).replace("else 1\n\ndef", "else -1\n\ndef"))
    assert not found_on_disk(project)
    assert found_on_disk(project)


def test_a_damaged_file_is_made_again(project: Path) -> None:
    """A file that cannot be read is derived again."""
    assert not found_on_disk(project)
    (kept,) = (project / "cache").rglob("*.kept")
    kept.write_bytes(b"no pickle")
    assert not found_on_disk(project)
    assert found_on_disk(project)


def test_what_was_never_compared_is_not_held(tmp_path: Path) -> None:
    """Rules are compared with the game's methods unless a file records an earlier comparison."""
    place = tmp_path / "verdict"
    assert not verdicts.is_held(place)
    assert not verdicts.is_held(None)
    verdicts.note_held(place, 1)
    assert verdicts.is_held(place)


def test_settings_that_print_alike_are_kept_apart(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games whose settings print alike have different files; equal lists share one file."""
    monkeypatch.syspath_prepend(str(project))
    race = importlib.import_module("race")
    places = [kept.place_of(race.Race(length), 1) for length in (Board(1), Board(2), [3], [3])]
    assert len(set(places)) == 3
    assert None not in places
