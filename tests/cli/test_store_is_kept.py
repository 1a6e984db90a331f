"""No command destroys a store, waits for a file without an end, or passes off old games as new ones."""

import os
import subprocess
import sys

import pytest

from advsearch.tournament.store import Store

AGENTS = ("--agent", "a=greedy", "--agent", "b=random", "--depth", "1", "--openings", "2", "--workers", "0")
GAME = ("--game", "isolation(width=3, height=3)")
PLAYED = ("tournament", "run", "--game", "isolation(width=3, height=3)", *AGENTS)
MINE = "def f(game, state, player):\n    return {}len(game.actions(state))\n"
COMPARED = ("compare", "isolation(width=3, height=3)", "mine.py:f", "null", "--depth", "1", "--pairs", "4")


@pytest.fixture
def store(run, tmp_path):
    """A store with links to it, held open by another connection so that its log exists."""
    assert run(*PLAYED, "--store", "k.db").exit_code == 0
    os.symlink("k.db", "soft.html")
    os.symlink("soft.html", "softer.html")
    os.link("k.db", "hard.html")
    return tmp_path / "k.db"


@pytest.mark.parametrize(
    "target", ["k.db", "soft.html", "softer.html", "hard.html", "k.db-lock", "k.db-wal", "k.db-shm"]
)
@pytest.mark.parametrize(
    "command", [("report", "--html"), ("export", "--output"), ("export", "--format", "csv", "--output")]
)
def test_a_report_never_replaces_a_store(run, store, target, command):
    """`report` and `export` refuse to write onto the store, its lock or its log, also through links; the store stays
    as it was."""
    name, *options = command
    before = store.read_bytes()
    with Store(store):  # its log exists, and its lock is held
        beside = sorted(os.listdir())
        result = run("tournament", name, "k.db", *options, target)
        assert sorted(os.listdir()) == beside
    kind = "is" if target not in ("k.db-wal", "k.db-shm") else "belongs to"
    assert result.exit_code == 2
    assert result.stderr == (
        f"error: '{target}' cannot be written: it {kind} a store of games, which would be destroyed; give another "
        "file\n"
    )
    assert store.read_bytes() == before


def test_a_store_is_replaced_by_no_other_command(run, store):
    """Another store, given by mistake as the file to write, stays too; a new file beside it is written."""
    before = store.read_bytes()
    assert run(*PLAYED, "--store", "other.db").exit_code == 0
    assert run("tournament", "report", "other.db", "--html", "k.db").exit_code == 2
    assert run("tournament", "report", "other.db", "--html", "k.db-html").exit_code == 0
    assert store.read_bytes() == before


@pytest.mark.parametrize("name", ["pipe.db", "k.db-lock", "k.db-wal", "k.db-shm", "k.db-journal"])
@pytest.mark.parametrize(
    "command",
    [
        PLAYED,
        (*COMPARED, "--workers", "0", "--tier", "reference"),
        ("tournament", "status"),
        ("tournament", "rescue"),
    ],
)
def test_a_fifo_is_refused_at_once(tmp_path, name, command):
    """A FIFO in the place of a store or of a file beside it is refused in one line, and nothing waits for it."""
    (tmp_path / "mine.py").write_text(MINE.format(""))
    (tmp_path / "k.db").touch()
    (tmp_path / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / name)
    store = name if name == "pipe.db" else "k.db"
    given = {"status": [store], "rescue": [store, "--output", "new.db"]}.get(command[1], ["--store", store])
    process = subprocess.run(
        [sys.executable, "-m", "advsearch", *command, *given],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert process.returncode == 2
    assert process.stderr == f"error: expected a regular file at '{name}' for the store, got a FIFO\n"


@pytest.mark.parametrize("path", ["/dev/null", "k.db-lock"])
def test_what_is_no_store_is_not_taken_for_one(run, store, path):
    """A device and the lock of a store are refused with what they are."""
    result = run("tournament", "status", path)
    assert result.exit_code == 2
    what = "got a device" if path == "/dev/null" else "got another SQLite database"
    assert what in result.stderr
    assert store.exists()


# --- edited files -----------------------------------------------------------------------------------------------


def test_an_edited_evaluator_is_compared_again(run_json, run, tmp_path):
    """After an edit of the evaluator, `compare` with the same store gives the result of the new text, and says why it
    plays again."""
    (tmp_path / "mine.py").write_text(MINE.format(""))
    run(*COMPARED, "--workers", "0", "--store", "s.db")
    (tmp_path / "mine.py").write_text(MINE.format("-"))
    fresh = run_json(*COMPARED, "--workers", "0")
    result = run(*COMPARED, "--workers", "0", "--store", "s.db")
    assert "note: agent 'mine.py:f' has changed since the last run; 8 earlier games stay" in result.stderr
    assert result.stdout.splitlines()[0] == (
        f"mine.py:f against null: {fresh['wins']} won, {fresh['draws']} drawn, {fresh['losses']} lost"
    )
    again = run(*COMPARED, "--workers", "0", "--store", "s.db")
    assert (again.stdout, "changed" in again.stderr) == (result.stdout, False)


def test_a_resubmission_that_raises_loses_its_points(run, run_json, tmp_path):
    """`tournament run` plays an edited agent again. `resume` names it, and plays it again with --play-changed."""
    (tmp_path / "mine.py").write_text(MINE.format(""))
    agents = ("--agent", "mine=greedy(evaluator=mine.py:f)", "--agent", "b=random", "--depth", "1", "--openings", "2")
    played = (
        "tournament",
        "run",
        *GAME,
        *agents,
        "--workers",
        "0",
        "--store",
        "t.db",
    )
    assert run_json(*played)["faults"] == {}
    (tmp_path / "mine.py").write_text("def f(game, state, player):\n    raise ValueError\n")
    refused = run("tournament", "resume", "t.db", "--trust", "--workers", "0")
    assert refused.exit_code == 2
    assert "error: agent 'mine' changed after the last run of 't.db'; add --play-changed to play" in refused.stderr
    resumed = run_json("tournament", "resume", "t.db", "--trust", "--workers", "0", "--play-changed")
    assert resumed["faults"]["mine"]["crash"] > 0
    assert run_json("tournament", "report", "t.db")["faults"] == resumed["faults"]
    (tmp_path / "mine.py").write_text(MINE.format(""))
    assert run_json(*played)["faults"] == {}
