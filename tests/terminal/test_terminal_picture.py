"""The picture of the terminal in docs/page.md. `python tests/terminal/test_terminal_picture.py` takes it again."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from rich.segment import Segment

from advsearch import load_game
from advsearch.cli.terminal.app import Terminal
from advsearch.cli.terminal.opening import Opened, first_position
from advsearch.limits import Limits

PICTURE = Path(__file__).parents[2] / "docs" / "terminal.svg"
PAGE = PICTURE.parent / "page.md"
COMMAND = "advsearch analyze isolation --lines 3 --depth 8"
MOVES = ("d4", "c3", "e6", "b5")
SIZE = (96, 29)
WIDE, HIGH = 8, 17
BEHIND = "#1c2026"
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


async def taken() -> tuple[list[list[Segment]], list[str]]:
    """The lines of the screen after the moves, when the search has ended; and the words that no clock changes."""
    game = load_game("isolation")
    app = Terminal(
        Opened(view="analyze", spec="isolation", position=first_position(game, None), limits=Limits(8), lines=3)
    )
    async with app.run_test(size=SIZE) as pilot:
        for move in MOVES:
            await until(pilot, lambda: not app.session.waits)
            app.session.play(move)
        await until(pilot, lambda: app.session.search.ended and app.session.search.line is not None)
        await pilot.pause()
        line: Any = app.session.search.line
        words = [move for each in line["lines"] for move in each["pv"]] + [line["lines"][0]["value"]]
        return [list(strip) for strip in app.screen._compositor.render_strips()], words


async def until(pilot: Any, holds: Any) -> None:
    for _ in range(3_000):
        await pilot.pause()
        if holds():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("waited in vain")


def shapes(lines: list[list[Segment]]) -> Iterator[str]:
    """Each run of characters as a rectangle and a text; blocks are drawn, as no font joins them from line to line."""
    for row, line in enumerate(lines):
        x = 0
        for text, style, _ in line:
            behind = "" if style is None or style.bgcolor is None else style.bgcolor.get_truecolor().hex
            colour = "#eae7e1" if style is None or style.color is None else style.color.get_truecolor().hex
            if behind != BEHIND:
                yield rectangle(x, row, len(text), 1, behind)
            blocks = [max(0, QUARTERS.find(char)) for char in text]
            for half in (0, 1):
                filled = [block >> 2 * half + side & 1 for block in blocks for side in (0, 1)]
                for start, end in runs(filled):
                    yield rectangle(x + start / 2, row + half / 2, (end - start) / 2, 0.5, colour)
            words = "".join(" " if char in QUARTERS else char for char in text)
            if words.strip():
                start = len(words) - len(words.lstrip())
                bold = ' font-weight="bold"' if style is not None and style.bold else ""
                yield (
                    f'<text x="{(x + start) * WIDE}" y="{row * HIGH + 13}" fill="{colour}"{bold} '
                    f'textLength="{len(words.strip()) * WIDE}">{escape(words.strip())}</text>'
                )
            x += len(text)


def runs(filled: list[int]) -> Iterator[tuple[int, int]]:
    """The ends of each run of ones."""
    for bit, group in itertools.groupby(enumerate(filled), key=lambda each: each[1]):
        places = [n for n, _ in group]
        if bit:
            yield places[0], places[-1] + 1


def rectangle(x: float, y: float, width: float, height: float, colour: str) -> str:
    size = f'width="{width * WIDE:g}" height="{height * HIGH:g}"'
    return f'<rect x="{x * WIDE:g}" y="{y * HIGH:g}" {size} fill="{colour}"/>'


def picture() -> str:
    lines, _ = asyncio.run(taken())
    width, height = SIZE[0] * WIDE, SIZE[1] * HIGH
    body = "\n".join(shapes(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{COMMAND}, after {" ".join(MOVES)}">\n'
        f'<g font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="13.3" '
        f'shape-rendering="crispEdges">\n{rectangle(0, 0, *SIZE, BEHIND)}\n{body}\n</g>\n</svg>\n'
    )


def test_the_picture_is_up_to_date() -> None:
    """The picture has the characters of the screen, but for those that depend on the clock, and the page names the
    command that was run."""
    text = PICTURE.read_text(encoding="utf-8")
    shown = " ".join(ElementTree.fromstring(text).itertext()).split()
    _, words = asyncio.run(taken())
    assert set(" ".join(words).split()) <= set(shown), "run: python tests/terminal/test_terminal_picture.py"
    assert COMMAND in text
    page = PAGE.read_text(encoding="utf-8")
    assert COMMAND in page
    assert f"]({PICTURE.name})" in page


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
