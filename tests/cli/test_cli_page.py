"""docs/cli.md contains every command's help. `python tests/cli/test_cli_page.py` updates the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from advsearch.cli.program import program
from advsearch.plugins.builtin import COMMANDS
from advsearch.specs import parse_spec

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"
MARK = "<!-- The rest of this page is written by `python tests/cli/test_cli_page.py`. -->\n"


def helps(command: click.Command, path: tuple[str, ...]) -> list[str]:
    """A section with the help of a command, and one for each of its own commands."""
    answer = CliRunner().invoke(program, [*path, "--help"], terminal_width=100, env={"COLUMNS": "100"})
    assert answer.exit_code == 0, answer.output
    title = "#" * (2 + len(path))
    sections = [f"{title} advsearch {' '.join(path)}\n\n```\n{answer.stdout.rstrip()}\n```\n"]
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            sections += helps(inner, (*path, name))
    return sections


def page() -> str:
    """The text that the page should have."""
    by_hand, mark, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    assert mark
    sections = []
    for name in (*COMMANDS, "study"):
        command = program.get_command(click.Context(program), name)
        assert command is not None
        sections += helps(command, (name,))
    return by_hand + mark + "\n" + "\n".join(sections)


def test_the_page_is_up_to_date() -> None:
    """docs/cli.md lists the commands that exist, with their help."""
    assert PAGE.read_text(encoding="utf-8").split() == page().split(), "run: python tests/cli/test_cli_page.py"


def test_the_specs_in_the_page_are_specs() -> None:
    """Every example of a spec in the page can be parsed, and prints unchanged."""
    block = re.search(r"^```\n(isolation.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert block is not None
    for line in block[1].splitlines():
        assert str(parse_spec(line)) == line


JSON = {
    "search": ["threes.py:Threes", "--depth", "1"],
    "perft": ["threes.py:Threes", "1"],
    "evaluate": ["threes.py:Threes"],
    "solve": ["threes.py:Threes", "--position", "XX.OO...."],
    "check": ["threes.py:Threes", "--profile", "fast"],
    "compare": ["threes.py:Threes", "null", "null", "--depth", "1", "--pairs", "2", "--workers", "0"],
    "study list": [],
    "games": [],
    "searchers": [],
    "evaluators": ["threes.py:Threes"],
    "cache": [],
}


@pytest.mark.parametrize("name", JSON)
def test_the_keys_in_the_page_are_printed(run_json: Callable[..., Any], name: str) -> None:
    """Each object that --json prints has the keys in the page's table, in this order."""
    row = re.search(rf"^\| [^|]*`{name}`[^|]*\| (.*?) \|$", PAGE.read_text(encoding="utf-8"), re.M)
    assert row is not None
    printed = run_json(*name.split(), *JSON[name])
    found = printed[0] if isinstance(printed, list) else printed
    always = row[1].partition(";")[0]
    inner = always.partition(": a list of ")[2] if not isinstance(printed, list) else ""
    keys = re.findall(r"`(\w+)`", always.removesuffix(inner))
    assert list(found) == keys
    if inner:
        assert set(found[keys[-1]][0]) == set(re.findall(r"`(\w+)`", inner))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
