"""The page in a browser: analysis while the reader looks, and what follows from it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
expect = playwright.expect

Open = Callable[..., Any]
SMALL = "isolation(width=4, height=4)"


def place(game: str, **more: str) -> str:
    return f"#analyse?{urlencode({'game': game, **more})}"


def test_a_search_is_shown_as_it_goes(open_page: Open) -> None:
    """A position is searched until it is proven. Its lines have values in words and in short, and the best values
    stand on the board.
    """
    page = open_page(place(SMALL, moves="b2~d4"))
    expect(page.locator(".badge")).to_have_text("proven")
    assert re.match(r"(win|loss) in \d+ for first", page.locator(".verdict .big").inner_text().replace("\n", " "))
    assert page.locator(".lines li").count() == 3
    assert page.locator(".board .marks .value").count() == 3
    assert re.fullmatch(r"[WL]\d+", page.locator(".board .marks .value").first.text_content())
    page.get_by_label("number of lines").select_option("5")
    expect(page.locator(".lines li")).to_have_count(4)
    page.get_by_role("button", name="Value of every action").click()
    expect(page.locator(".board .marks .value")).to_have_count(4)


def test_a_line_is_looked_at_and_gone_to(open_page: Open) -> None:
    """A step of a line shows its board while the pointer is on it, and a click goes there."""
    page = open_page(place(SMALL, moves="b2~d4"))
    expect(page.locator(".badge")).to_have_text("proven")
    third = page.locator(".lines li").first.locator(".step").nth(2)
    before = page.locator(".caption").inner_text()
    third.hover()
    expect(page.locator(".caption")).to_have_text(re.compile("ply 5"))
    page.mouse.move(5, 5)
    expect(page.locator(".caption")).to_have_text(before)
    third.click()
    expect(page.locator("[data-ply='5']")).to_be_visible()
    page.go_back()
    expect(page.locator("[data-ply='2']")).to_be_visible()


def test_a_whole_game_and_its_mistakes(open_page: Open) -> None:
    """Every position of a game gets a value, and an action that leaves a proven win is named."""
    page = open_page(place("pentago", start="XXXX../OOO.../....../....../....../O.....", moves="f6-BR-L~d2-TL-L"))
    page.get_by_role("button", name="Analyse the whole game").click()
    expect(page.locator(".moves .list .bad").first).to_contain_text("leaves a proven win")
    assert page.locator(".graph .point").count() == 3


def test_lines_that_were_tried_are_kept(open_page: Open) -> None:
    """Another action at an earlier ply keeps both lines, and a click goes to each."""
    page = open_page(place(SMALL, moves="b2~d4~a4"))
    expect(page.locator("[data-ply='3']")).to_be_visible()
    page.get_by_role("button", name="Back (←)").click()
    page.get_by_role("button", name=re.compile("^c4, empty")).click()
    page.get_by_text("Lines that you tried").click()
    steps = page.locator(".variations .step")
    expect(steps).to_have_count(4)
    steps.filter(has_text="a4").click()
    expect(page.locator(".moves .list [aria-current]")).to_have_text("3a4")


def test_facts(open_page: Open) -> None:
    """The page shows the evaluator's terms, proves a position and counts positions."""
    page = open_page(place(SMALL, moves="b2~d4"))
    expect(page.locator(".facts .sum")).to_contain_text("sum")
    page.get_by_role("button", name="Count positions").click()
    expect(page.locator(".job .facts tbody tr").first).to_have_text("140")
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".job p").first).to_contain_text("with best play: proven", timeout=90_000)


def test_a_pin_keeps_a_value(open_page: Open) -> None:
    """A pinned value stays while other positions are looked at."""
    page = open_page(place(SMALL, moves="b2~d4"))
    expect(page.locator(".badge")).to_have_text("proven")
    page.get_by_role("button", name="Pin").click()
    page.get_by_role("button", name="Back (←)").click()
    expect(page.locator(".pins li")).to_contain_text("for first")
    page.get_by_role("button", name="remove pin 1").click()
    expect(page.locator(".pins li")).to_have_count(0)


def test_a_game_without_a_board(open_page: Open, games_file: Path) -> None:
    """A game that draws nothing is analysed by its buttons, which show values."""
    page = open_page(place(f"{games_file}:Threes", moves="4~1"))
    expect(page.locator(".badge")).to_have_text("proven")
    expect(page.locator(".rest small").first).to_have_text(re.compile(r"W5"))


def test_stopping_and_the_end_of_the_game(open_page: Open) -> None:
    """The search is stopped and goes on by a button. A finished game has a result and no search."""
    page = open_page(place("pentago"))
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".verdict .busy")).to_have_count(0)
    page.get_by_role("button", name="Analyse", exact=True).last.click()
    expect(page.locator(".verdict .busy")).to_have_count(1)
    over = open_page(place("pentago", start="XXXX../OOO.../....../....../....../O.....", moves="e1"))
    expect(over.locator(".verdict .big")).to_contain_text("first wins")
