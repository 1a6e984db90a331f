"""The process that builds machine code: when it ends, and that loading a build needs neither it nor its imports."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from advsearch.binding import bind
from advsearch.compiled import maker
from advsearch.results import Line
from advsearch.search import Deepening
from advsearch_isolation.rules import Isolation

GAME = Isolation(6, 6)
START = GAME.initial()


# --- several processes ----------------------------------------------------------------------------------------------

SCRIPT = """
import sys
from advsearch.compiled import build, maker


def make(amount):
    def add(x):
        return 0 if x == 0 else 1 + add(x - 1) + amount

    def call(x):
        return add(x)

    return call


built = []
awaited = maker.awaited


def noted(order):
    said = awaited(order)
    built.append(said["built"])
    return said


maker.awaited = noted
print([build.native(make(int(amount)), (0,), "same name")(4) for amount in sys.argv[1:]], sum(built))
assert not {"numba", "numpy"} & set(sys.modules)
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "building.py"
    path.write_text(SCRIPT)
    return path


def test_builds_from_disk_do_not_answer_for_one_another(script: Path, in_new_process: Callable[..., Any]) -> None:
    """Two builds of functions with the same name, made in two processes and loaded by a third, stay different."""
    for amount, expected in (("0", "[4] 1"), ("10", "[44] 1")):
        out, err = in_new_process(script, amount).communicate()
        assert (out.strip(), err) == (expected, "")
    out, err = in_new_process(script, "0", "10").communicate()
    assert (out.strip(), err) == ("[4, 44] 0", "")


def test_processes_that_build_at_once_build_once(script: Path, in_new_process: Callable[..., Any]) -> None:
    """If several processes need one build at the same time, one builds and the others wait."""
    racing = [in_new_process(script, "3") for _ in range(4)]
    answers = [process.communicate() for process in racing]
    assert [err for _, err in answers] == [""] * 4
    assert sorted(out.strip() for out, _ in answers) == ["[16] 0", "[16] 0", "[16] 0", "[16] 1"]


# --- a build beside a search -------------------------------------------------------------------------------------


@pytest.fixture
def remembered(cold: None) -> None:
    """No build is copied here, because these tests are about the process that makes them."""


def test_ctrl_c_ends_the_process_that_builds(held: Any) -> None:
    """An interrupt of a search that has begun in Python leaves no process and no lock."""
    search = bind(Deepening(), GAME)

    def report(line: Line) -> None:
        if held.asked:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search(START, time_s=30.0, report=report)
    process: Any = held.asked[0].maker._process  # type: ignore[union-attr]
    assert process.wait(60) is not None
    held.released.set()
    assert bind(Deepening(), GAME).tier == "compiled"


def test_ctrl_c_while_a_build_is_waited_for_ends_it(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt of a search that waits for a build ends the build; the next search starts another."""
    orders: list[maker.Order] = []

    class Struck(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            time.sleep(0.3)
            raise KeyboardInterrupt

    ordered = maker.ordered

    def order(label: str, parcel: bytes) -> maker.Order:
        orders.append(ordered(label, parcel))
        orders[-1].done = Struck()
        return orders[-1]

    with monkeypatch.context() as patch:
        patch.setattr(maker, "ordered", order)
        with pytest.raises(KeyboardInterrupt):
            bind(Deepening(), GAME, tier="compiled")
    assert orders[0].maker is not None
    assert orders[0].maker._process.returncode is not None
    assert bind(Deepening(), GAME, tier="compiled")(START, depth=2).depth == 2


SEARCHES = """
import sys, time
from advsearch import bind, Deepening
from advsearch.binding import takeover
from advsearch.compiled import maker
from advsearch_isolation.rules import Isolation

takeover.SMALL_S = 0.0
game = Isolation(6, 6)
for line in bind(Deepening(), game).lines(game.initial(), time_s=60.0):
    if maker._maker is not None:
        print(maker._maker._process.pid, flush=True)
        break
if sys.argv[1] == "waits":
    time.sleep(60)
"""


def _gone(process: int, within_s: float) -> bool:
    """Whether a process ends within some seconds."""
    until = time.monotonic() + within_s
    while time.monotonic() < until:
        state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False)
        if not state.stdout.strip() or state.stdout.startswith("Z"):
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def searching(tmp_path: Path, in_new_process: Callable[..., Any]) -> Callable[[str], tuple[Any, int]]:
    """Start a process that searches while another builds. Return both."""

    def start(then: str) -> tuple[Any, int]:
        script = tmp_path / "searches.py"
        script.write_text(SEARCHES)
        process = in_new_process(script, then)
        return process, int(process.stdout.readline())

    return start


@pytest.mark.skipif(sys.platform == "win32", reason="no ps here")
def test_a_process_that_dies_takes_its_builder_along(searching: Any) -> None:
    """If a searching process is killed, its builder ends, too."""
    process, builder = searching("waits")
    process.kill()
    process.communicate()
    assert _gone(builder, 10.0)


@pytest.mark.skipif(sys.platform == "win32", reason="no ps here")
def test_a_process_that_ends_waits_for_no_build(searching: Any, tmp_path: Path) -> None:
    """A process ends while its build goes on, and the build is finished and stored."""
    process, builder = searching("ends")
    assert process.communicate(timeout=60)[1] == ""
    assert process.returncode == 0
    assert not _gone(builder, 0.1)
    assert _gone(builder, 60.0)
    assert len(list((tmp_path / "advsearch" / "builds").glob("*.code"))) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_ctrl_c_in_a_terminal_stops_both(tmp_path: Path, cold: None) -> None:
    """After Ctrl-C in a terminal the command prints its answer and exits with 130, and the build is stopped."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "advsearch", "search", "isolation(width=6,height=6)", "--time", "60s"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert any(line.split()[:1] == ["7"] for line in process.stdout)  # the build is under way by then
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "reference tier" in out
    assert "Traceback" not in err
    time.sleep(0.2)
    assert not list(tmp_path.rglob("*.code"))


WARM = """
import sys
from advsearch.cli.program import program

code = program(sys.argv[1:], standalone_mode=False)
loaded = {"numba", "numpy", "advsearch.compiled.maker"} & set(sys.modules)
print(f"\\nloaded: {sorted(loaded)}")
"""


@pytest.mark.parametrize("more", [[], ["--json"], ["--all"], ["--searcher", "alphabeta"]])
def test_a_warm_command_loads_neither_numba_nor_numpy(
    more: list[str], tmp_path: Path, in_new_process: Callable[..., Any]
) -> None:
    """A command whose code was built before loads neither numba nor numpy."""
    script = tmp_path / "warm.py"
    script.write_text(WARM)
    command = ["search", "isolation(width=6,height=6)", "--depth", "3", *more]
    if more[:1] == ["--searcher"]:
        command = ["search", "isolation(width=6,height=6)", "--searcher", "alphabeta(depth=3, tier=compiled)"]
    for _ in range(2):
        out, err = in_new_process(script, *command).communicate()
        assert err == ""
    assert out.endswith("loaded: []\n")
