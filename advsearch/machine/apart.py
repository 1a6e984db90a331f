"""Runs machine code that nobody has tried yet in a child process, since bad code ends the process that runs it."""

from __future__ import annotations

import os
import select
import signal
import warnings
from collections.abc import Callable
from typing import Final

from advsearch.limits import now

WITHIN_S: Final = 60.0
_CHUNK: Final = 1 << 16
_RAISED: Final = 1


class Crashed(Exception):
    """Raised if the child did not end by itself."""


def apart(work: Callable[[], bytes], within_s: float = WITHIN_S) -> bytes:
    """Return what `work` returns in a forked child. Where processes cannot fork, `work` runs in this process.

    Raises `Crashed` if the child is ended by a signal, raises an error, or takes longer than `within_s`.
    """
    if not hasattr(os, "fork"):
        return work()
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the child needs none of this process's other threads
        child = os.fork()
    if child == 0:
        _in_child(work, reading, writing)
    os.close(writing)
    try:
        found = _read(reading, within_s)
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        os.close(reading)
        status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        raise Crashed(f"it was ended by {signal.Signals(os.WTERMSIG(status)).name}")
    if os.waitstatus_to_exitcode(status) != 0:
        raise Crashed(found.decode(errors="replace"))
    return found


def _in_child(work: Callable[[], bytes], reading: int, writing: int) -> None:
    status = _RAISED
    try:
        os.close(reading)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's
        try:
            found = work()
            status = 0
        except BaseException as error:
            found = f"{type(error).__name__}: {error}".encode()
        left = memoryview(found)
        while left:
            left = left[os.write(writing, left) :]
    finally:
        os._exit(status)


def _read(reading: int, within_s: float) -> bytes:
    until, parts = now() + within_s, list[bytes]()
    while True:
        ready, _, _ = select.select([reading], [], [], max(0.0, until - now()))
        if not ready:
            raise Crashed(f"it did not end within {within_s:g} s")
        part = os.read(reading, _CHUNK)
        if not part:
            return b"".join(parts)
        parts.append(part)
