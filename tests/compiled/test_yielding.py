"""Long calls let newer ones go first."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from advsearch.compiled import worker as compiled_worker
from advsearch.limits import Budget, Limits
from advsearch.machine import worker as machine_worker
from advsearch.system.yielding import yield_after

WAIT_S = 30.0

Run = Callable[..., Any]


def _compiled(function: Run, budget: Budget) -> Any:
    return compiled_worker.run(function, (), [0] * 100, budget)


def _machine(function: Run, budget: Budget) -> Any:
    return machine_worker.run(function, (), lambda: None, budget)


@pytest.fixture
def yields() -> Iterator[None]:
    yield_after(0.001)
    yield
    yield_after(None)


def here() -> tuple[int, int]:
    """The thread and its priority."""
    thread = threading.get_native_id()
    return thread, os.getpriority(os.PRIO_PROCESS, thread)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a priority for each thread")
@pytest.mark.parametrize("run", [_compiled, _machine])
def test_a_long_call_yields(run: Callable[[Run, Budget], Any], yields: None) -> None:
    """A call that goes on gets the lowest priority, and its thread takes no other call. A short call keeps both."""
    budget = Budget(Limits(time_s=WAIT_S))
    usual = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    def long() -> tuple[int, int]:
        lowered = threading.Event()
        thread, _ = here()
        while os.getpriority(os.PRIO_PROCESS, thread) != 19 and not lowered.wait(0.001) and budget.seconds_left() > 1:
            pass
        return here()

    thread, priority = run(long, budget)
    assert priority == 19
    for _ in range(3):
        after, usually = run(here, budget)
        assert usually == usual
        assert after != thread
    yield_after(None)
    assert run(here, budget)[1] == usual
