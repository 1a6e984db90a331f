"""Run machine code on threads with a large stack, without the interpreter's lock."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, Final

import attrs

from advsearch.limits import Budget
from advsearch.system.forks import in_child, new_lock
from advsearch.system.yielding import Turn

STACK: Final = 256 << 20
"""Bytes of the stack of a worker; a ply of recursion takes some hundred. Unused pages take no memory."""
RESERVE: Final = 1 << 20
"""Bytes at the end of the stack that machine code leaves free."""

_POLL_S: Final = 0.01
"""Seconds between two looks at a budget."""
_SIGNAL_S: Final = 0.1
"""Seconds after which an unwatched call sees Ctrl-C, if another thread took the signal."""
_GRACE_S: Final = 0.1
"""Seconds that a stopped call has to return."""

_lock = new_lock()
_idle: list[_Worker] = []


@attrs.define(eq=False)
class _Call:
    function: Callable[..., Any]
    given: tuple[Any, ...]
    answers: queue.SimpleQueue[tuple[Any, BaseException | None]] = attrs.field(factory=queue.SimpleQueue)
    turn: Turn = attrs.field(factory=Turn)


class _Worker:
    """A thread that runs one call after another, until one of them was long (`yielding`)."""

    def __init__(self) -> None:
        self.calls: queue.SimpleQueue[_Call] = queue.SimpleQueue()
        thread = threading.Thread(target=self._work, name="advsearch-machine", daemon=True)
        with _lock:
            before = threading.stack_size(STACK)
            try:
                thread.start()
            finally:
                threading.stack_size(before)

    def _work(self) -> None:
        goes_on = True
        while goes_on:
            call = self.calls.get()
            call.turn.begin()
            answer: tuple[Any, BaseException | None]
            try:
                answer = call.function(*call.given), None
            except BaseException as error:  # handed to the caller
                answer = None, error
            answers = call.answers
            goes_on = call.turn.end()
            del call
            if goes_on:
                with _lock:
                    _idle.append(self)
            answers.put(answer)
            del answer, answers


class Left(Exception):
    """Raised if a call did not return after it was asked to stop. It may still run, and write to its memory."""


def run(
    function: Callable[..., Any],
    given: tuple[Any, ...],
    stop: Callable[[], None],
    budget: Budget | None,
    notice: Callable[[], None] | None = None,
) -> Any:
    """Return what the function returns on a worker.

    While it runs, `notice` is called now and then. When the budget is spent, `stop` is called. When Ctrl-C interrupts
    the wait, `stop` is called, and the interrupt is raised once the function has returned. A function that does not
    return soon is left, and raises `Left`.
    """
    with _lock:
        taken = _idle.pop() if _idle else None
    call = _Call(function, given)
    (taken or _Worker()).calls.put(call)
    try:
        answer, error = _awaited(call, stop, budget, notice)
    except Left:
        raise
    except BaseException as interrupt:
        stop()
        try:
            call.answers.get(timeout=_GRACE_S)
        except queue.Empty:
            raise interrupt from Left()
        raise
    if error is not None:
        raise error
    return answer


def _awaited(
    call: _Call, stop: Callable[[], None], budget: Budget | None, notice: Callable[[], None] | None
) -> tuple[Any, BaseException | None]:
    watched = budget is not None and budget.watched
    poll = _POLL_S if watched or notice is not None else _SIGNAL_S
    while True:
        left = budget.seconds_left() if budget is not None and watched else poll
        try:
            return call.answers.get(timeout=max(0.0, min(poll, left)))
        except queue.Empty:
            if budget is not None and watched and budget.spent(0):
                break
            call.turn.look()
            if notice is not None:
                notice()
    stop()
    try:
        return call.answers.get(timeout=_GRACE_S)
    except queue.Empty:
        raise Left from None


in_child(_idle.clear)  # a child process has none of its parent's threads
