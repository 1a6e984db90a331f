"""`advsearch check GAME --against ugi:COMMAND` compares rules with a program that speaks UGI."""

from __future__ import annotations

import os
import sys
import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner

from advsearch import load_game
from advsearch.cli.program import program
from advsearch.errors import InvalidSettings
from advsearch.testing import LawBroken, Report, check_game

LAW = "the other program agrees"
GAME = Path(__file__).with_name("count_game.py").read_text(encoding="utf-8")
PROGRAM = """
import os
import sys

fault, pid = sys.argv[1:]
open(pid, "w").write(str(os.getpid()))
total = turn = 0
for line in sys.stdin:
    words = line.split()
    over = total >= (6 if fault == "goes on" else 5)
    if words == ["ugi"]:
        print("ugiok")
    elif words == ["isready"]:
        print("readyok")
    elif words[:1] == ["position"]:
        total = turn = 0
        for word in words[3:]:
            if fault == "refuses 2" and word == "2":
                print("illegal move 2")
            if fault == "ends" and total == 3:
                sys.exit(3)
            total, turn = total + int(word), 1 - turn
            if fault == "moves again" and total == 3:
                turn = 1 - turn
    elif words == ["query", "gameover"] and fault != "is silent":
        print("response", "true" if over else "false")
    elif words == ["query", "p1turn"] and fault != "is silent":
        print("response", "false" if turn else "true")
    elif words == ["query", "result"] and fault != "is silent":
        print("response", "none" if not over else "p1win" if turn != (fault == "loses") else "p2win")
    elif words == ["query", "actions"] and fault == "lists 3":
        print("response", "" if over else "1 2 3" if total == 2 else "1 2")
    elif words[:1] == ["go"]:
        print("bestmove", 3 if fault == "plays 3" else 1)
    sys.stdout.flush()
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("count.py").write_text(GAME)
    Path("program.py").write_text(textwrap.dedent(PROGRAM))


def checked(fault: str) -> Report:
    command = f"ugi:{sys.executable} -S -E program.py '{fault}' pid"
    return check_game(load_game("count.py:Count"), against=command, profile="fast", only=LAW)


def test_the_same_rules_agree() -> None:
    """A program with the same rules agrees, even if it lists no actions, and is ended with the check."""
    report = checked("none")
    assert [law.law for law in report.held] == [LAW]
    with pytest.raises(ProcessLookupError):
        os.kill(int(Path("pid").read_text()), 0)


@pytest.mark.parametrize(
    ("fault", "shown"),
    [
        ("loses", "the result p2win, as the other program says"),
        ("goes on", "terminal(state) to be False, as the other program says"),
        ("moves again", "player 1 to move, as the other program says"),
        ("plays 3", "the action 3, which the other program plays, to be legal"),
        ("lists 3", "the actions ['1', '2', '3']"),
        ("refuses 2", "illegal move 2"),
        ("ends", "exited with status 3"),
    ],
)
def test_other_rules_are_found(fault: str, shown: str) -> None:
    """Other ends, results, turns and actions are found, and a program that ends is started again."""
    with pytest.raises(LawBroken) as broken:
        checked(fault)
    assert shown in str(broken.value)
    assert broken.value.size <= 5


def test_a_program_that_does_not_answer_is_not_held_against_the_rules() -> None:
    """A program that does not answer queries shows nothing about its rules, as the report says."""
    (law,) = checked("is silent").laws
    assert "query gameover" in law.not_tried


def test_our_own_program_agrees_and_a_planted_error_shows() -> None:
    """`advsearch ugi` of the same game agrees; with another goal it does not, and the command shows where."""
    ours = f"ugi:{sys.executable} -m advsearch ugi 'count.py:Count' --agent random"
    run = ["check", "count.py:Count", "--profile", "fast", "--only", LAW, "--against"]
    assert CliRunner().invoke(program, [*run, ours]).exit_code == 0
    found = CliRunner().invoke(program, [*run, ours.replace("Count'", "Count(goal=4)'")])
    assert found.exit_code == 1
    assert "after     2 2 (2 plies)" in found.output
    assert "terminal(state) to be True, as the other program says" in found.output


def test_what_is_neither_a_game_nor_a_program_is_refused() -> None:
    """A string in place of another game must begin with `ugi:`."""
    with pytest.raises(InvalidSettings, match="'ugi:' and the command line of a program, got 'program.py'"):
        check_game(load_game("count.py:Count"), against="program.py")
