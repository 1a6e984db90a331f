"""The board of a notebook in a browser: a page that stands for the notebook runs the widget's script, and passes what
it says to the object in Python and back.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import advsearch

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
expect = playwright.expect
pytestmark = pytest.mark.needs_notebook

HOST = """async ([script, style, state]) => {
    const sheet = document.createElement("style");
    sheet.textContent = style;
    document.head.append(sheet);
    const listeners = new Map();
    const heard = (event, ...given) => [...(listeners.get(event) || [])].forEach((each) => each(...given));
    const values = { ...state };
    let changed = {};
    window.sent = [];
    const model = {
        get: (name) => values[name],
        set: (name, value) => { values[name] = changed[name] = value; heard(`change:${name}`); },
        save_changes: () => window.sent.push({ saved: changed }) && (changed = {}),
        send: (message) => window.sent.push(message),
        on: (event, call) => listeners.set(event, [...(listeners.get(event) || []), call]),
        off: (event, call) => listeners.set(event, (listeners.get(event) || []).filter((each) => each !== call)),
    };
    window.update = (state) => {
        Object.entries(state).forEach(([name, value]) => model.set(name, value));
        changed = {};
    };
    window.say = (message) => heard("msg:custom", message);
    const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const widget = (await import(url)).default;
    window.close_view = widget.render({ model, el: document.getElementById("here") });
}"""


class Shown:
    """A board, or another widget, in Python and the page that shows it."""

    def __init__(self, page: Any, board: Any, then: Callable[[Any], None] = lambda _board: None) -> None:
        self.page, self.board = page, board
        kept = ("_esm", "_css", "_anywidget_id")
        self.synced = [name for name in board.keys if name not in kept and not name.startswith(("_model", "_view"))]
        self.said: list[Any] = []
        board.send = self.said.append
        page.set_content(
            '<!doctype html><html lang="en"><title>host</title><main><h1>host</h1><div id="here"></div></main></html>'
        )
        given = [str(board._esm), str(board._css), board.get_state(self.synced)]
        then(board)
        both = [given, board.get_state(self.synced)]
        page.evaluate(f"async ([given, then]) => {{ await ({HOST})(given); update(then); }}", both)
        page.wait_for_selector("#here > *")

    def pump(self) -> None:
        """Pass on what the page has said, and then what the object has to say."""
        for message in self.page.evaluate("sent.splice(0)"):
            if "saved" in message:
                self.board.set_state(message["saved"])
            else:
                self.board._handle_custom_msg(message, [])
        self.page.evaluate("(state) => update(state)", self.board.get_state(self.synced))
        while self.said:
            self.page.evaluate("(message) => say(message)", self.said.pop(0))

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()
        self.pump()


@pytest.fixture
def put(browser: Any) -> Iterator[Callable[..., Shown]]:
    """A function that puts a board on a page. In the end no page may have logged an error, or asked for anything."""
    contexts, faults = [], []

    def start(board: Any, *, theme: str = "light", **given: Any) -> Shown:
        context = browser.new_context(viewport={"width": 700, "height": 1000}, color_scheme=theme)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda asked: faults.append(asked.url) if not asked.url.startswith("blob:") else None)
        return Shown(page, board, **given)

    yield start
    for context in contexts:
        context.close()
    assert faults == []


@pytest.mark.parametrize("name", ["isolation(width=4, height=4)", "pentago", "Drawn", "Threes"])
def test_a_whole_game_by_clicks(put: Callable[..., Shown], games_file: Path, name: str) -> None:
    """Two people play a game to its end by clicks alone, and the board in Python has the game."""
    board = advsearch.Board(f"{games_file}:{name}" if name in ("Drawn", "Threes") else name)
    shown, rng = put(board), random.Random(4)
    for _ in range(200):
        if board.over:
            break
        plies = len(board.moves)
        for choices in (shown.page.locator("g.cell.may"), shown.page.locator(".rest button")):
            if len(board.moves) == plies and choices.count():
                choices.nth(rng.randrange(choices.count())).click()
                shown.pump()
        assert len(board.moves) == plies + 1
    assert board.over
    expect(shown.page.locator(".caption")).to_have_text(re.compile("wins|draw"))
    expect(shown.page.locator(".played")).to_have_text(" ".join(board.moves))
    shown.click("Take back")
    assert not board.over


def test_what_changes_while_the_board_appears(put: Callable[..., Shown]) -> None:
    """An action that the next cell of the notebook plays, just when the browser has drawn the board, is shown."""
    board = advsearch.Board("isolation(width=4, height=4)")
    shown = put(board, then=lambda board: board.play("b2"))
    expect(shown.page.locator(".played")).to_have_text("b2")


def test_a_searcher_answers(put: Callable[..., Shown]) -> None:
    """A click of a person is followed by the searcher's action, and the page says what it thought."""
    board = advsearch.Board("isolation(width=4, height=4)", second="deepening", depth=4, time_s=None)
    shown = put(board)
    shown.page.get_by_label("b2, empty").click()
    shown.pump()
    assert len(board.moves) == 2
    expect(shown.page.locator(".found")).to_contain_text(f"{board.moves[1]}: ")
    assert shown.page.locator(".board .piece").count() == 2


