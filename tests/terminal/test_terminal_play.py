"""Games that are played in the terminal, by keys and by mouse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from advsearch.cli.terminal.opening import Left, Seat
from advsearch.cli.terminal.painted import BoardView
from advsearch.limits import Limits

Drive = Callable[..., Any]
QUICK = Seat("alphabeta", Limits(2))


@pytest.mark.parametrize("by", ["keys", "mouse"])
def test_a_whole_game_of_isolation(drive: Drive, by: str) -> None:
    """A whole game is played by arrow keys and Enter, and by clicks; its end is announced, and Left has it."""

    async def work(app: Any, driver: Any) -> None:
        while not app.session.ending:
            action = app.session.position.actions[-1]
            if by == "keys":
                await driver.go_to(action.ways[0][0])
                await driver.press("enter")
            else:
                await driver.click(action.ways[0][0])
            await driver.arrived()
            assert app.session.round.moves[-1] == action.text
        assert "wins" in driver.says("#status")
        await driver.press("q")

    app = drive("isolation(width=4, height=4)", work)
    assert isinstance(app.return_value, Left)
    assert "wins" in app.return_value.ending
    assert len(app.return_value.moves) > 4


@pytest.mark.parametrize("by", ["keys", "mouse"])
def test_a_whole_game_of_pentago(drive: Drive, by: str) -> None:
    """A cell and then a turn are chosen; the turn that is highlighted is shown as a preview. A late position is
    played to its end."""

    async def work(app: Any, driver: Any) -> None:
        session = app.session
        while not session.ending:
            await one(app, driver, session.position.actions[3])
        assert session.position.over

    async def one(app: Any, driver: Any, action: Any) -> None:
        session = app.session
        if by == "keys":
            await driver.go_to(action.ways[0][0])
            await driver.press("enter")
        else:
            await driver.click(action.ways[0][0])
        choices = app.query_one("#choices", OptionList)
        await driver.until(lambda: choices.has_focus and session.preview is not None, "a preview")
        number = [each.text for each in session.choices].index(action.text)
        if by == "keys":
            await driver.press(*["down"] * number, "enter")
        else:
            await driver.pilot.click("#choices", offset=(1, number))
        await driver.until(lambda: session.round.moves[-1:] == (action.text,), "the move")
        await driver.arrived()

    drive("pentago", work, start="XOXOXO/OXOXOX/XOXOXO/OXOXOX/OX..../XO....")


@pytest.mark.parametrize("by", ["keys", "mouse", "typing"])
def test_a_whole_game_without_a_board(drive: Drive, games_file: Path, by: str) -> None:
    """A game without a board shows its position as text, and its actions in a list. They can also be typed."""

    async def work(app: Any, driver: Any) -> None:
        session = app.session
        board = app.query_one(BoardView)
        while not session.ending:
            assert board.text == session.position.state
            await one(app, driver, session.position.actions[0].text)
        assert session.round.moves == ("0", "1", "2", "3", "4", "5", "6")
        assert "first wins" in driver.says("#status")

    async def one(app: Any, driver: Any, action: str) -> None:
        if by == "typing":
            await driver.type(action)
        elif by == "keys":
            if not app.query_one("#choices").has_focus:
                await driver.press("tab")
            await driver.press("home", "enter")
        else:
            await driver.pilot.click("#choices", offset=(1, 0))
        await driver.until(lambda: app.session.round.moves[-1:] == (action,), "the move")
        await driver.arrived()

    drive(f"{games_file}:Threes", work)


def test_hints_and_take_back_and_resigning(drive: Drive, games_file: Path) -> None:
    """A hint is shown with its value and on the board. Taking back against a searcher takes its answer back, too, and
    after resigning it takes that back."""

    async def work(app: Any, driver: Any) -> None:
        session = app.session
        await driver.click(4)
        await driver.until(lambda: len(session.round.moves) == 2 and not session.waits, "the answer")
        assert "second played" in driver.says("#status")
        await driver.press("h")
        await driver.until(lambda: session.hinted, "a hint")
        assert session.hinted in driver.says("#status")
        assert any(each.mark == "hint" for each in app.query_one(BoardView)._decors.values())
        await driver.press("r")
        assert "first resigns: second wins" in driver.says("#status")
        await driver.click(0)
        assert len(session.round.moves) == 2
        await driver.press("b")
        assert session.ending == ""
        await driver.press("b")
        await driver.arrived()
        assert session.round.moves == ()
        assert session.position.state == "." * 9

    drive(f"{games_file}:Drawn", work, seats=(Seat(), QUICK))


def test_two_searchers_play_to_the_end(drive: Drive, games_file: Path) -> None:
    """A game between two searchers can be watched."""

    async def work(app: Any, driver: Any) -> None:
        await driver.until(lambda: app.session.ending, "the end")
        assert app.session.position.over

    drive(f"{games_file}:Drawn", work, seats=(QUICK, QUICK))


def test_what_is_typed(drive: Drive) -> None:
    """The field takes actions in either case, the words of the plain game, and answers the rest with the game's own
    error."""

    async def work(app: Any, driver: Any) -> None:
        session = app.session
        await driver.type("D4")
        await driver.arrived()
        assert session.round.moves == ("d4",)
        await driver.type("z99")
        await driver.until(lambda: session.failed, "an error")
        assert "expected" in driver.says("#status")
        await driver.type("back")
        await driver.until(lambda: session.round.moves == () and not session.waits, "the position")
        await driver.type("hint")
        await driver.until(lambda: session.hinted, "a hint")
        await driver.type("quit")

    assert drive("isolation", work).return_value == Left("", (), "......./" * 6 + "....... A")


def test_a_looping_game_can_be_left(drive: Drive, games_file: Path) -> None:
    """While the rules of a game never end, the reader may go back and go on, and may leave."""

    async def work(app: Any, driver: Any) -> None:
        session = app.session
        await driver.type("8")
        assert session.waits
        await driver.press("escape", "b")
        await driver.arrived()
        await driver.pilot.click("#choices", offset=(1, 0))
        await driver.arrived()
        assert session.round.moves == ("0",)
        await driver.press("escape", "b")
        await driver.arrived()
        await driver.type("8")
        await driver.press("escape", "q")

    left = drive(f"{games_file}:Loops", work).return_value
    assert left == Left("", ("8",), "." * 9)


def test_a_game_that_loops_at_once_can_be_left(drive: Drive, games_file: Path) -> None:
    """A game whose first position cannot be worked out is shown, and can be left."""

    async def work(app: Any, driver: Any) -> None:
        assert app.query_one(BoardView).scene is not None
        await driver.press("q")

    assert drive(f"{games_file}:LoopsAtOnce", work, ready=False).return_value == Left("", (), "." * 9)


def test_steps_through_the_game(drive: Drive, games_file: Path) -> None:
    """Earlier positions are shown, and another action from there begins another line."""

    async def work(app: Any, driver: Any) -> None:
        session = app.session
        for cell in (0, 1, 2):
            await driver.click(cell)
            await driver.arrived()
        await driver.press("left_square_bracket", "left_square_bracket")
        await driver.arrived()
        assert session.position.state == "X........"
        assert session.round.moves == ("0", "1", "2")
        await driver.press("end")
        await driver.arrived()
        assert session.position.state == "XOX......"
        await driver.press("home")
        await driver.arrived()
        await driver.click(8)
        await driver.arrived()
        assert session.round.moves == ("8",)

    drive(f"{games_file}:Drawn", work)


def test_players_and_clock(drive: Drive, games_file: Path) -> None:
    """The dialog changes who plays, and sets a clock, which runs for the player to move until the time is over."""

    async def work(app: Any, driver: Any) -> None:
        session = app.session
        await driver.until(lambda: "greedy" in session.searchers, "the searchers")
        await driver.press("p")
        app.screen.query_one("#player-1").value = "greedy"
        app.screen.query_one("#clock").value = 60.0
        await driver.pilot.click("#play")
        await driver.pilot.pause()
        assert session.seats[1].player == "greedy"
        assert "1:00" in driver.says("#seats")
        await driver.arrived()
        await driver.click(4)
        await driver.until(lambda: len(session.round.moves) == 2 and not session.waits, "the answer")
        session.clock.left[0] = 0.05
        await driver.until(lambda: session.ending, "the end")
        assert session.ending == "first ran out of time: second wins"

    drive(f"{games_file}:Drawn", work)


def test_flip_theme_and_new_game(drive: Drive, games_file: Path) -> None:
    """The board is flipped with its clicks, the theme changes, and a new game has to be asked for twice."""

    async def work(app: Any, driver: Any) -> None:
        session, board = app.session, app.query_one(BoardView)
        before, dark = board.render_line(3), app.current_theme.dark
        await driver.press("f")
        await driver.click(0)
        await driver.arrived()
        assert session.round.moves == ("0",)
        assert board.spot(0) > board.spot(8)
        await driver.press("t")
        assert app.current_theme.dark != dark
        assert board.render_line(3) != before
        await driver.press("n")
        assert session.round.moves == ("0",)
        await driver.press("n")
        assert session.round.moves == ()

    drive(f"{games_file}:Drawn", work)


def test_a_click_before_the_game_has_started(drive: Drive) -> None:
    """A cell that is chosen as soon as the board is there is played when the game's process has started."""

    async def work(app: Any, driver: Any) -> None:
        assert app.session.waits
        await driver.press("down", "enter")
        await driver.until(lambda: app.session.round.moves == ("d4",) and not app.session.waits, "the move")

    drive("isolation", work, ready=False)


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_leaving(drive: Drive, key: str) -> None:
    """q and Ctrl-C leave with the moves and the position."""

    async def work(app: Any, driver: Any) -> None:
        await driver.click(0)
        await driver.arrived()
        await driver.press(key)

    left = drive("isolation(width=4, height=4)", work).return_value
    assert left == Left("", ("a1",), "A.../..../..../.... B")
