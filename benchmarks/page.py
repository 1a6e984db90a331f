"""Measure the page in a browser: how soon a click is answered, drawn and forgotten, and how soon programs start.

    python benchmarks/page.py                       # all measurements
    python benchmarks/page.py click tabs            # only these
    python benchmarks/page.py --check               # exit 1 if a mark is missed
    python benchmarks/page.py click --stages        # where the time of a click goes

It needs playwright, Chromium, and Textual for `terminal`. Games whose plugin is missing are left out with a note. The
page itself measures: from the time stamp of the mouse event to the mutation of the document, both on its own clock.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import pty
import re
import select
import shutil
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

GAMES = ("isolation", "pentago", "connect4")
CLICKS = 40
PLIES = 8
"""The number of clicks in one game before the next game begins."""
TABS = 20
LOOK_S = 0.25
"""How long a position is looked at before the next click."""
CLICK_MS, MOST_CLICK_MS = 60.0, 100.0
TABS_MS = 120.0
CLOSED_S = 0.5
READY_S = 1.5
STEP_MS = 30.0
STEPS = 60
ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")
COLUMNS = re.compile(rb"a +b +c +d +e +f +g")
TERMINAL_MS = 250.0

WATCH = """
window.measured = { began: 0, at: {}, from: -1, waits: false, ms: [], stages: [] };
(() => {
  const m = window.measured;
  const mark = (name) => { if (m.waits && !(name in m.at)) m.at[name] = performance.now() - m.began; };
  const ply = () => Number(document.querySelector("[data-ply]")?.dataset.ply ?? -1);
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (text.includes('"do":"analyse"')) mark("asked");
    return send.call(this, text);
  };
  const heard = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  Object.defineProperty(WebSocket.prototype, "onmessage", {
    set(hear) {
      heard.set.call(this, (event) => { if (event.data.includes('"kind": "line"')) mark("heard"); hear(event); });
    },
  });
  const seen = () => {
    if (!m.waits || ply() === m.from) return;
    mark("moved");
    if (!document.querySelector(".lines li")) return;
    mark("shown");
    m.ms.push(m.at.shown);
    m.stages.push(m.at);
    m.waits = false;
    m.heard();
  };
  m.until = (count) => new Promise((done) => { m.heard = () => { if (m.ms.length > count) done(); }; m.heard(); });
  m.heard = () => {};
  addEventListener("pointerdown", (event) => {
    Object.assign(m, { began: event.timeStamp, at: {}, from: ply(), waits: true });
  }, true);
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(seen).observe(document, all);
})();
"""

STEP = """async () => {
  const slider = document.querySelector("input[type=range]");
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  const text = () => document.querySelector(".steps .small").textContent;
  const found = [];
  const most = Number(slider.max);
  for (let n = 0; n < COUNT; n += 1) {
    const to = Math.round(1 + (n * 7919) % (most - 2));
    setter.call(slider, to);
    const before = text();
    const began = performance.now();
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    while (text() === before) await Promise.resolve().then(() => new Promise((done) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = done;
      channel.port2.postMessage(0);
    }));
    document.querySelector(".tree svg").getBoundingClientRect();
    found.push(performance.now() - began);
    await new Promise(requestAnimationFrame);
  }
  return found;
}"""


def shown(name: str, ms: list[float], median: float, most: float | None = None) -> bool:
    """Print the median and the 95th of a hundred, and return whether both reach their marks."""
    middle, late = statistics.median(ms), statistics.quantiles(ms, n=20)[-1]
    marks = f"mark {median:.0f}" if most is None else f"marks {median:.0f} and {most:.0f}"
    print(f"{name:32} median {middle:6.1f} ms, 95 % {late:6.1f} ms, most {max(ms):6.1f} ms ({marks})", flush=True)
    return middle < median and (most is None or late < most)


class Server:
    """`advsearch serve` in a process of its own."""

    def __init__(self, *games: str) -> None:
        began = time.perf_counter()
        command = [sys.executable, "-m", "advsearch", "serve", *games, "--port", "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split(" at ")[1].split()[0]
        with urllib.request.urlopen(self.address, timeout=20) as answer:
            assert answer.status == 200
        self.ready_s = time.perf_counter() - began

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(20)

    def searching(self) -> list[float]:
        """Return the processor time of each process that answers questions, in seconds."""
        command = ["ps", "-o", "pid=", "--ppid", str(self.process.pid)]
        listed = subprocess.run(command, capture_output=True, text=True, check=False)
        ticks = os.sysconf("SC_CLK_TCK")
        found = []
        for pid in listed.stdout.split():
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            found.append((int(fields[11]) + int(fields[12])) / ticks)
        return found


@contextlib.contextmanager
def served(*games: str) -> Iterator[Server]:
    server = Server(*games)
    try:
        yield server
    finally:
        server.close()


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    executable = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        chromium = playwright.chromium.launch(executable_path=executable, args=flags)
        yield chromium
        chromium.close()


def address(server: Server, game: str, view: str = "analyse", **more: str) -> str:
    return f"{server.address}#{view}?{urlencode({'game': game, **more})}"


def opened(chromium: Any, server: Server, game: str) -> Any:
    """Return a page that analyses the first position of a game, and that measures its clicks."""
    page = chromium.new_page()
    page.set_viewport_size({"width": 1200, "height": 900})
    page.add_init_script(WATCH)
    page.goto(address(server, game))
    page.wait_for_selector(".lines li", timeout=60_000)
    return page


def click(page: Any) -> None:
    """Play an action by the mouse, and wait for its first line. Begin a new game if this one was long."""
    if page.evaluate("Number(document.querySelector('[data-ply]').dataset.ply)") >= PLIES:
        page.get_by_role("button", name="To the start (Home)").click()
        page.wait_for_selector("[data-ply='0']")
        page.wait_for_selector(".lines li")
    cells = page.locator("g.cell.may")
    count = page.evaluate("measured.ms.length")
    cells.nth(count * 7 % cells.count()).click()
    rest = page.get_by_role("group", name="the rest of the action").get_by_role("button")
    if page.evaluate("Boolean(document.querySelector('.rest'))"):
        rest.nth(count % 8).click()
    page.evaluate("count => measured.until(count)", count)


def warmed(page: Any) -> None:
    """Click until the browser has compiled what a click runs, and forget those times."""
    for _ in range(3):
        click(page)
    page.evaluate("measured.ms.length = measured.stages.length = 0")


def clicks(stages: bool) -> Iterator[bool]:
    with served(*games_here()) as server, browser() as chromium:
        for game in games_here():
            page = opened(chromium, server, game)
            warmed(page)
            for _ in range(CLICKS):
                time.sleep(LOOK_S)
                click(page)
            yield shown(f"first line of {game}", page.evaluate("measured.ms"), CLICK_MS, MOST_CLICK_MS)
            if stages:
                show_stages(page.evaluate("measured.stages"))
            page.close()


def show_stages(stages: list[dict[str, float]]) -> None:
    for name in ("moved", "asked", "heard", "shown"):
        found = [each[name] for each in stages if name in each]
        print(f"    {name:8} median {statistics.median(found):6.1f} ms, most {max(found):6.1f} ms")


def tabs(stages: bool) -> Iterator[bool]:
    with served("isolation") as server, browser() as chromium:
        context = chromium.new_context()
        pages = [opened(context, server, "isolation") for _ in range(TABS)]
        for page in pages:
            warmed(page)
        for _ in range(CLICKS // TABS):
            for page in pages:
                page.bring_to_front()
                time.sleep(LOOK_S)
                click(page)
        found = [ms for page in pages for ms in page.evaluate("measured.ms")]
        yield shown(f"first line beside {TABS - 1} pages", found, TABS_MS)
        if stages:
            show_stages([each for page in pages for each in page.evaluate("measured.stages")])


def closed(_stages: bool) -> Iterator[bool]:
    """A closed page ends its search: the process that answers uses no more processor time."""
    with served("isolation") as server, browser() as chromium:
        found = []
        for _ in range(5):
            page = opened(chromium, server, "isolation")
            time.sleep(0.5)
            page.close()
            began = last = time.perf_counter()
            used = server.searching()
            while time.perf_counter() - last < 0.3 and time.perf_counter() - began < 10:
                time.sleep(0.02)
                now = server.searching()
                if now != used:
                    used, last = now, time.perf_counter()
            found.append(1000 * (last - began))
        yield shown("end of a closed page's search", found, 1000 * CLOSED_S)


def ready(_stages: bool) -> Iterator[bool]:
    """The server, from its start to its first answer."""
    found = []
    for _ in range(7):
        with served() as server:
            found.append(1000 * server.ready_s)
    yield shown("server ready", found[1:], 1000 * READY_S)


def step(_stages: bool) -> Iterator[bool]:
    """One step in an explained search of some 1,900 nodes."""
    with served("isolation(width=4,height=4)") as server, browser() as chromium:
        page = chromium.new_page(viewport={"width": 1200, "height": 900})
        page.goto(address(server, "isolation(width=4,height=4)", "explain", searcher="minimax", depth="4"))
        page.wait_for_selector("input[type=range]", timeout=30_000)
        print("   ", page.locator("figcaption").first.inner_text(), page.locator(".steps .small").inner_text())
        yield shown("one step redrawn", page.evaluate(STEP.replace("COUNT", str(STEPS))), STEP_MS, STEP_MS)


def first_screen(*options: str) -> float:
    """Return the seconds until `advsearch play` shows a board in a terminal."""
    began = time.perf_counter()
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="100", LINES="30", COLORTERM="truecolor")
        os.execv(sys.executable, [sys.executable, "-m", "advsearch", "play", "isolation", *options])
    text = b""
    try:
        while time.perf_counter() - began < 20:
            if select.select([fd], [], [], 0.05)[0]:
                text += os.read(fd, 65536)
            if COLUMNS.search(ESCAPES.sub(b"", text)):
                return time.perf_counter() - began
        raise AssertionError(text[-500:])
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        os.close(fd)


def terminal(_stages: bool) -> Iterator[bool]:
    """The start of `advsearch play` in Textual and as plain text, in turn."""
    first_screen()
    pairs = [(first_screen(), first_screen("--plain")) for _ in range(9)]
    board, plain = (statistics.median(each) for each in zip(*pairs, strict=True))
    more = 1000 * (board - plain)
    both = f"{1000 * board:.0f} ms in Textual, {1000 * plain:.0f} ms as text"
    print(f"play: {both}: {more:.0f} more (mark {TERMINAL_MS:.0f})")
    yield more <= TERMINAL_MS


def games_here() -> list[str]:
    command = [sys.executable, "-m", "advsearch", "games", "--json"]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    here = [game for game in GAMES if f'"{game}"' in names]
    for game in set(GAMES) - set(here):
        print(f"note: {game} is not installed, and is left out")
    return here


MEASUREMENTS: dict[str, Callable[[bool], Iterator[bool]]] = {
    "click": clicks,
    "tabs": tabs,
    "closed": closed,
    "ready": ready,
    "step": step,
    "terminal": terminal,
}


def main() -> Any:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(MEASUREMENTS)}; default all")
    parser.add_argument("--stages", action="store_true", help="show where the time of a click goes")
    parser.add_argument("--check", action="store_true", help="exit 1 if a mark is missed")
    given = parser.parse_args()
    reached = [each for name in given.names or MEASUREMENTS for each in MEASUREMENTS[name](given.stages)]
    return 1 if given.check and not all(reached) else 0


if __name__ == "__main__":
    sys.exit(main())
