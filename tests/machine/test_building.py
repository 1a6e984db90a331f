"""Builds: what is compiled, kept and loaded, and what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from advsearch.limits import Limits, Request
from advsearch.machine import building, store, worker
from advsearch.machine.building import Build, BuildError, Entry
from advsearch.machine.loaded import Loaded
from advsearch.machine.raw import runtime

COUNT = """
@total = internal global i64 0
define i64 @count(i64 %n) {
entry:
  %row = call i64 @new_list(i64 0)
  br label %head
head:
  %i = phi i64 [0, %entry], [%j, %next]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %w = shl i64 %i, 1
  %word = or i64 %w, 1
  %done = call i64 @append(i64 %row, i64 %word)
  %failed = icmp eq i64 %done, 0
  br i1 %failed, label %end, label %next
next:
  %j = add i64 %i, 1
  %t = load i64, ptr @total
  %u = add i64 %t, %i
  store i64 %u, ptr @total
  br label %head
end:
  %result = phi i64 [%row, %head], [0, %body]
  ret i64 %result
}
define double @half(double %x) {
  %y = fdiv double %x, 2.0
  ret double %y
}
define i64 @wait() {
  br label %again
again:
  %s = load volatile i64, ptr @STOP
  %on = icmp eq i64 %s, 0
  br i1 %on, label %again, label %end
end:
  ret i64 %s
}
define i64 @ever() {
  br label %again
again:
  %s = load volatile i64, ptr @STOP
  %on = icmp ne i64 %s, 77
  br i1 %on, label %again, label %end
end:
  ret i64 %s
}
define i64 @depth(i64 %n) {
  %zero = icmp eq i64 %n, 0
  br i1 %zero, label %end, label %down
down:
  %m = sub i64 %n, 1
  %r = call i64 @depth(i64 %m)
  %s = add i64 %r, %n
  %t = xor i64 %s, %r
  ret i64 %t
end:
  ret i64 1
}
"""
BUILD = Build(
    COUNT,
    (Entry("count", "q"), Entry("half", "d", "d"), Entry("wait"), Entry("ever"), Entry("depth", "q")),
    cells=("total",),
)


@pytest.fixture
def loaded() -> Loaded:
    made = Loaded(BUILD)
    made.begin(1 << 20)
    return made


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "advsearch" / "machine"


def test_a_build_is_called_and_its_cells_are_read(loaded: Loaded) -> None:
    """Entries take and return words and floats; cells are read and written."""
    assert loaded.call("half", 3.0) == 1.5
    loaded.set("total", 100)
    assert loaded.call("count", 5)
    assert loaded.get("total") == 110


def test_instances_share_no_state(loaded: Loaded) -> None:
    """Two instances of one build have their own cells, arenas and errors."""
    other = Loaded(BUILD)
    other.begin(1 << 16)
    assert other.call("count", 1 << 20) == 0
    assert other.fault() is not None
    assert loaded.fault() is None
    assert loaded.call("count", 10)
    assert loaded.get("total") == 45


def test_a_kept_build_is_not_compiled_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second load of a build reads the file of the first, and gives the same code."""
    code = BUILD.code()
    assert (cache / f"{BUILD.name()}.object").is_file()
    building.warm().join()  # else its thread would find no compiler
    monkeypatch.setattr(building, "compiled", None)
    assert BUILD.code() == code


