"""A study so small that it runs in a second."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from advsearch.cli.program import program
from advsearch_studies.command import command as study_command
from advsearch_studies.study import Study

TINY = """
title = "Tiny"
about = "Three agents on a small board."
game = "isolation(width=4, height=3)"
visitor = "greedy(evaluator={evaluator})"
evaluators = ["open", "improved"]

[budget]
nodes = 50
pairs = 6
batches = 2

[quick]
depth = 1
pairs = 3

[openings]
random_plies = 2

[agents]
Random = { searcher = "random" }
Deep = { searcher = "minimax(depth=3, evaluator=improved, ties=random)", depth = 3 }
Open = { searcher = "deepening(search=alphabeta(ties=random), evaluator=open)", resigns = true }
Improved = { searcher = "deepening(search=alphabeta(ties=random), evaluator=improved)" }

[[tables]]
name = "the table"
opponents = ["Random", "Deep"]
games = 10
rows = [
    { agent = "Open", won = [6, 2], rate = 40.0 },
    { agent = "Improved", won = [[8, 5], [7, 6]], rate = 65.0 },
]

[[claims]]
text = "improved is better"
better = "Improved"
worse = "Open"

[[measures]]
text = "it has moves"
agent = "Improved"
evaluator = "open"
plies = [2, 9]

[[measures]]
text = "it can choose"
agent = "Improved"
plies = [2, 5]

[[runs]]
text = "runs are alike"
agent = "Open"
runs = 2
games = 4
"""


HEADLINE = """
[[headlines]]
claim = "improved is better"
speed = "a guess"
pairs = 2
budgets = [
    { nodes = 200, authors = true },
    { nodes = 10 },
    { nodes = 50, pairs = 3, batches = 1 },
    { depth = 2, about = 20, agents = ["Sure", "Open"] },
]

[agents.Sure]
searcher = "alphabeta(depth=2, evaluator=improved)"
"""


@pytest.fixture
def tiny() -> str:
    return TINY


@pytest.fixture
def headlined() -> str:
    """The small study with a headline claim."""
    return TINY + HEADLINE


@pytest.fixture
def study_file(tmp_path: Path) -> Callable[[str], Path]:
    """`study_file(text)`: a file with this text."""

    def write(text: str) -> Path:
        path = tmp_path / "study.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def numbers() -> Callable[[Any], list[float]]:
    """All numbers in a JSON object, at any depth."""

    def found(value: Any) -> list[float]:
        if isinstance(value, dict):
            value = list(value.values())
        if isinstance(value, list):
            return [number for each in value for number in found(each)]
        return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []

    return found


@pytest.fixture
def run(study: Study, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., str]:
    """`run("run", "--json")` runs the study command on the small study in this process, and returns its output."""
    assert study_command  # imported before anything is replaced
    monkeypatch.setattr("advsearch_studies.catalogue.read_study", lambda _name, _path: study)
    monkeypatch.setattr("advsearch_studies.catalogue.catalogue", lambda _registry: {"tiny": Path("tiny.toml")})

    def call(command: str, *arguments: str, code: int = 0) -> str:
        workers = ["--workers", "0"] if command == "run" else []
        store = ["--store", str(tmp_path / "games")] if command != "show" else []
        found = CliRunner().invoke(program, ["study", command, "tiny", *store, *workers, *arguments])
        assert found.exit_code == code, found.output
        return found.output

    return call
