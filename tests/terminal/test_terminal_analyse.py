"""Positions that are analysed in the terminal, and the screen in any size."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from advsearch.cli.terminal.opening import Seat
from advsearch.cli.terminal.painted import BoardView, Words
from advsearch.limits import Limits

Drive = Callable[..., Any]


def test_live_lines(drive: Drive, games_file: Path) -> None:
    """A position is searched until its value is proven: value in words, depth, speed and as many lines as asked for.
    The values stand on the cells."""

    async def work(app: Any, driver: Any) -> None:
        session = app.session
        await driver.until(lambda: session.search.ended and session.search.line, "a proof")
        said = driver.says("#verdict")
        assert "win in 3 for first ✓ proven" in said
        assert "nodes/s" in said
        marks = {cell: each.mark for cell, each in app.query_one(BoardView)._decors.items() if each.mark}
        assert set(marks) == set(range(9)) - {0, 1, 3, 6}
        assert marks[4] == "W3"
        await driver.press("3")
        await driver.until(lambda: session.search.line and len(session.search.line["lines"]) == 3, "three lines")
        await driver.press("v")
        assert all(not each.mark for each in app.query_one(BoardView)._decors.values())

    drive(f"{games_file}:Drawn", work, view="analyze", moves=("0", "1", "3", "6"))


def test_stop_and_deeper(drive: Drive) -> None:
    """A search is stopped and keeps its lines, and goes on for longer."""

    async def work(app: Any, driver: Any) -> None:
        session = app.session
        await driver.until(lambda: session.search.line, "a line")
        await driver.press("s")
        line = session.search.line
        assert session.search.ended
        assert "…" not in driver.says("#verdict").split()
        await driver.pilot.pause(0.1)
        assert session.search.line is line
        await driver.press("d")
        await driver.until(lambda: session.search.line not in (None, line), "another line")
        assert not session.search.ended

    drive("pentago", work, view="analyze")


def test_lines_are_pointed_at_and_followed(drive: Drive, games_file: Path) -> None:
    """The board of a step of a line is shown while the mouse is on it, and a click goes there. Lines that were tried
    stay as a tree, through which keys go."""

    async def work(app: Any, driver: Any) -> None:
        session = app.session
        await driver.until(lambda: session.search.ended and session.search.line, "a proof")
        pv = session.search.line["lines"][0]["pv"]
        words: Any = app.query_one("#verdict", Words)
        target = ("pv", tuple(pv[:2]))
        y = words.line_of(target)
        x = next(left for left, word in words._broken[y] if word.target == target)
        await driver.pilot.hover("#verdict", offset=(x, y))
        await driver.until(lambda: session.preview is not None, "a preview")
        assert session.preview.moves == tuple(pv[:2])
        await driver.pilot.hover(BoardView, offset=(0, 0))
        await driver.until(lambda: session.preview is None, "the end of the preview")
        await driver.pilot.click("#verdict", offset=(x, y))
        await driver.arrived()
        assert session.round.moves == tuple(pv[:2])
        await driver.press("b")
        await driver.arrived()
        other = next(each.text for each in session.position.actions if each.text != pv[1])
        await driver.type(other)
        await driver.arrived()
        assert sorted(session.round.lines) == sorted([tuple(pv[:2]), (pv[0], other)])
        assert "└" in driver.says("#moves")
        await driver.press("escape", "right_curly_bracket")
        await driver.arrived()
        assert session.round.played == tuple(pv[:2])
        await driver.press("b", "b")
        await driver.until(lambda: session.search.line is not None, "a line")
        await driver.press("g")
        await driver.arrived()
        assert len(session.round.played) == 1

    drive(f"{games_file}:Drawn", work, view="analyze")


def test_from_a_game_to_its_analysis_and_back(drive: Drive, games_file: Path) -> None:
    """The view changes in place: a game is analysed where it stands, and goes on from there."""

    async def work(app: Any, driver: Any) -> None:
        session = app.session
        await driver.click(4)
        await driver.until(lambda: len(session.round.moves) == 2 and not session.waits, "the answer")
        await driver.press("a")
        await driver.until(lambda: session.search.line, "a line")
        assert not app.query_one("#seats").display
        await driver.pilot.click("#top", offset=(2, 0))
        await driver.arrived()
        assert not session.analyses
        assert len(session.round.moves) == 2

    drive(f"{games_file}:Drawn", work, seats=(Seat(), Seat("alphabeta", Limits(2))))


@pytest.mark.parametrize("size", [(60, 20), (200, 60)])
@pytest.mark.parametrize("spec", ["isolation", "pentago", "Threes", "Drawn"])
def test_any_size(drive: Drive, games_file: Path, spec: str, size: tuple[int, int]) -> None:
    """In a small and in a large terminal, every view, dialog and key works, and the board is there with its texts.
    The terminal may change its size."""

    async def work(app: Any, driver: Any) -> None:
        session, board = app.session, app.query_one(BoardView)

        def all_is_there() -> bool:
            text = "\n".join(board.render_line(y).text for y in range(board.size.height))
            scene = session.position.scene
            shown = [session.position.state] if scene is None else [*scene.column_labels, *scene.row_labels]
            return all(each in text for each in shown)

        for view in ("play", "analyze"):
            assert session.analyses == (view == "analyze")
            for keys in (("h",), ("down", "enter", "escape"), ("f",), ("p", "escape"), ("question_mark", "escape")):
                await driver.press(*keys)
                await driver.arrived()
            await driver.until(lambda: not session.analyses or session.search.line, "a line")
            await driver.until(all_is_there, "the texts of the board")
            await driver.press("a")
            await driver.until(lambda view=view: session.analyses == (view == "play"), "the other view")
        await driver.pilot.resize_terminal(100, 30)
        await driver.press("t")
        await driver.pilot.resize_terminal(30, 8)
        await driver.pilot.pause()
        await driver.press("q")

    drive(spec if spec.islower() else f"{games_file}:{spec}", work, size=size)
