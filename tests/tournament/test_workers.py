import subprocess
import sys

import pytest

from advsearch.plugins.registry import default_registry
from advsearch.tournament.runner import ATTEMPTS, Runner
from advsearch.tournament.schedule_file import schedule_of
from advsearch.tournament.store import Store
from advsearch.tournament.worker import play
from advsearch.tournament.workers import InProcess

DATA = {
    "game": "isolation(width=4, height=4)",
    "openings": {"random_plies": 2, "count": 1},
    "limits": {"nodes": 20},
    "agents": [{"name": "a", "searcher": "greedy"}, {"name": "b", "searcher": "random"}],
}
SCRIPT = f"""
import os
from pathlib import Path
from advsearch.plugins.registry import default_registry
from advsearch.tournament.runner import Runner
from advsearch.tournament.schedule_file import schedule_of
from advsearch.tournament.store import Store
from advsearch.tournament import worker
from advsearch.tournament.workers import DaskCluster, ProcessPool

DATA = {DATA!r}

def play(task):
    if task.slot.first.name == "b":
        os._exit(3)
    print("said by an agent")
    return worker.play(task)

def run(workers=ProcessPool(2)):
    schedule = schedule_of(DATA, default_registry().game(DATA["game"]), Path())
    with Store(STORE) as store:
        print(Runner(schedule, store, play).run(workers).played)

"""


@pytest.fixture
def script(tmp_path):
    """Run a script that plays into a store with two processes; return its result."""

    def run(last_lines, store="'s.db'"):
        path = tmp_path / "script.py"
        path.write_text(SCRIPT.replace("STORE", store) + last_lines)
        return subprocess.run([sys.executable, path], cwd=tmp_path, capture_output=True, text=True, timeout=60)

    return run


MESSAGE = (
    "advsearch.tournament.workers.NoWorkers: no worker process could start; a script must do its work under "
    "`if __name__ == '__main__':`, or play without processes (InProcess(), --workers 0)"
)


@pytest.mark.parametrize("store", ["'s.db'", "f'{os.getpid()}.db'"], ids=["one-store", "a-store-each"])
def test_a_script_without_a_guard_is_reported_once(script, tmp_path, store):
    """A script that every worker would run again ends immediately with one error that says what to do; no game is
    blamed for it, and all can be played."""
    done = script("run()\n", store)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("Traceback") == 1
    assert done.stderr.splitlines()[-1] == MESSAGE
    schedule = schedule_of(DATA, default_registry().game(DATA["game"]), tmp_path)
    stores = sorted(tmp_path.glob("*.db"), key=lambda path: path.stat().st_mtime)
    with Store(stores[0]) as opened:
        assert opened.failures() == {}
        assert Runner(schedule, opened, play).run(InProcess()).played == 2


@pytest.mark.needs_dask
@pytest.mark.slow
def test_a_script_without_a_guard_is_reported_by_a_cluster_of_its_own(script):
    """A local Dask cluster has worker processes, too, and gives the same error for a script that they would run
    again."""
    done = script("run(DaskCluster(2))\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[-1] == MESSAGE


def test_a_game_that_kills_its_worker_is_held_against_the_game(script, tmp_path):
    """A game that ends workers after their start is set aside after three deaths, and the other is played. What is
    printed in its worker stays out of the program's answer."""
    done = script("if __name__ == '__main__':\n    run()\n")
    assert (done.returncode, done.stdout) == (0, "1\n")
    assert set(done.stderr.splitlines()) == {"said by an agent"}  # more than once if it was playing when one died
    with Store(tmp_path / "s.db") as store:
        assert list(store.failures().values()) == [["the worker process died"] * ATTEMPTS]
