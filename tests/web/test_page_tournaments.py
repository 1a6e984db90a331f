"""The page in a browser: a tournament's table while it is played, and its games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from advsearch import load_game
from advsearch.notation import action_text
from advsearch.tournament.openings import Opening
from advsearch.tournament.records import GameRecord
from advsearch.tournament.schedule import AgentSpec, Conditions, Schedule
from advsearch.tournament.store import Store

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
expect = playwright.expect

SPEC = "isolation(width=4, height=4)"
EVIL = "<b>evil</b>"


def game_texts() -> tuple[str, ...]:
    """A whole game, as texts."""
    game: Any = load_game(SPEC)
    state, texts = game.initial(), []
    while not game.terminal(state):
        action = game.actions(state)[-1]
        texts.append(action_text(game, state, action))
        state = game.result(state, action)
    return tuple(texts)


@pytest.fixture
def cup(tmp_path: Path) -> tuple[Path, list[GameRecord]]:
    """A store without games, and the games that will be played."""
    agents = (AgentSpec(EVIL, searcher="random"), AgentSpec("two", searcher="greedy"))
    schedule = Schedule(Conditions(SPEC), agents, (Opening(()),))
    path = tmp_path / "cup.db"
    with Store(path) as store:
        store.begin(
            attrs.asdict(schedule.conditions), {each.name: attrs.asdict(each) for each in agents}, schedule.to_text()
        )
    moves = game_texts()
    records = [
        GameRecord(slot.id, slot.pair, SPEC, slot.first.name, slot.second.name, (), moves, "1-0", "normal")
        for slot in schedule.slots()
    ]
    return path, records


def test_a_table_that_grows_and_a_game_to_replay(
    open_page: Callable[..., Any], serving: Callable[..., Any], cup: tuple[Path, list[GameRecord]]
) -> None:
    """The table shows the games that a running tournament stores. A game opens at its first position, and the keys
    step through it. Names are shown as text.
    """
    path, records = cup
    address, _ = serving(SPEC, "--store", str(path))
    page = open_page("#tournaments", at=address)
    expect(page.locator(".games li")).to_have_count(0)
    with Store(path) as store:
        store.add(records[:1])
    expect(page.locator(".games li")).to_have_count(1, timeout=15_000)
    assert EVIL in page.locator(".games").inner_text()
    page.get_by_label("Filter").fill("no-such-agent")
    expect(page.locator(".games li")).to_have_count(0)
    page.get_by_label("Filter").fill("evil")
    page.locator(".games .step").click()
    expect(page.locator("[data-ply='0']")).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("End")
    expect(page.locator(f"[data-ply='{len(records[0].actions)}']")).to_be_visible()
    expect(page.locator(".verdict .big")).to_contain_text("wins")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1200])
def test_the_table_is_accessible(
    open_page: Callable[..., Any],
    serving: Callable[..., Any],
    cup: tuple[Path, list[GameRecord]],
    violations: Callable[[Any], Any],
    theme: str,
    width: int,
) -> None:
    """axe-core finds no violation in a tournament's table with a game, and the page does not scroll sideways."""
    path, records = cup
    with Store(path) as store:
        store.add(records[:1])
    address, _ = serving(SPEC, "--store", str(path))
    page = open_page("#tournaments", at=address, width=width, theme=theme)
    expect(page.locator(".games li")).to_have_count(1, timeout=30_000)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_a_store_there_is_no_such_view(open_page: Callable[..., Any]) -> None:
    """A server without a store offers no tournaments."""
    page = open_page("#play?game=pentago")
    page.wait_for_selector("g.cell.may")
    assert "Tournaments" not in page.locator("nav").inner_text()
