"""An error in a pasted function is one line with the user's file and line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from advsearch.cli.program import program

PASTED = """\
def forgets(game, player):
    score = len(game.get_legal_moves(player))

def asks_too_much(game, player):
    moves = game.get_legal_moves(player)
    return len(game.forecast_move((9, 9)).get_legal_moves(player))

def stranger(game, player):
    return len(game.get_legal_moves("me"))

def misspelt(game, player):
    return len(game.get_legal_move(player))

def private(game, player):
    return len(game._columns)

def walks(game, player):
    return 1 + walks_on(game, player)

def walks_on(game, player):
    return 1 + walks(game, player)

def talks(game, player):
    print("looking at", game.move_count)
    return 0
"""
POSITION = "......./......./......./...A.../......./.....B./....... A"
MESSAGE = [
    ("forgets", "mine.py line 1: expected forgets to return a number, got None"),
    ("asks_too_much", "mine.py line 6, in asks_too_much: expected a move to a blank cell, got (9, 9)"),
    ("stranger", "mine.py line 9, in stranger: expected a player of this game, got 'me'"),
    (
        "misspelt",
        "mine.py line 12, in misspelt: AttributeError: 'CourseBoard' object has no attribute 'get_legal_move'; "
        "did you mean get_legal_moves?",
    ),
    ("private", "mine.py line 15, in private: AttributeError: 'CourseBoard' object has no attribute '_columns'"),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(PASTED)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(program, arguments)


def search(function: str, *options: str) -> Result:
    return run("search", "isolation", "--position", POSITION, "--evaluator", f"course:mine.py:{function}", *options)


@pytest.mark.parametrize(("function", "message"), MESSAGE, ids=[function for function, _ in MESSAGE])
def test_a_search_tells_where(function: str, message: str) -> None:
    """If the function fails, misuses the board or forgets its return, the error names a line of the function."""
    assert search(function, "--depth", "1").stderr.splitlines()[-1] == f"error: {message}"


def test_a_function_that_calls_itself_without_end_is_named() -> None:
    """The error names the function, and does not blame the search for going too deep."""
    message = search("walks", "--depth", "2").stderr.splitlines()[-1]
    assert message.startswith("error: mine.py line ")
    assert ": walks called itself" in message
    assert "times without returning" in message


@pytest.mark.parametrize(("function", "message"), MESSAGE, ids=[function for function, _ in MESSAGE])
def test_a_tournament_tells_where(function: str, message: str) -> None:
    """The reason of a game lost by a crash names the user's file and line."""
    agents = (f"mine=greedy(evaluator=course:mine.py:{function})", "theirs=random")
    named = [option for agent in agents for option in ("--agent", agent)]
    answer = run(
        *(
            "tournament",
            "run",
            "--game",
            "isolation",
            "--store",
            "cup.db",
            "--openings",
            "1",
            "--workers",
            "0",
            "--json",
        ),
        *named,
    )
    place, _, cause = message.partition(": ")
    reasons = json.loads(answer.stdout)["reasons"]
    assert [(each["agent"], each["termination"]) for each in reasons] == [("mine", "crash")]
    assert reasons[0]["detail"].startswith(place.partition(",")[0])
    assert cause in reasons[0]["detail"]


def test_what_a_function_prints_is_no_part_of_the_answer() -> None:
    """With --json, standard output has only the object; other output goes to standard error."""
    answer = search("talks", "--depth", "1", "--json")
    assert json.loads(answer.stdout)["depth"] == 1
    assert "\nlooking at 3\n" in answer.stderr
