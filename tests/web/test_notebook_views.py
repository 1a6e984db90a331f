"""What a notebook shows of results, in a browser: themes, contrast, and what axe-core finds."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from typing import Any

import pytest

import advsearch
from advsearch import plots
from advsearch.notebook import show

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
SMALL = "isolation(width=4, height=4)"
THEMES = {
    "the reader's": "",
    "JupyterLab": "document.body.dataset.jpThemeLight = '{light}'",
    "Visual Studio Code": "document.body.className = 'vscode-{theme}'",
    "marimo": "document.body.className = '{theme}'",
    "a page": "document.documentElement.dataset.theme = '{theme}'",
}


@cache
def views() -> str:
    """A page with every kind of view."""
    game = advsearch.load_game(SMALL)
    search = advsearch.bind("alphabeta(tier=reference)", game)
    trees = advsearch.load_game("advsearch.testing.exercises:Trees")
    compared = advsearch.compare(SMALL, "improved", "null", nodes=30, pairs=4, tier="reference")
    shown = [
        show(game),
        show(trees),
        show(search(game.initial(), depth=2, every_action=True)),
        show(search(game.initial(), depth=3, lines=3)),
        show(advsearch.trace(trees, trees.initial(), depth=6)),
        show(compared),
        show(compared.summary),
        show(plots.nodes(game, ["minimax(tier=reference)", "alphabeta(tier=reference)"], 3)),
    ]
    body = "".join(each.html() for each in shown)
    return f'<!doctype html><html lang="en"><title>views</title><body><main><h1>views</h1>{body}</main></body></html>'


@pytest.fixture
def put(browser: Any) -> Iterator[Callable[..., Any]]:
    """A function that puts all views on a page. In the end no page may have logged an error or asked for anything."""
    contexts, faults = [], []

    def start(*, prefers: str = "light") -> Any:
        context = browser.new_context(viewport={"width": 900, "height": 1000}, color_scheme=prefers)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: faults.append(asked.url))
        page.set_content(views())
        return page

    yield start
    for context in contexts:
        context.close()
    assert faults == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("says", THEMES)
def test_views_follow_the_theme(put: Callable[..., Any], says: str, theme: str) -> None:
    """A view has the theme that the page says it has, whatever the reader prefers elsewhere."""
    other = {"light": "dark", "dark": "light"}[theme]
    page = put(prefers=other if THEMES[says] else theme)
    if THEMES[says]:
        page.evaluate(THEMES[says].format(theme=theme, light=str(theme == "light").lower()))
    style = "getComputedStyle(document.querySelector('.advsearch'))"
    assert (
        page.evaluate(f"{style}.backgroundColor") == {"light": "rgb(255, 255, 255)", "dark": "rgb(28, 32, 38)"}[theme]
    )
    assert page.evaluate(f"{style}.colorScheme") == theme


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_views_can_be_read(put: Callable[..., Any], contrasts: Callable[[Any], list[Any]], theme: str) -> None:
    """Texts have a contrast of 4.5 to 1, in pictures too, and axe-core finds no violation."""
    if importlib.util.find_spec("axe_playwright_python") is None:
        pytest.skip("axe-core is not installed here: pip install axe-playwright-python")
    page = put(prefers=theme)
    for details in page.locator("summary").all():
        details.click()
    found = contrasts(page)
    assert len(found) > 80
    assert [each for each in found if each[0] < 4.5] == []
    violations = page.evaluate(
        (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
        + "\n;axe.run().then((all) => all.violations.map((each) => [each.id, each.nodes.map((at) => at.html)]))"
    )
    assert violations == []
