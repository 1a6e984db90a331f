"""A server with games in files, and a browser."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

SHARED = Path(__file__).parents[1] / "drawing" / "games_to_draw.py"
BAD = '''
import os
import sys
import time


class Loops(Threes):
    """Three in a row, whose second ply never ends."""

    name = "loops"

    def result(self, state, action):
        while action == 8:
            pass
        return super().result(state, action)


class Sleeps(Drawn):
    """Three in a row, slowly."""

    name = "sleeps"

    def result(self, state, action):
        time.sleep(0.01)
        return super().result(state, action)


class Crashes(Sleeps):
    """Three in a row, whose last cell ends the process."""

    name = "crashes"

    def result(self, state, action):
        if action == 8 and state.count(".") == 9:
            os._exit(7)
        return super().result(state, action)


class Eats(Sleeps):
    """Three in a row, whose last cell takes all memory."""

    name = "eats"

    def result(self, state, action):
        if action == 8 and state.count(".") == 9:
            kept = []
            while True:
                kept.append(bytearray(b"x" * (8 << 20)))
        return super().result(state, action)


class Noisy(Drawn):
    """Three in a row, with rules that print what looks like answers, in every way there is."""

    name = "noisy"

    def result(self, state, action):
        answer = '{"id": 0, "kind": "position", "caption": "lies"}'
        print(answer)
        sys.__stdout__.write(answer + "\\n")
        os.write(1, (answer + "\\n").encode())
        return super().result(state, action)


class Evil(Threes):
    """<script>alert(1)</script>"""

    name = "<img src=x onerror=alert(1)>"
'''


@pytest.fixture(scope="session")
def games_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the games above."""
    path = tmp_path_factory.mktemp("games") / "mine.py"
    path.write_text(SHARED.read_text(encoding="utf-8") + BAD, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def serving() -> Iterator[Callable[..., tuple[str, subprocess.Popen[str]]]]:
    """A function that starts a server for games, and returns its address and its process."""
    running = []

    def start(*games: str, port: int = 0) -> tuple[str, subprocess.Popen[str]]:
        command = [sys.executable, "-m", "advsearch", "serve", *games, "--port", str(port)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout is not None
        line = process.stdout.readline()
        assert " at http://127.0.0.1:" in line, line
        return line.split(" at ")[1].split()[0], process

    yield start
    for process in running:
        process.terminate()
    for process in running:
        process.wait(20)
        assert process.stdout is not None
        process.stdout.close()


@pytest.fixture(scope="session")
def address(serving: Callable[..., tuple[str, Any]], games_file: Path) -> str:
    """The address of a server with our games and games in a file."""
    mine = [f"{games_file}:{name}" for name in ("Drawn", "Threes", "Evil")]
    return serving("isolation(width=4, height=4)", "pentago", *mine)[0]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless browser. Where there is none, the test is skipped."""
    if CHROMIUM is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    if importlib.util.find_spec("playwright") is None:
        pytest.skip("playwright is not installed here: pip install playwright")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=60_000)  # a search has a lower priority than whatever else runs on this machine
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield chromium
        chromium.close()


@pytest.fixture
def violations() -> Callable[[Any], list[Any]]:
    """A function that returns the violations that axe-core finds on a page, each with its places."""
    if importlib.util.find_spec("axe_playwright_python") is None:
        pytest.skip("axe-core is not installed here: pip install axe-playwright-python")
    script = (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")

    def run(page: Any) -> Any:
        page.evaluate(script + "\n;0")
        return page.evaluate(
            "async () => (await axe.run()).violations.map((each) => [each.id, each.nodes.map((at) => at.html)])"
        )

    return run


@pytest.fixture
def open_page(browser: Any, address: str) -> Iterator[Callable[..., Any]]:
    """A function that opens a page. In the end no page may have logged an error, or asked another host."""
    contexts, faults = [], []

    def start(place: str = "", *, width: int = 1200, theme: str = "light", at: str = address) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda asked: faults.append(asked.url) if not asked.url.startswith(at) else None)
        page.goto(f"{at}{place}")
        return page

    start.faults = faults  # type: ignore[attr-defined]
    yield start
    for context in contexts:
        context.close()
    assert faults == []


CONTRAST = """() => {
    const parts = (text) => (text.match(/-?[0-9.]+(e-?[0-9]+)?/g) || []).map(Number);
    const colour = (text) => {
        if (!text || text === "none" || text === "transparent") return null;
        const [r, g, b, a = 1] = parts(text);
        return text.startsWith("color(") ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
    };
    const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
    const opaque = (element) => {
        let all = 1;
        for (let at = element; at && at.nodeType === 1; at = at.parentElement)
            all *= Number(getComputedStyle(at).opacity);
        return all;
    };
    for (const each of document.querySelectorAll("svg *")) each.style.pointerEvents = "all";
    const found = [];
    for (const text of document.querySelectorAll("svg text")) {
        if (!text.textContent.trim() || opaque(text) < 0.05) continue;
        text.scrollIntoView({ block: "center", inline: "center" });
        const box = text.getBoundingClientRect();
        const under = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        let back = null;
        for (const each of under.slice(under.indexOf(text) + 1)) {
            if (each.tagName === "text") continue;
            const style = getComputedStyle(each);
            const drawn = each instanceof SVGElement && each.tagName !== "svg";
            const fill = colour(drawn ? style.fill : style.backgroundColor);
            if (fill && fill[3] > 0.9 && opaque(each) > 0.9) { back = fill; break; }
        }
        if (!under.includes(text)) continue;
        const front = colour(getComputedStyle(text).fill);
        const [low, high] = [light(front), light(back || [255, 255, 255])].sort((a, b) => a - b);
        found.push([(high + 0.05) / (low + 0.05), text.textContent, text.getAttribute("class") || ""]);
    }
    return found;
}"""


@pytest.fixture(scope="session")
def contrasts() -> Callable[[Any], list[Any]]:
    """A function that returns the contrast of each text in a picture with what is under it, and the text."""
    return lambda page: list(page.evaluate(CONTRAST))
