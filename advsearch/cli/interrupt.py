"""Ctrl-C as a request: the first one stops a search, which still gives its result; the second one ends the
program."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130
"""The exit status of a program that was interrupted, as in shells."""


class StopRequest(threading.Event):
    """Set by Ctrl-C. While `ends_at_once` is true, Ctrl-C ends the program instead."""

    ends_at_once = False


@contextmanager
def stop_on_interrupt() -> Iterator[StopRequest]:
    """A signal that Ctrl-C sets within the block."""
    stop = StopRequest()
    if threading.current_thread() is not threading.main_thread():
        yield stop  # only the main thread may say what a signal does
        return

    def ask(_number: int, _frame: FrameType | None) -> None:
        if stop.is_set() or stop.ends_at_once:
            raise KeyboardInterrupt
        stop.set()

    previous = signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, previous)
