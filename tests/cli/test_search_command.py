"""The command search: output for programs, output for users, and interruption."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import click
import pytest
from click.testing import Result
from rich.console import Console

from advsearch.cli.console import broken_between
from advsearch.cli.depths import Depths
from advsearch.cli.options import GivenGame, chosen_limits
from advsearch.limits import Limits
from advsearch.plugins.registry import default_registry
from advsearch.results import Line
from advsearch.specs import parse_spec

Run = Callable[..., Result]
RunJson = Callable[..., Any]
KEYS = ["action", "value", "value_text", "depth", "nodes", "seconds", "pv", "exact", "tier"]


def test_the_json_object(run_json: RunJson) -> None:
    """`search --json` prints one object with exactly the documented keys, in this order."""
    found = run_json(
        "search", "threes.py:Threes", "--position", "XX.OO....", "--searcher", "alphabeta(tier=reference)"
    )
    assert list(found) == KEYS
    assert found["action"] == "c1"
    assert found["value_text"] == "win in 1"
    assert found["value"] == 999_999_999
    assert found["pv"] == ["c1"]
    assert found["exact"] is True
    assert found["tier"] == "reference"
    assert isinstance(found["seconds"], float)
    assert isinstance(found["nodes"], int)


def test_a_win_of_unknown_length_is_shown_as_such(run_json: RunJson, run: Run) -> None:
    """If a book knows the winner but not how soon, the result is called proven, not exact: in words, in --json, and
    in play.
    """
    position = "......./......./......./...A.../......./......./....... B"
    arguments = ("search", "isolation", "--searcher", "isolation-book", "--position", position)
    found = run_json(*arguments)
    assert list(found) == [*KEYS[:-1], "proven", "tier"]
    assert (found["exact"], found["proven"], found["value_text"]) == (False, True, "win in at most 48")
    shown = run(*arguments).stdout
    assert "value  win in at most 48, proven at depth 1" in shown
    assert "exact" not in shown
    played = run("play", "isolation", "--position", position, "--first", "random", "--second", "isolation-book")
    assert "(win in at most 48, depth 1, 1 node" in played.stdout


def test_every_action(run_json: RunJson, run: Run) -> None:
    """--all adds each action with its value, and marks the best."""
    arguments = ("search", "threes.py:Threes", "--position", "XX.OO.X..", "--searcher", "minimax", "--all")
    found = run_json(*arguments)
    assert [each["action"] for each in found["actions"]] == ["c1", "c2", "b3", "c3"]
    assert [each["action"] for each in found["actions"] if each["best"]] == ["c2"]
    assert found["actions"][1]["value_text"] == "win in 1"
    shown = run(*arguments).stdout.splitlines()
    assert ["*", "c2", "win", "in", "1"] in [line.split() for line in shown]


def test_a_finished_game_has_no_action(run_json: RunJson, run: Run) -> None:
    """If the game is over, there is no action, and the output says so."""
    found = run_json("search", "threes.py:Threes", "--position", "XXXOO....")
    assert (found["action"], found["pv"], found["value_text"]) == (None, [], "loss in 0")
    shown = run("search", "threes.py:Threes", "--position", "XXXOO....").stdout
    assert shown.endswith("the game is over: a loss for the side to move\n")


def test_values_in_json_are_finite(run: Run) -> None:
    """An infinite evaluation is printed as the end of the scale, in outcome games and in others."""
    for game in ("Threes", "Race"):
        answer = run("search", f"threes.py:{game}", "--evaluator", "threes.py:infinite", "--depth", "2", "--json")
        assert abs(json.loads(answer.stdout)["value"]) <= 10**9


def test_games_without_notation(run_json: RunJson) -> None:
    """If a game cannot print actions, they are shown as Python prints them."""
    found = run_json("search", "threes.py:Race", "--searcher", "minimax")
    assert found["action"] == "1"
    assert set(found["pv"]) <= {"1", "2"}
    assert found["value_text"].startswith(("+", "-"))


def test_what_a_person_sees(run: Run) -> None:
    """A search prints the board, the searcher, a line for each depth, then the answer."""
    shown = run("search", "threes.py:Threes", "--position", "X...O....", "--depth", "2").stdout
    lines = shown.splitlines()
    assert lines[:7][-1] == "X to move"
    assert "deepening" in lines
    assert "depth        value          nodes       nodes/s  line" in lines
    rows = [line.split() for line in lines if line.startswith("    ") and line.split()[0].isdigit()]
    assert [row[0] for row in rows] == ["1", "2"]
    assert rows[1][-2:] == lines[-2].split()[1:]
    assert lines[-4].startswith("best   ")
    assert lines[-3].startswith("value  0, estimated at depth 2")
    assert " nodes in " in lines[-1]


def test_an_answer_of_an_unfinished_depth_is_shown_as_such(run: Run, folder: Path) -> None:
    """If a limit ends a depth after another action has proved better there, the value is beyond the last finished
    depth. Otherwise it is at that depth."""
    (folder / "hashed.py").write_text(
        "import zlib\n\n\ndef hashed(game, state, player):\n"
        "    return (zlib.crc32(state.encode()) % 19 - 9) * (1 if player == 0 else -1)\n"
    )
    printed = set()
    for nodes in range(20, 60):
        search = ("search", "threes.py:Threes", "--evaluator", "hashed.py:hashed", "--nodes", str(nodes))
        shown = run(*search).stdout
        last = re.findall(r"^    \d .*?([abc]\d)", shown, re.M)[-1]
        (value,) = re.findall(r"^value .* (\w+) depth", shown, re.M)
        (best,) = re.findall(r"^best   (\S+)", shown, re.M)
        assert value == ("at" if best == last else "beyond"), shown
        printed.add(value)
    assert printed == {"at", "beyond"}


def test_a_live_table_in_a_terminal(shell: Callable[..., Any]) -> None:
    """In a terminal (or with the variables that force one), the depths are a table that is redrawn."""
    answer = shell("search", "threes.py:Threes", "--depth", "3", FORCE_COLOR="1", COLUMNS="100", TERM="xterm")
    assert "\x1b[" in answer.stdout
    assert "Ctrl-C shows the best so far" in answer.stdout or "depth" in answer.stdout
    assert "best   " in answer.stdout


def test_a_live_table_shows_the_last_depths(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """If there are more depths than the terminal has lines, the last ones are shown during the search, with folded
    lines counted. At the end all are shown."""
    game = default_registry().game("threes.py:Race")
    lines = Depths(game, game.initial(), silent=False)
    lines.lines = [Line(depth, 0, 1, 1.0, (1,) * min(depth, 9)) for depth in range(1, 31)]
    monkeypatch.setattr("advsearch.cli.depths.console", lambda: Console(width=42, height=13))
    assert [row[0] for row in lines._last_rows()] == ["26", "27", "28", "29", "30"]
    shown = Console(width=42, height=13, record=True, file=io.StringIO())
    shown.print(lines._table())
    assert len(shown.export_text().splitlines()) <= 13
    lines._live = Mock()
    lines.__exit__(None, None, None)
    assert len(lines._table().renderables[0].rows) == 30


def test_lines_of_play_are_broken_between_actions(shell: Callable[..., Any], folder: Path) -> None:
    """In a terminal that is too narrow for a line of play, the line is broken between actions, never inside one."""
    (folder / "pairs.py").write_text(
        "from threes import Race\n\n\nclass Pairs(Race):\n"
        "    def format_action(self, state, action): return f'<{action}, of {state}>'\n"
        "    def parse_action(self, state, text): return int(text[1])\n"
        "    def format_state(self, state): return str(state)\n"
        "    def parse_state(self, text): return int(text)\n"
    )
    answer = shell("search", "pairs.py:Pairs", "--depth", "9", FORCE_COLOR="1", COLUMNS="60", TERM="xterm")
    lines = [line for line in click.unstyle(answer.stdout).splitlines() if "<" in line]
    assert len(lines) > 9
    assert all(line.count("<") == line.count(">") and len(line) <= 60 for line in lines), lines
    assert broken_between(["abc", "de", "fgh", "ijklmnop", "q"], 6) == ["abc de", "fgh", "ijklmnop", "q"]
    assert broken_between([], 6) == [""]


LIMITS: list[tuple[str, dict[str, Any], Limits]] = [
    ("deepening", {}, Limits(time_s=1.0)),
    ("alphabeta(depth=6)", {}, Limits()),
    ("alphabeta(depth=6)", {"time_s": 0.5}, Limits(time_s=0.5)),
    ("deepening", {"depth": 4}, Limits(depth=4)),
    ("deepening", {"nodes": 100, "depth": 4}, Limits(depth=4, nodes=100)),
]


@pytest.mark.parametrize(("spec", "given", "limits"), LIMITS)
def test_limits(spec: str, given: dict[str, Any], limits: Limits) -> None:
    """Without limits a search takes a second, unless its own settings set a depth."""
    assert chosen_limits(parse_spec(spec), Limits(**given)) == limits


def test_limits_reach_the_search(run_json: RunJson) -> None:
    """A depth and a number of nodes given on the command line limit the search."""
    assert run_json("search", "threes.py:Threes", "--depth", "3")["depth"] == 3
    assert run_json("search", "threes.py:Threes", "--nodes", "50")["nodes"] <= 50
    none = run_json("search", "threes.py:Threes", "--nodes", "0")
    assert (none["depth"], none["nodes"], none["action"]) == (0, 0, "a1")


def test_the_default_searcher_and_evaluator_are_the_games(run_json: RunJson, folder: Path) -> None:
    """A game's own default searcher and evaluator are used."""
    (folder / "own.py").write_text(
        "from threes import Threes as Plain, centre\n\n\nclass Threes(Plain):\n"
        '    default_searcher = "greedy(ties=first)"\n    default_evaluator = "threes.py:centre"\n'
    )
    found = run_json("search", "own.py:Threes")
    assert (found["action"], found["value"], found["depth"]) == ("b2", 1, 1)


