"""Games in a file, and the application without a terminal, driven by keys and mouse."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from advsearch import load_game
from advsearch.cli.terminal.app import Terminal
from advsearch.cli.terminal.opening import Left, Opened, Seat, first_position
from advsearch.cli.terminal.painted import BoardView
from advsearch.limits import Limits

SHARED = Path(__file__).parents[1] / "drawing" / "games_to_draw.py"
LOOPING = '''

class Loops(Threes):
    """Three in a row, in which the last cell never ends."""

    name = "loops"

    def result(self, state, action):
        while action == 8 and state == "." * 9:
            pass
        return super().result(state, action)


class LoopsAtOnce(Loops, Drawn):
    """The same with a board: to know what a click means, every action is tried."""
'''
WAIT_S = 60.0

Work = Callable[[Terminal, "Driver"], Awaitable[None]]


@pytest.fixture(scope="session")
def games_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the games above."""
    path = tmp_path_factory.mktemp("games") / "mine.py"
    path.write_text(SHARED.read_text(encoding="utf-8") + LOOPING, encoding="utf-8")
    return path


@attrs.frozen
class Driver:
    """Presses keys, clicks, and waits until something is so."""

    app: Terminal
    pilot: Pilot[Left]

    async def until(self, holds: Callable[[], Any], what: str) -> None:
        """Wait until something holds. It must within a minute."""
        for _ in range(int(WAIT_S / 0.02)):
            await self.pilot.pause()
            if holds():
                await self.pilot.pause()
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"waited in vain for {what}")

    async def arrived(self) -> None:
        await self.until(lambda: not self.app.session.waits, "the position")

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type a line into the field below the board."""
        if not self.app.query_one("#typed").has_focus:
            await self.press("slash")
        await self.press(*(text.replace(" ", "")), "enter")

    async def click(self, cell: int) -> None:
        """Click a cell of the board."""
        board = self.app.query_one(BoardView)
        await self.until(lambda: board._tiling is not None and board._lines, "the board")
        await self.pilot.click(BoardView, offset=board.spot(cell))
        await self.pilot.pause()

    async def go_to(self, cell: int) -> None:
        """Move the cursor to a cell of a rectangular board by arrow keys."""
        board = self.app.query_one(BoardView)
        scene = board.scene
        assert scene is not None
        if board.cursor is None:
            await self.press("down")
        assert board.cursor is not None
        here, there = scene.cells[board.cursor], scene.cells[cell]
        across, down = there.column - here.column, there.row - here.row
        await self.press(*["right" if across > 0 else "left"] * abs(across))
        await self.press(*["down" if down > 0 else "up"] * abs(down))
        assert board.cursor == cell

    def says(self, widget: str) -> str:
        """The words of a part of the screen."""
        return " ".join(word.text for line in self.app.query_one(widget)._given for word in line)  # type: ignore[attr-defined]


@pytest.fixture
def drive() -> Callable[..., Terminal]:
    """A function that opens a game without a terminal, lets `work` drive it, and returns the application."""

    def start(
        spec: str,
        work: Work,
        *,
        size: tuple[int, int] = (80, 24),
        ready: bool = True,
        moves: tuple[str, ...] = (),
        **opened: Any,
    ) -> Terminal:
        game = load_game(spec)
        given = {"view": "play", "hints": Seat("alphabeta", Limits(3)), **opened}
        app = Terminal(Opened(spec=spec, position=first_position(game, given.get("start")), **given))

        async def running() -> None:
            async with app.run_test(size=size) as pilot:
                driver = Driver(app, pilot)
                if ready:
                    await driver.arrived()
                for move in moves:
                    app.session.play(move)
                    await driver.arrived()
                await work(app, driver)

        asyncio.run(asyncio.wait_for(running(), 4 * WAIT_S))
        return app

    return start
