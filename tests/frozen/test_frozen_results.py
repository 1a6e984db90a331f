"""Some 1,400 searches give the results that were recorded: actions, values, depths, nodes, lines and scores."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SCRIPT = HERE / "searches.py"


@pytest.mark.slow
@pytest.mark.needs_numba
@pytest.mark.parametrize("game", ["isolation", "pentago", "connect4"])
def test_every_search_finds_what_was_recorded(game: str) -> None:
    """Each search on each tier gives its recorded line."""
    listed = subprocess.run([sys.executable, "-m", "advsearch", "games"], capture_output=True, text=True, check=True)
    if game not in listed.stdout:
        assert game == "connect4", "the plugin is not installed here"
        return
    command = [sys.executable, str(SCRIPT), "compare", "--games", game]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_the_nodes_of_the_recorded_bench_are_the_signature() -> None:
    """The recorded lines of `advsearch bench` for the included games add up to its signature."""
    lines = [json.loads(line) for name in ("isolation", "pentago") for line in _lines(name)]
    assert sum(line["nodes"] for line in lines if not isinstance(line["plies"], int)) == 42_305_017


def _lines(name: str) -> list[str]:
    return (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
