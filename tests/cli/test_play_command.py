"""The command play: a game through a pipe, as a user would play it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from advsearch.binding import bind

Run = Callable[..., Result]


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_a_game_between_two_people(run: Run) -> None:
    """The board is drawn after every action, with the last one marked, and the end is announced."""
    answer = run("play", "threes.py:Threes", "--second", "person", typed=typed("b2", "a1", "c1", "b1", "a3"))
    assert answer.exit_code == 0
    assert "2 │ · [●] · │" in answer.stdout
    assert "1 │[○] ·  · │" in answer.stdout
    assert answer.stdout.endswith("first wins after 5 plies\nplayed    b2 a1 c1 b1 a3\nposition  OOX.X.X..\n")


def test_against_a_searcher(run: Run) -> None:
    """The default opponent answers with its action, value and depth, and a perfect one does not lose."""
    answer = run("play", "threes.py:Threes", "--nodes", "20000", typed=typed("a1", "quit"))
    assert "first: person   second: deepening" in answer.stdout
    assert "second plays b2   (0, depth " in answer.stdout
    assert answer.stdout.splitlines()[-3] == "stopped after 2 plies, undecided"


def test_searchers_on_both_sides(run: Run) -> None:
    """A user can watch a game between two searchers."""
    answer = run("play", "threes.py:Threes", "--first", "alphabeta", "--second", "alphabeta", "--nodes", "100000")
    assert answer.exit_code == 0
    assert answer.stdout.splitlines()[-3] == "a draw after 9 plies"


def test_nonsense_is_answered_and_asked_again(run: Run) -> None:
    """A wrong or illegal action gives an error; empty lines are ignored."""
    answer = run("play", "threes.py:Threes", "--second", "person", typed=typed("z9", "b2", "b2", "", "a1", "resign"))
    assert "expected a cell such as b2, got 'z9'" in answer.stdout
    assert "expected an open cell, got 4" in answer.stdout
    assert "first resigns after 2 plies" in answer.stdout


def test_hints_are_made_ready_when_asked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The searcher for hints is built only at the first hint, and once."""
    ready: list[Any] = []
    monkeypatch.setattr(
        "advsearch.cli.commands.play.get_ready", lambda searcher, game: ready.append(searcher) or bind(searcher, game)
    )
    run("play", "threes.py:Threes", "--second", "person", "--nodes", "9", typed=typed("b2", "quit"))
    assert ready == []
    answer = run(
        "play", "threes.py:Threes", "--second", "person", "--nodes", "9", typed=typed("hint", "hint", "quit")
    )
    assert len(ready) == 1
    assert answer.stdout.count("a1   (0, depth 0)") == 2


def test_the_words_there_are(run: Run) -> None:
    """The commands help, moves, hint, board and position print what their help describes."""
    words = typed("help", "?", "moves", "HINT", "board", "position", "quit")
    answer = run("play", "threes.py:Threes", "--position", "XX.OO....", "--nodes", "1000", typed=words)
    assert answer.stdout.count("take back your last action") == 2
    assert "\nc1 c2 a3 b3 c3\n" in answer.stdout
    assert "\nc1   (win in 1, depth 1)\n" in answer.stdout
    assert answer.stdout.count("1 │ ●  ●  · │") == 2
    assert "\nXX.OO....\n" in answer.stdout


def test_hints_from_another_searcher(run: Run) -> None:
    """--hints names the searcher that gives hints."""
    answer = run(
        "play", "threes.py:Threes", "--hints", "greedy(evaluator=threes.py:centre)", typed=typed("hint", "quit")
    )
    assert "\nb2   (+1, depth 1)\n" in answer.stdout


def test_hints_that_fail_lose_no_game(run: Run) -> None:
    """A searcher that fails while it is asked for a hint gives a one-line message, and the game continues."""
    answer = run(
        *("play", "threes.py:Threes", "--second", "person"),
        *("--hints", "greedy(evaluator=threes.py:divides_by_zero)"),
        typed=typed("hint", "quit"),
    )
    assert "\nthere is no hint: threes.py line " in answer.stdout
    assert ": ZeroDivisionError: division by zero\n" in answer.stdout
    assert "stopped after 0 plies, undecided" in answer.stdout


def test_taking_back(run: Run) -> None:
    """`back` takes back the user's last action and the answer to it, as often as there is one."""
    words = typed("back", "a1", "back", "b2", "back", "undo", "quit")
    answer = run("play", "threes.py:Threes", "--second", "greedy", typed=words)
    assert answer.stdout.count("there is nothing to take back") == 2
    assert answer.stdout.endswith("stopped after 0 plies, undecided\nposition  .........\n")


