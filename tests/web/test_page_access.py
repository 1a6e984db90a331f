"""The page in a browser for every reader: no violation that axe-core finds, contrast of texts in pictures, and no
sideways scrolling, in both themes and on a phone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

Open = Callable[..., Any]
Contrasts = Callable[[Any], list[Any]]
SMALL = "isolation(width=4, height=4)"
VIEWS = {
    "play": ("play", {"game": "pentago", "p1": "person", "moves": "a1-TL-L~f6-BR-L"}, "g.cell.may"),
    "analyse": ("analyse", {"game": SMALL, "moves": "b2~d4~a4"}, ".badge"),
    "explain": ("explain", {"game": SMALL, "tree": "seed 5 of 4 plies", "beside": "minimax", "step": "9"}, ".legend"),
    "exercise": ("exercise", {"game": SMALL, "tree": "seed 3 of 3 plies", "windows": "yes"}, ".tree .leaf .number"),
}


@pytest.fixture(params=list(VIEWS))
def view(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def shown(open_page: Open, view: str, width: int, theme: str) -> Any:
    name, query, ready = VIEWS[view]
    page = open_page(f"#{name}?{urlencode(query)}", width=width, theme=theme)
    page.locator(ready).first.wait_for(timeout=30_000)
    return page


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1200])
def test_pages_are_accessible(
    open_page: Open, violations: Callable[[Any], Any], view: str, width: int, theme: str
) -> None:
    """axe-core finds no violation, and only trees and tables scroll sideways."""
    page = shown(open_page, view, width, theme)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_in_pictures_can_be_read(open_page: Open, view: str, theme: str, contrasts: Contrasts) -> None:
    """Texts in SVG have a contrast of 4.5 to 1 with what is under them, which axe-core does not test."""
    page = shown(open_page, view, 1200, theme)
    found = contrasts(page)
    assert len(found) > 8
    assert [each for each in found if each[0] < 4.5] == []
    page.evaluate("for (const each of document.querySelectorAll('svg text')) each.style.fill = 'rgb(128, 128, 128)'")
    assert any(each[0] < 4.5 for each in contrasts(page))  # the test can fail


def test_focus_can_be_seen(open_page: Open) -> None:
    """Each stop of the Tab key has an outline, or a ring on the board."""
    page = shown(open_page, "play", 1200, "light")
    for _ in range(12):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            """() => {
                const at = document.activeElement;
                const ring = at.querySelector(":scope > .halo");
                if (ring) return getComputedStyle(ring).stroke !== "rgba(0, 0, 0, 0)";
                return getComputedStyle(at).outlineStyle !== "none";
            }"""
        )
        assert seen, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")


def test_a_theme_is_chosen_and_kept(open_page: Open) -> None:
    """The button goes from the system's theme to light and dark, and the choice is kept."""
    page = shown(open_page, "play", 1200, "light")
    paper = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(paper)
    for _ in range(2):
        page.get_by_role("button", name="Theme").click()
    page.locator("html[data-theme=dark]").wait_for()
    dark = page.evaluate(paper)
    assert dark != before
    page.reload()
    page.locator("g.cell").first.wait_for()
    assert page.evaluate(paper) == dark