def test_a_seed_for_the_run(run_json: RunJson) -> None:
    """--seed, before or after the command, applies to searchers without a seed in their spec."""
    search = ("search", "threes.py:Threes", "--searcher")
    actions = {seed: run_json(*search, "random", "--seed", str(seed))["action"] for seed in range(8)}
    assert len(set(actions.values())) > 1
    assert run_json("--seed", "5", *search, "random")["action"] == actions[5]
    assert run_json(*search, "random(seed=5)", "--seed", "3")["action"] == actions[5]


def test_nested_searchers(run_json: RunJson) -> None:
    """Searchers within searchers can be named on the command line."""
    spec = "hybrid(stages=[greedy(evaluator=threes.py:centre), alphabeta(depth=9)], switches=[threes.py:late])"
    (Path("threes.py")).write_text(
        Path("threes.py").read_text() + "\n\ndef late(game, state):\n    return state.count('.') < 9\n"
    )
    assert run_json("search", "threes.py:Threes", "--searcher", spec)["action"] == "b2"
    assert run_json("search", "threes.py:Threes", "--searcher", spec, "--position", "....X....")["exact"]


def interrupted(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Run a command, wait for the first line of output, and send Ctrl-C. Return exit status, output, errors."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "advsearch", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert process.stdout is not None
    first = ""
    if "--json" in arguments:
        while not (folder / "started").exists():
            pass
    else:
        while not first.splitlines()[-1:] or first.split()[-1] != "1":  # the row of depth 1 ends with a line of play
            first += process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    return process.returncode, first + out, err


SLOW = """
from pathlib import Path
from advsearch import IllegalAction

class Endless:
    def initial(self): return 0
    def player(self, state): return 0
    def actions(self, state):
        Path("started").touch()
        return [1, 2]
    def result(self, state, action): return 3 * state + action
    def terminal(self, state): return False
    def utility(self, state, player): return 0
"""


@pytest.mark.parametrize("tier", ["reference", "auto"])
@pytest.mark.parametrize("flag", [[], ["--json"]])
def test_ctrl_c_shows_the_best_so_far(folder: Path, flag: list[str], tier: str) -> None:
    """An interrupted search still prints its answer, without a traceback, and exits with 130. If a build had begun, a
    one-line note says why the reference tier was used.
    """
    (folder / "slow.py").write_text(SLOW)
    searcher = ["--searcher", f"deepening(tier={tier})"]
    code, out, err = interrupted(folder, "search", "slow.py:Endless", "--time", "1h", *searcher, *flag)
    assert code == 130
    if tier == "reference":
        assert err == ""
    else:
        assert re.fullmatch(r"(note: on the reference tier, in plain Python: .+\n)?", err)
    if flag:
        assert json.loads(out)["action"] in ("1", "2")
    else:
        assert "best   " in out


def test_ctrl_c_ends_other_commands_cleanly(folder: Path) -> None:
    """An interrupted perft prints its counts so far, without a traceback, and exits with 130."""
    (folder / "slow.py").write_text(SLOW)
    code, out, err = interrupted(folder, "perft", "slow.py:Endless", "60", "--json")
    assert (code, out) == (130, "")
    assert err.startswith("stopped after ")


def test_options_name_what_they_hold() -> None:
    """A game on the command line keeps the text by which it was named."""
    assert GivenGame("x", None).text == "x"  # type: ignore[arg-type]
