"""A tournament in a terminal that is watched, interrupted, or loses a worker."""

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time

import pytest

from advsearch.tournament.store import Store

SLOW = """
import time

def slow(game, state):
    time.sleep(PAUSE)
    return game.actions(state)[0]
"""
CUP = """
game = "isolation(width=3, height=3)"
[openings]
random_plies = 1
count = 6
[[agents]]
name = "slow"
callable = "slow.py:slow"
[[agents]]
name = "steady"
searcher = "greedy(tier=reference)"
"""


class Terminal:
    """A tournament that runs in a new terminal."""

    def __init__(self, folder, pause):
        (folder / "slow.py").write_text(SLOW.replace("PAUSE", str(pause)))
        (folder / "cup.toml").write_text(CUP)
        self.store = folder / "cup.db"
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "advsearch", "tournament", "run", "cup.toml", "--workers", "2"]
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=environment, start_new_session=True
        )
        os.close(theirs)
        self._bytes = b""
        self._reader = threading.Thread(target=self._read, args=(ours,))
        self._reader.start()

    def _read(self, ours):
        with contextlib.suppress(OSError):  # the other end is closed
            while piece := os.read(ours, 65_536):
                self._bytes += piece
        os.close(ours)

    @property
    def text(self):
        """All text that the terminal has shown, without colours and cursor movements."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self._bytes.decode(errors="replace"))

    def until(self, condition):
        deadline = time.monotonic() + 300
        while not condition() and self.process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)

    def interrupt(self):
        """Send the signal to every foreground process, as a terminal does at Ctrl-C."""
        os.killpg(self.process.pid, signal.SIGINT)

    def games(self):
        if not self.store.exists():
            return 0
        try:
            with Store(self.store, writable=False) as store:
                return len(store.ids())
        except Exception:  # it is being made
            return 0

    def workers(self):
        """The worker processes of the tournament."""
        command = ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="]
        listed = subprocess.run(command, capture_output=True, text=True, check=True)
        rows = [line.split(None, 2) for line in listed.stdout.splitlines()]
        return [int(row[0]) for row in rows if int(row[1]) == self.process.pid and "spawn_main" in row[2]]

    def end(self):
        """Wait for the end of the run. Return the exit status."""
        code = self.process.wait(60)
        self._reader.join(60)
        return code


@pytest.fixture
def terminal(tmp_path):
    """A function that starts a tournament in a terminal. Processes that remain are killed afterwards."""
    started = []

    def start(pause):
        started.append(Terminal(tmp_path, pause))
        return started[-1]

    yield start
    for each in started:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(each.process.pid, signal.SIGKILL)
        each.end()


def test_a_live_table_and_then_the_report(terminal):
    """A terminal shows a table while games are played. The table's last state stays, and the report follows."""
    shown = terminal(0.01)
    assert shown.end() == 0, shown.text
    assert "12 of 12 games, " in shown.text
    assert " games/s" in shown.text
    assert "agent   games  won  drawn  lost  share  faults" in shown.text
    assert shown.text.rindex("Elo [95 %]") > shown.text.rindex("12 of 12 games, ")


def test_ctrl_c_twice_stops_at_once(terminal, run):
    """The second Ctrl-C ends a run in the middle of its games. Finished games are stored, no worker is left, and a
    line says how to continue.
    """
    shown = terminal(1.0)
    shown.until(lambda: shown.games() >= 2)
    workers = shown.workers()
    shown.interrupt()
    shown.until(lambda: "Ctrl-C again stops immediately" in shown.text)
    shown.interrupt()
    assert shown.end() == 130
    assert "continue with: advsearch tournament resume cup.db" in shown.text
    assert "Traceback" not in shown.text
    assert 2 <= shown.games() < 12
    assert workers
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)
    assert json.loads(run("tournament", "status", str(shown.store), "--json").stdout)["played"] == shown.games()


def test_ctrl_c_while_workers_start_is_no_error(terminal):
    """Ctrl-C while worker processes start, which they get as well, stops the run as at any other time."""
    shown = terminal(0.01)
    shown.until(shown.workers)
    shown.interrupt()
    assert shown.end() == 130
    assert "continue with: advsearch tournament resume cup.db" in shown.text
    assert "Traceback" not in shown.text
    assert "KeyboardInterrupt" not in shown.text


def test_a_killed_worker_costs_no_game(terminal):
    """If a worker process is killed during a run, another process plays its games again, and no game is set aside."""
    shown = terminal(0.1)
    shown.until(lambda: shown.games() >= 2)
    os.kill(shown.workers()[-1], signal.SIGKILL)
    assert shown.end() == 0, shown.text
    assert shown.games() == 12
    assert "set aside" not in shown.text
