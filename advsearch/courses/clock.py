"""The clock of a player in its own process."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator
from types import FrameType
from typing import Final

_ALARM_SHARE: Final = 0.97
"""A player with a queue is stopped after this share of its time, so that its last answer arrives in time."""
_AGAIN_S: Final = 0.02

# the functions are looked up before a player's file is loaded, because the file might replace them
_CLOCKS: Final = {"wall": time.perf_counter, "cpu": time.process_time}


class TimeIsUp(BaseException):
    """Raised inside a player when its time is over. A player that catches `Exception` does not catch it."""


class MoveClock:
    """The time of one move: wall-clock time, or the processor time of this process."""

    def __init__(self, limit_s: float, kind: str) -> None:
        self.limit_s = limit_s
        self._kind = kind
        self._now = _CLOCKS[kind]
        self._started = self._now()

    def seconds(self) -> float:
        return self._now() - self._started

    def time_left(self) -> float:
        """The milliseconds left, as the courses' players ask for them. The number is negative after the limit."""
        return 1000 * (self.limit_s - self.seconds())

    @contextlib.contextmanager
    def interrupting(self) -> Iterator[None]:
        """Within this context, `TimeIsUp` is raised when the time is over. It is raised again if the player ignores
        it. On Windows, only a player that puts an answer on its queue is stopped."""
        if not hasattr(signal, "setitimer"):  # pragma: no cover - Windows
            yield
            return
        number, timer = (
            (signal.SIGPROF, signal.ITIMER_PROF) if self._kind == "cpu" else (signal.SIGALRM, signal.ITIMER_REAL)
        )
        inside = True

        def stop(_number: int, _frame: FrameType | None) -> None:
            if inside:
                raise TimeIsUp

        signal.signal(number, stop)
        signal.setitimer(timer, max(_ALARM_SHARE * self.limit_s, 1e-4), _AGAIN_S)
        try:
            yield
        finally:
            while inside:
                with contextlib.suppress(TimeIsUp):  # the alarm may come while it is being switched off
                    inside = False
            signal.setitimer(timer, 0)
