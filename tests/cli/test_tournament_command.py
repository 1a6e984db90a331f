import contextlib
import io
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import tomllib

import pytest
from rich.console import Console

from advsearch.cli.progress import FINISHING, _Shown
from advsearch.plugins.registry import default_registry
from advsearch.tournament.records import GameRecord
from advsearch.tournament.runner import Progress
from advsearch.tournament.schedule_file import schedule_of
from advsearch.tournament.store import Store

CUP = """
game = "isolation(width=5, height=5)"
seed = 1
[openings]
random_plies = 2
count = {count}
[limits]
nodes = 60
[[agents]]
name = "improved"
searcher = "deepening(evaluator=improved, tier=reference)"
[[agents]]
name = "greedy"
searcher = "greedy(tier=reference)"
"""
MORE = """
[[agents]]
name = "random"
searcher = "random(tier=reference)"
[[agents]]
name = "open"
searcher = "alphabeta(depth=1, evaluator=open, tier=reference)"
"""


def printed(result):
    return json.loads(result.stdout)


def games_of(path):
    with Store(path, writable=False) as store:
        return [
            (game.id, game.first, game.second, game.actions, game.result, game.termination) for game in store.games()
        ]


def test_a_cup_from_file_to_report(run, tmp_path):
    """A tournament in a file is played, reported in every form, exported and imported; a second run plays nothing."""
    (tmp_path / "cup.toml").write_text(CUP.format(count=4))
    result = run("tournament", "run", "cup.toml", "--workers", "0")
    assert result.exit_code == 0, result.output
    assert "8 of 8 games of isolation(width=5, height=5)" in result.stdout
    assert printed(run("tournament", "status", "cup.db", "--json"))["played"] == 8
    assert printed(run("tournament", "report", "cup.db", "--json"))["games"] == 8
    assert run("tournament", "report", "cup.db", "--markdown").stdout.startswith("# 8 of 8 games")
    assert run("tournament", "report", "cup.db", "--html", "cup.html").exit_code == 0
    assert (tmp_path / "cup.html").read_text().startswith("<!doctype html>")
    page = run("tournament", "report", "cup.db", "--html", "-")
    assert (page.stdout, page.stderr) == ((tmp_path / "cup.html").read_text(), "")
    assert "expected a file for --html" in run("tournament", "report", "cup.db", "--html", "-", "--json").stderr
    exported = run("tournament", "export", "cup.db").stdout.splitlines()
    assert len(exported) == 8
    assert run("tournament", "export", "cup.db", "--output", "-").stdout.splitlines() == exported
    keys = ("id", "first", "second", "opening", "actions", "result", "termination", "fault")
    assert all(key in json.loads(line) for line in exported for key in keys)
    (tmp_path / "games.jsonl").write_text("\n".join(exported))
    result = run("tournament", "import", "cup.db", "games.jsonl")
    assert result.stdout == "read 8 games, 0 new\n"
    before = games_of("cup.db")
    assert "8 of 8 games" in run("tournament", "run", "cup.toml", "--workers", "0").stdout
    assert games_of("cup.db") == before


def test_importing_what_the_schedule_does_not_hold(run, tmp_path):
    """Imported games of another schedule are stored, and a note says that no report counts them. No store is made
    only for them.
    """
    (tmp_path / "one.toml").write_text(CUP.format(count=1))
    (tmp_path / "two.toml").write_text(CUP.format(count=1).replace("seed = 1", "seed = 2"))
    for name in ("one", "two"):
        run("tournament", "run", f"{name}.toml", "--workers", "0")
    run("tournament", "export", "two.db", "--output", "two.jsonl")
    result = run("tournament", "import", "one.db", "two.jsonl")
    assert result.stdout == "read 2 games, 2 new\n"
    assert result.stderr == "note: the store holds 2 games outside its schedule; no report counts them\n"
    assert "2 of 2 games" in run("tournament", "report", "one.db").stdout
    assert run("tournament", "import", "none.db", "two.jsonl").exit_code == 2
    assert not (tmp_path / "none.db").exists()


