"""The examples in the help texts."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable

import click
import pytest
from click.testing import Result

from advsearch.cli.program import EXAMPLES, program
from advsearch.plugins.builtin import COMMANDS

Run = Callable[..., Result]


COMPARE = pytest.param("compare", marks=pytest.mark.needs_numba)  # its limit on nodes is the compiled tier's


@pytest.mark.parametrize("name", ["", COMPARE, *(name for name in COMMANDS if name not in ("compare", "tournament"))])
def test_the_examples_work(run: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example in a help text can be run unchanged (in this test with a small game, less time and fewer
    examples, and with a server that ends at once). The examples of tournaments name files of a user, and those of
    studies play for minutes.
    """
    monkeypatch.setattr("advsearch.web.server.serve", lambda *_: None)
    examples = getattr(program.get_command(click.Context(program), name), "examples", ()) if name else EXAMPLES
    for example in examples:
        text = example.format(game="threes.py:Threes")
        for mine, here in {
            "mine.py:my_heuristic": "threes.py:centre",
            "mine.py:my_search": "threes.py:full_width",
            "work/*.py:search": "thre*.py:full_width",
            "mine.py:heuristic improved": "threes.py:centre null --pairs 1 --workers 0",
            "mine.py:MyGame(size=9)": "threes.py:Threes(misere=true)",
            "mine.py:MyGame": "threes.py:Threes",
            " --profile nightly": "",
            "advsearch check": "advsearch check --profile fast",
            "--time 1m": "--time 1s",
            "path/to/program --its arguments": f"{shlex.quote(sys.executable)} -m advsearch ugi threes.py:Threes",
        }.items():
            text = text.replace(mine, here)
        program_name, *arguments = shlex.split(text)
        assert program_name == "advsearch"
        arguments = ["20ms" if each.endswith("s") and each[:-1].isdigit() else each for each in arguments]
        answer = run(*arguments, typed="quit\n")
        assert answer.exit_code == 0, (example, answer.output)
