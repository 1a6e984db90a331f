"""A game in a user's file, and functions that run the program on it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from advsearch.cli.program import program

THREES = '''
"""Tic-tac-toe, as a user might write it."""

import attrs

from advsearch import Cell, IllegalAction, InvalidNotation, Scene, evaluator

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
LOOKS = {"X": "first", "O": "second", ".": "open"}


@attrs.frozen
class Threes:
    """Three in a row win."""

    misere: bool = False
    name = "threes"
    utilities = "outcome"

    def initial(self):
        return "." * 9

    def player(self, state):
        return (9 - state.count(".")) % 2

    def actions(self, state):
        return [] if self.terminal(state) else [cell for cell in range(9) if state[cell] == "."]

    def result(self, state, action):
        if action not in self.actions(state):
            raise IllegalAction(f"expected an open cell, got {action!r}")
        return state[:action] + "XO"[self.player(state)] + state[action + 1 :]

    def _winner(self, state):
        for a, b, c in LINES:
            if state[a] == state[b] == state[c] != ".":
                return "XO".index(state[a])
        return None

    def terminal(self, state):
        return self._winner(state) is not None or "." not in state

    def utility(self, state, player):
        winner = self._winner(state)
        return 0 if winner is None else 1 if (winner == player) != self.misere else -1

    def format_action(self, state, action):
        return "abc"[action % 3] + str(action // 3 + 1)

    def parse_action(self, state, text):
        if len(text) != 2 or text[0] not in "abc" or text[1] not in "123":
            raise InvalidNotation(f"expected a cell such as b2, got {text!r}")
        return "abc".index(text[0]) + 3 * (int(text[1]) - 1)

    def format_state(self, state):
        return state

    def parse_state(self, text):
        if len(text) != 9 or set(text) - set("XO."):
            raise InvalidNotation(f"expected nine of X, O and ., got {text!r}")
        return text

    def scene(self, state, last=None):
        cells = [Cell(i % 3, i // 3, LOOKS[c], last=i == last) for i, c in enumerate(state)]
        caption = "XO"[self.player(state)] + " to move"
        return Scene(3, 3, tuple(cells), ("a", "b", "c"), ("1", "2", "3"), caption=caption)


def centre_terms(game, state, player):
    return {"mine": int(state[4] == "XO"[player]), "theirs": -int(state[4] == "OX"[player])}


@evaluator(antisymmetric=True, terms=centre_terms)
def centre(game, state, player):
    """Which player has the middle."""
    return sum(centre_terms(game, state, player).values())


def infinite(game, state, player):
    return float("inf")


def divides_by_zero(game, state, player):
    return 1 / 0


class Race:
    """Add 1 or 2 up to ten or eleven; the first player scores the total minus 7. No notation, no drawing."""

    def initial(self):
        return 0

    def player(self, state):
        return state % 2

    def actions(self, state):
        return [] if state >= 10 else [1, 2]

    def result(self, state, action):
        if action not in (1, 2):
            raise IllegalAction(f"expected 1 or 2, got {action!r}")
        return state + action

    def terminal(self, state):
        return state >= 10

    def utility(self, state, player):
        return (state - 7) * (1 if player == 0 else -1)


def full_width(tree, depth):
    from advsearch.search import Minimax
    from advsearch.testing import estimate

    found = Minimax(depth, estimate).search(tree, tree.initial())
    return found.value, found.action
'''


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with `threes.py` in it."""
    (tmp_path / "threes.py").write_text(THREES)
    monkeypatch.chdir(tmp_path)
    path = list(sys.path)
    monkeypatch.setattr(sys, "path", path)
    return tmp_path


Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run a command in the test's process."""

    def start(*arguments: str, typed: str | None = None) -> Result:
        return CliRunner().invoke(program, list(arguments), input=typed)

    return start


@pytest.fixture
def run_json(run: Run) -> Callable[..., Any]:
    """Run a command that succeeds, and read the one JSON object it prints."""

    def start(*arguments: str) -> Any:
        answer = run(*arguments, "--json")
        assert answer.exit_code == 0, answer.output
        return json.loads(answer.stdout)

    return start


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Run a command that must fail. Return its error, which is one line on standard error; notes are left out."""

    def start(*arguments: str) -> str:
        answer = run(*arguments)
        assert answer.exit_code == 2, answer.output
        printed = [line for line in answer.stderr.splitlines() if not line.startswith("note: ")]
        assert len(printed) == 1, answer.stderr
        assert printed[0].startswith("error: ")
        return printed[0].removeprefix("error: ")

    return start


@pytest.fixture
def shell(folder: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a command in a new process."""

    def start(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "advsearch", *arguments],
            input=typed,
            capture_output=True,
            text=True,
            cwd=folder,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
            timeout=300,
        )

    return start
