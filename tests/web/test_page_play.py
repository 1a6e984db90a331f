"""The page in a browser: games played by clicks and by keys, against a searcher and alone."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
expect = playwright.expect

Open = Callable[..., Any]
TWO_PEOPLE = {"p0": "person", "p1": "person"}


def place(game: str, view: str = "play", **more: str) -> str:
    return f"#{view}?{urlencode({'game': game, **more})}"


def wait_for_ply(page: Any, ply: int) -> None:
    page.wait_for_selector(f"[data-ply='{ply}']")


def play_by_clicks(page: Any, rng: random.Random, most: int = 200) -> int:
    """Click on what can be clicked until the game is over. Return the number of plies."""
    for ply in range(most):
        wait_for_ply(page, ply)
        page.wait_for_selector("g.cell.may, .rest button, .status.over")
        if page.locator(".status.over").count():
            return ply
        cells = page.locator("g.cell.may")
        if cells.count():
            cells.nth(rng.randrange(cells.count())).click()
            page.wait_for_selector(f".rest button, [data-ply='{ply + 1}']")
        rest = page.locator(".rest button")
        if not page.locator(f"[data-ply='{ply + 1}']").count():
            rest.nth(rng.randrange(rest.count())).click()
    raise AssertionError("the game did not end")


@pytest.mark.parametrize("game", ["isolation(width=4, height=4)", "pentago", "Drawn", "Threes"])
def test_a_whole_game_by_clicks(open_page: Open, games_file: Path, game: str) -> None:
    """Two people play a game to its end by clicks alone, and the page says who won. The address has the whole game:
    the same page is there after a reload, and one step back after the browser's button.
    """
    spec = f"{games_file}:{game}" if game in ("Drawn", "Threes") else game
    page = open_page(place(spec, **TWO_PEOPLE))
    plies = play_by_clicks(page, random.Random(3))
    expect(page.locator(".status")).to_have_text(re.compile("wins|draw"))
    page.reload()
    wait_for_ply(page, plies)
    expect(page.locator(".status")).to_have_text(re.compile("wins|draw"))
    page.go_back()
    wait_for_ply(page, plies - 1)
    expect(page.locator(".status")).to_contain_text("to move")


def test_a_whole_game_by_keys(open_page: Open) -> None:
    """A game is played with the arrow keys and Enter alone. The focus stays on the board."""
    page = open_page(place("isolation(width=4, height=4)", **TWO_PEOPLE))
    page.wait_for_selector("g.cell.may")
    page.locator("g.cell[tabindex='0']").focus()
    rng = random.Random(5)
    for ply in range(17):
        wait_for_ply(page, ply)
        page.wait_for_selector("g.cell.may, .status.over")
        if page.locator(".status.over").count():
            break
        for _ in range(500):
            if page.evaluate("document.activeElement.classList.contains('may')"):
                break
            page.keyboard.press(rng.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        page.keyboard.press("Enter")
    expect(page.locator(".status")).to_contain_text("wins")
    assert page.evaluate("document.activeElement.closest('.board') !== null")


def test_a_searcher_answers_and_its_move_is_taken_back(open_page: Open) -> None:
    """The searcher answers a move. Taking back takes its answer back too, and a hint shows an action."""
    page = open_page(place("isolation(width=4, height=4)", t1="0.1"))
    page.wait_for_selector("g.cell.may")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("depth")
    page.get_by_role("button", name="a1, empty").click()
    wait_for_ply(page, 2)
    page.get_by_role("button", name="Take back").click()
    wait_for_ply(page, 0)
    page.wait_for_selector("g.cell.may")


def test_resigning_flipping_and_a_new_game(open_page: Open) -> None:
    """Resigning ends the game, a flipped board begins with the last cell, and a new game begins again."""
    page = open_page(place("isolation(width=4, height=4)", moves="a1~d4", **TWO_PEOPLE))
    page.get_by_role("button", name="Flip the board").click()
    first = page.locator("g.cell").first.bounding_box()
    last = page.locator("g.cell").last.bounding_box()
    assert first["x"] > last["x"]
    page.get_by_role("button", name="Resign").click()
    expect(page.locator(".status")).to_have_text("first resigns: second wins")
    page.get_by_role("button", name="New game").click()
    wait_for_ply(page, 0)
    expect(page.locator(".status")).to_have_text("first to move")


def test_any_start_and_what_is_no_position(open_page: Open) -> None:
    """A game starts from a position in the game's notation. What is no position is an error in words."""
    page = open_page(place("pentago", **TWO_PEOPLE))
    field = page.get_by_label("Start from a position")
    field.fill("XXXX../OOO.../....../....../....../O.....")
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("button", name="e1, empty").click()
    page.wait_for_selector(".status.over")
    expect(page.locator(".status")).to_have_text("first wins")
    field.fill("nonsense")
    page.get_by_role("button", name="Set up").click()
    page.wait_for_selector("[role=alert]")
    assert "nonsense" in page.locator("[role=alert]").first.inner_text()


def test_a_clock_ends_the_game(open_page: Open) -> None:
    """The clock of the player to move runs from the first move on."""
    page = open_page(place("isolation(width=4, height=4)", clock="60", **TWO_PEOPLE))
    page.get_by_role("button", name="a1, empty").click()
    expect(page.locator(".clock").nth(1)).to_have_text("0:58")
    assert page.locator(".clock").first.inner_text() in ("1:00", "0:59")


def test_names_are_text(open_page: Open, games_file: Path) -> None:
    """A name or a summary with HTML in it is shown as text."""
    page = open_page(place(f"{games_file}:Evil", **TWO_PEOPLE))
    page.wait_for_selector(".rest button")
    assert "<img src=x onerror=alert(1)>" in page.locator("h1").inner_text()


def test_the_game_goes_on_after_the_server(open_page: Open, serving: Callable[..., Any]) -> None:
    """A server that is killed in mid-game and started again knows the page's game, and the page needs no reload."""
    address, process = serving("isolation(width=4, height=4)")
    page = open_page(place("isolation(width=4, height=4)", t1="0.1"), at=address)
    page.wait_for_selector("g.cell.may")
    page.get_by_role("button", name="a1, empty").click()
    wait_for_ply(page, 2)
    process.kill()
    process.wait()
    page.wait_for_selector(".banner")
    page.locator("g.cell.may").first.click()
    serving("isolation(width=4, height=4)", port=int(address.split(":")[2].strip("/")))
    wait_for_ply(page, 4)
    assert not page.locator(".banner").count()
    open_page.faults[:] = [each for each in open_page.faults if "REFUSED" not in each]  # type: ignore[attr-defined]


def test_closing_the_page_ends_its_search(open_page: Open, serving: Callable[..., Any], games_file: Path) -> None:
    """After a page is closed, its search of 30 s ends long before that, once code that is being built is built."""
    address, process = serving("pentago")
    page = open_page(place("pentago", p0="deepening", p1="deepening", t0="30"), at=address)
    expect(page.locator(".status")).to_contain_text("thinks")
    page.wait_for_timeout(1500)
    children = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
    page.context.close()
    page_free = processor_s(children)

    def idle() -> bool:
        nonlocal page_free
        import time

        time.sleep(0.5)
        before, page_free = page_free, processor_s(children)
        return page_free - before < 0.1

    assert any(idle() for _ in range(24))


def processor_s(pids: list[str]) -> float:
    """The seconds of processor time that processes have used."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / 100
