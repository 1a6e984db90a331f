"""Work that lets other work go first: long calls yield to newer ones of the same process.

A face answers many questions in one process. Twenty searches that have run for a while would leave a new question a
twentieth of the processor. So `yield_after` lowers the priority of a worker's thread once its call has run for some
time. A thread cannot raise its priority again: the worker ends after that call, and the next call gets a new thread.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading

import attrs

from advsearch.limits import now
from advsearch.system.forks import new_lock

_LOWEST = 19
_after_s: float | None = None
_lock = new_lock()


def yield_after(seconds: float | None) -> None:
    """Lower the priority of a worker's thread after this time in one call; None for never, which is the default."""
    global _after_s
    _after_s = seconds if sys.platform == "linux" else None  # elsewhere a thread has no priority of its own


def lower_session(nice: int) -> None:
    """Lower the priority of this session among the sessions of the machine, where Linux compares sessions first."""
    with contextlib.suppress(OSError):
        setting = os.open("/proc/self/autogroup", os.O_WRONLY)  # a setting of the system, and no file
        try:
            os.write(setting, str(nice).encode())
        finally:
            os.close(setting)


@attrs.define(eq=False)
class Turn:
    """One call on a worker's thread."""

    _thread: int = 0
    _began: float = 0.0
    _ended: bool = False
    _yields: bool = False

    def begin(self) -> None:
        """Say that the call begins, on its thread."""
        if _after_s is not None:
            self._began, self._thread = now(), threading.get_native_id()

    def look(self) -> None:
        """Lower the priority of the thread if the call has run for long. The caller looks now and then."""
        if _after_s is None or not self._thread or self._yields or now() - self._began < _after_s:
            return
        with _lock, contextlib.suppress(OSError):
            if not self._ended:
                self._yields = True
                os.setpriority(os.PRIO_PROCESS, self._thread, _LOWEST)

    def end(self) -> bool:
        """Say that the call has ended. Return whether its thread may take another one."""
        with _lock:
            self._ended = True
        return not self._yields
