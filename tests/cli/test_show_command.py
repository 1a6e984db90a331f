"""The command `advsearch show`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

Run = Callable[..., Any]


def test_a_position_after_some_actions(shell: Run) -> None:
    """The board is printed with the last action marked, and then the notation."""
    answer = shell("show", "isolation(width=3, height=2)", "a1", "b1")
    assert answer.stdout.splitlines() == [
        "    a  b  c",
        "  ┌─────────┐",
        "1 │ A [B] · │",
        "2 │ ·  ·  · │",
        "  └─────────┘",
        "A to move, ply 2",
        "AB./... A",
    ]


def test_a_picture(shell: Run, tmp_path: Path) -> None:
    """The picture is an SVG file, or goes to standard output."""
    path = tmp_path / "board.svg"
    assert shell("show", "pentago", "c4-TR-L", "--output", str(path)).returncode == 0
    ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert shell("show", "pentago", "c4-TR-L", "--output", "-").stdout == path.read_text(encoding="utf-8")


def test_what_cannot_be_shown(shell: Run, tmp_path: Path) -> None:
    """An action that is not legal, and a picture of a game without a board, are errors in one line."""
    answer = shell("show", "isolation(width=3, height=2)", "a1", "a1")
    assert (answer.returncode, answer.stderr.count("\n")) == (2, 1)
    plain = "advsearch.testing.exercises:Trees"
    assert shell("show", plain).stdout == "three-ply-of-russell-and-norvig\n"
    answer = shell("show", plain, "--output", str(tmp_path / "no.svg"))
    assert answer.stderr.startswith("error: expected a game that draws its board, got trees")
