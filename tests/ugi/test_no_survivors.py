"""No process that a program starts outlives its runner, however the runner ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from advsearch.limits import now
from advsearch.ugi.child import Program

RUNNER = """
import sys
from advsearch.limits import now
from advsearch.ugi.child import Program
program = Program(sys.argv[1:])
program.send("ugi", now() + 10)
while program.receive(now() + 10) != "ugiok":
    pass
{then}
"""


def runner(command: list[str], then: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", RUNNER.format(then=then), *command], stdout=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize("manner", ["good", "ignores", "forks"])
def test_a_killed_runner_leaves_nothing(rogues: Any, manner: str) -> None:
    """After kill -9 of the runner its program is gone, with children that left its session and ignore SIGTERM."""
    process = runner(rogues.command(manner), "print('started', flush=True); import time; time.sleep(600)")
    assert process.stdout is not None
    with process, process.stdout:
        assert process.stdout.readline() == "started\n"
        process.kill()
    assert rogues.left() == []


@pytest.mark.parametrize("manner", ["ignores", "forks"])
def test_a_runner_that_ends_without_a_word_leaves_nothing(rogues: Any, manner: str) -> None:
    """A runner that simply exits leaves nothing behind."""
    process = runner(rogues.command(manner), "import os; os._exit(0)")
    assert process.stdout is not None
    with process, process.stdout:
        process.wait()
    assert rogues.left() == []


def test_a_killed_guard_takes_its_program_along(rogues: Any) -> None:
    """Even kill -9 of the guard itself ends the program."""
    program = Program(rogues.command("ignores"))
    program.send("ugi", now() + 10)
    assert program.receive(now() + 10) is not None
    os.kill(program._process.pid, signal.SIGKILL)
    assert rogues.left() == []
    program.close("quit")


def test_a_launcher_that_was_paused_goes_on(rogues: Any) -> None:
    """A launcher that is paused for long (SIGSTOP, SIGCONT) leaves its program running, and still ends it on
    request.
    """
    program = Program(rogues.command("good"))
    for _ in range(2):
        os.kill(program._process.pid, signal.SIGSTOP)
        threading.Event().wait(1.5)
        os.kill(program._process.pid, signal.SIGCONT)
        threading.Event().wait(0.2)
        program.send("isready", now() + 10)
        assert program.receive(now() + 10) == "readyok"
    os.kill(program._process.pid, signal.SIGTERM)
    with pytest.raises(EOFError):
        program.receive(now() + 10)
    assert rogues.left() == []
    program.close("quit")


def test_a_program_outlives_the_thread_that_started_it(rogues: Any) -> None:
    """A program started by a thread continues when the thread ends, and is ended like any other."""
    made: list[Program] = []
    thread = threading.Thread(target=lambda: made.append(Program(rogues.command("good"))))
    thread.start()
    thread.join()
    program = made[0]
    program.send("isready", now() + 10)
    assert program.receive(now() + 10) == "readyok"
    threading.Event().wait(0.1)
    program.send("isready", now() + 10)
    assert program.receive(now() + 10) == "readyok"
    program.close("quit")
    assert rogues.left() == []


def test_ending_a_program_ends_its_children(rogues: Any) -> None:
    """A program that ends normally leaves no children either."""
    program = Program(rogues.command("forks"))
    program.send("ugi\nquit", now() + 10)
    while program.receive(now() + 10) != "ugiok":
        pass
    with pytest.raises(EOFError):
        program.receive(now() + 10)
    assert rogues.left() == []
    program.close("quit")
    program.kill()


def test_memory_and_processor_time_are_limited(rogues: Any) -> None:
    """A program has the limits on memory and processor time with which it was started."""
    code = "import resource as r; print(r.getrlimit(r.RLIMIT_AS)[0] >> 20, r.getrlimit(r.RLIMIT_CPU)[0])"
    program = Program([sys.executable, "-c", code, rogues.token], memory_mb=300, cpu_s=7)
    assert program.receive(now() + 10) == "300 7"
    program.close("quit")


def test_a_line_without_end_is_cut(rogues: Any) -> None:
    """A line longer than the limit is dropped up to its end, and the next one is read as usual."""
    code = "print('x' * 1_000_000); print('next')"
    program = Program([sys.executable, "-c", code, rogues.token])
    assert program.receive(now() + 10) == "next"
    program.close("quit")


def test_what_a_program_does_not_read_is_not_waited_for(rogues: Any, still_running: Callable[..., Any]) -> None:
    """Writing to a program that reads nothing ends at the deadline; writing to one that has ended, immediately."""
    program = Program([sys.executable, "-c", "import time; time.sleep(600)", rogues.token])
    program.send("x" * 1_000_000, now() + 0.05)
    program.kill()
    program.close("quit")
    program.send("more", now() + 10)
    assert rogues.left() == []
