"""The code of a typical user, tests/plugins/typed_user.py, passes the type checkers and can be run."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from advsearch import Deepening, bind, compare
from advsearch.plugins.manager import new_manager
from advsearch.plugins.registry import Registry

ROOT = Path(__file__).parents[2]
USER = Path(__file__).with_name("typed_user.py")
PYRIGHT = shutil.which("pyright", path=Path(sys.executable).parent) or shutil.which("pyright")


def commands() -> Iterator[list[str]]:
    """The installed type checkers."""
    if importlib.util.find_spec("mypy") is not None:
        yield [sys.executable, "-m", "mypy", "--strict", "--warn-unreachable"]
    if PYRIGHT is not None:
        yield [PYRIGHT, "--pythonpath", sys.executable]


def test_a_users_file_passes_type_checkers() -> None:
    """A plugin and a script that use bind, compare and AlphaBeta pass `mypy --strict` and pyright. States, actions
    and results have the game's types.
    """
    for command in commands():
        checked = subprocess.run([*command, str(USER)], capture_output=True, text=True, cwd=ROOT, check=False)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_users_file_runs() -> None:
    """The user's file is also a plugin whose entries are registered, found and used."""
    spec = importlib.util.spec_from_file_location("typed_user", USER)
    assert spec is not None
    assert spec.loader is not None
    user = importlib.util.module_from_spec(spec)
    sys.modules["typed_user"] = user
    spec.loader.exec_module(user)
    manager = new_manager()
    manager.register(user, name="made-up 1.0 it")
    warned: list[str] = []
    registry = Registry(manager, warn=warned.append)
    assert warned == []
    assert set(registry.games) | set(registry.searchers) | set(registry.formats) == {"stones", "plain", "lines"}
    assert registry.ordering("most").game == "stones"
    found = bind(Deepening(evaluator=user.fours), user.Stones())(user.Heap(9, 0), depth=9)
    assert found.action == 1
    assert compare(user.Stones(), user.fours, "null", depth=1, pairs=2, random_plies=1).one == "fours"
