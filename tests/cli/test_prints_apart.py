"""With --json, only JSON is on standard output, whatever the code of a user prints."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

NOISY = """
import os
import sys

from advsearch import Algorithm
from advsearch.search import Minimax


def say(where):
    print(f"print {where}")
    sys.__stdout__.write(f"unredirected {where}\\n")
    os.write(1, f"written {where}\\n".encode())


say("module")


class Take:
    def initial(self):
        say("initial")
        return (5, 0)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [count for count in (1, 2) if count <= state[0]]

    def result(self, state, action):
        say("result")
        return (state[0] - action, 1 - state[1])

    def terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1 if player == state[1] else 1


def even(game, state, player):
    os.system("echo program evaluator")
    say("evaluator")
    return state[0] % 2


class Searcher(Algorithm):
    def bind(self, at):
        say("searcher")
        return at.bind(Minimax(2))
"""


@pytest.mark.parametrize(
    ("command", "printing"),
    [
        (["search", "noisy.py:Take", "--depth", "2", "--evaluator", "noisy.py:even"], "evaluator"),
        (["search", "noisy.py:Take", "--searcher", "noisy.py:Searcher"], "searcher"),
        (["evaluate", "noisy.py:Take", "noisy.py:even"], "evaluator"),
        (["perft", "noisy.py:Take", "2"], "result"),
        (["solve", "noisy.py:Take"], "result"),
        (["check", "noisy.py:Take", "--profile", "fast"], "result"),
        *(
            (["compare", "noisy.py:Take", "noisy.py:even", "null", "--pairs", "1", "--workers", workers], "evaluator")
            for workers in ("0", "1")
        ),
    ],
)
def test_users_prints_are_apart_from_json(
    shell: Callable[..., subprocess.CompletedProcess[str]], folder: Path, command: list[str], printing: str
) -> None:
    """Standard output is one line of JSON, and standard error has all that a game, an evaluator, a searcher and
    a program that they start have printed.
    """
    (folder / "noisy.py").write_text(NOISY)
    done = shell(*command, "--json")
    assert isinstance(json.loads(done.stdout), dict), done.stderr
    assert done.stdout.count("\n") == 1
    ways = ["print", "unredirected", "written", *(["program"] if printing == "evaluator" else [])]
    for way in ways:
        assert f"{way} {printing}\n" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="no such shell here")
def test_a_closed_standard_error_takes_no_prints(folder: Path) -> None:
    """With standard error closed, prints go nowhere, and not into the JSON."""
    (folder / "noisy.py").write_text(NOISY)
    words = [sys.executable, "-m", "advsearch", "perft", "noisy.py:Take", "2", "--json"]
    done = subprocess.run(f"{shlex.join(words)} 2>&-", shell=True, stdout=subprocess.PIPE, text=True, check=True)
    assert json.loads(done.stdout)["leaves"] == 4
