"""Stopping code that computes for too long, wherever it is when its time is up."""

from __future__ import annotations

import gc
import signal
import time
import weakref
from collections.abc import Callable

import pytest

from advsearch.testing.watching import Runaway, cpu_limit

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="cpu_limit needs POSIX timers")

LIMIT_S = 0.02


def spend(seconds: float) -> None:
    """Use this much processor time."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def slowly(*_ignored: object) -> None:
    """A callback that takes longer than the limit."""
    spend(3 * LIMIT_S)


class Cycle:
    """An object that the garbage collector deletes."""

    def __init__(self) -> None:
        self.myself = self


class Reluctant:
    """An object whose deletion takes long."""

    def __del__(self) -> None:
        slowly()


def collected() -> None:
    gc.callbacks.append(slowly)
    try:
        gc.collect()
    finally:
        gc.callbacks.remove(slowly)


def referred_to() -> None:
    lost = Cycle()
    watcher = weakref.ref(lost, slowly)
    del lost
    gc.collect()
    assert watcher() is None


def finalized() -> None:
    Reluctant()


@pytest.mark.parametrize("called_back", [collected, referred_to, finalized])
def test_time_that_is_up_where_nothing_can_be_raised_ends_what_comes_after(called_back: Callable[[], None]) -> None:
    """Python only prints what callbacks and finalizers raise, so the limit raises again afterwards."""
    came_back = []

    def run() -> None:
        called_back()
        came_back.append("from the callback")
        spend(1)
        came_back.append("from the whole")

    with pytest.raises(Runaway, match="more than 0.02 s"), cpu_limit(LIMIT_S):
        run()
    assert came_back in ([], ["from the callback"])


def test_what_ends_in_time_is_left_alone() -> None:
    """Code that ends in time is not stopped, neither then nor later, and the old signal handler is restored."""
    before = signal.getsignal(signal.SIGVTALRM)
    with cpu_limit(LIMIT_S):
        pass
    spend(2 * LIMIT_S)
    assert signal.getsignal(signal.SIGVTALRM) == before
