"""docs/notebook.md: its pictures and its Python. `python tests/docs/test_notebook_page.py` draws the pictures."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import advsearch
from advsearch.notebook import show

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "notebook.md").read_text(encoding="utf-8")


def values() -> str:
    """The board after the search of the page's first example."""
    game = advsearch.load_game("isolation(width=5, height=5)")
    state = game.parse_state("...../.A.../..#../...B./..... A")
    return show(advsearch.bind("minimax(depth=3)", game, tier="reference")(state, every_action=True)).picture


def traced() -> str:
    game = advsearch.load_game("advsearch.testing.exercises:Trees")
    return show(advsearch.trace(game, game.initial(), depth=6)).picture


PICTURES = {"notebook-values": values, "notebook-trace": traced}


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_are_up_to_date(name: str) -> None:
    """The pictures of the page are what a notebook shows."""
    text = (DOCS / f"{name}.svg").read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    assert text == PICTURES[name]() + "\n", "run: python tests/docs/test_notebook_page.py"
    assert f"({name}.svg)" in PAGE


@pytest.mark.needs_notebook
def test_the_python_of_the_page_runs() -> None:
    """The examples of the page run one after another."""
    names: dict[str, object] = {}
    examples = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len(examples) == 5
    for example in examples:
        exec(example.replace("time_s=1", "depth=1, time_s=None"), names)
    board = names["board"]
    assert isinstance(board, advsearch.Board)
    assert board.moves == ()


if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (DOCS / f"{name}.svg").write_text(draw() + "\n", encoding="utf-8")