def test_a_first_build_needs_no_units(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is kept, a build links what it reaches; the units are kept afterwards, and give the same."""
    monkeypatch.setattr(building, "_units", {})
    building.warm.cache_clear()
    build = Build(COUNT, BUILD.entries, BUILD.cells, ("set_add", "new_set", "alloc", "repr_of"))
    first = Loaded(build)
    building.warm().join()
    assert store.read(building._unit_name("sets")) is not None
    (cache / f"{build.name()}.object").unlink()
    second = Loaded(build)
    for loaded in (first, second):
        loaded.begin(1 << 20)
        row = loaded.direct("new_set", 4, 8)
        assert loaded.direct("set_add", row, 7) == 12
        assert loaded.direct("repr_of", row)
        assert loaded.call("count", 9)
    assert len(first.build.code().objects) > 2


@pytest.mark.parametrize("change", [b"", b"short", b"flip", b"append"])
def test_a_damaged_file_is_built_again(cache: Path, change: bytes) -> None:
    """A file that was cut, changed or made longer is not loaded; the build is made anew."""
    code = BUILD.code()
    path = cache / f"{BUILD.name()}.object"
    content = path.read_bytes()
    damaged = {b"": b"", b"short": content[:-9], b"append": content + b"x"}.get(change)
    middle = len(content) // 2
    path.write_bytes(content[:middle] + b"\x00\x01\x02" + content[middle + 3 :] if damaged is None else damaged)
    assert store.read(BUILD.name()) is None
    assert BUILD.code() == code
    assert path.read_bytes() == content


@pytest.mark.parametrize("how", ["others may write", "symbolic link", "folder", "fifo"])
def test_a_file_that_others_could_have_made_is_not_used(cache: Path, tmp_path: Path, how: str) -> None:
    """A file that other users may write, a link and anything but a file are not read."""
    code = BUILD.code()
    path = cache / f"{BUILD.name()}.object"
    if how == "others may write":
        path.chmod(0o666)
    elif how == "symbolic link":
        (tmp_path / "elsewhere").write_bytes(path.read_bytes())
        path.unlink()
        path.symlink_to(tmp_path / "elsewhere")
    else:
        path.unlink()
        path.mkdir() if how == "folder" else os.mkfifo(path)
    assert store.read(BUILD.name()) is None
    assert BUILD.code() == code


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be kept, builds are made each time."""
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert Loaded(BUILD).direct("half", 1.0) == 0.5
    assert store.contents().builds == 0


def test_all_that_decides_the_code_is_in_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another text, entry, cell, function, level or processor gives another name."""
    builds = [
        BUILD,
        Build(COUNT + "\n", BUILD.entries, BUILD.cells),
        Build(COUNT, BUILD.entries[:1], BUILD.cells),
        Build(COUNT, BUILD.entries, ()),
        Build(COUNT, BUILD.entries, BUILD.cells, ("append",)),
        Build(COUNT, BUILD.entries, BUILD.cells, optimise=2),
    ]
    names = [build.name() for build in builds]
    monkeypatch.setattr(building, "_host", lambda: ("x", "y", "z"))
    assert len({*names, BUILD.name()}) == 7


def test_clearing_removes_what_is_kept(cache: Path) -> None:
    """`clear` returns what was kept, and leaves nothing."""
    BUILD.code()
    before = store.contents()
    assert before.builds > 0
    assert before.size > 1000
    assert store.clear() == before
    assert store.contents().builds == 0
    assert [*cache.iterdir()] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("define i64 @f() {\n  ret i32 1\n}", "refuses"),
        ("define i64 @f() {\n  %x = add i64 1, 1\n  br label %a\na:\n  ret i64 %y\n}", "refuses"),
        ("declare i64 @system(i64)\ndefine i64 @f() {\n  %x = call i64 @system(i64 1)\n  ret i64 %x\n}", "system"),
        ("define i64 @g() {\n  ret i64 1\n}", "entry 'f'"),
    ],
)
def test_a_text_that_is_not_valid_is_refused(text: str, said: str) -> None:
    """Text that LLVM's verifier refuses, unknown outside functions, and missing entries are errors and no crash."""
    with pytest.raises(BuildError, match=said):
        Loaded(Build(text, (Entry("f"),)), kept=False)


def test_every_unit_of_the_runtime_compiles() -> None:
    """LLVM's verifier accepts each unit, and units call only units."""
    units = {runtime().unit_of(name) for name in runtime().names()}
    for unit in units:
        code = building.unit_code(unit, kept=False)
        assert {*code.units} <= units
        assert len(code.objects) == 1


# --- the worker ---------------------------------------------------------------------------------------------------


def test_deep_recursion_has_room(loaded: Loaded) -> None:
    """A recursion of a million calls returns."""
    assert loaded.call("depth", 1_000_000) is not None


def test_another_thread_can_stop_a_call(loaded: Loaded) -> None:
    """`stop` ends a call that polls the stop cell, while the interpreter's lock is free."""
    threading.Timer(0.05, loaded.stop).start()
    assert loaded.call("wait") == 1
    assert not loaded.busy


def test_a_spent_budget_stops_a_call(loaded: Loaded) -> None:
    """A limit of time sets the stop cell."""
    assert loaded.call("wait", budget=Request(Limits(time_s=0.05)).budget()) == 1


def test_a_call_that_does_not_stop_is_left(loaded: Loaded) -> None:
    """A call that ignores the stop cell is left, and its instance is marked as busy until it ends."""
    with pytest.raises(worker.Left):
        loaded.call("ever", budget=Request(Limits(time_s=0.01)).budget())
    assert loaded.busy
    loaded.set("STOP", 77)


def test_an_interrupt_stops_a_call() -> None:
    """Ctrl-C ends a search in machine code at once."""
    program = (
        "import os, signal, threading\n"
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from test_building import BUILD, Loaded\n"
        "loaded = Loaded(BUILD)\n"
        "threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n    loaded.call('wait')\n"
        "except KeyboardInterrupt:\n    print('interrupted', loaded.busy)\n"
    )
    assert run(program, str(Path(__file__).parent)) == "interrupted False"


def test_a_forked_process_has_its_own_workers() -> None:
    """After a fork, calls in the child run on new threads."""
    program = (
        "import os, sys; sys.path.insert(0, sys.argv[1])\n"
        "from test_building import BUILD, Loaded\n"
        "loaded = Loaded(BUILD)\n"
        "loaded.call('half', 1.0)\n"
        "child = os.fork()\n"
        "if child == 0:\n    print(loaded.call('half', 5.0), flush=True)\n    os._exit(0)\n"
        "os.waitpid(child, 0)\n"
    )
    assert run(program, str(Path(__file__).parent)) == "2.5"


def test_many_instances_with_large_arenas_are_loaded() -> None:
    """Hundreds of instances load although their arenas reserve address space between them."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from test_building import BUILD, Loaded\n"
        "kept = []\n"
        "for _ in range(250):\n"
        "    kept.append(Loaded(BUILD)); kept[-1].begin(1 << 16, 4 << 30)\n"
        "print(sum(each.direct('half', 2.0) for each in kept))\n"
    )
    assert run(program, str(Path(__file__).parent)) == "250.0"


def test_an_exit_while_code_runs_is_no_crash() -> None:
    """The process ends normally although a call is still running."""
    program = (
        "import sys, threading, time; sys.path.insert(0, sys.argv[1])\n"
        "from test_building import BUILD, Loaded\n"
        "loaded = Loaded(BUILD)\n"
        "threading.Thread(target=loaded.call, args=('ever',), daemon=True).start()\n"
        "time.sleep(0.1); print('ended')\n"
    )
    assert run(program, str(Path(__file__).parent)) == "ended"


def run(program: str, *arguments: str) -> str:
    answer = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return answer.stdout.strip()


def test_threads_may_build_and_load_at_once(cache: Path) -> None:
    """Several threads that load the same new build get working instances."""
    found: list[Any] = []

    def work() -> None:
        found.append(Loaded(BUILD).direct("half", 4.0))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [2.0] * 6
