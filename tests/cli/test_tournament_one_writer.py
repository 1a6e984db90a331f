import json
import subprocess
import sys
import time

import pytest

CUP = """
game = "isolation(width=5, height=5)"
[openings]
random_plies = 2
count = 2
[limits]
nodes = 60
[[agents]]
name = "slow"
callable = "slow.py:slow"
[[agents]]
name = "random"
searcher = "random(tier=reference)"
"""
SLOW = """
import pathlib, time
def slow(game, state):
    pathlib.Path("thinking").touch()
    time.sleep({pause})
    return game.actions(state)[0]
"""


@pytest.fixture
def running(tmp_path):
    """A tournament in another process that is too slow ever to end."""
    (tmp_path / "cup.toml").write_text(CUP)
    (tmp_path / "slow.py").write_text(SLOW.format(pause=600))
    command = [sys.executable, "-m", "advsearch", "tournament", "run", "cup.toml", "--workers", "0"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        while not (tmp_path / "thinking").exists():
            assert process.poll() is None
            time.sleep(0.01)
        yield process
        process.kill()


def test_one_run_at_a_time_plays_into_a_store(run, tmp_path, running):
    """While one process plays a tournament, a second run or import is refused with a one-line error that gives the
    first one's pid. Status, report and export still work. After a SIGKILL the store is free again.
    """
    (tmp_path / "none.jsonl").touch()
    refusal = f"error: process {running.pid} is writing to the store 'cup.db'; wait until the process has ended\n"
    for words in (("run", "cup.toml"), ("resume", "cup.db", "--trust"), ("import", "cup.db", "none.jsonl")):
        result = run("tournament", *words)
        assert (result.exit_code, result.stdout, result.stderr) == (2, "", refusal)
    assert "0 of 4 games" in run("tournament", "status", "cup.db").stdout
    assert "0 of 4 games" in run("tournament", "report", "cup.db").stdout
    assert run("tournament", "export", "cup.db").exit_code == 0
    running.kill()
    running.wait()
    (tmp_path / "slow.py").write_text(SLOW.format(pause=0))
    resumed = run("tournament", "resume", "cup.db", "--trust", "--play-changed", "--workers", "0", "--json")
    assert json.loads(resumed.stdout)["games"] == 4
