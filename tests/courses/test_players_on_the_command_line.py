"""Players of courses in the commands that take searchers, and the limits that matches print."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from advsearch.cli.program import program

SMALL = "isolation(width=4, height=4)"
WALK = "course:seven.py:walk"
OWN = "the time of its course"


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(program, [*arguments], input=typed)


@pytest.mark.usefixtures("patient")
def test_play() -> None:
    """`play` prints the limits before the first move, and a player's move without a value."""
    answer = run("play", SMALL, "--second", WALK, "--time", "20s", typed="d4\nquit\n")
    assert answer.exit_code == 0
    assert "first: person   second: course:seven.py:walk\nlimits: 20 s a move\n" in answer.stdout
    assert "second plays a1   (" in answer.stdout
    assert answer.stderr == ""


def test_play_with_a_player_that_fails() -> None:
    """A player that loses by a fault is shown with its line and with what it printed. A late player loses, too."""
    answer = run("play", SMALL, "--first", "course:faulty.py:Raises", "--second", "random")
    assert "first loses: crash, faulty.py line 21: IndexError: list index out of range" in answer.stdout
    assert answer.stderr == "note: the last lines that the player printed:\nbefore the error\n"
    late = run("play", SMALL, "--first", "course:faulty.py:Sleeps", "--second", "random", "--time", "50ms")
    assert "first loses: time, " in late.stdout


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("two", "options", "limits"),
    [
        ("course:seven.py:MinimaxPlayer", ("--time", "1s"), "1 s a move"),
        ("improved", (), f"{WALK} 150 ms a move, {OWN}; 1,000 nodes a move"),
        ("greedy", ("--nodes", "50"), f"{WALK} 150 ms a move, {OWN}; 50 nodes a move"),
        ("alphabeta(depth=1)", ("--depth", "2"), f"{WALK} 150 ms a move, {OWN}; depth 2"),
    ],
)
def test_compare(two: str, options: tuple[str, ...], limits: str) -> None:
    """`compare` takes a player against a player, an evaluator or a searcher, and prints the limits of both."""
    answer = run("compare", SMALL, WALK, two, "--pairs", "1", "--workers", "0", *options)
    assert answer.exit_code == 0, answer.output
    assert answer.stdout.startswith(f"{WALK} against {two}: ")
    assert f"note: limits: {limits}\n" in answer.stderr
    assert "tier" not in answer.stderr


def test_an_evaluator_of_a_course_is_still_an_evaluator() -> None:
    """A function f(game, player) after `course:` is compared as an evaluator of the default search."""
    answer = run(
        "compare", SMALL, "course:seven.py:custom_score", "improved", "--pairs", "1", "--nodes", "20", "--json"
    )
    assert answer.exit_code == 0, answer.output
    assert "limits" not in answer.stderr


@pytest.mark.usefixtures("patient")
def test_a_tournament_with_a_clock_needs_no_common_tier(tmp_path: Path) -> None:
    """A player plays under a clock against a search on the compiled tier, as a program would."""
    agents = ("--agent", f"theirs={WALK}", "--agent", "ours=alphabeta(depth=1)")
    store = ("--store", str(tmp_path / "cup.db"), "--openings", "1", "--workers", "0")
    answer = run("tournament", "run", "--game", SMALL, *agents, *store, "--time", "20s")
    assert answer.exit_code == 0, answer.output
    assert "note: limits: 20 s a move\n" in answer.stderr
    assert "2 of 2 games" in answer.stdout


def test_check_tries_the_games_of_the_course() -> None:
    """`check` tries a player on positions of its course's game, and shows an answer that is not legal."""
    answer = run("check", "--searcher", WALK, "--profile", "fast")
    assert answer.stdout.endswith(f"{WALK}: 1 law holds\n")
    answer = run("check", "--searcher", "course:faulty.py:Elsewhere", "--plays", SMALL, "--profile", "fast")
    assert answer.exit_code == 1
    assert "breaks the law 'a legal action in its games'" in answer.stdout
    assert "got (3, 99)" in answer.stdout


def test_search_prints_no_value_for_a_player() -> None:
    """A player reports no value, and `search` invents none."""
    found = json.loads(run("search", SMALL, "--searcher", WALK, "--json").stdout)
    assert (found["action"], found["value"], found["value_text"]) == (
        "a1",
        None,
        "none, because the player reports none",
    )
    assert "value  none, because the player reports none" in run("search", SMALL, "--searcher", WALK).stdout


def test_the_list_of_searchers_has_the_prefix() -> None:
    """`advsearch searchers` says how a player is named."""
    listed = {each["name"]: each for each in json.loads(run("searchers", "--json").stdout)}
    assert listed["course:"]["settings"] == "those of the named object"
