"""Run compiled code in separate threads, without the interpreter's lock. The calling thread can stop the code.

Compiled code reads no clock. The calling thread waits and checks its budget. The calling thread sets the stop cell if
the budget is spent or the thread is interrupted. The compiled code reads the stop cell every few hundred nodes. A
call through another thread takes about 12 microseconds longer than a direct call.

On a busy machine, a thread may need some time to stop. A caller with a deadline waits only a short time for a thread
to stop, and then abandons the call. The memory of an abandoned call is kept, because the call may still write to the
memory.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import attrs

from advsearch.compiled.layout import STOP
from advsearch.limits import Budget
from advsearch.system.forks import in_child, new_lock
from advsearch.system.yielding import Turn

_POLL_S: Final = 0.01
"""Seconds between two checks for a stop signal in the calling thread. If a deadline comes before the next check, the
calling thread wakes exactly at the deadline."""

_LOOK_S: Final = 0.001
"""After Ctrl-C, the caller checks every `_LOOK_S` seconds whether the compiled code has returned."""

_MOMENT_S: Final = 0.0
"""The seconds to wait for a stopped call to return. A longer wait is useless, because the results of the call are
already in the block."""

_STACK: Final = 256 * 1024 * 1024
"""The size of a thread's stack in bytes. Each ply of recursion takes some hundred bytes. The unused part of the stack
takes no memory."""

_lock = new_lock()


class Left(Exception):
    """Raised if a call of compiled code was stopped and did not return in time. After `Left`, the compiled code may
    still write to memory."""


@attrs.define(eq=False)
class _Call:
    """One call of compiled code that a worker runs."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    keep: Any
    """The objects whose addresses are arguments, kept alive during the call."""
    answers: queue.SimpleQueue[tuple[Any, BaseException | None]] = attrs.field(factory=queue.SimpleQueue)
    turn: Turn = attrs.field(factory=Turn)
    finished: list[bool] = attrs.field(factory=list)
    """`finished` is empty until the function has returned, and then contains True. If Ctrl-C interrupts the wait for
    `answers`, the caller checks `finished`."""


def start(work: Callable[..., None], *arguments: Any) -> threading.Thread:
    """Start a thread that runs `work`, with a stack for deep recursion."""
    thread = threading.Thread(target=work, args=arguments, name="advsearch-compiled", daemon=True)
    with _lock:
        before = threading.stack_size(_STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(before)
    return thread


class _Worker:
    """A thread that runs one call of compiled code after another, until one of them was long (`yielding`)."""

    def __init__(self) -> None:
        self.calls: queue.SimpleQueue[_Call] = queue.SimpleQueue()
        start(self._work)

    def _work(self) -> None:
        goes_on = True
        while goes_on:
            call = self.calls.get()
            call.turn.begin()
            answer: tuple[Any, BaseException | None]
            try:
                answer = call.function(*call.arguments), None
            except BaseException as error:
                answer = None, error
            answers, finished = call.answers, call.finished
            goes_on = call.turn.end()
            del call  # also frees the memory kept for the call, before the caller continues
            if goes_on:
                with _lock:
                    _idle.append(self)
            finished.append(True)
            answers.put(answer)


_idle: list[_Worker] = []
in_child(_idle.clear)  # a forked child has none of these threads


def run(
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    cells: Any,
    budget: Budget,
    keep: Any = None,
    notice: Callable[[], None] | None = None,
) -> Any:
    """Call compiled code in a worker thread. When the budget is spent or a stop signal is set, set `cells[STOP]`.
    While the code runs, call `notice` every hundredth of a second.

    If the call does not return soon after its deadline, `Left` is raised. The objects `cells` and `keep` are not
    freed before the compiled code has ended.
    """
    call = _Call(function, arguments, (cells, keep))
    _taken().calls.put(call)
    try:
        answer, error = _awaited(call, cells, budget, notice)
    except BaseException as interruption:
        cells[STOP] = 1
        if not isinstance(interruption, Left):  # Ctrl-C: no deadline applies, and the memory is no longer needed
            while not call.finished:
                time.sleep(_LOOK_S)
        raise
    if error is not None:
        raise error
    return answer


def run_here(function: Callable[..., Any], arguments: tuple[Any, ...], cells: Any, budget: Budget) -> Any:
    """Call uncompiled code in this thread, where a debugger can trace the code. Another thread sets `cells[STOP]`
    when the call must stop.
    """
    returned = threading.Event()

    def look() -> None:
        while not returned.wait(max(0.0, min(_POLL_S, budget.seconds_left()))):
            if budget.spent(0):
                cells[STOP] = 1
                return

    watcher = threading.Thread(target=look, name="advsearch-uncompiled", daemon=True)
    watcher.start()
    try:
        return function(*arguments)
    finally:
        returned.set()
        watcher.join()


def _taken() -> _Worker:
    with _lock:
        if _idle:
            return _idle.pop()
    return _Worker()


def _awaited(
    call: _Call, cells: Any, budget: Budget, notice: Callable[[], None] | None
) -> tuple[Any, BaseException | None]:
    while True:
        try:
            return call.answers.get(timeout=max(0.0, min(_POLL_S, budget.seconds_left())))
        except queue.Empty:
            if budget.spent(0):
                cells[STOP] = 1
                break
            call.turn.look()
            if notice is not None:
                notice()
    try:
        return call.answers.get(timeout=None if budget.limits.time_s is None else _MOMENT_S)
    except queue.Empty:
        raise Left from None
