"""Signals end the program quietly, with the status that shells use."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from advsearch.compiled import store
from advsearch.errors import AdvsearchError
from advsearch.tournament.store import Store

posix = pytest.mark.skipif(os.name != "posix", reason="no such signals here")

DURING_IMPORTS = """
import builtins, os, signal, sys
plain = builtins.__import__

def interrupting(name, *rest):
    if name == "click":
        os.kill(os.getpid(), signal.{name})
    return plain(name, *rest)

builtins.__import__ = interrupting
from advsearch.cli import main
main()
"""
DURING_A_COMMAND = """
import os, signal, sys, threading
from advsearch.cli import main
sys.argv = ["advsearch", "search", "isolation", "--time", "20s"]
threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGTERM)).start()
main()
"""


def ended(program: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=100)
    return done.returncode, done.stderr


@posix
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_a_signal_during_the_imports_prints_no_traceback(name: str, status: int) -> None:
    """Ctrl-C or SIGTERM while the program's modules are imported ends it without a traceback."""
    assert ended(DURING_IMPORTS.format(name=name)) == (status, "")


@posix
def test_sigterm_cleans_up_like_an_interrupt() -> None:
    """SIGTERM during a command ends it through its own cleaning up, with status 143 and no traceback."""
    status, printed = ended(DURING_A_COMMAND)
    assert status == 128 + signal.SIGTERM
    assert "Traceback" not in printed


SLOW_CUP = """
game = "isolation(width=5, height=5)"
[openings]
random_plies = 2
count = 500
[limits]
nodes = 300
[[agents]]
name = "improved"
searcher = "deepening(evaluator=improved, tier=reference)"
[[agents]]
name = "greedy"
searcher = "greedy(tier=reference)"
"""
TOURNAMENT = """
import atexit, os, signal, sys

made, pids = set(), set()

@atexit.register  # before multiprocessing registers what it does at the end, so that this runs after it
def report():
    print("left", sorted(made), [pid for pid in pids if os.path.exists(f"/proc/{{pid}}")], len(pids), file=sys.stderr)

from multiprocessing import resource_tracker
from advsearch.cli import main
from advsearch.tournament import workers

tracker = resource_tracker._resource_tracker
register, unregister = tracker.register, tracker.unregister

def registered(name, kind):
    made.add((name, kind))
    register(name, kind)

def unregistered(name, kind):
    made.discard((name, kind))
    unregister(name, kind)

resource_tracker.register, resource_tracker.unregister = registered, unregistered
plain, seen = workers._Pool.submit, []

def submit(self, *task):
    found = plain(self, *task)
    seen.append(found)
    pids.update(self._processes)
    if len(seen) == {submitted}:
        os.kill(os.getpid(), signal.SIGTERM)
    return found

workers._Pool.submit = submit
sys.argv = ["advsearch", "tournament", "run", "cup.toml", "--store", "cup.db", "--workers", "2"]
main()
"""


@posix
@pytest.mark.parametrize("submitted", [1, 2, 4, 20])
def test_sigterm_leaves_nothing_of_a_tournament(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, submitted: int
) -> None:
    """After SIGTERM to a tournament with workers, no semaphore and no worker is left, and the store is whole."""
    monkeypatch.chdir(tmp_path)
    Path("cup.toml").write_text(SLOW_CUP)
    status, printed = ended(TOURNAMENT.format(submitted=submitted))
    assert status == 128 + signal.SIGTERM
    assert f"left [] [] {min(submitted, 2)}\n" in printed
    assert "continue with: advsearch tournament resume cup.db" in printed
    assert "leaked" not in printed
    assert "Traceback" not in printed
    with Store(Path("cup.db"), writable=False) as store:
        assert submitted < 20 or list(store.games())
    with contextlib.closing(sqlite3.connect("cup.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_what_cannot_be_removed_is_not_called_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a disk that cannot be written, clearing the cache fails and names the file."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    builds = tmp_path / "advsearch" / "builds"
    builds.mkdir(parents=True)
    (builds / "one.code").write_bytes(b"1")

    def refused(path: Any, *, onerror: Any) -> None:
        error = PermissionError(13, "Read-only file system")
        onerror(os.unlink, str(Path(path) / "one.code"), (PermissionError, error, None))

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", refused)
        with pytest.raises(AdvsearchError, match=r"one\.code. cannot be removed: Read-only.*removed 0 of 1"):
            store.clear()
    assert store.clear().builds == 1
    assert store.clear().builds == 0