@pytest.mark.parametrize("word", ["quit", "exit", None])
def test_leaving(run: Run, word: str | None) -> None:
    """quit, exit and the end of input stop the game at its current position, without an error."""
    answer = run("play", "threes.py:Threes", typed=typed(word) if word else "")
    assert answer.exit_code == 0
    assert "stopped after 0 plies, undecided" in answer.stdout


def test_games_without_notation_or_drawing(run: Run) -> None:
    """A game with only the six methods can be played."""
    answer = run("play", "threes.py:Race", "--second", "person", typed=typed("5", *"2222", "2"))
    assert "expected one of 2 legal actions such as 1, 2, got '5'" in answer.stdout
    assert "first wins by 3 after 5 plies" in answer.stdout


def test_a_searcher_that_fails_loses(run: Run, folder: Path) -> None:
    """A searcher that crashes or plays nonsense loses, and the output gives the reason."""
    (folder / "bad.py").write_text(
        "from advsearch import Result\n\n\nclass Crash:\n    def search(self, *_, **__):\n        return [][0]\n\n\n"
        "class Nonsense:\n    def search(self, *_, **__):\n        return Result(99, 0, 1, 1)\n"
    )
    crash = run("play", "threes.py:Threes", "--first", "bad.py:Crash", "--second", "person")
    assert "first loses: crash, bad.py line 6: IndexError: list index out of range" in crash.stdout
    nonsense = run("play", "threes.py:Threes", "--first", "bad.py:Nonsense", "--second", "person")
    assert "first loses: illegal, expected an open cell, got 99" in nonsense.stdout


def test_a_broken_game_is_not_the_searchers_fault(refused: Callable[..., str], folder: Path) -> None:
    """If the game itself fails during a search, neither player loses, and one line names its file and the next
    command.
    """
    (folder / "shaky.py").write_text(
        "from threes import Threes\n\n\nclass Shaky(Threes):\n    def utility(self, state, player):\n"
        "        return {}[state]\n\n\nclass Stuck(Threes):\n    def actions(self, state):\n        return []\n"
    )
    complaint = refused("play", "shaky.py:Shaky", "--first", "alphabeta", "--second", "greedy")
    assert complaint.startswith("shaky.py line 6, in utility: KeyError: ")
    assert complaint.endswith("; run: advsearch check shaky.py:Shaky")
    complaint = refused("play", "shaky.py:Stuck", "--first", "alphabeta", "--second", "greedy")
    assert complaint.startswith("threes has no action in ........., but terminal(state) is False;")


def test_words_typed_wrong_get_a_near_match(run: Run) -> None:
    """A wrong action that resembles a command gets that command as a suggestion; other text gets none."""
    answer = run("play", "threes.py:Threes", "--second", "person", typed=typed("resgin", "Hnt", "z9", "quit"))
    assert "expected a cell such as b2, got 'resgin'; did you mean resign?\n" in answer.stdout
    assert "expected a cell such as b2, got 'Hnt'; did you mean hint?\n" in answer.stdout
    assert "expected a cell such as b2, got 'z9'\n" in answer.stdout


def test_one_node_is_one_node(run: Run) -> None:
    """A search of one node is printed in the singular."""
    answer = run("play", "threes.py:Threes", "--first", "alphabeta", "--second", "person", "--nodes", "1")
    assert ", 1 node, " in answer.stdout


def test_ctrl_c_at_the_prompt(folder: Path, usual_note: str) -> None:
    """Ctrl-C at the prompt ends the game immediately, with its summary and exit status 130."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "advsearch", "play", "threes.py:Threes"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    )
    assert process.stdout is not None
    shown = ""
    while not shown.endswith("(help for help): "):
        shown += process.stdout.read(1)
    process.send_signal(2)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert err.strip() == usual_note.strip()
    assert "Traceback" not in out
    assert out.endswith("\nstopped after 0 plies, undecided\nposition  .........\n")


def test_through_a_real_pipe(shell: Callable[..., Any], usual_note: str) -> None:
    """The output of a whole game through a pipe contains the prompt, the input and the board."""
    answer = shell("play", "threes.py:Threes", "--second", "random", "--seed", "1", typed=typed("b2", "resign"))
    assert answer.returncode == 0
    assert answer.stderr == usual_note
    assert "first to move (help for help): b2\n" in answer.stdout
    assert "first resigns after 2 plies" in answer.stdout
