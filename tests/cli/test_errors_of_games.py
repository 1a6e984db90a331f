"""Errors that a game, an evaluator or a parser raises: the printed line names their place."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from advsearch.errors import IllegalAction, InvalidNotation
from advsearch.notation import read_action, read_state
from advsearch.plugins.registry import default_registry

Refused = Callable[..., str]

TERSE = """
import advsearch
from threes import Race


class Heap(Race):
    "Race with a name, and a notation whose parser raises what Python raises."
    name = "heap"
    def format_action(self, state, action): return f"+{action}"
    def parse_action(self, state, text): return int(text)
    def format_state(self, state): return str(state)
    def parse_state(self, text): return (int(text), 0)[0]

class Illegal(Heap):
    def result(self, state, action): raise advsearch.IllegalAction("no")

class Misread(Heap):
    def actions(self, state): raise advsearch.InvalidNotation("no")

class Unset(Heap):
    def utility(self, state, player): raise advsearch.InvalidSettings("no")

class Unknown(Heap):
    def terminal(self, state): raise advsearch.UnknownName("no")

class Lost(Heap):
    def initial(self): raise advsearch.AdvsearchError("no")

class Unwritten(Heap):
    def format_action(self, state, action): raise advsearch.IllegalAction("no")

class Long(Heap):
    def actions(self, state): return ["x" * 500]
    def result(self, state, action): raise advsearch.IllegalAction("no")

class Picky(Heap):
    def parse_state(self, text): raise advsearch.InvalidNotation("no")
    def parse_action(self, state, text): raise advsearch.IllegalAction("no")

class Sized(Heap):
    def __init__(self, size=3):
        if size < 1: raise advsearch.InvalidSettings(f"expected size of at least 1, got {size}")

def no(game, state, player):
    raise advsearch.IllegalAction("no")
"""


@pytest.fixture
def terse(folder: Path) -> Path:
    (folder / "terse.py").write_text(TERSE)
    return folder


@pytest.mark.parametrize(
    ("name", "line", "error", "call"),
    [
        ("Illegal", 15, "IllegalAction", "result(state=0, action=1)"),
        ("Misread", 18, "InvalidNotation", "actions(state=0)"),
        ("Unset", 21, "InvalidSettings", "utility(state="),
        ("Unknown", 24, "UnknownName", "terminal(state=0)"),
        ("Lost", 27, "AdvsearchError", "initial()"),
        ("Unwritten", 30, "IllegalAction", "format_action(state=0, action=1)"),
    ],
)
def test_which_method_of_which_game(
    refused: Refused, terse: Path, name: str, line: int, error: str, call: str
) -> None:
    """An `AdvsearchError` that a game raises is printed with the file, the line, the method and its arguments."""
    complaint = refused("search", f"terse.py:{name}", "--depth", "9")
    method = call.partition("(")[0]
    assert complaint.startswith(f"terse.py line {line}, in {method}: {error}: no; called as heap.{call}")
    assert complaint.endswith(f"; run: advsearch check terse.py:{name}")


def test_an_evaluator_that_raises_an_error_of_ours(refused: Refused, terse: Path) -> None:
    """An `AdvsearchError` that an evaluator raises is printed with the evaluator's file and line."""
    for command in (
        ["evaluate", "terse.py:Heap", "terse.py:no"],
        ["search", "terse.py:Heap", "--evaluator", "terse.py:no"],
    ):
        assert refused(*command) == "terse.py line 45, in no: IllegalAction: no"


def test_long_states_and_actions_are_cut(refused: Refused, terse: Path) -> None:
    """A state or an action of 500 characters is cut in the message."""
    assert len(refused("search", "terse.py:Long", "--depth", "1")) < 300


def test_what_a_setting_is_refused_for_is_left_as_it_is(refused: Refused, terse: Path) -> None:
    """A game's own message about its settings is printed unchanged, without a place."""
    assert refused("search", "terse.py:Sized(size=0)") == "expected size of at least 1, got 0"


