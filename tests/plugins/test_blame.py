"""Tests whether a file counts as a user's code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import click
import pluggy
import pytest

import advsearch
from advsearch.plugins.blame import is_theirs


@pytest.mark.parametrize("module", [advsearch, attrs, click, pluggy, subprocess])
def test_our_libraries_are_not_a_users_code(module: object, tmp_path: Path) -> None:
    """A library of advsearch does not count as a user's code, in whichever folder it is installed; a user's file
    does."""
    assert not is_theirs(str(module.__file__))  # type: ignore[attr-defined]
    assert is_theirs(str(tmp_path / "mine.py"))
    assert is_theirs(str(tmp_path / "site-packages" / "other" / "mine.py"))


def test_a_library_in_a_folder_of_its_own(tmp_path: Path) -> None:
    """An error is not blamed on click if click is installed by `pip install --target`."""
    source = Path(click.__file__).parent
    (tmp_path / "click").symlink_to(source, target_is_directory=True)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import click;"
        "from advsearch.plugins.blame import is_theirs; print(click.__file__, is_theirs(click.__file__))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.stdout == f"{tmp_path / 'click' / '__init__.py'} False\n"


COMMAND = """
    import click

    import advsearch

    class Odd:
        name = "odd"
        def initial(self): return 0
        def player(self, state): return 0
        def actions(self, state): return [advsearch.load_game("nothing")]
        def result(self, state, action): return 1
        def terminal(self, state): return bool(state)
        def utility(self, state, player): return 0

    def load(name):
        return advsearch.load_game(name)

    @click.command()
    @click.argument("game")
    def begin(game):
        "Show a game."
        game = load(game)
        game.actions(game.initial())
        click.echo("done")

    @hookimpl
    def advsearch_commands(register):
        register("begin", begin)

    @hookimpl
    def advsearch_games(register):
        register("odd", Odd)
"""


def test_a_users_typo_in_a_plugins_command_is_reported_as_in_ours(install: Any, run: Any) -> None:
    """A user's typo in a plugin's command is reported without a place in the plugin's code; an unknown name in the
    plugin's code has one.
    """
    install("begins", COMMAND)
    ours = run("-m", "advsearch", "perft", "izolation", "1").stderr
    assert ours.startswith("error: unknown game 'izolation'; did you mean isolation?")
    assert run("-m", "advsearch", "begin", "izolation").stderr == ours
    assert run("-m", "advsearch", "begin", "isolation").stdout == "done\n"
    within = run("-m", "advsearch", "perft", "odd", "1").stderr
    assert "begins.py line 11, in actions: unknown game 'nothing'" in within
