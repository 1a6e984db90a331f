"""The picture in README.md: a board and a search. `python tests/docs/test_picture.py` draws it again."""

from __future__ import annotations

from html import escape
from pathlib import Path
from xml.etree import ElementTree

import pytest

import advsearch
from advsearch.drawing.boards import board_svg
from advsearch.drawing.palette import themed
from advsearch.results import Line
from advsearch.values import value_text
from advsearch_pentago import Pentago

PICTURE = Path(__file__).parents[2] / "docs" / "board-and-search.svg"
README = PICTURE.parents[1] / "README.md"
POSITION = "...X.O/O...XX/.X..O./.....O/OX..O./.X..OX"
STYLE = themed(".back { fill: {card}; } .words { fill: {ink}; }")
WIDTH, HEIGHT, LEFT, STEP = 820, 350, 350, 26


def table() -> tuple[str, list[str]]:
    """The board after the best action, as SVG, and the lines of text beside it."""
    game = Pentago()
    state = game.parse_state(POSITION)
    finished: list[Line] = []
    result = advsearch.bind(advsearch.Deepening(), game)(state, depth=3, report=finished.append)
    rows = []
    for line in finished:
        after, played = state, []
        for action in line.pv:
            played.append(game.format_action(after, action))
            after = game.result(after, action)
        rows.append(f"{line.depth:>5}{value_text(line.value):>12}{line.nodes:>10,}  {' '.join(played)}")
    best = game.format_action(state, result.action)
    scene = game.scene(game.result(state, result.action), result.action)
    closing = [f"best   {best}", f"value  {value_text(result.value)}, a proof"]
    assert result.exact
    return board_svg(scene), ["depth       value     nodes  line", *rows, "", *closing]


def picture() -> str:
    """The picture: the board on the left, the result of the search on the right."""
    board, lines = table()
    texts = "".join(
        f'<text xml:space="preserve" x="{LEFT}" y="{100 + STEP * row}">{escape(line)}</text>\n'
        for row, line in enumerate(lines)
    )
    alternative = "A Pentago board after X's winning move, and the search that found it"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="{alternative}">\n'
        f"<style>{STYLE}</style>\n"
        f'<rect class="back" width="{WIDTH}" height="{HEIGHT}" rx="8"/>\n'
        f'<g transform="translate(14 22)">{board}</g>\n'
        f'<g font-family="monospace" font-size="14" class="words">\n'
        f'<text x="{LEFT}" y="60" font-weight="bold">advsearch search pentago --depth 3</text>\n{texts}</g>\n</svg>\n'
    )


@pytest.mark.needs_numba  # the numbers are those of the compiled tier
def test_the_picture_is_up_to_date() -> None:
    """The picture in README.md is well-formed, and shows the board and the search's result."""
    ElementTree.fromstring(PICTURE.read_text(encoding="utf-8"))
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run: python tests/docs/test_picture.py"


def test_the_readme_searches_the_position_of_the_picture() -> None:
    """README.md shows the picture, and gives the position so that readers can search it."""
    text = README.read_text(encoding="utf-8")
    assert f"]({PICTURE.relative_to(README.parent)})" in text
    assert POSITION in text


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