def test_parsers_that_raise_what_python_raises(refused: Refused, terse: Path) -> None:
    """If a parser raises a ValueError, or says only 'no', the error names the game, the text and the reason."""
    complaint = "heap refuses the position 'x': ValueError: invalid literal for int() with base 10: 'x'"
    assert refused("search", "terse.py:Heap", "--position", "x") == complaint
    assert refused("search", "terse.py:Picky", "--position", "7") == "heap refuses the position '7': no"


def test_texts_are_refused_by_the_errors_of_notation(terse: Path) -> None:
    """`read_state` and `read_action` raise `InvalidNotation` or `IllegalAction`, whatever the parser raised."""
    game: Any = default_registry().game("terse.py:Heap")
    picky: Any = default_registry().game("terse.py:Picky")
    with pytest.raises(InvalidNotation):
        read_state(game, "")
    with pytest.raises(InvalidNotation):
        read_action(game, 0, "\N{SNOWMAN}")
    with pytest.raises(IllegalAction, match="heap refuses the action 'x': no"):
        read_action(picky, 0, "x")


def test_a_person_is_asked_again(run: Callable[..., Any], terse: Path) -> None:
    """A user who types text that the game's parser refuses gets an error and the question again."""
    game = ("play", "terse.py:Heap", "--second", "person")
    answer = run(*game, typed="foo\n1\nnan\nquit\n")
    assert "heap refuses the action 'foo': ValueError: invalid literal" in answer.stdout
    assert "stopped after 1 ply, undecided" in answer.stdout
    assert answer.exit_code == 0


def test_a_game_that_refuses_its_own_action_is_at_fault(refused: Refused, terse: Path) -> None:
    """If a game refuses an action that it offers, neither player loses, and the command ends with an error that names
    the game's line.
    """
    complaint = refused("play", "terse.py:Illegal", "--first", "random", "--second", "random")
    assert complaint.startswith(
        "terse.py line 15, in result: IllegalAction: no; called as heap.result(state=0, action="
    )


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["search", ""], "expected GAME to be the name of a game, got ''"),
        (["search", "isolation", "--searcher", " "], "expected --searcher to be the name of a searcher, got ' '"),
        (["evaluate", "isolation", ""], "expected EVALUATOR to be the name of an evaluator, got ''"),
        (["search", "isolation", "--depth", "x"], "expected --depth to be a whole number of at least 0, got 'x'"),
        (["perft", "isolation", "x"], "expected DEPTH to be a whole number of at least 0, got 'x'"),
        (["search", "isolation", "--time", "x"], "expected --time to be a duration such as 150ms, 1s or 2m, got 'x'"),
        (["search", "folder.py:Game"], "expected a Python file, got the folder 'folder.py'"),
        (["search", "none/game.py:Game"], "unknown file 'none/game.py'; there is no folder 'none'"),
    ],
)
def test_wrong_values_name_their_place(refused: Refused, folder: Path, arguments: list[str], complaint: str) -> None:
    """The error for a wrong value names its option or argument; for a wrong path it also describes the path."""
    (folder / "folder.py").mkdir()
    assert refused(*arguments) == complaint


@pytest.mark.parametrize(("redirect", "code"), [("<&-", 0), ("", 0)])
def test_play_without_an_input(terse: Path, redirect: str, code: int) -> None:
    """If standard input is closed, `play` ends as at the end of its input, and neither player loses."""
    command = f"{sys.executable} -m advsearch play terse.py:Heap {redirect or '</dev/null'}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=terse, timeout=300)
    assert "stopped after 0 plies, undecided" in done.stdout
    assert done.returncode == code


def test_ugi_without_an_input(terse: Path) -> None:
    """If standard input is closed, `ugi` prints a one-line error."""
    command = f"{sys.executable} -m advsearch ugi terse.py:Heap <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=terse, timeout=300)
    assert done.stderr == "error: standard input and standard output must be open, but one of them is closed\n"
