"""Long proofs survive Ctrl-C and kill -9."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from advsearch import InvalidSettings, Limits, Solver, load_game

pytestmark = pytest.mark.needs_numba


def five():
    game = load_game("isolation(width=5, height=5)")
    return game, Solver(game, 2)


def test_a_stopped_proof_goes_on_where_it_was(tmp_path):
    """A proof stopped by its limit leaves a file; a fresh solver resumes, needs fewer nodes, and deletes it."""
    path = tmp_path / "proof"
    game, solver = five()
    alone = solver.solve(game.initial())
    first = five()[1].solve(game.initial(), limits=Limits(nodes=alone.nodes * 3 // 4), checkpoint=path)
    assert not first.exact
    assert path.exists()
    second = five()[1].solve(game.initial(), checkpoint=path)
    assert (alone.value, True) == (second.value, second.exact)
    assert first.nodes < second.nodes < alone.nodes * 5 // 4
    assert not path.exists()


def test_a_proof_saves_itself_while_it_runs(tmp_path, monkeypatch):
    """Every now and then, whether or not it is stopped."""
    monkeypatch.setattr("advsearch.solving.solver.SAVE_EVERY_S", 0.05)
    path = tmp_path / "proof"
    game = load_game("isolation(width=8, height=8)")
    stop = threading.Event()
    written = []

    def report(_progress):
        if path.exists():
            written.append(path.stat().st_mtime_ns)
        if len(set(written)) >= 3:
            stop.set()

    monkeypatch.setattr("advsearch.solving.solver.REPORT_EVERY_S", 0.01)
    assert not Solver(game, 1).solve(game.initial(), checkpoint=path, stop=stop, report=report).exact
    assert path.exists()


KILLED = """
import sys
import advsearch.solving.solver as module
from advsearch import Solver, load_game
module.SAVE_EVERY_S = 0.1
game = load_game("isolation(width=8, height=8)")
Solver(game, 2).solve(game.initial(), checkpoint=sys.argv[1])
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_whatever_ends_the_process_a_whole_file_is_left(tmp_path, number):
    """Killed at any moment, or interrupted by Ctrl-C, the file is whole and is gone on from."""
    path = tmp_path / "proof"
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ
    )
    try:
        while not path.exists() and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(number)
        process.communicate(timeout=300)
    finally:
        process.kill()  # or it would go on for days
    assert process.returncode != 0
    game = load_game("isolation(width=8, height=8)")
    found = Solver(game, 2).solve(game.initial(), checkpoint=path, limits=Limits(nodes=30_000))
    assert found.nodes > 30_000


def test_a_file_of_another_proof_is_refused(tmp_path):
    """Another position, another table, another kind of file, a damaged one: each refused in words."""
    path = tmp_path / "proof"
    game, solver = five()
    few = Limits(nodes=1_000)
    solver.solve(game.initial(), checkpoint=path, limits=few)
    other = game.parse_state("A..../...../...../...../....B A")
    with pytest.raises(InvalidSettings, match=r"expected a checkpoint with position .* got .* give another file"):
        solver.solve(other, checkpoint=path)
    with pytest.raises(InvalidSettings, match="got one of another version, table size or number of threads"):
        Solver(game, 4).solve(game.initial(), checkpoint=path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with pytest.raises(InvalidSettings, match="expected a whole checkpoint, got a damaged one"):
        solver.solve(game.initial(), checkpoint=path)
    path.write_bytes(b"advsearch solver checkpoint 1\nnonsense\n")
    with pytest.raises(InvalidSettings, match="expected a whole checkpoint, got a damaged one"):
        solver.solve(game.initial(), checkpoint=path)
    path.write_text("something else")
    with pytest.raises(InvalidSettings, match="expected a solver checkpoint, got another kind of file"):
        solver.solve(game.initial(), checkpoint=path)
