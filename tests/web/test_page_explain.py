"""The page in a browser: a search explained step by step, and exercises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
expect = playwright.expect

Open = Callable[..., Any]
RUSSELL = "three-ply-of-russell-and-norvig"


def place(view: str, **more: str) -> str:
    return f"#{view}?{urlencode({'game': 'pentago', **more})}"


def test_a_search_is_stepped_through(open_page: Open) -> None:
    """Keys and the slider step through the search of a textbook's tree, with a sentence for each step."""
    page = open_page(place("explain", tree=RUSSELL))
    expect(page.locator(".sentence")).to_have_text("Press → to begin.")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".sentence")).to_have_text("The search begins at the root, where max moves.")
    page.get_by_role("button", name="Next cut").click()
    expect(page.locator(".sentence")).to_have_text("Pruned c2, c3: min already has 2 here, and max has 3 elsewhere.")
    assert page.locator(".cross").count() == 3  # one of them in the legend
    page.locator("h1").click()
    page.keyboard.press("End")
    expect(page.locator(".sentence")).to_have_text("The root is worth 3.")
    expect(page.locator("figcaption")).to_contain_text("11 of 11 nodes, 1 cut; the value is +3, the action a1")
    page.wait_for_timeout(500)
    page.reload()
    expect(page.locator(".sentence")).to_have_text("The root is worth 3.")


def test_two_searchers_side_by_side(open_page: Open) -> None:
    """Beside alpha-beta, minimax searches the same tree without a cut."""
    page = open_page(place("explain", tree=RUSSELL, beside="minimax"))
    expect(page.locator("figure")).to_have_count(2)
    expect(page.locator("figcaption").nth(1)).to_contain_text("of 13 nodes")  # both searches are there
    sentence = page.locator(".sentence")
    page.get_by_role("button", name="Next cut").click()
    expect(sentence).to_contain_text("alpha-beta: Pruned c2, c3: min already has 2 here, and max has 3 elsewhere.")
    expect(sentence).to_contain_text("minimax: c2 ")
    page.keyboard.press("End")
    expect(sentence).to_have_text("The root is worth 3.")
    expect(page.locator("figcaption").nth(1)).to_contain_text("13 of 13 nodes, 0 cuts; the value is +3")


def test_any_position_of_any_game(open_page: Open) -> None:
    """The search of a position of the game is explained, and a large tree is folded."""
    page = open_page(place("explain", moves="a1-TL-L", depth="2"))
    expect(page.locator("figure")).to_contain_text("This tree is folded", timeout=30_000)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".sentence")).to_contain_text("leads to a position where")
    assert page.locator(".tree .node").count() < 700


def test_an_exercise_is_failed_and_solved(open_page: Open) -> None:
    """Wrong answers get the first mistake and why; right ones are said to be right."""
    page = open_page(place("exercise", tree=RUSSELL))
    check = page.get_by_role("button", name="Check")
    check.click()
    expect(page.locator(".sentence")).to_contain_text("The value of a1 is missing: min moves there")
    for name, value in (("a1", "3"), ("a2", "2"), ("a3", "2"), ("the root", "3")):
        page.get_by_label(f"value of {name}").fill(value)
    check.click()
    expect(page.locator(".sentence")).to_contain_text(
        "c2 is pruned: min already has 2 at a2, and max has 3 elsewhere"
    )
    for name in ("c2", "c3"):
        page.get_by_label(name, exact=True).check()
    check.click()
    expect(page.locator(".sentence")).to_contain_text("All right.")
    page.get_by_label("windows too").check()
    check.click()
    expect(page.locator(".sentence")).to_contain_text("The window of the root is missing")
    page.get_by_label("lower end of the window of the root").fill("zero")
    check.click()
    expect(page.locator(".sentence")).to_contain_text("expected a number")


def test_a_link_is_the_same_exercise(open_page: Open) -> None:
    """Two readers with one link get the same tree."""
    texts = []
    for _ in range(2):
        page = open_page(place("exercise", tree="seed 12 of 3 plies"))
        page.wait_for_selector(".tree .leaf .number")
        texts.append(page.locator(".tree .number").all_text_contents())
    assert texts[0] == texts[1]
    assert len(texts[0]) > 8


def test_a_large_tree_draws_little(open_page: Open) -> None:
    """Of a trace of two thousand nodes, a step draws the way to its node and what is beside it."""
    page = open_page(place("explain", depth="3", searcher="minimax"))
    expect(page.locator("figure")).to_contain_text("This tree is folded", timeout=40_000)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator("figcaption")).to_contain_text("of 2,000 nodes")
    assert page.locator(".tree .node").count() < 1000