def test_a_file_may_grow(run, tmp_path):
    """If a file gets more agents and openings, only the new games are played."""
    (tmp_path / "cup.toml").write_text(CUP.format(count=2))
    run("tournament", "run", "cup.toml", "--workers", "0")
    before = games_of("cup.db")
    (tmp_path / "cup.toml").write_text(CUP.format(count=3) + MORE)
    assert printed(run("tournament", "run", "cup.toml", "--workers", "0", "--json"))["games"] == 36
    assert set(before) <= set(games_of("cup.db"))


def test_processes_play_what_one_process_plays(run, tmp_path):
    """Two worker processes store exactly the games that playing in this process stores."""
    (tmp_path / "cup.toml").write_text(CUP.format(count=3))
    run("tournament", "run", "cup.toml", "--workers", "0", "--store", "alone.db")
    assert run("tournament", "run", "cup.toml", "--workers", "2", "--store", "pool.db").exit_code == 0
    assert games_of("alone.db") == games_of("pool.db")


def start_runner(path, store, workers):
    command = [sys.executable, "-m", "advsearch", "tournament", "run", str(path), "--store", str(store)]
    return subprocess.Popen(
        [*command, "--workers", str(workers), "--json"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def rows_in(store):
    """The number of stored games; 0 if there is no store yet."""
    if not store.exists():
        return 0
    try:
        with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT count(*) FROM game").fetchone()[0]
    except sqlite3.Error:
        return 0


def kill_and_resume(tmp_path, text, total, kills, seed):
    """Kill the runner at random moments until `kills` are done, then let it finish. Return the store's path."""
    rng = random.Random(seed)
    path, store = tmp_path / "cup.toml", tmp_path / "killed.db"
    path.write_text(text)
    for _ in range(kills):
        process = start_runner(path, store, 2)
        target = min(total - 1, rows_in(store) + rng.randint(0, max(1, total // kills)))
        while process.poll() is None and rows_in(store) < target:
            time.sleep(0.002)
        time.sleep(rng.random() * 0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
    process = start_runner(path, store, 2)
    assert process.wait() == 0
    return store


def workers_left(store):
    """The processes that still run for this store's tournament."""
    found = []
    for entry in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/environ", "rb") as file:
                    environment = file.read()
            except OSError:
                continue
            if str(store).encode() in environment:
                found.append(entry)
    return found


@pytest.mark.parametrize("agents", [2, 4])
def test_a_killed_runner_loses_repeats_and_halves_no_game(run, tmp_path, agents, monkeypatch):
    """After five SIGKILLs at random moments, the resumed run has stored the games of an undisturbed run, and no
    worker is left.
    """
    monkeypatch.setenv("ADVSEARCH_MARK", str(tmp_path / "killed.db"))
    text = CUP.format(count=20) + (MORE if agents == 4 else "")
    total = 40 if agents == 2 else 240
    store = kill_and_resume(tmp_path, text, total, kills=5, seed=agents)
    run("tournament", "run", "cup.toml", "--workers", "0", "--store", "undisturbed.db", "--json")
    assert games_of(store) == games_of("undisturbed.db")
    assert len(games_of(store)) == total
    deadline = time.monotonic() + 120
    while workers_left(store) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [pid for pid in workers_left(store) if int(pid) != os.getpid()] == []


@pytest.mark.nightly
@pytest.mark.parametrize("agents", [2, 4])
def test_fifty_kills_each(run, tmp_path, agents):
    """After 50 SIGKILLs at random moments, with 2 and with 4 agents, the final table is that of an undisturbed
    run.
    """
    text = CUP.format(count=200 if agents == 2 else 50) + (MORE if agents == 4 else "")
    total = 400 if agents == 2 else 600
    store = kill_and_resume(tmp_path, text, total, kills=50, seed=agents)
    run("tournament", "run", "cup.toml", "--workers", "2", "--store", "undisturbed.db", "--json")
    assert games_of(store) == games_of("undisturbed.db")


def test_ctrl_c_once_finishes_the_games_that_run(tmp_path):
    """The first Ctrl-C stores the running games, prints how to continue, and exits with 130; `resume` plays the
    rest.
    """
    path, store = tmp_path / "cup.toml", tmp_path / "cup.db"
    path.write_text(CUP.format(count=60).replace("nodes = 60", "nodes = 2000"))
    command = [sys.executable, "-m", "advsearch", "tournament", "run", str(path), "--workers", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while rows_in(store) < 3 and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "finishing the games under way; Ctrl-C again stops immediately" in err
    assert f"continue with: advsearch tournament resume {store}" in out
    stored = rows_in(store)
    assert 3 <= stored < 120
    resumed = subprocess.run(
        [sys.executable, "-m", "advsearch", "tournament", "resume", str(store), "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(resumed.stdout)["games"] == 120


def test_who_cannot_play_is_reported_before_anything_is_stored(run, tmp_path):
    """A misspelt evaluator is a one-line error, and no store is made."""
    (tmp_path / "cup.toml").write_text(CUP.format(count=1).replace("=improved,", "=impoved,"))
    result = run("tournament", "run", "cup.toml", "--workers", "0")
    assert result.exit_code == 2
    assert (
        result.stderr == "error: agent 'improved': unknown evaluator of isolation 'impoved'; did you mean improved?\n"
    )
    assert not (tmp_path / "cup.db").exists()


def test_the_reason_of_a_fault_is_shown(run, tmp_path):
    """An evaluator that raises loses its games, and every form of the report gives the error and its place."""
    (tmp_path / "mine.py").write_text("def bad(game, state, player):\n    raise ValueError('no idea')\n")
    (tmp_path / "cup.toml").write_text(CUP.format(count=1).replace("=improved,", "=mine.py:bad,"))
    result = run("tournament", "run", "cup.toml", "--workers", "0")
    reason = "mine.py line 2: ValueError: no idea"
    assert reason in result.stdout
    assert reason in run("tournament", "report", "cup.db", "--markdown").stdout
    assert reason in printed(run("tournament", "report", "cup.db", "--json"))["reasons"][0]["detail"]


def test_games_that_cannot_be_played_are_reported(run, tmp_path, monkeypatch):
    """Games set aside are named with the reason, counted by status, and end the run with exit status 1; --retry plays
    them.
    """
    (tmp_path / "cup.toml").write_text(CUP.format(count=1))

    def broken(task):
        raise RuntimeError("no such rule")

    with monkeypatch.context() as patch:
        patch.setattr("advsearch.cli.commands.tournament.play", broken)
        result = run("tournament", "run", "cup.toml", "--workers", "0")
    assert result.exit_code == 1
    assert "RuntimeError: no such rule" in result.stdout
    assert "2 games could not be played so far" in run("tournament", "status", "cup.db").stdout
    assert run("tournament", "resume", "cup.db", "--workers", "0", "--retry").exit_code == 0
    assert printed(run("tournament", "status", "cup.db", "--json"))["set_aside"] == 0


@pytest.mark.parametrize("where", ["play_schedule", "summarize"])
def test_ctrl_c_twice_says_how_to_go_on(run, tmp_path, monkeypatch, where):
    """A run that is stopped immediately, while it plays or counts, prints that nothing is lost and which command
    continues it.
    """

    def stopped(*_arguments, **_options):
        raise KeyboardInterrupt

    (tmp_path / "cup.toml").write_text(CUP.format(count=1))
    monkeypatch.setattr(f"advsearch.cli.commands.tournament.{where}", stopped)
    result = run("tournament", "run", "cup.toml", "--workers", "0")
    assert "is stored; continue with: advsearch tournament resume cup.db\n" in result.stderr


def test_a_terminal_shows_a_live_table(tmp_path):
    """The live table counts earlier games and this run's together, and its last line shows the first Ctrl-C."""
    data = tomllib.loads(CUP.format(count=2))
    schedule = schedule_of(data, default_registry().game(data["game"]), tmp_path)
    early, late = list(schedule.slots())[:2]
    with Store(tmp_path / "s.db") as store:
        store.add([won_by_first(early)])
        shown = _Shown(schedule, store, silent=True)
        with shown:
            progress = Progress(total=4, done=1)
            shown.update(progress)
            assert shown._status() == "1 of 4 games, starting"
            progress.fresh, progress.done, progress.played, progress.seconds = [won_by_first(late)], 2, 1, 2.0
            progress.faults["greedy", "time"] = 1
            shown.update(progress)
            assert shown._status() == "2 of 4 games, 0.5 games/s, 4 s left, 1 fault"
            progress.draining = True
            assert FINISHING in shown._status()
            console = Console(record=True, width=100, file=io.StringIO())
            console.print(shown._table())
            lines = console.export_text().splitlines()
    assert [line.split() for line in lines if line.startswith(("improved", "greedy"))] == [
        ["improved", "2", "1", "0", "1", "50.0%", "0"],
        ["greedy", "2", "1", "0", "1", "50.0%", "1"],
    ]


def won_by_first(slot):
    return GameRecord(slot.id, slot.pair, "g", slot.first.name, slot.second.name, (), ("a1",), "1-0", "normal")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tournament", "run"), "expected a schedule file, or --game and --agent"),
        (("tournament", "run", "--game", "isolation"), "--game needs --store FILE, which keeps the games"),
        (
            ("tournament", "run", "--game", "isolation", "--agent", "x", "--store", "s.db"),
            "expected an agent as NAME=SEARCHER, got 'x'",
        ),
        (("tournament", "run", "none.toml"), "the schedule 'none.toml' cannot be read: No such file or directory"),
        (("tournament", "resume", "none.db"), "no store at 'none.db'; run a tournament to make the store"),
        (
            ("compare", "isolation", "impoved", "open"),
            "unknown evaluator of isolation 'impoved'; did you mean improved?",
        ),
        (
            ("compare", "isolation", "open", "null", "--searcher", "greedy(evaluator=open)"),
            "--searcher must not set an evaluator, because compare sets it; got greedy(evaluator=open)",
        ),
        (
            ("compare", "isolation", "open", "null", "--searcher", "greedy(tier=compiled)"),
            "expected a search without a setting `tier`, because one tier is chosen for both sides, got greedy(",
        ),
        (
            ("compare", "isolation", "open", "null", "--mixed-tiers", "--tier", "compiled"),
            "--mixed-tiers and --tier compiled contradict each other; leave out one option",
        ),
    ],
)
def test_wrong_calls_are_one_line(run, arguments, message):
    """Each wrong call is a one-line error on standard error, and exits 2."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.needs_numba
def test_mixed_tiers_under_a_clock_are_refused(run, tmp_path):
    """Under a clock, a compiled agent and an agent on the reference tier are refused together, unless the schedule
    allows it.
    """
    clocked = CUP.format(count=1).replace("nodes = 60", "time_s = 0.01")
    (tmp_path / "cup.toml").write_text(clocked.replace("improved, tier=reference", "improved, tier=compiled"))
    result = run("tournament", "run", "cup.toml", "--workers", "0")
    assert result.exit_code == 2
    assert "'improved' runs on the compiled tier and 'greedy' on the reference tier" in result.stderr
    assert not (tmp_path / "cup.db").exists()


@pytest.mark.needs_dask
@pytest.mark.slow
def test_dask_plays_what_one_process_plays(run, tmp_path):
    """A local Dask cluster stores exactly the games that playing in this process stores."""
    (tmp_path / "cup.toml").write_text(CUP.format(count=3))
    run("tournament", "run", "cup.toml", "--workers", "0", "--store", "alone.db")
    command = [sys.executable, "-m", "advsearch", "tournament", "run", "cup.toml", "--store", "dask.db"]
    subprocess.run([*command, "--scheduler", "local", "--workers", "2"], check=True, capture_output=True)
    assert games_of("alone.db") == games_of("dask.db")
