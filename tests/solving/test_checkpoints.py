"""Long proofs survive Ctrl-C and kill -9."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
import time

import attrs
import pytest

from advsearch import InvalidSettings, Limits, Solver, load_game
from advsearch.compiled.engine import kernels_of

pytestmark = pytest.mark.needs_numba


def five():
    game = load_game("isolation(width=5, height=5)")
    return game, Solver(game, 2)


def test_a_stopped_proof_resumes(tmp_path):
    """A proof that its limit stops leaves a file; a new solver resumes from it, needs fewer nodes and deletes it."""
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
    """A running proof rewrites its checkpoint at intervals, before anything stops it."""
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
def test_a_whole_file_is_left_when_the_process_ends(tmp_path, number):
    """After SIGKILL at any moment, or Ctrl-C, the file is whole and a new solver resumes from it."""
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
        process.kill()  # or it would run for days
    assert process.returncode != 0
    game = load_game("isolation(width=8, height=8)")
    found = Solver(game, 2).solve(game.initial(), checkpoint=path, limits=Limits(nodes=30_000))
    assert found.nodes > 30_000


def test_a_file_of_another_proof_is_refused(tmp_path):
    """A file of another position or table size, of another kind, or damaged raises a one-line error."""
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
    with pytest.raises(InvalidSettings, match="expected a whole checkpoint, got a damaged checkpoint"):
        solver.solve(game.initial(), checkpoint=path)
    path.write_bytes(b"advsearch solver checkpoint 2\nnonsense\n")
    with pytest.raises(InvalidSettings, match="expected a whole checkpoint, got a damaged checkpoint"):
        solver.solve(game.initial(), checkpoint=path)
    path.write_text("something else")
    with pytest.raises(InvalidSettings, match="expected a solver checkpoint, got another kind of file"):
        solver.solve(game.initial(), checkpoint=path)
    path.write_bytes(b"advsearch solver checkpoint 9\n{}\n")
    with pytest.raises(InvalidSettings, match="expected a solver checkpoint, got a checkpoint of another version"):
        solver.solve(game.initial(), checkpoint=path)
    bounds = whole.replace(b'"lower": -1', b'"lower":  1')
    for damaged in (whole[:40] + b"7" + whole[41:], bounds, whole.replace(b'"bytes": ', b'"bytes": 9999999')):
        assert damaged != whole
        path.write_bytes(damaged)
        with pytest.raises(InvalidSettings, match="expected a whole checkpoint, got a damaged checkpoint"):
            solver.solve(game.initial(), checkpoint=path)


class Plain:
    """A game whose text, like that of its states, is Python's default with a memory address."""

    name = "plain"

    def __init__(self, game):
        self.game = game

    def __getattr__(self, name):
        if name in ("parse_state", "format_state"):
            raise AttributeError(name)
        return getattr(self.game, name)

    def kernels(self):
        kernels = kernels_of(self.game)
        encode = kernels.encode
        return attrs.evolve(kernels, encode=lambda state: encode(state.state))

    def initial(self):
        return State(self.game.initial())

    def terminal(self, state):
        return self.game.terminal(state.state)

    def actions(self, state):
        return self.game.actions(state.state)

    def result(self, state, action):
        return State(self.game.result(state.state, action))


class State:
    def __init__(self, state):
        self.state = state


def test_memory_addresses_do_not_matter(tmp_path):
    """A game printed with memory addresses resumes from its checkpoint, but not from that of another position."""
    path = tmp_path / "proof"
    game = Plain(load_game("isolation(width=4, height=4)"))
    Solver(game, 2).solve(game.initial(), checkpoint=path, limits=Limits(nodes=100))
    again = Plain(load_game("isolation(width=4, height=4)"))
    other = again.result(again.initial(), again.actions(again.initial())[0])
    with pytest.raises(
        InvalidSettings, match="expected a checkpoint of this position, got one of another position in"
    ):
        Solver(again, 2).solve(other, checkpoint=path)
    assert Solver(again, 2).solve(again.initial(), checkpoint=path).exact
    assert not path.exists()


def test_a_file_that_cannot_be_written_is_refused_first(tmp_path):
    """A file that cannot be written is an error before the proof begins, and drafts of killed processes are
    deleted.
    """
    game, solver = five()
    for place, message in ((tmp_path / "none" / "proof", "No such file or directory"), (tmp_path, "the directory")):
        with pytest.raises(InvalidSettings, match=message):
            solver.solve(game.initial(), checkpoint=place, limits=Limits(nodes=100))
    kept, left = tmp_path / ".proof.notes", tmp_path / ".proof.abc.draft"
    for file in (kept, left):
        file.write_text("")
    solver.solve(game.initial(), checkpoint=tmp_path / "proof", limits=Limits(nodes=100))
    assert sorted(tmp_path.iterdir()) == [kept, tmp_path / "proof"]


def test_a_full_disk_does_not_end_a_proof(tmp_path, monkeypatch):
    """A running proof that cannot be saved continues and reports the reason in its progress. When it is stopped, the
    failure is an error, and the earlier file is whole."""
    path = tmp_path / "proof"
    game = load_game("isolation(width=8, height=8)")
    solver = Solver(game, 1)
    solver.solve(game.initial(), checkpoint=path, limits=Limits(nodes=100))
    before = path.read_bytes()

    def full(_handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("advsearch.solving.checkpoint.os.fsync", full)
    monkeypatch.setattr("advsearch.solving.solver.SAVE_EVERY_S", 0.07)
    monkeypatch.setattr("advsearch.solving.solver.REPORT_EVERY_S", 0.0)
    stop = threading.Event()
    unsaved = []

    def report(progress):
        unsaved.append(progress.unsaved)
        if progress.unsaved:
            stop.set()

    with pytest.raises(InvalidSettings, match="cannot write the checkpoint .*: No space left on device"):
        solver.solve(game.initial(), checkpoint=path, stop=stop, report=report)
    assert "No space left on device" in unsaved[-1]
    assert [path] == list(tmp_path.iterdir())
    assert path.read_bytes() == before


def test_a_checkpoint_through_a_link_is_kept_where_the_link_points(tmp_path):
    """A checkpoint at a symbolic link is written to the link's target and resumed from it, and the link stays."""
    link, file = tmp_path / "link", tmp_path / "far"
    link.symlink_to("far")
    game, solver = five()
    solver.solve(game.initial(), limits=Limits(nodes=50), checkpoint=link)
    assert link.is_symlink()
    assert file.is_file()
    assert five()[1].solve(game.initial(), checkpoint=link).exact
    assert link.is_symlink()
    assert not file.exists()


def test_a_checkpoint_must_be_a_file(tmp_path):
    """A pipe or standard output as the checkpoint raises an error before the proof begins."""
    game, solver = five()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InvalidSettings, match="expected a file for the checkpoint, got the device or pipe '.*pipe'"):
        solver.solve(game.initial(), checkpoint=tmp_path / "pipe")
    with pytest.raises(InvalidSettings, match="expected a file for the checkpoint, got '-'"):
        solver.solve(game.initial(), checkpoint="-")