def test_values_and_lines_are_drawn(put: Callable[..., Shown], contrasts: Callable[[Any], list[Any]]) -> None:
    """A search shows the values of all actions at their cells, and a click on a line draws it. Every text in the
    picture can be read in both themes, and axe-core finds no violation.
    """
    for theme in ("light", "dark"):
        board = advsearch.Board("isolation(width=4, height=4)")
        shown = put(board, theme=theme)
        board.search(depth=3, time_s=None)
        shown.pump()
        tags = shown.page.locator(".marks .value")
        expect(tags).to_have_count(16)
        found = contrasts(shown.page)
        assert len(found) > 20
        assert [each for each in found if each[0] < 4.5] == []
        shown.page.locator(".lines button").first.click()
        expect(tags).to_have_text(["1", "2", "3"][: len(board.result.pv)])
        violations = shown.page.evaluate(
            (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
            + "\n;axe.run().then((all) => all.violations.map((each) => [each.id, each.nodes.map((at) => at.html)]))"
        )
        assert violations == []


def test_a_choice_is_previewed_and_the_view_ends(put: Callable[..., Shown]) -> None:
    """Pointing at a button shows the position after its action. Closing the view leaves the page empty."""
    shown = put(advsearch.Board("pentago"))
    shown.page.get_by_label("c4, empty").click()
    shown.page.locator(".rest button").first.hover()
    shown.pump()
    assert shown.page.locator(".board .piece").count() == 1
    shown.page.mouse.move(1, 1)
    expect(shown.page.locator(".board .piece")).to_have_count(0)
    shown.click("Flip")
    assert shown.board.flipped
    shown.page.evaluate("close_view()")
    expect(shown.page.locator("#here > *")).to_have_count(0)


def test_an_error_is_shown(put: Callable[..., Shown]) -> None:
    """What Python refuses is shown below the board, and the game goes on."""
    shown = put(advsearch.Board("pentago"))
    shown.page.evaluate("sent.push({ do: 'play', action: 'z9' })")
    shown.pump()
    expect(shown.page.get_by_role("alert")).to_contain_text("z9")
    shown.click("New game")
    expect(shown.page.get_by_role("alert")).to_have_count(0)


def test_a_trace_is_stepped_through(put: Callable[..., Shown], contrasts: Callable[[Any], list[Any]]) -> None:
    """Keys, buttons and Python step through two searches, with a sentence for each step; every text can be read."""
    game = advsearch.load_game("advsearch.testing.exercises:Trees")
    one, two = (advsearch.trace(game, game.initial(), name, 6) for name in ("alphabeta", "minimax"))
    for theme in ("light", "dark"):
        stepped = advsearch.notebook.Stepped(alphabeta=one, minimax=two)
        shown = put(stepped, theme=theme)
        sentence = shown.page.locator(".sentence")
        expect(sentence).to_have_text("Press → to begin.")
        shown.page.get_by_role("button", name="One step on").click()
        shown.page.keyboard.press("ArrowRight")
        shown.pump()
        assert stepped.step == 2
        expect(sentence).to_have_text("a1 leads to a position where min moves.")
        stepped.step = len(two.steps)
        shown.pump()
        expect(sentence).to_have_text("The root is worth 3.")
        expect(shown.page.locator("figcaption").first).to_contain_text("11 of 11 nodes, 1 cut; the value is +3")
        found = contrasts(shown.page)
        assert len(found) > 20
        assert [each for each in found if each[0] < 4.5] == []
        assert shown.page.locator("div.tree .cross").count() == 2
