"""The pytest plugin and the test classes show laws as tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GAME = """
from advsearch.errors import IllegalAction


class Count:
    name = "count"
    utilities = "outcome"
    bonus = 0

    def initial(self):
        return (0, 0)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return () if state[0] >= 4 else (1, 2)

    def result(self, state, action):
        if action not in self.actions(state):
            raise IllegalAction(f"expected 1 or 2, got {action!r}")
        return (state[0] + action, 1 - state[1])

    def terminal(self, state):
        return state[0] >= 4

    def utility(self, state, player):
        return (-1 if player == state[1] else 1) + self.bonus


class Generous(Count):
    bonus = 1
"""
CLASSES = """
from advsearch.search import AlphaBeta
from advsearch.testing import GameLaws, SearcherLaws, estimate
from mine import Count


class TestCount(GameLaws):
    game = Count()
    evaluators = {"none": lambda game, state, player: 0}
    profile = "fast"


class TestAlphaBeta(SearcherLaws):
    searcher = AlphaBeta(evaluator=estimate)
    profile = "fast"
    settings = {"prunes": True}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(GAME)
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    plugin = ["-p", "advsearch.testing.pytest_plugin", "-p", "no:cacheprovider"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *plugin, *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )


def test_a_game_is_tested_without_a_test_file() -> None:
    """`--advsearch-game` makes a test of each law; a broken law shows the law and the case, not a traceback."""
    done = run(
        "--advsearch-game", "mine.py:Count", "--advsearch-game", "mine.py:Generous", "--advsearch-profile=fast"
    )
    assert "mine.py:Generous::utilities are zero-sum" in done.stdout, done.stdout
    assert "Generous breaks the law" not in done.stdout
    assert "count breaks the law 'utilities are zero-sum'" in done.stdout
    assert "2 failed" in done.stdout
    assert "Traceback" not in done.stdout
    assert done.returncode == 1


def test_classes_to_subclass_have_a_test_for_each_law(tmp_path: Path) -> None:
    """A class with a game or a searcher is tested law by law, and laws that cannot be tried are skipped. Nothing
    deprecated is used.
    """
    (tmp_path / "test_mine.py").write_text(CLASSES)
    done = run("-q", "-rs", "-o", "pythonpath=.", "-W", "error")
    assert done.returncode == 0, done.stdout
    assert "the game has no symmetries" in done.stdout
    assert "it shows no table entries" in done.stdout


def test_without_its_options_the_plugin_loads_nothing_heavy(tmp_path: Path) -> None:
    """Without its options the plugin loads one small module in test runs of other projects."""
    (tmp_path / "test_nothing.py").write_text(
        "import sys\n\ndef test_nothing():\n"
        "    assert not {'numba', 'numpy', 'hypothesis', 'rich'} & set(sys.modules)\n"
        "    loaded = [name for name in sys.modules if name.startswith('advsearch.testing')]\n"
        "    assert sorted(loaded) == ['advsearch.testing', 'advsearch.testing.pytest_plugin']\n"
    )
    done = run("-q")
    assert done.returncode == 0, done.stdout


def test_the_plugin_is_an_entry_point() -> None:
    """The plugin is registered by an entry point, so installing advsearch installs it."""
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert '[project.entry-points.pytest11]\nadvsearch = "advsearch.testing.pytest_plugin"' in project
