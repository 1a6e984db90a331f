"""A run that waits for a silent agent names it."""

import os
import subprocess
import sys
import time
from concurrent.futures import wait
from pathlib import Path

import pytest

from advsearch.match import Turn
from advsearch.tournament import asked
from advsearch.tournament.workers import InProcess, ProcessPool


class Echo:
    def __init__(self, name, answer=None):
        self.name, self._answer = name, answer

    def choose(self, turn):
        return self._answer() if callable(self._answer) else turn


@pytest.fixture
def waits():
    asked.read_from(asked.write_to_own())
    yield asked.Waits()
    asked.read_from(asked.write_to_own())


def names(waits):
    waits.look()
    return [name for name, _ in waits.longer_than(-1)]


def test_an_agent_is_named_while_it_is_asked(waits):
    """Only while an agent chooses, its name can be read; also if it fails, and whatever its name is."""
    turn = Turn(None, None, 0, None, (), None)
    for name in ("one", "ä" * 300, "x\0y"):
        seen = []
        asked.Announced(Echo(name, lambda seen=seen: seen.extend(names(waits)))).choose(turn)
        assert len(seen) == 1
        assert name.startswith(seen[0][:100])
        assert names(waits) == []
    with pytest.raises(ZeroDivisionError):
        asked.Announced(Echo("bad", lambda: 1 / 0)).choose(turn)
    assert names(waits) == []


def test_the_wait_begins_with_the_question(waits):
    """Two questions to one agent are two waits; the time counts from the look that first saw the question."""
    turn = Turn(None, None, 0, None, (), None)
    spans = []

    def slow():
        waits.look()
        time.sleep(0.02)
        waits.look()
        spans.append(waits.longer_than(0.01))

    for _ in range(2):
        asked.Announced(Echo("slow", slow)).choose(turn)
    assert [[name for name, _ in span] for span in spans] == [["slow"], ["slow"]]


def test_the_lines_of_other_processes_are_read(tmp_path, monkeypatch):
    """The runner reads who is asked in the processes of its pool."""
    monkeypatch.syspath_prepend(Path(__file__).parents[2])  # where its process finds this module
    started = tmp_path / "started"
    with ProcessPool(1).open() as pool:
        future = pool.submit(_wait_for_the_end, str(started))
        while not started.exists() and not future.done():
            time.sleep(0.01)
        assert started.exists(), future.result()
        found = names(asked.Waits())
        started.unlink()
        wait([future])
        assert found == ["in another process"]
    with InProcess().open():
        assert names(asked.Waits()) == []


def _wait_for_the_end(started):
    def choose():
        open(started, "w").close()
        while os.path.exists(started):
            time.sleep(0.01)

    asked.Announced(Echo("in another process", choose)).choose(Turn(None, None, 0, None, (), None))


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_run_names_the_silent_agent(tmp_path, workers):
    """While an agent does not answer, the progress on standard error names the agent, with and without processes."""
    (tmp_path / "slow.py").write_text(
        "import time\ndef move(game, state, limits):\n    time.sleep(600)\n    return game.actions(state)[0]\n"
    )
    (tmp_path / "cup.toml").write_text(
        'game = "isolation(width=3, height=3)"\nopenings = { count = 1 }\nlimits = { depth = 1 }\n'
        'agents = [{ name = "sleeper", callable = "slow.py:move" }, { name = "awake", searcher = "random" }]\n'
    )
    command = [sys.executable, "-m", "advsearch", "tournament", "run", "cup.toml", "--workers", workers]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        line = ""
        while "waiting for" not in line and process.poll() is None:
            line = process.stderr.readline()
        process.kill()
    assert "waiting for sleeper (" in line
    assert "awake" not in line
